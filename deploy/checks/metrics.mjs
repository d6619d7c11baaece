// Prints the names of all metrics in the dashboard and the alert rules, one a line, and writes the
// dashboard's queries as rules for promtool. Arguments: dashboard, alerts, where the rules go.
import {readFileSync, writeFileSync} from "node:fs";
import {parse, stringify} from "yaml";

const [dashboard, alerts, rules] = process.argv.slice(2);
const queries = JSON.parse(readFileSync(dashboard, "utf8")).panels
  .flatMap((panel) => panel.targets.map((target) => target.expr))
  .map((query) => query.replaceAll("$__rate_interval", "1m"));
const conditions = parse(readFileSync(alerts, "utf8")).groups
  .flatMap((group) => group.rules.map((rule) => rule.expr));

writeFileSync(rules, stringify({groups: [{name: "dashboard",
  rules: queries.map((expr, i) => ({record: `panel:${i}`, expr}))}]}));
const names = [...queries, ...conditions]
  .flatMap((query) => query.match(/\b(oncepaid|agroal|http_server|jvm)_\w+/g) ?? []);
console.log([...new Set(names)].sort().join("\n"));
