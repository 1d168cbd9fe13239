import { readRemote } from '../api/remote-url.ts';
import { runGit } from './git-run.ts';

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
 * Asks git for the repository that a folder is, or is in: for a nested repository, a submodule or a linked work tree
 * its own. The order is `origin`, the remote of the branch that is checked out, all others.
 * @throws the signal's reason when cancelled
 */
export async function remotesOf(folder: string, signal: AbortSignal): Promise<FolderRemotes> {
  const place = await runGit(folder, ['rev-parse', '--is-inside-work-tree', '--show-prefix'], signal);
  if (place.kind === 'missing') return { kind: 'noGit' };
  const [inside, prefix = ''] = place.kind === 'ok' ? place.output.toString('utf8').split('\n') : [];
  if (inside !== 'true') return { kind: 'noRepository' };
  const ask = async (...args: string[]): Promise<string> => {
    const answer = await runGit(folder, args, signal);
    return answer.kind === 'ok' ? answer.output.toString('utf8').trim() : '';
  };
  const branch = await ask('symbolic-ref', '--short', '--quiet', 'HEAD');
  const upstream = branch === '' ? '' : await ask('config', '--get', `branch.${branch}.remote`);
  const known = (await ask('remote')).split('\n').filter((name) => name !== '' && !name.startsWith('-'));
  const ordered = [...new Set(['origin', upstream, ...known])].filter((name) => known.includes(name));
  const remotes = new Map<string, string>();
  for (const name of ordered.slice(0, mostRemotes)) {
    const [url = ''] = (await ask('remote', 'get-url', name)).split('\n');
    const identity = readRemote(url)?.identity;
    if (identity !== undefined && !remotes.has(identity)) remotes.set(identity, url);
  }
  return { kind: 'repository', prefix, remotes: [...remotes.values()] };
}
