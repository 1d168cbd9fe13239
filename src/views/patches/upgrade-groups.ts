import * as l10n from '@vscode/l10n';
import { type PackageManager, packageManagerOf } from '../../api/package-managers.ts';
import type { KnownIssue } from '../issues/known-issue.ts';
import { canBePatched } from './patch-words.ts';

/** Vulnerable packages that are upgraded together. */
export interface UpgradeGroup {
  readonly folder: string;
  /** The file that says which versions there are: a lock file, or a manifest without one. */
  readonly label: string;
  readonly description: string;
  /** The issue that the patch of all of them is made for. */
  readonly lead: string;
}

/** By their files: where something can be raised within its major version, with the worst such issue. */
export function upgradeGroups(issues: Iterable<KnownIssue>): UpgradeGroup[] {
  const groups = new Map<string, KnownIssue[]>();
  for (const known of issues) {
    if (fileOf(known) === undefined || !canBePatched(known.issue) || !isRaisable(known)) continue;
    const key = JSON.stringify([known.folder, fileOf(known)]);
    groups.set(key, [...(groups.get(key) ?? []), known]);
  }
  return [...groups.values()].flatMap((all) => {
    const [lead] = all.toSorted((a, b) => b.issue.score - a.issue.score);
    const names = new Set(all.map(({ issue }) => issue.dependency?.name));
    const description =
      names.size === 1 ? l10n.t('1 vulnerable package') : l10n.t('{0} vulnerable packages', names.size);
    return lead ? [{ folder: lead.folder, label: fileOf(lead) ?? '', description, lead: lead.issue.id }] : [];
  });
}

/** Whether an issue is of a package that is upgraded with a group. */
export const isInGroup = (known: KnownIssue, { folder, label }: UpgradeGroup): boolean =>
  known.folder === folder && fileOf(known) === label;

const fileOf = ({ issue: { dependency, file } }: KnownIssue): string | undefined =>
  dependency && (dependency.lock?.file ?? file);

function isRaisable({ issue: { dependency } }: KnownIssue): boolean {
  const to = dependency?.safeVersion ?? dependency?.fixedVersion;
  if (!dependency || to === undefined) return false;
  const [from, target] = [dependency.version, to].map((version) => version.replace(/^v/, '').split(/[.+-]/));
  return from?.[0] === target?.[0] && (from?.[0] !== '0' || from?.[1] === target?.[1]);
}

/** The package managers that write lock files of issues, each once. */
export function packageManagersFor(issues: readonly KnownIssue[]): readonly PackageManager[] {
  const managers = issues.flatMap(({ issue: { dependency, file } }) => {
    const lock = dependency && (dependency.lock?.file ?? sumsOf(file));
    return (lock !== undefined && packageManagerOf(lock)) || [];
  });
  return [...new Map(managers.map((manager) => [manager.program, manager])).values()];
}

/** Beside `go.mod`, which says the versions itself, are the checksums. */
const sumsOf = (manifest: string): string => manifest.replace(/go\.mod$/, 'go.sum');
