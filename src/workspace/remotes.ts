import { readRemote } from '../api/remote-url.ts';
import { placeOf } from '../git/place.ts';
import { spawnGit } from '../git/process.ts';
import { headOf } from '../git/refs.ts';
import { remoteAddresses } from '../git/remote-addresses.ts';
import { isBare } from '../git/settings.ts';

/** Where a folder stands in git, as far as it concerns a service elsewhere. */
export type FolderRemotes =
  | { readonly kind: 'noGit' }
  | { readonly kind: 'noRepository' }
  | {
      readonly kind: 'repository';
      /** Path of the folder from the repository's root, with `/` at its end; empty for the root itself. */
      readonly prefix: string;
      /** Addresses of the repository, those that are more likely the service's first; each repository once. */
      readonly remotes: readonly string[];
    };

/** Remotes that are looked at. */
const mostRemotes = 10;

/**
 * The repository that a folder is, or is in: for a nested repository, a submodule or a linked work tree its own. The order
 * is `origin`, the remote of the branch that is checked out, all others.
 * @throws the signal's reason when cancelled
 */
export async function remotesOf(folder: string, signal: AbortSignal): Promise<FolderRemotes> {
  signal.throwIfAborted();
  if ((await spawnGit(['--version'], { signal })).kind === 'missing') return { kind: 'noGit' };
  const place = await placeOf(folder);
  if (!place || (await isBare(place))) return { kind: 'noRepository' };
  const { branch } = await headOf(place);
  const { addresses, upstream } = await remoteAddresses(place, branch);
  const ordered = ['origin', ...(upstream === undefined ? [] : [upstream]), ...addresses.keys()];
  const remotes = new Map<string, string>();
  const known = [...new Set(ordered)].filter((name) => addresses.has(name));
  for (const name of known.slice(0, mostRemotes)) {
    const url = addresses.get(name) ?? '';
    const identity = readRemote(url)?.identity;
    if (identity !== undefined && !remotes.has(identity)) remotes.set(identity, url);
  }
  signal.throwIfAborted();
  return { kind: 'repository', prefix: place.prefix, remotes: [...remotes.values()] };
}
