// Asks a running Prometheus for everything that the dashboard and the alerts ask for: each query is
// answered, and each metric of the service is there. Arguments: its URL, dashboard, alerts.
import {readFileSync} from "node:fs";
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

// Not told by the service: the reconciliation writes them to a file; and those that count only what
// goes wrong appear with the first.
const elsewhere = new RegExp("^oncepaid_(reconciliation_.*|settlement_undecided_total|query_answers_total|messages_total)$");
const missing = [];
const all = [...panels, ...conditions];
for (const query of all) await ask(query);
const names = new Set(all.flatMap((query) => query.match(/\b(oncepaid|agroal|http_server|jvm)_\w+/g) ?? []));
for (const name of names) {
  if (!elsewhere.test(name) && (await ask(name)).length === 0) missing.push(name);
}
const firing = await ask('ALERTS{alertstate="firing", severity="page"}');
console.log(`${all.length} queries answered, ${names.size} metrics, ${missing.length} missing`);
missing.forEach((name) => console.error(`no such metric: ${name}`));
firing.filter((alert) => alert.metric.alertname !== "OncepaidDown")
  .forEach((alert) => console.log(`fires: ${alert.metric.alertname}`));
process.exit(missing.length ? 1 : 0);
