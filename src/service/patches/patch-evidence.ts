import type { PatchCheck, PatchEvidence } from '../../api/contract/patches.ts';
import type { MadePatch } from '../analysis/patch-outcome.ts';

/** How what was looked at is told. */
export function evidenceOf({ evidence, files }: MadePatch, byModel: boolean, at: string): PatchEvidence {
  const { applies, parses, findingGone, nothingNew, newFindings, alsoGone } = evidence;
  const tried = applies && parses;
  const several = files.length > 1;
  const check = (
    name: PatchCheck['name'],
    run: boolean,
    passed: boolean,
    yes: string,
    no: string,
  ): PatchCheck => ({
    name,
    status: run ? (passed ? 'PASSED' : 'FAILED') : 'NOT_RUN',
    detail: run ? (passed ? yes : no) : 'Not looked at.',
  });
  return {
    checks: [
      check(
        'applies',
        true,
        applies,
        several ? 'The diffs apply to the files as they are.' : 'The diff applies to the file as it is.',
        several ? 'A diff does not apply to its file.' : 'The diff does not apply to the file.',
      ),
      check(
        'parses',
        true,
        parses,
        several ? 'The files parse as before.' : 'The file parses as before.',
        several ? 'A file would not parse.' : 'The file would not parse.',
      ),
      // One that does otherwise is not taken at all.
      ...(byModel
        ? [
            check(
              'keepsCode',
              true,
              true,
              'No function is taken out, nothing is switched off, and no check is silenced.',
              '',
            ),
          ]
        : []),
      check('findingGone', tried, findingGone, 'The issue is gone.', 'The issue is still found.'),
      check('nothingNew', tried && findingGone, nothingNew, 'Nothing new is found.', 'New issues are found.'),
    ],
    newFindings: newFindings.map(({ title, vulnClass, file, range }) => ({
      title,
      vulnClass,
      file,
      startLine: range.startLine,
    })),
    alsoResolved: alsoGone,
    at,
  };
}

/** What a change that was tried does not achieve. */
export function shortfall({ evidence }: Pick<MadePatch, 'evidence'>): string {
  const { applies, parses, findingGone, nothingNew, newFindings } = evidence;
  if (!applies) return 'The change that was found does not apply to the file.';
  if (!parses) return 'The change that was found would break the file’s syntax.';
  if (!findingGone) return 'The issue is still found with the change that was tried.';
  const [first] = newFindings;
  const which =
    nothingNew || !first ? '' : `: ${first.title} in line ${first.range.startLine} of ${first.file}`;
  return `The change that was tried brings another issue${which}.`;
}
