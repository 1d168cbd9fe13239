/** What is submitted for an on-demand scan: which files may be, in how many parts, and in which form. */
import { createTwoFilesPatch } from 'diff';
import type { Submission, SubmittedFile } from '../api/contract/scans/code-scans.ts';

/** A file, or both sides of a changed one, that is to be scanned. */
export interface Candidate {
  /** Relative to the folder, `/` as separator. */
  readonly path: string;
  readonly content: string;
  readonly before?: SubmittedFile;
  /** Only what lies in these lines, 1-based and both included, is reported. */
  readonly lines?: { readonly first: number; readonly last: number };
}

export type LeftOutReason =
  | 'binary'
  | 'tooLarge'
  | 'unreadable'
  | 'notAFile'
  /** Renamed and otherwise the same. */
  | 'renamed'
  /** Its name cannot be sent. */
  | 'name'
  /** A full scan would not read it. */
  | 'ignored'
  /** It is made to hold keys or passwords. */
  | 'keyFile'
  /** A secret was found in it. */
  | 'secret'
  /** The service on this machine could not look into it, so nobody knows that it holds no secret. */
  | 'unchecked';

/** A file that was meant and is not scanned. */
export interface LeftOut {
  readonly path: string;
  readonly reason: LeftOutReason;
  readonly detail?: string;
}

/** What a service takes at once. */
export interface SubmissionLimits {
  readonly files: number;
  readonly bytes: number;
}

/** Bytes of the largest file that a scan reads. */
export const largestFileBytes = 2 * 1024 * 1024;
/** What one command takes in all, however many parts it is sent in. */
export const largestScan = { files: 2_000, bytes: 40 * 1024 * 1024 } as const;

/** Milliseconds after which the difference of two texts is no longer looked for. */
const diffTimeoutMs = 300;
/** Bytes that are looked at to tell a binary file, as git does. */
const looked = 8_000;

export function isBinary(bytes: Uint8Array): boolean {
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return !utf16 && bytes.subarray(0, looked).includes(0);
}

export function bytesOf({ content, before }: Candidate): number {
  return Buffer.byteLength(content) + (before ? Buffer.byteLength(before.content) : 0);
}

/** Whether the path can be said in the contract and in a diff. */
export function isSendable(path: string): boolean {
  return (
    path !== '' &&
    path.length <= 4096 &&
    !/[\0\n\r\t\\\ufffd]/.test(path) &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && part.length <= 255)
  );
}

export { isKeyFile } from '../api/key-files.ts';

/**
 * Divides what is scanned into parts that a service takes, folders kept together as far as they fit. A file that fits
 * into no part is in none: `largestFileBytes` is far below the limit of any service.
 */
export function partsOf(candidates: readonly Candidate[], limits: SubmissionLimits): Candidate[][] {
  const parts: Candidate[][] = [];
  let part: Candidate[] = [];
  let bytes = 0;
  for (const candidate of [...candidates].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const size = bytesOf(candidate);
    if (part.length > 0 && (part.length >= limits.files || bytes + size > limits.bytes)) {
      parts.push(part);
      part = [];
      bytes = 0;
    }
    part.push(candidate);
    bytes += size;
  }
  if (part.length > 0) parts.push(part);
  return parts;
}

/**
 * @param form `change`: only what the candidates bring against what they were before is reported; `inRepository`: files
 *   are analysed together with the rest of their repository, and all in them is reported
 */
export function submissionOf(
  candidates: readonly Candidate[],
  form: 'files' | 'change' | 'inRepository',
): Submission {
  const files = candidates.map(({ path, content }) => ({ path, content }));
  if (form === 'inRepository') return { type: 'files', files, inRepository: true };
  const [only] = candidates;
  if (only?.lines) return { type: 'diff', diff: diffOfLines(only, only.lines), files };
  if (form === 'files') return { type: 'files', files };
  return {
    type: 'diff',
    diff: candidates.map(diffOf).join(''),
    files,
    before: candidates.flatMap(({ before }) => (before ? [before] : [])),
  };
}

/** A diff that adds just these lines, so that a service reports what lies in them and reads the whole file. */
function diffOfLines({ path, content }: Candidate, { first, last }: { first: number; last: number }): string {
  const lines = content.split('\n').slice(first - 1, last);
  return wholeHunk(`a/${path}`, `b/${path}`, first - 1, [], first, lines);
}

function diffOf({ path, content, before }: Candidate): string {
  const now = linesOf(content);
  if (!before) return wholeHunk('/dev/null', `b/${path}`, 0, [], 1, now);
  const names = [`a/${before.path}`, `b/${path}`] as const;
  const patch = createTwoFilesPatch(...names, before.content, content, undefined, undefined, {
    context: 0,
    timeout: diffTimeoutMs,
  });
  // What takes too long to compare is said to have changed as a whole.
  return patch === undefined || !patch.includes('\n@@')
    ? wholeHunk(...names, 1, linesOf(before.content), 1, now)
    : patch.slice(patch.indexOf('--- '));
}

function wholeHunk(
  from: string,
  to: string,
  oldStart: number,
  removed: readonly string[],
  newStart: number,
  added: readonly string[],
): string {
  return [
    `--- ${from}`,
    `+++ ${to}`,
    `@@ -${oldStart},${removed.length} +${newStart},${added.length} @@`,
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    '',
  ].join('\n');
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
