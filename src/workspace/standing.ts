import { placeOf, type RepositoryPlace } from '../git/place.ts';
import { commitOf, headOf } from '../git/refs.ts';
import { remoteAddresses } from '../git/remote-addresses.ts';
import { runGitIn } from '../git/run.ts';

/** How what is checked out in a folder stands to a commit that a service scanned. */
export interface Standing {
  /** Undefined where HEAD is detached. */
  readonly branch: string | undefined;
  /** Whether a remote has the branch, as far as this clone knows. */
  readonly isPushed: boolean;
  /** Commits that are checked out and in no remote's branch of that name; 0 where there is no such branch. */
  readonly unpushed: number;
  /** How many commits the two are apart; undefined where the clone does not have the scanned one. */
  readonly apart: { readonly ahead: number; readonly behind: number } | undefined;
}

/**
 * How a folder's clone stands to what was scanned of it.
 * @param scanned the commit that was scanned
 * @returns undefined outside of a repository, and before its first commit
 * @throws the signal's reason when cancelled
 */
export async function standingOf(
  folder: string,
  scanned: string,
  signal: AbortSignal,
): Promise<Standing | undefined> {
  const place = await placeOf(folder);
  if (!place) return undefined;
  const { branch, commit } = await headOf(place);
  if (commit === undefined) return undefined;
  const remote = branch === undefined ? undefined : await remoteCommitOf(place, branch);
  const unpushed = remote === undefined ? undefined : await apartOf(place, remote, commit, signal);
  return {
    branch,
    isPushed: remote !== undefined,
    unpushed: unpushed?.ahead ?? 0,
    apart: await apartOf(place, scanned, commit, signal),
  };
}

/**
 * The branch that is checked out in a folder, where a remote has it, so that a service elsewhere can fetch it.
 * @returns undefined where HEAD is detached, or no remote is known to have it
 */
export async function pushedBranchOf(folder: string): Promise<string | undefined> {
  const place = await placeOf(folder);
  if (!place) return undefined;
  const { branch } = await headOf(place);
  return branch !== undefined && (await remoteCommitOf(place, branch)) !== undefined ? branch : undefined;
}

/** The commit of a branch at the first remote that has one: the branch's own remote, `origin`, any other. */
async function remoteCommitOf(place: RepositoryPlace, branch: string): Promise<string | undefined> {
  const { addresses, upstream } = await remoteAddresses(place, branch);
  const names = [...(upstream === undefined ? [] : [upstream]), 'origin', ...addresses.keys()];
  for (const name of new Set(names)) {
    const commit = addresses.has(name) ? await commitOf(place, `${name}/${branch}`) : undefined;
    if (commit !== undefined) return commit;
  }
  return undefined;
}

/** How many commits `to` has that `from` has not, and the other way round; undefined where one is not there. */
async function apartOf(
  place: RepositoryPlace,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<Standing['apart']> {
  if (from === to) return { ahead: 0, behind: 0 };
  // A service names it: nothing else than a commit may reach git's command line.
  if (!/^[0-9a-f]{40,64}$/.test(from)) return undefined;
  const answer = await runGitIn(place, ['rev-list', '--left-right', '--count', `${from}...${to}`], {
    signal,
  });
  if (answer.kind !== 'ok') return undefined;
  const [, behind, ahead] = /^(\d+)\s+(\d+)\s*$/.exec(answer.output.toString('latin1')) ?? [];
  return behind === undefined || ahead === undefined
    ? undefined
    : { ahead: Number(ahead), behind: Number(behind) };
}
