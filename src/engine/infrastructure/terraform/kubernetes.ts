/** Resources of Terraform's provider for Kubernetes, as the objects that they make. */
import { type LocatedTable, type LocatedValue, type Member, valueAt } from '../../files/structured/value.ts';
import type { Resource } from '../cloud/resource.ts';
import type { KubernetesObject } from '../kubernetes/pods.ts';
import { tableOf, writtenText } from '../values.ts';

/** By the type of the resource, without the provider and its version: `kubernetes_deployment_v1`. */
const kinds: Readonly<Record<string, string>> = {
  pod: 'Pod',
  deployment: 'Deployment',
  daemonset: 'DaemonSet',
  daemon_set: 'DaemonSet',
  stateful_set: 'StatefulSet',
  replication_controller: 'ReplicationController',
  job: 'Job',
  cron_job: 'CronJob',
  role: 'Role',
  cluster_role: 'ClusterRole',
  role_binding: 'RoleBinding',
  cluster_role_binding: 'ClusterRoleBinding',
};

/** Blocks that may come several times, by the field of the API that they are the items of. */
const repeated: Readonly<Record<string, string>> = {
  container: 'containers',
  init_container: 'initContainers',
  volume: 'volumes',
  volume_mount: 'volumeMounts',
  port: 'ports',
  env: 'env',
  env_from: 'envFrom',
  rule: 'rules',
  subject: 'subjects',
};

/** Tables whose keys are names that somebody chose. */
const named = new Set(['annotations', 'labels', 'match_labels', 'node_selector', 'data']);

/** Returns the objects of the API that resources make; none of other resources. */
export function kubernetesObjects(resources: readonly Resource[]): readonly KubernetesObject[] {
  return resources.flatMap(({ type, body }): KubernetesObject[] => {
    const [, name = ''] = /^kubernetes_([a-z_]+?)(?:_v\d\w*)?$/.exec(type) ?? [];
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) return [];
    const table = objectTable(body);
    const given = writtenText(valueAt(table, 'metadata', 'name'));
    const shownName = given === undefined ? kind : `${kind} ${given}`;
    return [{ table, apiVersion: '', kind, shownName, isPart: false }];
  });
}

function objectTable(table: LocatedTable): LocatedTable {
  const members = new Map<string, Member>();
  for (const [key, { key: at, value }] of table.members) {
    const list = Object.hasOwn(repeated, key) ? repeated[key] : undefined;
    const field = list ?? key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    members.set(field, { key: at, value: named.has(key) ? value : fieldValue(value, list !== undefined) });
  }
  return { ...table, members };
}

/** A block that comes once is the table itself. */
function fieldValue(value: LocatedValue, isList: boolean): LocatedValue {
  const table = tableOf(value);
  if (table) {
    const made = objectTable(table);
    return isList ? { kind: 'list', items: [made], start: value.start, end: value.end } : made;
  }
  if (value.kind !== 'list') return value;
  const items = value.items.map((item) => fieldValue(item, false));
  const [only, ...others] = items;
  return !isList && only?.kind === 'table' && others.length === 0 ? only : { ...value, items };
}
