import path from 'node:path';
import { placeOf } from '../git/place.ts';
import { headFileOf, headOf } from '../git/refs.ts';
import { runGit } from '../git/run.ts';
import { withUserExcludes } from '../git/settings.ts';
import { readBlobs } from './git-blobs.ts';

/** Bytes of the largest content that is compared. */
export const largestText = 4_000_000;
/** Files that are renamed or deleted, up to which git compares each with each. */
const renameLimit = 2_000;
/** Milliseconds that requests for contents wait for one another, to be answered by one process. */
const gatherMs = 5;
/** Contents asked for at once. */
const mostAtOnce = 100;

/** What a repository knows of the files of a folder in it; every answer is "nothing" where there is no git. */
export class GitHistory {
  readonly #folder: string;
  readonly #signal: AbortSignal;
  readonly #trees = new Map<string, Promise<ReadonlyMap<string, string>>>();
  readonly #renames = new Map<string, Promise<ReadonlyMap<string, string>>>();
  #others: Promise<readonly string[]> | undefined;
  #wanted: { readonly name: string; readonly take: (content: Buffer | undefined) => void }[] = [];

  /** @param folder absolute path; paths in answers are relative to it, `/` as separator */
  constructor(folder: string, signal: AbortSignal) {
    this.#folder = folder;
    this.#signal = signal;
  }

  /** Forgets what a commit, a checkout or a change of the index makes untrue. */
  forget(): void {
    this.#renames.clear();
    this.forgetUntracked();
  }

  /** Forgets what a new file makes untrue. */
  forgetUntracked(): void {
    this.#others = undefined;
  }

  /** The name of a file's content in a commit; undefined when the commit or the file is not there. */
  async nameAt(commit: string, path: string): Promise<string | undefined> {
    const tree = this.#trees.get(commit) ?? this.#tree(commit);
    this.#trees.set(commit, tree);
    return (await tree).get(path);
  }

  /** A content by its name; undefined when it is not there or too large. */
  content(name: string): Promise<Buffer | undefined> {
    return new Promise((take) => {
      if (this.#wanted.push({ name, take }) === 1) setTimeout(() => void this.#answer(), gatherMs);
    });
  }

  /** What a commit's file is called in the index now, if it was renamed. */
  async renamedTo(commit: string, path: string): Promise<string | undefined> {
    const renames = this.#renames.get(commit) ?? this.#renamesSince(commit);
    this.#renames.set(commit, renames);
    return (await renames).get(path);
  }

  /** Files that are neither tracked nor ignored. */
  async untracked(): Promise<readonly string[]> {
    this.#others ??= this.#untracked();
    return await this.#others;
  }

  /** The files whose change tells of a commit or a checkout; none outside of a repository. */
  async headFiles(): Promise<readonly { readonly folder: string; readonly name: string }[]> {
    const place = await placeOf(this.#folder);
    if (!place) return [];
    return [
      { folder: path.dirname(headFileOf(place)), name: 'HEAD' },
      { folder: path.join(place.gitDir, 'logs'), name: 'HEAD' },
    ];
  }

  async #answer(): Promise<void> {
    const asked = this.#wanted;
    this.#wanted = [];
    for (let start = 0; start < asked.length; start += mostAtOnce) {
      const some = asked.slice(start, start + mostAtOnce);
      const names = [...new Set(some.map(({ name }) => name))];
      const found = await readBlobs(this.#folder, names, largestText, this.#signal).catch(() => undefined);
      for (const { name, take } of some) take(found?.get(name));
    }
  }

  async #tree(commit: string): Promise<ReadonlyMap<string, string>> {
    if (!isCommit(commit)) return new Map();
    const entries = await this.#lines(['ls-tree', '-r', '-z', commit]);
    return new Map(
      entries.flatMap((entry): [string, string][] => {
        const [, type, name, path] = /^\d+ (\w+) ([0-9a-f]+)\t(.+)$/s.exec(entry) ?? [];
        return type === 'blob' && name !== undefined && path !== undefined ? [[path, name]] : [];
      }),
    );
  }

  /** Compares what is committed and staged only: git would run a repository's own filters on files of the disk. */
  async #renamesSince(commit: string): Promise<ReadonlyMap<string, string>> {
    const place = await placeOf(this.#folder);
    const head = place && (await headOf(place)).commit;
    if (!isCommit(commit) || head === undefined) return new Map();
    const options = [
      '-z',
      '--name-status',
      '--diff-filter=R',
      '--find-renames',
      `-l${renameLimit}`,
      '--relative',
      '--no-ext-diff',
      '--no-textconv',
      '--ignore-submodules=all',
    ];
    const committed = pairs(await this.#lines(['diff-tree', '-r', ...options, commit, head]));
    const staged = pairs(await this.#lines(['diff-index', '--cached', ...options, head]));
    const all = new Map([...committed].map(([from, to]) => [from, staged.get(to) ?? to]));
    const arrived = new Set(committed.values());
    for (const [from, to] of staged) if (!arrived.has(from) && !all.has(from)) all.set(from, to);
    return all;
  }

  async #untracked(): Promise<readonly string[]> {
    const excludes = await withUserExcludes();
    return await this.#lines([...excludes, 'ls-files', '-z', '--others', '--exclude-standard', '--', '.']);
  }

  async #lines(args: readonly string[]): Promise<string[]> {
    return (await this.#text(args)).split('\0').filter((part) => part !== '');
  }

  /** What git answers; nothing when it is missing, refuses, or takes too long. */
  async #text(args: readonly string[]): Promise<string> {
    try {
      const answer = await runGit(this.#folder, args, { signal: this.#signal });
      return answer.kind === 'ok' ? answer.output.toString('utf8') : '';
    } catch {
      return '';
    }
  }
}

/** A service names commits; nothing else may reach git's command line. */
function isCommit(text: string): boolean {
  return /^[0-9a-f]{7,64}$/.test(text);
}

/** Reads `--name-status -z` of renames: a status with its likeness, the old path, the new one. */
function pairs(fields: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [from, to] = [fields[at + 1], fields[at + 2]];
    if (from !== undefined && to !== undefined) found.set(from, to);
  }
  return found;
}
