// Asks a running Prometheus for everything that the dashboard and the alerts ask for: each query is
// answered, and each metric of the service is there. Arguments: its URL, dashboard, alerts.
import {readdirSync, readFileSync} from "node:fs";
import {parse} from "yaml";

const [url, dashboard, alerts] = process.argv.slice(2);
const panels = JSON.parse(readFileSync(dashboard, "utf8")).panels
  .flatMap((panel) => panel.targets.map((target) => target.expr.replaceAll("$__rate_interval", "1m")));
const conditions = parse(readFileSync(alerts, "utf8")).groups
  .flatMap((group) => group.rules.map((rule) => rule.expr));

async function ask(query) {
  const answer = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(query)}`);
  const {status, error, data} = await answer.json();
  if (status !== "success") throw new Error(`${query}: ${error}`);
  return data.result;
}

// What counts only what goes wrong, or what is off here, appears with the first: the code has it then.
function* sources(folder) {
  for (const entry of readdirSync(folder, {withFileTypes: true})) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* sources(path);
    else if (path.endsWith(".java")) yield readFileSync(path, "utf8");
  }
}
const code = [...sources("src/main/java"), ...sources("reconciliation/src/main/java")].join("\n");
function inCode(name) {
  const words = name.replace(/^oncepaid_reconciliation_/, "").replace(/_total$/, "").split("_");
  return new RegExp(`"${words.join("[._]")}"`).test(code);
}

const missing = [];
const all = [...panels, ...conditions];
for (const query of all) await ask(query);
const names = new Set(all.flatMap((query) => query.match(/\b(oncepaid|agroal|http_server|jvm)_\w+/g) ?? []));
for (const name of names) {
  if ((await ask(name)).length === 0 && !inCode(name)) missing.push(name);
}
const firing = await ask('ALERTS{alertstate="firing", severity="page"}');
console.log(`${all.length} queries answered, ${names.size} metrics, ${missing.length} missing`);
missing.forEach((name) => console.error(`no such metric: ${name}`));
firing.filter((alert) => alert.metric.alertname !== "OncepaidDown")
  .forEach((alert) => console.log(`fires: ${alert.metric.alertname}`));
process.exit(missing.length ? 1 : 0);
