import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { checkOut } from './checkout.ts';
import type { Commits } from './commits.ts';
import { folderBytes } from './folder-bytes.ts';
import { type LocalRepository, localCommits } from './local-commits.ts';
import { Locks } from './locks.ts';
import { mergeBase } from './merge-base.ts';
import { Mirror, type RemoteBranches } from './mirror.ts';
import type { FetchReport, FetchSetup, Remote } from './transfer.ts';
import { changedPaths, type RuleSource } from './tree.ts';

/** A folder with the code of a repository at a commit. It stays as it is until it is let go. */
export interface WorkingCopy extends Disposable {
  readonly root: string;
  readonly commit: string;
  /** Paths of the commit that are not in the folder: links, submodules, names that it cannot have. */
  readonly leftOut: readonly string[];
}

/** Where the commits of a repository come from. */
export type Origin = Remote | LocalRepository;

export interface CopyRequest {
  readonly repositoryId: string;
  readonly origin: Origin;
  /** What the copy is for, such as a branch: the next commit of the same name takes the same folder. */
  readonly name: string;
  readonly commit: string;
  /** Where the files are from that decide what is analysed; the commit itself when omitted. */
  readonly rules?: RuleSource | undefined;
  readonly onFetch?: FetchReport | undefined;
}

interface Writing extends Omit<CopyRequest, 'name'> {
  readonly key: string;
  readonly root: string;
}

/** Paths that are left out of a copy and named. */
const mostNamed = 1_000;

interface KeptFolder {
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly usedAt: number;
  readonly bytes: number;
}

/** What a copy's folder holds, written down beside it once it is whole. */
const Kept = z.object({
  commit: z.string(),
  rules: z.object({ commit: z.string(), folder: z.string() }).optional(),
  leftOut: z.array(z.string()),
  bytes: z.number().optional(),
});

const isOf = (kept: z.output<typeof Kept>, { commit, rules }: Pick<CopyRequest, 'commit' | 'rules'>) =>
  kept.commit === commit && kept.rules?.commit === rules?.commit && kept.rules?.folder === rules?.folder;

/**
 * The code of repositories that the service fetches: a mirror each, and a folder for each of their branches that is
 * worked with. All of it can be fetched again, so what was used the longest ago is removed where the disk's share is full.
 */
export class WorkingCopies {
  readonly #folder: string;
  readonly #setup: FetchSetup;
  readonly #locks = new Locks();

  /** @param folder of this user's alone */
  constructor(folder: string, setup: FetchSetup) {
    this.#folder = folder;
    this.#setup = setup;
  }

  /** Hosts of the service's own network that may be fetched from. */
  get allowedHosts(): ReadonlySet<string> {
    return this.#setup.allowedHosts;
  }

  /** Asks the git server. @throws MirrorFailure; the signal's reason */
  branches(repositoryId: string, origin: Origin, signal?: AbortSignal): Promise<RemoteBranches> {
    return this.#commits(repositoryId, origin).branches(signal);
  }

