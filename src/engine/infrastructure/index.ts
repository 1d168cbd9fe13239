/** Infrastructure as code: files that say how a program is built, run and reached. */
import type { SourceFile } from '../analysis.ts';
import type { ProjectFiles } from '../dependencies/package.ts';
import type { Finding, Skip } from '../finding.ts';
import { OccurrenceNumbering } from '../occurrences.ts';
import { examineDockerfile } from './docker/examine.ts';
import { type Found, foundIn, type Hit, type SafeEdit } from './rule.ts';

const dockerfile = /(?:^|\/)(?:Dockerfile|Containerfile)(?:\.[\w.-]+)?$|\.(?:dockerfile|containerfile)$/i;

/** Whether a file by its path may be infrastructure as code. @param path relative to the root, with `/` */
export const isInfrastructure = (path: string): boolean => dockerfile.test(path);

/** What one reader makes of a file. */
interface Reading {
  readonly hits: readonly Hit[];
  readonly skips: readonly Skip[];
}

/** Returns the issues of one file of infrastructure, and what of it could not be read. Deterministic; never throws for a text. */
export function examineInfrastructure(
  file: SourceFile,
  files: ProjectFiles,
): { readonly findings: readonly Finding[]; readonly skips: readonly Skip[] } {
  const { hits, skips } = read(file, files);
  const numbering = new OccurrenceNumbering();
  const first = foundIn(file.path, file.text, hits).flatMap(
    ({ finding }: Found) => numbering.take(finding) ?? [],
  );
  const numbered = new Map(numbering.settle().map((each) => [each.fingerprint, each]));
  for (const each of first) if (!numbered.has(each.fingerprint)) numbered.set(each.fingerprint, each);
  return { findings: [...numbered.values()].toSorted(inOrderOfText), skips };
}

/** Returns the edit that removes a finding of a file; undefined where none is safe, or the file does not have the finding. */
export function fixInfrastructure(
  finding: Finding,
  file: SourceFile,
  files: ProjectFiles,
): SafeEdit | undefined {
  const same = ({ finding: { ruleId, range } }: Found): boolean =>
    ruleId === finding.ruleId &&
    range.startLine === finding.range.startLine &&
    range.startColumn === finding.range.startColumn;
  return foundIn(file.path, file.text, read(file, files).hits).find(same)?.fix;
}

const inOrderOfText = ({ range: a }: Finding, { range: b }: Finding): number =>
  a.startLine - b.startLine || a.startColumn - b.startColumn;

function read({ path, text }: SourceFile, _files: ProjectFiles): Reading {
  const { hits, unread } = examineDockerfile(text);
  const skips: readonly Skip[] =
    unread.length === 0
      ? []
      : [
          {
            file: path,
            reason: 'syntax-errors',
            detail: `${unread.length} lines are no instructions of a Dockerfile, the first is line ${unread[0]}.`,
            partial: true,
          },
        ];
  return { hits, skips };
}
