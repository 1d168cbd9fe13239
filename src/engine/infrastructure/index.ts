/** Infrastructure as code: files that say how a program is built, run and reached. */
import type { SourceFile } from '../analysis.ts';
import type { ProjectFiles } from '../dependencies/package.ts';
import type { Finding, Skip } from '../finding.ts';
import { OccurrenceNumbering } from '../occurrences.ts';
import { readInfrastructure } from './read.ts';
import { type Found, foundIn, type SafeEdit } from './rule.ts';

export { isInfrastructure } from './kinds.ts';

/** Returns the issues of one file of infrastructure, and what of it could not be read. Deterministic; never throws for a text. */
export function examineInfrastructure(
  file: SourceFile,
  files: ProjectFiles,
): { readonly findings: readonly Finding[]; readonly skips: readonly Skip[] } {
  const { hits, skips } = readInfrastructure(file, files);
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
  return foundIn(file.path, file.text, readInfrastructure(file, files).hits).find(same)?.fix;
}

const inOrderOfText = ({ range: a }: Finding, { range: b }: Finding): number =>
  a.startLine - b.startLine || a.startColumn - b.startColumn;