  /** What some refs are at, by their full names. @throws as `branches` */
  refs(
    repositoryId: string,
    origin: Origin,
    names: readonly string[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, string>> {
    return this.#commits(repositoryId, origin).refs(names, signal);
  }

  /** The commit at which two branches part, as far as their history is fetched. @throws as `branches` */
  async mergeBase(
    repositoryId: string,
    origin: Origin,
    commits: readonly [string, string],
    signal?: AbortSignal,
  ): Promise<string | undefined> {
    const free = await this.#locks.own(path.join(this.#of(repositoryId), 'history'), signal);
    try {
      return await this.#commits(repositoryId, origin).mergeBase(commits, signal);
    } finally {
      free();
    }
  }

  /** Files that differ between two commits that copies were written of; undefined where that cannot be told. */
  changed(
    repositoryId: string,
    commits: readonly [string, string],
    signal?: AbortSignal,
  ): Promise<ReadonlySet<string> | undefined> {
    return changedPaths(this.#mirrorOf(repositoryId), commits, signal);
  }

  /** Fetches and writes out what is not there yet. @throws MirrorFailure; the signal's reason */
  async open({ repositoryId, name, ...wanted }: CopyRequest, signal?: AbortSignal): Promise<WorkingCopy> {
    const { key, root } = this.#copyOf(repositoryId, name);
    const { commit } = wanted;
    for (;;) {
      const hold = await this.#locks.share(root, signal);
      const kept = await keptAt(root);
      if (kept && isOf(kept, wanted)) {
        const now = new Date();
        for (const used of [noteOf(root), this.#of(repositoryId)])
          await utimes(used, now, now).catch(() => undefined);
        return { root, commit, leftOut: kept.leftOut, [Symbol.dispose]: hold };
      }
      hold();
      const free = await this.#locks.own(root, signal);
      try {
        await this.#write({ repositoryId, key, root, ...wanted }, signal);
      } finally {
        free();
      }
    }
  }

  /** Folders of a repository that are there now, without fetching any. */
  async present(repositoryId: string): Promise<readonly string[]> {
    const folder = path.join(this.#of(repositoryId), 'copies');
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const roots = entries.filter((one) => one.isDirectory()).map(({ name }) => path.join(folder, name));
    const kept = await Promise.all(roots.map(keptAt));
    return roots.filter((_, index) => kept[index] !== undefined);
  }

  /** Removes a copy that nobody works in. */
  async forgetCopy(repositoryId: string, name: string): Promise<void> {
    const root = this.#copyOf(repositoryId, name).root;
    if (this.#locks.isHeldBelow(root)) return;
    const free = await this.#locks.own(root);
    try {
      await rm(noteOf(root), { force: true });
      await rm(root, { recursive: true, force: true });
    } finally {
      free();
    }
  }

  /** Removes what is kept of a repository. */
  async forget(repositoryId: string): Promise<void> {
    await rm(this.#of(repositoryId), { recursive: true, force: true });
  }

  async #write(
    { repositoryId, origin, key, root, commit, rules, onFetch }: Writing,
    signal?: AbortSignal,
  ): Promise<void> {
    const before = await keptAt(root);
    if (before && isOf(before, { commit, rules })) return;
    const commits = this.#commits(repositoryId, origin);
    const free = await this.#locks.own(commits.folder, signal);
    try {
      await commits.fetch(commit, signal, onFetch);
      if (rules) {
        await commits.fetch(rules.commit, signal, onFetch);
        // That may have begun the mirror anew.
        await commits.fetch(commit, signal, onFetch);
      }
      // From here on the folder is what its note says only once it is written anew.
      await rm(noteOf(root), { force: true });
      await mkdir(path.dirname(root), { recursive: true, mode: 0o700 });
      const where = { gitDir: commits.folder, commit, rules, name: key };
      const present = before && before.leftOut.length < mostNamed ? before : undefined;
      const { leftOut, bytes } = await checkOut(where, root, { limits: this.#setup.limits, present, signal });
      const note = { commit, rules, leftOut: leftOut.slice(0, mostNamed), bytes } satisfies z.input<
        typeof Kept
      >;
      await writeFile(noteOf(root), JSON.stringify(note));
    } finally {
      free();
    }
    await this.#makeRoom(repositoryId);
  }

  /** Removes copies, then whole mirrors, those used the longest ago first, until the rest is within bounds. */
  async #makeRoom(inUse: string): Promise<void> {
    const copies: KeptFolder[] = [];
    const repositories = await keptIn(this.#folder, async (folder) => {
      const own = await keptIn(path.join(folder, 'copies'), async (copy) => {
        return (await keptAt(copy))?.bytes ?? (await folderBytes(copy));
      });
      copies.push(...own);
      const mirror = await folderBytes(path.join(folder, 'mirror'));
      return own.reduce((sum, one) => sum + one.bytes, mirror);
    });
    let bytes = repositories.reduce((sum, one) => sum + one.bytes, 0);
    const drop = async (items: readonly KeptFolder[]): Promise<void> => {
      for (const one of items.toSorted((a, b) => a.usedAt - b.usedAt)) {
        if (bytes <= this.#setup.limits.diskBytes) return;
        if (this.#locks.isHeldBelow(one.folder)) continue;
        await rm(noteOf(one.folder), { force: true });
        await rm(one.folder, { recursive: true, force: true });
        bytes -= one.bytes;
      }
    };
    await drop(copies);
    await drop(repositories.filter(({ folder }) => folder !== this.#of(inUse)));
  }

  #copyOf(repositoryId: string, name: string): { readonly key: string; readonly root: string } {
    const key = createHash('sha256').update(name).digest('hex').slice(0, 20);
    return { key, root: path.join(this.#of(repositoryId), 'copies', key) };
  }

  #mirrorOf(repositoryId: string): string {
    return path.join(this.#of(repositoryId), 'mirror');
  }

  #commits(repositoryId: string, origin: Origin): Commits {
    const folder = this.#mirrorOf(repositoryId);
    if ('folder' in origin) return localCommits(folder, origin);
    const mirror = new Mirror(folder, this.#setup);
    const history = {
      setup: this.#setup,
      folder: path.join(this.#of(repositoryId), 'history'),
      remote: origin,
    };
    return {
      folder,
      branches: (signal) => mirror.branches(origin, signal),
      refs: (names, signal) => mirror.refs(origin, names, signal),
      fetch: (commit, signal, onProgress) => mirror.fetch(origin, commit, signal, onProgress),
      mergeBase: (commits, signal) => mergeBase({ ...history, commits }, signal),
    };
  }

  #of(repositoryId: string): string {
    return path.join(this.#folder, repositoryId);
  }
}

/** Folders of a folder, with what they take and when they were used. */
async function keptIn(
  folder: string,
  bytesOf: (folder: string) => Promise<number>,
): Promise<readonly KeptFolder[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((one) => one.isDirectory()).map(({ name }) => path.join(folder, name));
  return await Promise.all(
    folders.map(async (one) => {
      const used =
        (await stat(noteOf(one)).catch(() => undefined)) ?? (await stat(one).catch(() => undefined));
      return { folder: one, usedAt: used?.mtimeMs ?? 0, bytes: await bytesOf(one) };
    }),
  );
}

const noteOf = (root: string): string => `${root}.json`;

async function keptAt(root: string): Promise<z.output<typeof Kept> | undefined> {
  const text = await readFile(noteOf(root), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return Kept.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
