// Reads Dockerfiles as an editor does: unknown instructions, wrong flags, missing arguments; and
// asks for what every image of ours has. Arguments: the files.
import {readFileSync} from "node:fs";
import {validate} from "dockerfile-utils";

let problems = 0;
for (const file of process.argv.slice(2)) {
  const text = readFileSync(file, "utf8");
  const found = validate(text).map((each) => `line ${each.range.start.line + 1}: ${each.message}`);
  const last = text.slice(text.lastIndexOf("\nFROM "));
  if (!/^USER [1-9]\d*:[1-9]\d*$/m.test(last)) found.push("runs as root");
  if (!/^HEALTHCHECK /m.test(last)) found.push("has no health check");
  if (!/^ENTRYPOINT \[/m.test(last)) found.push("starts through a shell");
  if (/^FROM \S+(:latest)?$/m.test(text.replace(/^FROM \S+:(?!latest)\S+/gm, ""))) found.push("floats on latest");
  found.forEach((problem) => console.error(`${file}: ${problem}`));
  problems += found.length;
}
console.log(`dockerfiles: ${process.argv.length - 2} files, ${problems} problems`);
process.exit(problems ? 1 : 0);
