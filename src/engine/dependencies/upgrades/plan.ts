import type { Finding } from '../../finding.ts';
import type { FileChange } from '../../fixes/fixer.ts';
import type { AdvisorySource } from '../advisory.ts';
import { examineDependencies } from '../examine.ts';
import { baseOf, folderOf, foldersUpFrom, pathIn } from '../formats/paths.ts';
import type { ManifestReading, PackageEntry, ProjectFiles } from '../package.ts';
import { readManifests } from '../reading.ts';
import type { VulnerableDependency } from '../vulnerable.ts';
import { upgradeAdvice } from './advice.ts';
import {
  type Asking,
  allows,
  askingFor,
  changesOf,
  raisedRequirement,
  raiseIn,
  textAt,
} from './manifest-edits.ts';
import { overridesOf, overridingEdits } from './npm-overrides.ts';
import { isSameMajor, type Raise, raiseOf } from './target.ts';

/** The package of one issue; or all below the same lock file, or in the same manifest, that can be raised safely. */
export type UpgradeReach = 'ONE' | 'ALL_SAFE';

/** A change of manifests, and what its lock file needs: only the ecosystem's package manager knows what else has to move. */
export interface UpgradePlan {
  readonly raises: readonly Raise[];
  /** Of them, those that go beyond what the packages ask for that bring them. */
  readonly overrides: readonly Raise[];
  /** Packages that stay as they are, each with the reason as a sentence. */
  readonly kept: readonly string[];
  readonly changes: readonly FileChange[];
  readonly lock?: LockTask;
}

/** What a package manager needs for writing a lock file anew. */
export interface LockTask {
  readonly file: string;
  /** Whether the lock file says which versions there are; one that has checksums alone may be written later. */
  readonly decides: boolean;
  /** The manifests that it is about, by path, as they will be. */
  readonly manifests: Readonly<Record<string, string>>;
  /** Those that differ in a first run, where each raised package is asked for in its very version. */
  readonly pinned: Readonly<Record<string, string>>;
  readonly raises: readonly Raise[];
  /** A package that comes from a repository or an address: a package manager would ask that. */
  readonly foreign?: string;
}

export type UpgradeAnswer =
  /** The best first. */
  | { readonly type: 'plans'; readonly plans: readonly UpgradePlan[] }
  | { readonly type: 'none'; readonly reason: string };

export type DependencyFinding = Finding & { readonly dependency: VulnerableDependency };

/** Plans the smallest upgrade that ends every advisory of a package, or of all that can be raised safely. */
export function planUpgrades(
  finding: DependencyFinding,
  reach: UpgradeReach,
  files: ProjectFiles,
  sources: readonly AdvisorySource[],
): UpgradeAnswer {
  const { dependency } = finding;
  const none = (reason: string): UpgradeAnswer => ({ type: 'none', reason });
  const readings = readManifests(files);
  const group = groupOf(finding, readings, files);
  const wanted =
    reach === 'ONE'
      ? [dependency]
      : examineDependencies(files, sources).vulnerabilities.flatMap(({ finding: other }) =>
          other.dependency.ecosystem === dependency.ecosystem && isInGroup(other, group)
            ? [other.dependency]
            : [],
        );
  const raises = raisesOf(wanted, sources);
  const planning: Planning = { group, files };
  if (reach === 'ALL_SAFE') return planAll(planning, raises, wanted);
  if (raises.length === 0) return none(upgradeAdvice(dependency));
  const plans = [planOf(planning, raises, []), group.lock && planOf(planning, raises, raises)];
  const possible = plans.filter((plan) => plan !== undefined);
  return possible.length > 0
    ? { type: 'plans', plans: possible }
    : none(`${notWritten(finding, group)} ${upgradeAdvice(dependency)}`);
}

interface Planning {
  readonly group: Group;
  readonly files: ProjectFiles;
}

/** The manifests that share a lock file; without one, a manifest by itself. */
interface Group {
  readonly lock: ManifestReading | undefined;
  /** The file of checksums beside `go.mod`, which says no versions. */
  readonly sums: string | undefined;
  readonly manifests: readonly ManifestReading[];
}

function groupOf(
  { file, dependency }: DependencyFinding,
  readings: readonly ManifestReading[],
  files: ProjectFiles,
): Group {
  const lock = readings.find((reading) => reading.file === dependency.lock?.file);
  const sums = baseOf(file) === 'go.mod' ? file.replace(/mod$/, 'sum') : undefined;
  const folders = new Set(
    readings
      .filter(
        ({ kind, packages }) =>
          kind === 'lock' && packages.some(({ ecosystem }) => ecosystem === dependency.ecosystem),
      )
      .map((reading) => folderOf(reading.file)),
  );
  const manifests = readings.filter(
    (reading) =>
      reading.kind === 'manifest' &&
      (lock
        ? nearest(folderOf(reading.file), folders) === folderOf(lock.file) && reading.format !== lock.format
        : reading.file === file),
  );
  return { lock, sums: sums !== undefined && files.paths.includes(sums) ? sums : undefined, manifests };
}

function nearest(folder: string, folders: ReadonlySet<string>): string | undefined {
  for (const at of foldersUpFrom(folder)) if (folders.has(at)) return at;
  return undefined;
}

const isInGroup = ({ file, dependency }: DependencyFinding, { lock, manifests }: Group): boolean =>
  lock ? dependency.lock?.file === lock.file : !dependency.lock && manifests.some((one) => one.file === file);

