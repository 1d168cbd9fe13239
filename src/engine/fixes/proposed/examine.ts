import type { Finding } from '../../finding.ts';
import type { Parsing } from '../../languages/parsing.ts';
import type { Candidate, FileChange, ReadText } from '../fixer.ts';
import { factsOf } from '../project.ts';
import { type FixLanguage, Source } from '../source.ts';
import { applyProposed, type ProposedChange, type ProposedEdit } from './change.ts';
import { unknownImports } from './imports.ts';
import { lostCode, type ParsedChange } from './structure.ts';
import { tricks } from './tricks.ts';

export type Examined =
  | { readonly type: 'candidate'; readonly candidate: Candidate }
  /** Why it is not taken, as sentences for whoever proposed it. */
  | { readonly type: 'refused'; readonly reasons: readonly string[] };

const mostReasons = 8;

/**
 * Makes a candidate of a proposed change, or says why it is none. Only files that may be changed are, only inside of what is
 * there, and not so that the finding goes because the code does.
 */
export function examineChange(
  finding: Finding,
  change: ProposedChange,
  read: ReadText,
  parsing: Pick<Parsing, 'tree'>,
  languageOf: (path: string, text: string) => FixLanguage | undefined,
): Examined {
  const byFile = new Map<string, ProposedEdit[]>();
  for (const edit of change.edits) byFile.set(edit.file, [...(byFile.get(edit.file) ?? []), edit]);
  const changes: FileChange[] = [];
  const parsed: ParsedChange[] = [];
  const reasons: string[] = [];
  for (const [file, edits] of byFile) {
    const text = change.allowed.includes(file) ? read(file) : undefined;
    const language = text === undefined ? undefined : languageOf(file, text);
    if (language === undefined || text === undefined) {
      reasons.push(`${JSON.stringify(file.slice(0, 200))} is not among the files that may be changed.`);
      continue;
    }
    const applied = applyProposed(file, text, edits);
    if ('fault' in applied) {
      reasons.push(applied.fault);
      continue;
    }
    const before = parsing.tree(file, text);
    const after = parsing.tree(file, applied.after);
    if (!before || !after) {
      reasons.push(`${file} could not be parsed.`);
      continue;
    }
    const source = (of: string, root: Source['root']): Source =>
      new Source({ path: file, text: of, language, root });
    parsed.push({
      before: source(text, before.root),
      after: source(applied.after, after.root),
      edits: applied.edits,
    });
    const syntaxErrors = { before: before.errors, after: after.errors };
    changes.push({ file, edits: applied.edits, before: text, after: applied.after, syntaxErrors });
  }
  for (const one of parsed)
    reasons.push(...lostCode(one, finding), ...tricks(one), ...brought(one, change, read));
  const [first, ...others] = changes;
  if (!first && reasons.length === 0) reasons.push('It changes nothing.');
  if (!first || reasons.length > 0) return { type: 'refused', reasons: reasons.slice(0, mostReasons) };
  const { title, explanation, strategy } = change;
  return { type: 'candidate', candidate: { title, explanation, strategy, changes: [first, ...others] } };
}

function brought({ before, after }: ParsedChange, { allowed }: ProposedChange, read: ReadText): string[] {
  const { path, language } = after;
  const { uses } = factsOf(path, language, read, { files: [], secrets: [] });
  const texts = allowed.flatMap((file) => (file === path ? [] : (read(file) ?? [])));
  return unknownImports(before, after, { uses, read, texts }).map(
    (name) => `It imports ${JSON.stringify(name)}, which the project does not have.`,
  );
}
