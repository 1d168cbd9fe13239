import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { checkOut } from './checkout.ts';
import { folderBytes } from './folder-bytes.ts';
import { Locks } from './locks.ts';
import { mergeBase } from './merge-base.ts';
import { Mirror, type RemoteBranches } from './mirror.ts';
import type { FetchSetup, Remote } from './transfer.ts';
import { changedPaths } from './tree.ts';

/** A folder with the code of a repository at a commit. It stays as it is until it is let go. */
export interface WorkingCopy extends Disposable {
  readonly root: string;
  readonly commit: string;
  /** Paths of the commit that are not in the folder: links, submodules, names that it cannot have. */
  readonly leftOut: readonly string[];
}

export interface CopyRequest {
  readonly repositoryId: string;
  readonly remote: Remote;
  /** What the copy is for, such as a branch: the next commit of the same name takes the same folder. */
  readonly name: string;
  readonly commit: string;
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
const Kept = z.object({ commit: z.string(), leftOut: z.array(z.string()) });

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
  branches(repositoryId: string, remote: Remote, signal?: AbortSignal): Promise<RemoteBranches> {
    return this.#mirror(repositoryId).branches(remote, signal);
  }

  /** What some refs are at, by their full names. @throws as `branches` */
  refs(
    repositoryId: string,
    remote: Remote,
    names: readonly string[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, string>> {
    return this.#mirror(repositoryId).refs(remote, names, signal);
  }

  /** The commit at which two branches part, as far as their history is fetched. @throws as `branches` */
  async mergeBase(
    repositoryId: string,
    remote: Remote,
    commits: readonly [string, string],
    signal?: AbortSignal,
  ): Promise<string | undefined> {
    const folder = path.join(this.#of(repositoryId), 'history');
    const free = await this.#locks.own(folder, signal);
    try {
      return await mergeBase({ setup: this.#setup, folder, remote, commits }, signal);
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
    return changedPaths(this.#mirror(repositoryId).folder, commits, signal);
  }

  /** Fetches and writes out what is not there yet. @throws MirrorFailure; the signal's reason */
  async open(
    { repositoryId, remote, name, commit }: CopyRequest,
    signal?: AbortSignal,
  ): Promise<WorkingCopy> {
    const key = createHash('sha256').update(name).digest('hex').slice(0, 20);
    const root = path.join(this.#of(repositoryId), 'copies', key);
    for (;;) {
      const hold = await this.#locks.share(root, signal);
      const kept = await keptAt(root);
      if (kept?.commit === commit) {
        const now = new Date();
        for (const used of [noteOf(root), this.#of(repositoryId)])
          await utimes(used, now, now).catch(() => undefined);
        return { root, commit, leftOut: kept.leftOut, [Symbol.dispose]: hold };
      }
      hold();
      const free = await this.#locks.own(root, signal);
      try {
        await this.#write({ repositoryId, remote, key, root, commit }, signal);
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

  /** Removes what is kept of a repository. */
  async forget(repositoryId: string): Promise<void> {
    await rm(this.#of(repositoryId), { recursive: true, force: true });
  }

  async #write(
    { repositoryId, remote, key, root, commit }: Omit<CopyRequest, 'name'> & { key: string; root: string },
    signal?: AbortSignal,
  ): Promise<void> {
    if ((await keptAt(root))?.commit === commit) return;
    const mirror = this.#mirror(repositoryId);
    const free = await this.#locks.own(mirror.folder, signal);
    try {
      await rm(noteOf(root), { force: true });
      await mirror.fetch(remote, commit, signal);
      await mkdir(path.dirname(root), { recursive: true, mode: 0o700 });
      const where = { gitDir: mirror.folder, commit, name: key };
      const leftOut = await checkOut(where, root, this.#setup.limits, signal);
      await writeFile(noteOf(root), JSON.stringify({ commit, leftOut: leftOut.slice(0, mostNamed) }));
    } finally {
      free();
    }
    await this.#makeRoom(repositoryId);
  }

  /** Removes copies, then whole mirrors, those used the longest ago first, until the rest is within bounds. */
  async #makeRoom(inUse: string): Promise<void> {
    const repositories = await this.#kept(this.#folder);
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
    const copies = await Promise.all(
      repositories.map(({ folder }) => this.#kept(path.join(folder, 'copies'))),
    );
    await drop(copies.flat());
    await drop(repositories.filter(({ folder }) => folder !== this.#of(inUse)));
  }

  /** Folders of a folder, with what they take and when they were used. */
  async #kept(folder: string): Promise<readonly KeptFolder[]> {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const folders = entries.filter((one) => one.isDirectory()).map(({ name }) => path.join(folder, name));
    return await Promise.all(
      folders.map(async (one) => {
        const used =
          (await stat(noteOf(one)).catch(() => undefined)) ?? (await stat(one).catch(() => undefined));
        return { folder: one, usedAt: used?.mtimeMs ?? 0, bytes: await folderBytes(one) };
      }),
    );
  }

  #mirror(repositoryId: string): Mirror {
    return new Mirror(path.join(this.#of(repositoryId), 'mirror'), this.#setup);
  }

  #of(repositoryId: string): string {
    return path.join(this.#folder, repositoryId);
  }
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
