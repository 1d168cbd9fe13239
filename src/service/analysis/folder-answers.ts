import { lookCloser, usesOf } from './deep-analysis.ts';
import { patchOf, tryChange } from './patching.ts';
import type { ProjectScanner } from './project-scanner.ts';
import type { FolderAnswer, FolderKind, FolderQuestion } from './scan-runner.ts';

type Handlers = {
  readonly [K in FolderKind]: (
    scanner: ProjectScanner,
    question: FolderQuestion<K>,
  ) => Promise<FolderAnswer<K>>;
};

/** How each question about a folder is answered, with the folder's scanner. They throw the signal's reason, or ScanError. */
const handlers: Handlers = {
  within: (scanner, { texts, signal }) => scanner.analyseWithin(texts, signal),
  patch: patchOf,
  change: tryChange,
  look: lookCloser,
  uses: usesOf,
};

/** The answer to a question about a folder. @throws as its handler */
export async function answerAbout<K extends FolderKind>(
  scanner: ProjectScanner,
  question: FolderQuestion<K>,
): Promise<FolderAnswer<K>> {
  return await handlers[question.kind](scanner, question);
}
