import { realpath } from 'node:fs/promises';
import { applyPatch } from 'diff';
import { LineIndex } from '../../engine/files/lines.ts';
import type { Finding, Range } from '../../engine/finding.ts';
import type { Edit } from '../../engine/fixes/edits.ts';
import type { Candidate } from '../../engine/fixes/fixer.ts';
import { prove } from '../../engine/fixes/prove.ts';
import { unifiedDiff } from '../../engine/fixes/unified-diff.ts';
import { Refusal } from '../domain/errors.ts';
import type { PatchedFile, PatchOutcome, PatchRequest } from '../domain/patch-outcome.ts';
import type { ProjectScanner } from '../scan/index.ts';
import { type BaseText, readBase, sha256 } from './base-text.ts';

/**
 * Makes a patch for one finding of a folder and proves it: the folder is analysed as it is, then with each change that
 * might do, until one removes the finding and brings no other. The folder is only read.
 * @throws the signal's reason, or ScanError
 */
export async function patchOf(scanner: ProjectScanner, request: PatchRequest): Promise<PatchOutcome> {
  const { file, fingerprint, on, signal } = request;
  on('reading');
  const root = await realpath(request.root).catch(() => undefined);
  if (root === undefined) return impossible('The folder of this repository is gone or unreadable.');
  const base = await readBase(root, file).catch(refused);
  if (typeof base === 'string') return impossible(base);
  const baseline = await scanner.findings(signal);
  const target = baseline.find((finding) => isTarget(finding, file, fingerprint));
  if (!target) {
    return impossible(
      `The code of ${file} does not have this issue any more. Scan again, so that its list is up to date.`,
    );
  }
  on('searching');
  const proposal = await scanner.propose(target, signal);
  const text = base.text.slice(base.mark.length);
  if (proposal.type === 'fixes' && proposal.candidates.some(({ before }) => before !== text))
    return impossible(`${file} was changed while a patch was being made. Try again.`);
  const outcome = await prove(
    target,
    baseline,
    proposal,
    (path, changed) => scanner.findingsWith(path, changed, signal),
    (candidate) => applies(candidate, base),
    (checking, of) => on({ checking, of }),
  );
  signal.throwIfAborted();
  if (outcome.type === 'none') return { type: 'unpatchable', reason: outcome.reason };
  const { candidate, evidence } = outcome;
  const { title, explanation, strategy } = candidate;
  const files = [patchedFile(candidate, base)];
  return {
    type: 'made',
    proven: outcome.type === 'proven',
    patch: { title, explanation, strategy, files, evidence },
  };
}

const impossible = (reason: string): PatchOutcome => ({ type: 'impossible', reason });

function isTarget(finding: Finding, file: string, fingerprint: string): boolean {
  return finding.file === file && finding.fingerprint === fingerprint;
}

/** What stands in the way of reading the file, as a sentence; anything unforeseen is thrown on. */
function refused(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (error instanceof Error && 'code' in error) return `The file cannot be read (${String(error.code)}).`;
  throw error;
}

/** Holds the diff, as it will be handed out, against the text it is for. */
function applies(candidate: Candidate, base: BaseText): boolean {
  const after = base.mark + candidate.after;
  return (
    applyPatch(base.text, unifiedDiff(candidate.file, base.text, after), {
      fuzzFactor: 0,
      autoConvertLineEndings: false,
    }) === after
  );
}

function patchedFile(candidate: Candidate, base: BaseText): PatchedFile {
  const after = base.mark + candidate.after;
  return {
    path: candidate.file,
    baseSha256: base.sha256,
    patchedSha256: sha256(after),
    diff: unifiedDiff(candidate.file, base.text, after),
    edits: candidate.edits.map((edit) => ranged(edit, new LineIndex(candidate.before))),
  };
}

function ranged({ at, end, text }: Edit, lines: LineIndex): Range & { newText: string } {
  const startLine = lines.lineOf(at);
  const endLine = lines.lineOf(end);
  return {
    startLine: startLine + 1,
    startColumn: at - lines.startOf(startLine) + 1,
    endLine: endLine + 1,
    endColumn: end - lines.startOf(endLine) + 1,
    newText: text,
  };
}
