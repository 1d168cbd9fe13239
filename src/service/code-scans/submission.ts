import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { maximumSubmissionBytes, type Submission } from '../../api/contract/scans/code-scans.ts';
import type { Finding, Range } from '../../engine/finding.ts';
import { systemCode } from '../analysis/errors.ts';
import { impossible, Refusal } from '../core/errors.ts';
import { broughtBy, changeOf, touches } from './change.ts';

/** Submitted code as files of a folder, and which of the findings in it are answered. */
export interface Prepared {
  readonly files: Files;
  /** The same files before the change; when given, they are analysed too. */
  readonly before?: Files;
  /** The files stand in place of those of the repository, and are analysed together with the rest of it. */
  readonly inRepository?: boolean;
  /** The findings as they are answered: of those in `files`, what the submission asks to review. */
  readonly answer: (findings: readonly Finding[], before: readonly Finding[]) => readonly Finding[];
}

/**
 * Checks a submission and says what to scan.
 * @throws Refusal 413 over the size limit, 422 for a path that is no place in a folder or a diff that is none.
 */
export function prepare(submission: Submission): Prepared {
  switch (submission.type) {
    case 'files':
      return {
        files: checked(submission.files),
        inRepository: submission.inRepository ?? false,
        answer: (findings) => findings,
      };
    case 'snippet': {
      const files = checked([{ path: submission.path, content: submission.content }]);
      const by = submission.startLine - 1;
      return { files, answer: (findings) => findings.map((finding) => shifted(finding, by)) };
    }
    case 'diff': {
      const change = changeOf(submission.diff);
      const { before } = submission;
      if (!before) {
        return {
          files: checked(submission.files),
          answer: (findings) => findings.filter((finding) => touches(finding, change.added)),
        };
      }
      const size = bytesOf(submission.files);
      return {
        files: checked(submission.files),
        before: checked(before, 'submission.before', size),
        answer: (findings, earlier) => broughtBy(change, findings, earlier),
      };
    }
  }
}

type Files = readonly { readonly path: string; readonly content: string }[];

function bytesOf(files: Files): number {
  return files.reduce((sum, file) => sum + Buffer.byteLength(file.content), 0);
}

/** @param besides bytes of the submission's other files */
function checked(files: Files, field = 'submission.files', besides = 0): Files {
  const bytes = besides + bytesOf(files);
  if (bytes > maximumSubmissionBytes)
    throw new Refusal(413, `The submission has ${bytes} bytes; at most ${maximumSubmissionBytes} are taken.`);
  const clean = files.map((file, index) => ({
    path: cleanPath(file.path, `${field}[${index}].path`),
    content: file.content,
  }));
  const taken = new Set<string>();
  for (const [index, { path }] of clean.entries()) {
    const folders = path.split('/').map((_, depth, all) => all.slice(0, depth).join('/'));
    if (taken.has(path) || folders.some((folder) => taken.has(`file:${folder}`)))
      throw impossible(`${field}[${index}].path`, 'Two files have the same place.');
    taken.add(path).add(`file:${path}`);
    for (const folder of folders) taken.add(folder);
  }
  return clean;
}

function cleanPath(path: string, field: string): string {
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
  if (!good) throw impossible(field, 'This is not a path relative to the root, such as src/app.js.');
  return segments.join('/');
}

/** Systems that ignore case, or dots and spaces at the end of a name, take more than one for it. */
function isGitFolder(segment: string): boolean {
  return /^\.git[. ]*$/i.test(segment);
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

/**
 * Writes the files into a folder below `scratch`, gives it to `work`, and removes it whatever happens. It is the same
 * folder each time, for the sake of what analyses it; calls must not overlap, and one left by a killed service goes.
 */
export async function inFolder<T>(
  scratch: string,
  files: Files,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(scratch, 'submission');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    for (const file of files) await layOut(folder, file);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
