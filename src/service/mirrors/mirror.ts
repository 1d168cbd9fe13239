import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { spawnGit } from '../../git/process.ts';
import { MirrorFailure } from './limits.ts';
import { type FetchReport, type FetchSetup, failureOf, type Remote, transferWith } from './transfer.ts';

/** Branches of a remote with their commits, and the one that a clone would check out. */
export interface RemoteBranches {
  readonly defaultBranch: string | undefined;
  readonly commits: ReadonlyMap<string, string>;
}

/** Packs after which a mirror is begun anew: each fetch adds one. */
const mostPacks = 40;
const commitName = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * A bare repository of ours that holds commits of one remote, without their history. It is a cache: what it has can be
 * fetched again. Its configuration is written by git itself from nothing but our options, so no hook, filter, submodule
 * or remote of the other side has a say.
 */
export class Mirror {
  readonly folder: string;
  readonly #setup: FetchSetup;

  constructor(folder: string, setup: FetchSetup) {
    this.folder = folder;
    this.#setup = setup;
  }

  /** @throws MirrorFailure; the signal's reason */
  async branches(remote: Remote, signal?: AbortSignal): Promise<RemoteBranches> {
    const args = ['ls-remote', '--quiet', '--symref', '--', remote.url, 'HEAD', 'refs/heads/*'];
    const answer = await this.#transfer(remote, args, signal);
    const lines = answer.toString('utf8').split('\n');
    const head = lines.find((line) => line.startsWith('ref: '));
    const commits = lines.flatMap((line): [string, string][] => {
      const [, commit, branch] = /^([0-9a-f]{40,64})\trefs\/heads\/(.+)$/.exec(line) ?? [];
      return commit === undefined || branch === undefined ? [] : [[branch, commit]];
    });
    if (commits.length === 0)
      throw new MirrorFailure(
        'There is nothing to fetch: the repository has no branch, or this is no git repository.',
      );
    return {
      defaultBranch: /^ref: refs\/heads\/(.+)\tHEAD$/.exec(head ?? '')?.[1],
      commits: new Map(commits),
    };
  }

  /** What some refs are at, by their full names; those that are not there are left out. @throws as `branches` */
  async refs(
    remote: Remote,
    names: readonly string[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, string>> {
    const answer = await this.#transfer(
      remote,
      ['ls-remote', '--quiet', '--refs', '--', remote.url, ...names],
      signal,
    );
    const found = answer
      .toString('utf8')
      .split('\n')
      .flatMap((line): [string, string][] => {
        const [, commit, name] = /^([0-9a-f]{40,64})\t(refs\/.+)$/.exec(line) ?? [];
        // A pattern also matches longer names that end so.
        return commit === undefined || name === undefined || !names.includes(name) ? [] : [[name, commit]];
      });
    return new Map(found);
  }

  /** Makes sure that a commit is there, with all of its files. @throws MirrorFailure; the signal's reason */
  async fetch(remote: Remote, commit: string, signal?: AbortSignal, onProgress?: FetchReport): Promise<void> {
    if (!commitName.test(commit)) throw new MirrorFailure('This is not the name of a commit.');
    await this.#prepare(commit.length === 64);
    if (await this.has(commit, signal)) return;
    const args = [
      ...['fetch', onProgress ? '--progress' : '--quiet', '--depth=1', '--force', '--no-tags'],
      ...['--no-write-fetch-head', '--no-recurse-submodules', '--no-auto-maintenance', '--', remote.url],
      `${commit}:refs/parapet/${commit}`,
    ];
    try {
      await this.#transfer(remote, args, signal, onProgress);
    } catch (error) {
      await this.#dropHalf();
      throw error;
    }
    if (!(await this.has(commit, signal)))
      throw new MirrorFailure('The git server sent something else than the commit that was asked for.');
  }

  async has(commit: string, signal?: AbortSignal): Promise<boolean> {
    const args = ['cat-file', '-e', `${commit}^{tree}`];
    return (await spawnGit(args, { signal, environment: { GIT_DIR: this.folder } })).kind === 'ok';
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Removes what a fetch that did not come to its end left, or all where there was nothing before. */
  async #dropHalf(): Promise<void> {
    const folder = path.join(this.folder, 'objects', 'pack');
    const packs = await readdir(folder).catch(() => []);
    if (!packs.some((name) => name.endsWith('.pack'))) return await this.remove();
    for (const name of packs.filter((one) => one.startsWith('tmp_')))
      await rm(path.join(folder, name), { force: true });
  }

  async #prepare(isSha256: boolean): Promise<void> {
    const packs = await readdir(path.join(this.folder, 'objects', 'pack')).catch(() => []);
    const isBroken = packs.some((name) => name.startsWith('tmp_'));
    if (isBroken || packs.filter((name) => name.endsWith('.pack')).length >= mostPacks) await this.remove();
    const environment = { GIT_DIR: this.folder };
    const isSound = (await stat(this.folder).catch(() => undefined)) !== undefined;
    if (isSound && (await spawnGit(['rev-parse', '--is-bare-repository'], { environment })).kind === 'ok')
      return;
    await this.remove();
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const format = isSha256 ? ['--object-format=sha256'] : [];
    const answer = await spawnGit(['init', '--quiet', '--bare', '--template=', ...format, this.folder], {
      environment,
    });
    if (answer.kind !== 'ok') throw failureOf(answer, undefined);
  }

  #transfer(
    remote: Remote,
    args: readonly string[],
    signal?: AbortSignal,
    onProgress?: FetchReport,
  ): Promise<Buffer> {
    return transferWith({ setup: this.#setup, gitDir: this.folder, remote, args, onProgress }, signal);
  }
}
