import { licensePolicyClass } from '../../../engine/dependencies/licenses/findings.ts';
import { checkLock as checkLockOf } from '../../../engine/dependencies/upgrades/check.ts';
import { planUpgrades } from '../../../engine/dependencies/upgrades/plan.ts';
import type { Finding } from '../../../engine/finding.ts';
import { applyEdits } from '../../../engine/fixes/edits.ts';
import type { Proposal } from '../../../engine/fixes/fixer.ts';
import { fixInfrastructure } from '../../../engine/infrastructure/index.ts';
import { weaknessOf } from '../../../engine/weaknesses/index.ts';
import { filesOf, openSnapshots } from './dependency-files.ts';
import type { Desk } from './desk.ts';
import type { AnswerTo, RequestOf } from './protocol.ts';

/** Plans upgrades of a vulnerable package, or of all beside it. */
export async function planUpgrade(
  { finding, reach, files, snapshots }: RequestOf<'planUpgrade'>,
  desk: Desk,
): Promise<AnswerTo<'planUpgrade'>> {
  const { dependency } = finding;
  if (!dependency) return none('It is no vulnerability of a package.');
  const { sources } = await openSnapshots(snapshots);
  return planUpgrades({ ...finding, dependency }, reach, filesOf(files, desk, {}), sources);
}

/** Holds the new text of a lock file against the manifests. */
export async function checkLock(
  { task, text, files }: RequestOf<'checkLock'>,
  desk: Desk,
): Promise<AnswerTo<'checkLock'>> {
  return checkLockOf(task, text, filesOf(files, desk, {}));
}

/** Proposes an edit of infrastructure for a finding. */
export async function proposeBeside(
  { finding, files }: RequestOf<'proposeBeside'>,
  desk: Desk,
): Promise<Proposal> {
  const project = filesOf(files, desk, {});
  if (finding.vulnClass === licensePolicyClass)
    return none('Replace the package, choose another version of it, or change the policy of licences.');
  const text = desk.text(finding.file);
  if (text === undefined) return none(`${finding.file} cannot be read any more.`);
  const fix = fixInfrastructure(finding, { path: finding.file, text }, project);
  if (!fix) return none(weaknessOf(finding.vulnClass).advice);
  return {
    type: 'fixes',
    candidates: [
      {
        strategy: strategyOf(finding),
        title: fix.title,
        explanation: fix.explanation,
        changes: [
          {
            file: finding.file,
            edits: fix.edits,
            before: text,
            after: applyEdits(text, fix.edits),
            // What of the file cannot be read any more shows as a skip when the change is examined.
            syntaxErrors: { before: 0, after: 0 },
          },
        ],
      },
    ],
  };
}

const none = (reason: string) => ({ type: 'none', reason }) as const;

const strategyOf = ({ vulnClass, ruleId }: Finding): string =>
  `${vulnClass}/${ruleId.slice(ruleId.lastIndexOf('/') + 1)}`;
