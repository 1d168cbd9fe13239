import { type AiInventory, combine } from './combine.ts';
import { examineFile, isEmpty } from './examine.ts';
import type { AiFile, FileFacts } from './facts.ts';
import type { Literal } from './literals.ts';

export { type AiInventory, combine } from './combine.ts';
export { examineFile, isEmpty, isOfInterest } from './examine.ts';
export type { AiFile, FileFacts } from './facts.ts';
export type { Literal } from './literals.ts';
export { mayTell, tellingTexts, tellingWords } from './lowered-texts.ts';
export { mayBeModel } from './models.ts';

/** Texts of files that were parsed, by path. */
export type TextsByFile = ReadonlyMap<string, readonly Literal[]>;

/**
 * The AI components of a project, what is risky about them, and what could not be read. Pure, never throws; time is in
 * proportion to the files' sizes.
 * @param files each with its text where it is text, and its first bytes where it may be a model
 * @param texts `tellingTexts` of the files that were parsed
 */
export function detectAiComponents(files: Iterable<AiFile>, texts: TextsByFile = new Map()): AiInventory {
  const facts: FileFacts[] = [];
  const paths: string[] = [];
  for (const file of files) {
    paths.push(file.path);
    const found = examineFile(file, texts.get(file.path));
    if (!isEmpty(found)) facts.push(found);
  }
  return combine(facts, paths);
}
