import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parsePatch } from 'diff';
import { maximumSubmissionBytes, type Submission } from '../../api/contract/code-scans.ts';
import type { Finding, Range } from '../../engine/finding.ts';
import { systemCode } from '../scan/errors.ts';
import { impossible, Refusal } from './errors.ts';

/** Submitted code as files of a folder, and which of the findings in it are answered. */
export interface Prepared {
  readonly files: readonly { readonly path: string; readonly content: string }[];
  /** The finding as it is answered, or undefined when it lies outside what was submitted for review. */
  readonly answer: (finding: Finding) => Finding | undefined;
}

/**
 * Checks a submission and says what to scan.
 * @throws Refusal 413 over the size limit, 422 for a path that is no place in a folder or a diff that is none.
 */
export function prepare(submission: Submission): Prepared {
  switch (submission.type) {
    case 'files':
      return { files: checked(submission.files), answer: (finding) => finding };
    case 'snippet': {
      const files = checked([{ path: submission.path, content: submission.content }]);
      return { files, answer: (finding) => shifted(finding, submission.startLine - 1) };
    }
    case 'diff': {
      const added = addedLines(submission.diff);
      return {
        files: checked(submission.files),
        answer: (finding) => (touches(finding, added) ? finding : undefined),
      };
    }
  }
}

type Files = readonly { readonly path: string; readonly content: string }[];

function checked(files: Files): Files {
  const bytes = files.reduce((sum, file) => sum + Buffer.byteLength(file.content), 0);
  if (bytes > maximumSubmissionBytes)
    throw new Refusal(413, `The submission has ${bytes} bytes; at most ${maximumSubmissionBytes} are taken.`);
  const clean = files.map((file, index) => ({ path: cleanPath(file.path, index), content: file.content }));
  const taken = new Set<string>();
  for (const [index, { path }] of clean.entries()) {
    const folders = path.split('/').map((_, depth, all) => all.slice(0, depth).join('/'));
    if (taken.has(path) || folders.some((folder) => taken.has(`file:${folder}`)))
      throw badPath(index, 'Two files have the same place.');
    taken.add(path).add(`file:${path}`);
    for (const folder of folders) taken.add(folder);
  }
  return clean;
}

function cleanPath(path: string, index: number): string {
  const segments = path
    .replaceAll('\\', '/')
    .split('/')
    .filter((segment) => segment !== '.');
  const good =
    segments.length > 0 &&
    segments.every(
      (segment) => segment !== '' && segment !== '..' && !isGitFolder(segment) && segment.length <= 255,
    ) &&
    !/^[A-Za-z]:/.test(path) &&
    !path.includes('\0');
  if (!good) throw badPath(index, 'This is not a path relative to the root, such as src/app.js.');
  return segments.join('/');
}

/** Systems that ignore case, or dots and spaces at the end of a name, take more than one for it. */
function isGitFolder(segment: string): boolean {
  return /^\.git[. ]*$/i.test(segment);
}

function badPath(index: number, message: string) {
  return impossible(`submission.files[${index}].path`, message);
}

type Lines = ReadonlyMap<string, ReadonlySet<number>>;

/** The numbers that added lines have in the files as they are after the diff. */
export function addedLines(diff: string): Lines {
  const added = new Map<string, Set<number>>();
  for (const file of parsed(diff)) {
    const path = (file.newFileName ?? '').replace(/^b\//, '');
    const lines = added.get(path) ?? new Set<number>();
    added.set(path, lines);
    for (const hunk of file.hunks) {
      let line = hunk.newStart;
      for (const text of hunk.lines) {
        if (text.startsWith('+')) lines.add(line);
        if (text.startsWith('+') || text.startsWith(' ') || text === '') line++;
      }
    }
  }
  return added;
}

function parsed(diff: string) {
  try {
    const files = parsePatch(diff).filter((file) => file.hunks.length > 0);
    if (files.length > 0) return files;
  } catch {
    // Said below, in the same words as for a text without any hunk.
  }
  throw impossible('submission.diff', 'This is not a unified diff with at least one hunk.');
}

function touches(finding: Finding, added: Lines): boolean {
  const lines = added.get(finding.file);
  if (!lines) return false;
  for (let line = finding.range.startLine; line <= finding.range.endLine; line++) {
    if (lines.has(line)) return true;
  }
  return false;
}

function shifted(finding: Finding, by: number): Finding {
  const move = (range: Range): Range => ({
    ...range,
    startLine: range.startLine + by,
    endLine: range.endLine + by,
  });
  return {
    ...finding,
    range: move(finding.range),
    codeFlows: finding.codeFlows.map((flow) => ({
      steps: flow.steps.map((step) => ({ ...step, range: move(step.range) })),
    })),
  };
}

/** @throws Error that names the submitted path, and no folder of this machine */
async function layOut(folder: string, file: Files[number]): Promise<void> {
  const place = join(folder, file.path);
  try {
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await writeFile(place, file.content, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOSPC') throw error;
    const why =
      code === 'EEXIST' ? 'this system does not tell it from another one' : (code ?? 'unknown error');
    throw new Error(`The submitted file ${file.path} could not be laid out for the scan: ${why}.`, {
      cause: error,
    });
  }
}

/** Writes the files into a new folder below `scratch`, gives it to `work`, and removes it whatever happens. */
export async function inFolder<T>(
  scratch: string,
  files: Files,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(scratch, 'submission-'));
  try {
    for (const file of files) await layOut(folder, file);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