/** One for each version of a package that is affected and has a later one that is not. */
function raisesOf(wanted: readonly VulnerableDependency[], sources: readonly AdvisorySource[]): Raise[] {
  const raises = new Map<string, Raise>();
  for (const { ecosystem, name, version, otherVersions } of wanted)
    for (const from of [version, ...otherVersions]) {
      const raise = raiseOf(ecosystem, name, from, sources);
      if (raise) raises.set(`${name} ${from}`, raise);
    }
  return [...raises.values()];
}

/** What can be raised without breaking what anything asks for, or the promise of the major version. */
function planAll(
  planning: Planning,
  raises: readonly Raise[],
  wanted: readonly VulnerableDependency[],
): UpgradeAnswer {
  const kept: string[] = [];
  const isSafe = (raise: Raise): boolean => {
    const asking = askingFor(planning.group.manifests, [raise]);
    if (isSameMajor(raise.from, raise.to) || (asking.length > 0 && asking.every(allows))) return true;
    kept.push(`\`${raise.name}\` ${raise.from}: ${raise.to}, which ends it, is another major version.`);
    return false;
  };
  const safe = raises.filter(isSafe);
  for (const name of new Set(wanted.map((one) => one.name)))
    if (!raises.some((raise) => raise.name === name))
      kept.push(`\`${name}\`: no version that ends it is known.`);
  if (safe.length === 0)
    return { type: 'none', reason: `Nothing can be raised safely. ${kept.join(' ')}`.trim() };
  const plan = planOf(planning, safe, [], kept);
  return plan
    ? { type: 'plans', plans: [plan] }
    : { type: 'none', reason: 'A manifest does not write the version of a package where it stands.' };
}

/** @returns undefined where a manifest would have to change in a way that cannot be written for sure */
function planOf(
  { group, files }: Planning,
  raises: readonly Raise[],
  overrides: readonly Raise[],
  kept: readonly string[] = [],
): UpgradePlan | undefined {
  const { lock, manifests } = group;
  const asking = askingFor(manifests, raises);
  if (!lock && asking.length === 0) return undefined;
  // A range that still has room for the old version would contradict an override.
  const tooLow = asking.filter((one) => overrides.length > 0 || !allows(one));
  const raised = raiseIn(tooLow, files, raisedRequirement);
  if (raised.type === 'impossible') return undefined;
  const edits = new Map(raised.edits);
  if (overrides.length > 0 && lock) {
    const root = rootOf(lock, manifests);
    const text = root && files.read(root);
    if (!root || text === undefined || edits.size + overrides.length === 0) return undefined;
    const added = overridingEdits(text, lock.file, overrides, ({ to }) => `^${to}`);
    if (!added) return undefined;
    edits.set(root, [...(edits.get(root) ?? []), ...added]);
  }
  const changes = changesOf(edits, files);
  const task = lockTask(group, files, changes, raises, asking);
  return { raises, overrides, kept, changes, ...(task && { lock: task }) };
}

const rootOf = ({ file }: ManifestReading, manifests: readonly ManifestReading[]): string | undefined =>
  overridesOf(file) &&
  manifests.find((one) => one.format === 'package.json' && folderOf(one.file) === folderOf(file))?.file;

function lockTask(
  { lock, sums, manifests }: Group,
  files: ProjectFiles,
  changes: readonly FileChange[],
  raises: readonly Raise[],
  asking: readonly Asking[],
): LockTask | undefined {
  const file = lock?.file ?? sums;
  if (file === undefined) return undefined;
  const texts = new Map(manifests.map((one) => [one.file, files.read(one.file) ?? '']));
  for (const { file: changed, after } of changes) texts.set(changed, after);
  const foreign = [...manifests, ...(lock ? [lock] : [])].flatMap((reading) =>
    reading.packages.filter((entry) => isForeign(entry, reading, files)),
  )[0];
  return {
    file,
    decides: lock !== undefined,
    manifests: Object.fromEntries(texts),
    pinned: lock ? pinnedManifests(lock, manifests, files, raises, asking) : {},
    raises,
    ...(foreign && { foreign: foreign.name }),
  };
}

/** Whether a package manager would ask an address for it, or read it outside of the project. */
function isForeign(
  { origin, versionRange }: PackageEntry,
  { file }: ManifestReading,
  files: ProjectFiles,
): boolean {
  if (origin !== 'path') return origin !== 'registry';
  const text = versionRange === undefined ? '' : textAt(files.read(file) ?? '', versionRange);
  const path = text.replace(/^\w+:/, '');
  return path.startsWith('~') || pathIn(folderOf(file), path) === undefined;
}

/** So that the smallest version is taken and not the newest one that the ranges allow. */
function pinnedManifests(
  lock: ManifestReading,
  manifests: readonly ManifestReading[],
  files: ProjectFiles,
  raises: readonly Raise[],
  asking: readonly Asking[],
): Readonly<Record<string, string>> {
  const root = rootOf(lock, manifests);
  const exact = raiseIn(asking, files, ({ raise }) => raise.to);
  if (root === undefined || exact.type === 'impossible') return {};
  const pinned = new Map(changesOf(exact.edits, files).map(({ file, after }) => [file, after]));
  const text = pinned.get(root) ?? files.read(root) ?? '';
  const constrained = new Set(asking.filter(({ entry }) => entry.constrains).map(({ entry }) => entry.name));
  const free = raises.filter(({ name }) => !constrained.has(name));
  const [edit] = overridingEdits(text, lock.file, free, ({ to }) => to) ?? [];
  if (edit) pinned.set(root, text.slice(0, edit.at) + edit.text + text.slice(edit.end));
  return Object.fromEntries(pinned);
}

function notWritten({ file, dependency }: DependencyFinding, { lock }: Group): string {
  if (lock) return `The versions are in \`${lock.file}\`.`;
  return dependency.direct ? `\`${file}\` does not write the version where the package stands.` : '';
}
