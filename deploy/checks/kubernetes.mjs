// Reads what kustomize built from standard input and checks every object against the schema of its
// kind, and what a schema cannot know: names that point at each other. Ends with 1 on any problem.
import {readFileSync} from "node:fs";
import {parseAllDocuments} from "yaml";

const problems = [];
const objects = parseAllDocuments(readFileSync(0, "utf8")).map((document) => {
  document.errors.forEach((error) => problems.push(error.message));
  return document.toJS();
});

for (const object of objects) {
  const name = `${object.kind} ${object.metadata?.name}`;
  try {
    const models = await import(`kubernetes-models/${object.apiVersion}`);
    const unread = new Set();
    models[object.kind].prototype.validate.call(watched(object, "", unread));
    unread.forEach((field) => problems.push(`${name}: unknown field ${field}`));
  } catch (error) {
    problems.push(`${name}: ${error.message}`);
  }
}

/**
 * The validators take fields that they do not know, and a server would drop them silently. But they
 * read every field that they know: what nobody reads is misspelt.
 */
function watched(value, path, unread) {
  if (value === null || typeof value !== "object") return value;
  const copy = Array.isArray(value) ? [] : {};
  for (const [key, each] of Object.entries(value)) {
    const name = `${path}/${key}`;
    const inner = watched(each, name, unread);
    unread.add(name);
    Object.defineProperty(copy, key, {enumerable: true, get: () => (unread.delete(name), inner)});
  }
  return copy;
}

const of = (kind) => objects.filter((object) => object.kind === kind);
const named = (kind, name) => of(kind).some((object) => object.metadata.name === name);
const podOf = (object) => object.spec.jobTemplate?.spec.template ?? object.spec.template;
const pods = [...of("Deployment"), ...of("Job"), ...of("CronJob")];

for (const object of pods) {
  const {metadata, spec} = podOf(object);
  const name = `${object.kind} ${object.metadata.name}`;
  for (const volume of spec.volumes) {
    const [kind, target] = volume.secret ? ["Secret", volume.secret.secretName]
      : volume.configMap ? ["ConfigMap", volume.configMap.name]
      : volume.persistentVolumeClaim ? ["PersistentVolumeClaim", volume.persistentVolumeClaim.claimName] : [];
    if (kind && !named(kind, target)) problems.push(`${name}: no ${kind} ${target}`);
  }
  for (const container of spec.containers) {
    const security = container.securityContext ?? {};
    if (!security.readOnlyRootFilesystem || security.allowPrivilegeEscalation !== false
        || !spec.securityContext.runAsNonRoot) {
      problems.push(`${name}: ${container.name} may write its image, gain rights or be root`);
    }
    if (!container.resources?.limits?.memory) problems.push(`${name}: no limit of memory`);
    for (const mount of container.volumeMounts) {
      if (!spec.volumes.some((volume) => volume.name === mount.name)) {
        problems.push(`${name}: mounts unknown volume ${mount.name}`);
      }
    }
    for (const probe of ["startupProbe", "readinessProbe", "livenessProbe"]) {
      const port = container[probe]?.httpGet.port;
      if (port && !container.ports.some((each) => each.name === port)) {
        problems.push(`${name}: ${probe} asks unknown port ${port}`);
      }
    }
  }
}

const matches = (selector, labels) =>
  Object.entries(selector).every(([key, value]) => labels?.[key] === value);
for (const object of [...of("Service"), ...of("PodDisruptionBudget"), ...of("Deployment")]) {
  const selector = object.spec.selector.matchLabels ?? object.spec.selector;
  if (!pods.some((pod) => matches(selector, podOf(pod).metadata.labels))) {
    problems.push(`${object.kind} ${object.metadata.name}: selects no pod`);
  }
}
for (const policy of of("NetworkPolicy")) {
  const selector = policy.spec.podSelector.matchLabels;
  for (const pod of pods) {
    if (!matches(selector, podOf(pod).metadata.labels)) {
      problems.push(`NetworkPolicy ${policy.metadata.name}: does not reach ${pod.metadata.name}`);
    }
  }
}

console.log(`kubernetes: ${objects.length} objects, ${problems.length} problems`);
problems.forEach((problem) => console.error(problem));
process.exit(problems.length || objects.length < 10 ? 1 : 0);
