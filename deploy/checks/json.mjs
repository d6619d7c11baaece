// Prints a YAML file as JSON.
import {readFileSync} from "node:fs";
import {parse} from "yaml";

console.log(JSON.stringify(parse(readFileSync(process.argv[2], "utf8"))));
