/** What git knows of a folder that is scanned. */
import { placeOf, type RepositoryPlace } from '../../../git/place.ts';
import { type Head, headOf } from '../../../git/refs.ts';
import { type GitAnswer, runGit, runGitIn } from '../../../git/run.ts';
import { withUserExcludes } from '../../../git/settings.ts';
import { gitIgnored, type Ignored } from './git-ignored.ts';

/** Bytes of names: a work tree of a million files has some 100 MB of them. */
const maximumBytes = 256 * 1024 * 1024;

export type GitState = Head;

/** @returns what git printed, or undefined when it failed, is not installed or took too long. */
export async function git(
  root: string,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<Buffer | undefined> {
  const answer = await runGit(root, args, { signal, maximumBytes });
  return answer.kind === 'ok' ? answer.output : undefined;
}

/** @returns commit and branch of the work tree that holds the folder, undefined when none does */
export async function gitState(root: string): Promise<GitState | undefined> {
  const place = await placeOf(root);
  return place && (await headOf(place));
}

export interface GitListing {
  readonly state: GitState;
  /**
   * Undefined when git cannot say, or when the folder is itself ignored by the work tree around it: then the user means
   * its files all the same.
   */
  readonly files: GitFiles | undefined;
  /** What ignore rules hide. */
  readonly ignored: readonly Ignored[];
  /** Why git could not list the files of a repository that is there, as a sentence. */
  readonly fault?: string;
}

/** Paths are relative to the folder, `/` as separator; a nested repository is its folder with a `/` at the end. */
export interface GitFiles {
  readonly tracked: readonly string[];
  /** Neither tracked nor ignored. */
  readonly untracked: readonly string[];
}

/** @returns what git knows of the folder, undefined when it is in no work tree */
export async function gitListing(
  root: string,
  signal?: AbortSignal,
  ofInterest: (name: string) => boolean = () => true,
): Promise<GitListing | undefined> {
  const place = await placeOf(root);
  if (!place) return undefined;
  const request = { signal, maximumBytes };
  const excludes = await withUserExcludes();
  const [state, isItself, ignored, tracked, untracked] = await Promise.all([
    headOf(place),
    isIgnored(place, excludes, signal),
    gitIgnored(place, excludes, ofInterest, signal),
    runGitIn(place, ['ls-files', '-z', '--cached'], request),
    runGitIn(place, [...excludes, 'ls-files', '-z', '--others', '--exclude-standard'], request),
  ]);
  const none = { state, files: undefined, ignored: [] };
  if (isItself) return none;
  if (tracked.kind !== 'ok') return { ...none, fault: faultOf(tracked) };
  if (untracked.kind !== 'ok') return { ...none, fault: faultOf(untracked) };
  return {
    state,
    ignored: ignored ?? [],
    files: { tracked: pathsIn(tracked.output), untracked: pathsIn(untracked.output) },
  };
}

function faultOf(answer: Exclude<GitAnswer, { kind: 'ok' }>): string {
  switch (answer.kind) {
    case 'missing':
      return 'Git is not installed, or not on the path';
    case 'tooMuch':
      return 'Git listed more than is read';
    case 'noRepository':
      return 'Git found no repository';
    case 'refused':
      return 'Git could not read the repository';
  }
}

/** A file in conflict is listed once a stage. */
function pathsIn(output: Buffer): string[] {
  return [...new Set(output.toString('utf8').split('\0'))].filter((path) => path !== '');
}

async function isIgnored(
  place: RepositoryPlace,
  excludes: readonly string[],
  signal?: AbortSignal,
): Promise<boolean> {
  if (place.prefix === '') return false;
  const args = [...excludes, 'check-ignore', '--quiet', '--', `./${place.prefix}`];
  return (await runGitIn({ ...place, prefix: '' }, args, { signal })).kind === 'ok';
}

/** The last commit that changed a line. */
export interface LineChange {
  readonly commit: string;
  readonly author: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/**
 * Of the committed file, not of the one on the disk.
 * @param text the line as it is on the disk
 * @returns undefined where git does not know the line, or has another text there
 */
export async function lastChange(
  root: string,
  { file, line, text }: { readonly file: string; readonly line: number; readonly text: string },
  signal?: AbortSignal,
): Promise<LineChange | undefined> {
  const head = (await gitState(root))?.commit;
  if (head === undefined) return undefined;
  const range = `${line},${line}`;
  const args = ['blame', '--no-textconv', '--porcelain', '-L', range, head, '--', `./${file}`];
  const lines = (await git(root, args, signal))?.toString('utf8').split('\n') ?? [];
  const field = (name: string): string | undefined =>
    lines.find((one) => one.startsWith(`${name} `))?.slice(name.length + 1);
  const commit = lines[0]?.split(' ')[0] ?? '';
  const author = field('author');
  const seconds = Number(field('author-time'));
  const committed = lines.find((one) => one.startsWith('\t'))?.trim();
  if (!/^[0-9a-f]{40,64}$/.test(commit) || author === undefined || committed !== text.trim())
    return undefined;
  return Math.abs(seconds) < 8.64e12
    ? { commit, author, at: new Date(seconds * 1000).toISOString() }
    : undefined;
}
