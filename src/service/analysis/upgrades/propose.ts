import { packageManagerOf } from '../../../api/package-managers.ts';
import { upgradeAdvice } from '../../../engine/dependencies/upgrades/advice.ts';
import { explanationOf, titleOf } from '../../../engine/dependencies/upgrades/explanation.ts';
import type {
  DependencyFinding,
  LockTask,
  UpgradePlan,
  UpgradeReach,
} from '../../../engine/dependencies/upgrades/plan.ts';
import type { Raise } from '../../../engine/dependencies/upgrades/target.ts';
import type { Finding } from '../../../engine/finding.ts';
import type { Candidate, FileChange } from '../../../engine/fixes/fixer.ts';
import { readBase } from '../base-text.ts';
import type { BesideAbout, BesideKind } from '../beside-questions.ts';
import { writeLock } from '../package-managers/write-lock.ts';
import type { AnswerTo, Question } from '../worker/protocol.ts';
import { lineEdits } from './line-edits.ts';

/** How a vulnerable package is upgraded. */
export interface UpgradeWish {
  readonly packages: UpgradeReach;
  /** Whether a person agreed that the ecosystem's package manager writes the lock file. */
  readonly runPackageManager: boolean;
}

/** What a search for an upgrade needs of the folder. */
export interface UpgradeSearch extends UpgradeWish {
  readonly root: string;
  readonly finding: DependencyFinding;
  readonly ask: <K extends BesideKind>(
    question: (about: BesideAbout) => Question<K>,
    signal: AbortSignal,
  ) => Promise<AnswerTo<K> | undefined>;
  /** Told that a package manager is run. */
  readonly onRun?: (program: string) => void;
  readonly signal: AbortSignal;
}

export type ProposedUpgrade =
  | {
      readonly type: 'upgrade';
      readonly candidate: Candidate;
      /** What it achieves. */
      readonly raises: readonly Raise[];
      readonly kept: readonly string[];
    }
  | { readonly type: 'none'; readonly reason: string };

const gaveUp = 'The search for an upgrade was given up. This is a bug in Parapet.';

/** Looks for an upgrade whose lock file agrees with its manifests. @throws the signal's reason */
export async function proposeUpgrade(search: UpgradeSearch): Promise<ProposedUpgrade> {
  const { finding, packages: reach, ask, signal } = search;
  const answer = await ask<'planUpgrade'>(
    ({ files, snapshots }) => ({ kind: 'planUpgrade', finding, reach, files, snapshots }),
    signal,
  );
  if (!answer) return none(gaveUp);
  if (answer.type === 'none') return answer;
  let reason = '';
  for (const plan of answer.plans) {
    const tried = await tryPlan(search, plan);
    if (tried.type === 'upgrade') return tried;
    reason = tried.reason;
  }
  return none(reason);
}

/** @returns the findings beside one that raised packages end, all their versions being raised; itself, too */
export function endedBy(
  raises: readonly Raise[],
  target: DependencyFinding,
  findings: readonly Finding[],
): readonly DependencyFinding[] {
  const raised = new Set(raises.map(({ name, from }) => `${name} ${from}`));
  const group = groupOf(target);
  const isEnded = (finding: DependencyFinding): boolean => {
    const { ecosystem, name, version, otherVersions } = finding.dependency;
    return (
      ecosystem === target.dependency.ecosystem &&
      groupOf(finding) === group &&
      [version, ...otherVersions].every((each) => raised.has(`${name} ${each}`))
    );
  };
  return findings.flatMap((finding) => {
    const { dependency } = finding;
    const found = dependency && { ...finding, dependency };
    return found && isEnded(found) ? [found] : [];
  });
}

/** What is upgraded together: the file that says which versions there are. */
export const groupOf = ({ file, dependency }: DependencyFinding): string => dependency.lock?.file ?? file;

