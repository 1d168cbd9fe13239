import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type GitAnswer, spawnGit } from '../../git/process.ts';
import type { Reachable } from '../core/reachable.ts';
import { openEgress } from './egress.ts';
import { MirrorFailure, type MirrorLimits } from './limits.ts';

export interface Remote {
  /** HTTPS, or HTTP within a network of one's own; without credentials. */
  readonly url: string;
  /** Sent to the host of the address alone, as the value of `Authorization`. */
  readonly authorization?: string | undefined;
}

export interface FetchSetup extends Reachable {
  readonly limits: MirrorLimits;
}

/** Branches of a remote with their commits, and the one that a clone would check out. */
export interface RemoteBranches {
  readonly defaultBranch: string | undefined;
  readonly commits: ReadonlyMap<string, string>;
}

/** Packs after which a mirror is begun anew: each fetch adds one. */
const mostPacks = 40;
const mostRefBytes = 64 * 1024 * 1024;
/** Ends a transfer that is slower than 1 kB/s for this long. */
const slowSeconds = 30;
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
    const answer = await this.#online(remote, args, signal);
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

  /** Makes sure that a commit is there, with all of its files. @throws MirrorFailure; the signal's reason */
  async fetch(remote: Remote, commit: string, signal?: AbortSignal): Promise<void> {
    if (!commitName.test(commit)) throw new MirrorFailure('This is not the name of a commit.');
    await this.#prepare(commit.length === 64);
    if (await this.has(commit, signal)) return;
    await this.#online(
      remote,
      [
        ...['fetch', '--quiet', '--depth=1', '--force', '--no-tags', '--no-write-fetch-head'],
        ...['--no-recurse-submodules', '--no-auto-maintenance', '--', remote.url],
        `${commit}:refs/parapet/${commit}`,
      ],
      signal,
    );
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

  async #online(remote: Remote, args: readonly string[], signal?: AbortSignal): Promise<Buffer> {
    const { limits } = this.#setup;
    await using egress = await openEgress({ ...this.#setup, maximumBytes: limits.fetchBytes });
    const late = AbortSignal.timeout(limits.fetchMs);
    try {
      const answer = await spawnGit([...transfer, ...args], {
        signal: signal ? AbortSignal.any([signal, late]) : late,
        timeoutMs: limits.fetchMs + 1_000,
        maximumBytes: mostRefBytes,
        environment: {
          ...egress.environment,
          ...credentials(remote),
          GIT_DIR: this.folder,
          GIT_ALLOW_PROTOCOL: 'https:http',
        },
      });
      if (answer.kind === 'ok') return answer.output;
      throw failureOf(answer, egress.fault);
    } catch (error) {
      signal?.throwIfAborted();
      if (late.aborted)
        throw new MirrorFailure(
          `The git server did not send everything within ${Math.round(limits.fetchMs / 60_000)} minutes.`,
        );
      throw error;
    }
  }
}

const transfer = [
  'http.followRedirects=initial',
  `http.lowSpeedLimit=1000`,
  `http.lowSpeedTime=${slowSeconds}`,
  // Objects are kept as the pack that came, and large ones are not held in memory.
  'fetch.unpackLimit=1',
  'core.bigFileThreshold=8m',
  'pack.threads=1',
].flatMap((setting) => ['-c', setting]);

/** A setting for the address's own host, in the environment: arguments are seen by every user of a machine. */
function credentials({ url, authorization }: Remote): Record<string, string> {
  if (authorization === undefined) return {};
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${new URL('/', url).href}.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: ${authorization}`,
  };
}

function failureOf(answer: Exclude<GitAnswer, { kind: 'ok' }>, fault: string | undefined): MirrorFailure {
  if (fault !== undefined) return new MirrorFailure(fault);
  switch (answer.kind) {
    case 'missing':
      return new MirrorFailure('Git is not installed where the service runs.');
    case 'tooMuch':
      return new MirrorFailure('The repository has more branches than can be listed.');
    case 'noRepository':
    case 'refused':
      return new MirrorFailure(sentenceOf(answer.kind === 'refused' ? answer.message : ''));
  }
}

/** What git said, for a person. Its own text may hold what the server sent, so it is not passed on. */
function sentenceOf(message: string): string {
  if (/Authentication failed|could not read Username|returned error: 40[13]/i.test(message))
    return 'The git server asks for a sign-in, or there is no such repository. Only public repositories are fetched by their address.';
  if (/not found|returned error: 404/i.test(message)) return 'The git server has no such repository.';
  if (/couldn't find remote ref|not our ref|unadvertised object/i.test(message))
    return 'The git server does not have this branch or commit any more.';
  if (/Could not resolve host|Failed to connect|Connection refused|timed out|Couldn't connect/i.test(message))
    return 'The git server could not be reached.';
  if (/certificate|SSL/i.test(message)) return 'The certificate of the git server could not be verified.';
  if (/No space left/i.test(message)) return 'The disk of the service is full.';
  return 'The git server’s answer could not be used: this is not a git repository, or the transfer broke.';
}
