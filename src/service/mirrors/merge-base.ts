import { mkdir, rm } from 'node:fs/promises';
import { spawnGit } from '../../git/process.ts';
import { MirrorFailure } from './limits.ts';
import { type FetchSetup, type Remote, transferWith } from './transfer.ts';

export interface HistoryRequest {
  readonly setup: FetchSetup;
  /** Is made, and gone afterwards. */
  readonly folder: string;
  readonly remote: Remote;
  readonly commits: readonly [string, string];
}

/** Commits back from both that are fetched, step by step: most pull requests are short. */
const depths = [20, 150, 1_000, 5_000];
/** Milliseconds for all of the steps; and bytes of each, for servers that send files with a history. */
const historyMs = 180_000;
const historyBytes = 256 * 1024 * 1024;
const commitName = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * The best common ancestor of two commits of a remote. Their history is fetched without any files, into a repository of
 * its own, so that the mirror keeps to commits that are worked with.
 * @returns undefined where there is none within the bounds
 * @throws the signal's reason
 */
export async function mergeBase(
  { setup, folder, remote, commits }: HistoryRequest,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const [one, other] = commits;
  if (one === other) return one;
  if (!commits.every((commit) => commitName.test(commit))) return undefined;
  const limits = { ...setup.limits, fetchBytes: Math.min(historyBytes, setup.limits.fetchBytes) };
  const late = AbortSignal.timeout(historyMs);
  const until = signal ? AbortSignal.any([signal, late]) : late;
  const environment = { GIT_DIR: folder };
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const format = one.length === 64 ? ['--object-format=sha256'] : [];
    const made = await spawnGit(['init', '--quiet', '--bare', '--template=', ...format, folder], {
      signal: until,
      environment,
    });
    if (made.kind !== 'ok') return undefined;
    for (const depth of depths) {
      await transferWith(
        { setup: { ...setup, limits }, gitDir: folder, remote, args: fetchOf(remote, commits, depth) },
        until,
      );
      const found = await spawnGit(['merge-base', one, other], { signal: until, environment });
      if (found.kind === 'ok') return found.output.toString('utf8').trim().split('\n')[0];
    }
    return undefined;
  } catch (error) {
    signal?.throwIfAborted();
    if (late.aborted || error instanceof MirrorFailure) return undefined;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const fetchOf = ({ url }: Remote, commits: readonly string[], depth: number): readonly string[] => [
  ...['fetch', '--quiet', `--depth=${depth}`, '--filter=tree:0', '--force', '--no-tags'],
  ...['--no-write-fetch-head', '--no-recurse-submodules', '--no-auto-maintenance', '--', url],
  ...commits.map((commit) => `${commit}:refs/parapet/${commit}`),
];