async function tryPlan(search: UpgradeSearch, plan: UpgradePlan): Promise<ProposedUpgrade> {
  const { lock } = plan;
  if (!lock) return upgrade(plan, plan.raises, plan.changes);
  const manager = packageManagerOf(lock.file);
  if (!manager || !search.runPackageManager) {
    const later = `\`${lock.file}\` has to be written anew: ${upgradeAdvice(search.finding.dependency)}`;
    if (!lock.decides) return upgrade(plan, plan.raises, plan.changes, later);
    const why = manager
      ? `${manager.program} may write it for you if you allow that it is run, on a copy.`
      : 'Its own tool would run code of the project or of its packages, so Parapet does not run it.';
    return none(`The versions are in \`${lock.file}\`. ${why} ${upgradeAdvice(search.finding.dependency)}`);
  }
  search.onRun?.(manager.program);
  const written = await writeLock(search.root, lock, search.signal);
  if (written.type === 'failed') return none(`\`${lock.file}\` was not written anew. ${written.reason}`);
  const text = written.texts[lock.file];
  if (text === undefined) return none(`${manager.program} leaves \`${lock.file}\` as it is.`);
  return await checked(search, plan, lock, written.texts, text);
}

async function checked(
  { finding, packages, ask, root, signal }: UpgradeSearch,
  plan: UpgradePlan,
  lock: LockTask,
  texts: Readonly<Record<string, string>>,
  text: string,
): Promise<ProposedUpgrade> {
  const { dependency } = finding;
  const check = await ask<'checkLock'>(
    ({ files }) => ({ kind: 'checkLock', task: lock, text, files }),
    signal,
  );
  if (!check) return none(gaveUp);
  if (check.fault !== undefined) return none(check.fault);
  const raises = [...check.raised, ...check.dropped];
  if (raises.length === 0 || (packages === 'ONE' && check.left.length > 0))
    return none(
      `\`${dependency.name}\` ${dependency.version} stays in \`${lock.file}\`: another package asks for it. ${upgradeAdvice(dependency)}`,
    );
  const base = await readBase(root, lock.file);
  if (typeof base === 'string') return none(base);
  const before = base.text.slice(base.mark.length);
  const change: FileChange = {
    file: lock.file,
    edits: lineEdits(before, text),
    before,
    after: text,
    syntaxErrors: { before: 0, after: 0 },
  };
  const manifests = plan.changes.map((one) => withText(one, texts[one.file]));
  const kept = [
    ...check.left.map(
      ({ name, from }) => `\`${name}\` ${from}: a package that brings it asks for no later version.`,
    ),
    ...check.dropped.map(({ name, from }) => `\`${name}\` ${from}: nothing needs it any more.`),
  ];
  const manager = packageManagerOf(lock.file)?.shown ?? '';
  return upgrade(
    { ...plan, kept: [...plan.kept, ...kept] },
    raises,
    [...manifests, change],
    `\`${lock.file}\` was written by \`${manager}\`, on a copy of it and of its manifests.`,
    check.raised,
  );
}

/** A manifest as its package manager wrote it, where it did. */
const withText = (change: FileChange, text: string | undefined): FileChange =>
  text === undefined ? change : { ...change, after: text, edits: lineEdits(change.before, text) };

/** @param raised those that get another version, of all that are ended */
function upgrade(
  plan: UpgradePlan,
  raises: readonly Raise[],
  changes: readonly FileChange[],
  written?: string,
  raised = raises,
): ProposedUpgrade {
  const [first, ...others] = changes;
  if (!first) return none('Nothing of the project would change.');
  return {
    type: 'upgrade',
    candidate: {
      strategy: 'vulnerable-dependency/upgrade',
      title: titleOf(raised.length > 0 ? raised : raises),
      explanation: explanationOf(plan, raised, written),
      changes: [first, ...others],
    },
    raises,
    kept: plan.kept,
  };
}

const none = (reason: string): ProposedUpgrade => ({ type: 'none', reason });
