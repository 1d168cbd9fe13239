import {
  itemsOf,
  type LocatedTable,
  type LocatedValue,
  type Span,
  valueAt,
} from '../../files/structured/value.ts';
import { eachOf, isOpen, memberOf, tableOf, writtenText } from '../values.ts';

/** An object of the Kubernetes API, as a manifest writes it. */
export interface KubernetesObject {
  readonly table: LocatedTable;
  readonly apiVersion: string;
  readonly kind: string;
  /** For messages: `Deployment web`. */
  readonly shownName: string;
  /** Whether it only changes an object of elsewhere, so that nothing can be said to lack. */
  readonly isPart: boolean;
}

/** A pod's specification, wherever it stands: of a pod itself, or of what makes pods. */
export interface PodSpec {
  readonly owner: KubernetesObject;
  readonly spec: LocatedTable;
  readonly specKey: Span;
  /** What stands around it with its annotations. */
  readonly template: LocatedValue | undefined;
  readonly containers: readonly Container[];
}

export interface Container {
  readonly pod: PodSpec;
  readonly table: LocatedTable;
  readonly name: string;
  /** For messages: `Container app of Deployment web`. */
  readonly shownName: string;
  readonly subject: string;
}

/** Returns the objects of a document: itself, or the items of a List. @param isPart as in `KubernetesObject` */
export function objectsOf(root: LocatedValue, isPart: boolean): readonly KubernetesObject[] {
  const found = objectOf(root, isPart);
  if (!found) return [];
  if (/List$/.test(found.kind) && memberOf(found.table, 'items'))
    return itemsOf(valueAt(found.table, 'items')).flatMap((item) => objectOf(item, isPart) ?? []);
  return [found];
}

function objectOf(value: LocatedValue, isPart: boolean): KubernetesObject | undefined {
  const table = tableOf(value);
  const apiVersion = writtenText(valueAt(table, 'apiVersion'));
  const kind = writtenText(valueAt(table, 'kind'));
  if (!table || apiVersion === undefined || kind === undefined) return undefined;
  const metadata = valueAt(table, 'metadata');
  const name = writtenText(valueAt(metadata, 'name')) ?? writtenText(valueAt(metadata, 'generateName'));
  return { table, apiVersion, kind, shownName: name === undefined ? kind : `${kind} ${name}`, isPart };
}

/** Where each kind has its pod's specification; kinds of extensions mostly have it as a Deployment has it. */
const specPaths: Readonly<Record<string, readonly string[]>> = {
  Pod: [],
  PodTemplate: ['template'],
  CronJob: ['spec', 'jobTemplate', 'spec', 'template'],
};

/** Returns the pod that an object is or makes; undefined for one that has none. */
export function podOf(owner: KubernetesObject): PodSpec | undefined {
  const path = Object.hasOwn(specPaths, owner.kind) ? specPaths[owner.kind] : ['spec', 'template'];
  const template = valueAt(owner.table, ...(path ?? []));
  const member = memberOf(template, 'spec');
  const spec = tableOf(member?.value);
  if (!member || !spec?.members.has('containers')) return undefined;
  const containers: Container[] = [];
  const pod: PodSpec = { owner, spec, specKey: member.key, template, containers };
  for (const list of ['initContainers', 'containers'])
    for (const item of eachOf(valueAt(spec, list))) {
      const table = tableOf(item);
      if (!table) continue;
      const name = writtenText(valueAt(table, 'name')) ?? '';
      const shownName =
        name === '' ? `A container of ${owner.shownName}` : `Container ${name} of ${owner.shownName}`;
      containers.push({ pod, table, name, shownName, subject: `${owner.shownName} ${name}` });
    }
  return pod;
}

/** A setting of a container's security context, or of its pod's where the container has none. */
export const securitySetting = (
  { table, pod }: Container,
  ...path: readonly string[]
): LocatedValue | undefined =>
  valueAt(table, 'securityContext', ...path) ?? valueAt(pod.spec, 'securityContext', ...path);

/** Whether a template or another manifest decides what the security contexts are, so that nothing can be said to lack. */
export const isTemplated = ({ table, pod }: Container): boolean =>
  pod.owner.isPart ||
  // A container has an image: this is a change of one.
  !table.members.has('image') ||
  [table, valueAt(table, 'securityContext'), pod.spec, valueAt(pod.spec, 'securityContext')].some(isOpen);

/** Pods of Windows have other settings for all of this. */
export const isOfWindows = ({ spec }: PodSpec): boolean =>
  writtenText(valueAt(spec, 'os', 'name')) === 'windows' ||
  writtenText(valueAt(spec, 'nodeSelector', 'kubernetes.io/os')) === 'windows';
