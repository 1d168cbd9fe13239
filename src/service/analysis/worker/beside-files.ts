import { proposeUpgrade } from '../../../engine/dependencies/upgrade.ts';
import type { Finding } from '../../../engine/finding.ts';
import { applyEdits } from '../../../engine/fixes/edits.ts';
import type { Proposal } from '../../../engine/fixes/fixer.ts';
import { fixInfrastructure } from '../../../engine/infrastructure/index.ts';
import { weaknessOf } from '../../../engine/weaknesses/index.ts';
import { filesOf, openSnapshots } from './dependency-files.ts';
import type { Desk } from './desk.ts';
import type { RequestOf } from './protocol.ts';

/** Proposes a change for a finding in a file that is no program: an upgrade, or an edit of infrastructure. */
export async function proposeBeside(
  { finding, files, snapshots }: RequestOf<'proposeBeside'>,
  desk: Desk,
): Promise<Proposal> {
  const project = filesOf(files, desk, {});
  const { dependency } = finding;
  if (dependency) {
    const { sources } = await openSnapshots(snapshots);
    return proposeUpgrade({ ...finding, dependency }, project, sources);
  }
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

const none = (reason: string): Proposal => ({ type: 'none', reason });

const strategyOf = ({ vulnClass, ruleId }: Finding): string =>
  `${vulnClass}/${ruleId.slice(ruleId.lastIndexOf('/') + 1)}`;
