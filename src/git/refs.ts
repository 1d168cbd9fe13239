/** Branches and commits by name, read from the files of a repository: asking git would look the commit up. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { RepositoryPlace } from './place.ts';
import { smallFile } from './small-file.ts';

const longestRef = 8_192;
const mostPackedBytes = 64 * 1024 * 1024;
const mostLooseRefs = 20_000;
const mostSteps = 5;

export interface Head {
  /** Absent as long as nothing was committed, and where refs are kept in a form that is not read here (reftable). */
  readonly commit?: string;
  /** Absent when HEAD is detached. */
  readonly branch?: string;
}

/** What is checked out in a work tree. */
export async function headOf(place: RepositoryPlace): Promise<Head> {
  const head = await smallFile(headFileOf(place), longestRef);
  const ref = symbolic(head);
  // Git's own stand-in where refs are kept otherwise.
  if (ref === 'refs/heads/.invalid') return {};
  const branch = ref?.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined;
  const commit = ref === undefined ? commitIn(head) : await resolve(place, ref);
  return { ...(commit !== undefined && { commit }), ...(branch !== undefined && { branch }) };
}

export function headFileOf({ gitDir }: RepositoryPlace): string {
  return path.join(gitDir, 'HEAD');
}

/** The commit that a branch, a branch of a remote, or `<remote>/HEAD` is at; undefined when there is none. */
export async function commitOf(place: RepositoryPlace, name: string): Promise<string | undefined> {
  for (const ref of [`refs/heads/${name}`, `refs/remotes/${name}`]) {
    const commit = await resolve(place, ref);
    if (commit !== undefined) return commit;
  }
  return undefined;
}

/** The branch of a remote that others usually leave from, such as `origin/main`; undefined where it is not known. */
export async function defaultBranchOf(place: RepositoryPlace, remote: string): Promise<string | undefined> {
  const name = `refs/remotes/${remote}/HEAD`;
  if (!isRefName(name)) return undefined;
  const target = symbolic(await smallFile(path.join(place.commonDir, name), longestRef));
  return target?.startsWith('refs/remotes/') ? target.slice('refs/remotes/'.length) : undefined;
}

/** All branches and branches of remotes with their commits, by short name. */
export async function branchesOf(place: RepositoryPlace): Promise<ReadonlyMap<string, string>> {
  const found = new Map(await packedRefs(place));
  const pending = ['refs/heads', 'refs/remotes'];
  let seen = 0;
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const entries = await readdir(path.join(place.commonDir, folder), { withFileTypes: true }).catch(
      () => [],
    );
    for (const entry of entries) {
      const name = `${folder}/${entry.name}`;
      if (++seen > mostLooseRefs) break;
      if (entry.isDirectory()) pending.push(name);
      else {
        const commit = entry.name === 'HEAD' ? undefined : await resolve(place, name);
        if (commit !== undefined) found.set(name, commit);
      }
    }
  }
  return new Map(
    [...found].flatMap(([name, commit]): [string, string][] => {
      const short = /^refs\/(?:heads|remotes)\/(.+)$/s.exec(name)?.[1];
      return short === undefined ? [] : [[short, commit]];
    }),
  );
}

/** Whether the history ends before its beginning, because the clone did not fetch it. */
export async function isShallow({ commonDir }: RepositoryPlace): Promise<boolean> {
  return ((await stat(path.join(commonDir, 'shallow')).catch(() => undefined))?.size ?? 0) > 0;
}

/** The commit that a ref is at, by its full name; undefined when there is none. */
export const commitOfRef = (place: RepositoryPlace, name: string): Promise<string | undefined> =>
  resolve(place, name);

async function resolve(place: RepositoryPlace, name: string, steps = 0): Promise<string | undefined> {
  if (steps > mostSteps || !isRefName(name)) return undefined;
  const isOfWorkTree = /^refs\/(?:bisect|worktree|rewritten)\//.test(name);
  const text = await smallFile(path.join(isOfWorkTree ? place.gitDir : place.commonDir, name), longestRef);
  const next = symbolic(text);
  if (next !== undefined) return await resolve(place, next, steps + 1);
  return commitIn(text) ?? (await packedRefs(place)).get(name);
}

function symbolic(text: string | undefined): string | undefined {
  const name = text?.startsWith('ref:') ? text.slice('ref:'.length).trim() : '';
  return name === '' || name.includes('\n') ? undefined : name;
}

function commitIn(text: string | undefined): string | undefined {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})(?=\s|$)/.exec(text ?? '')?.[0];
}

/** Whether a full name can be that of a ref. A name becomes a path: it must not lead out of the repository. */
export function isRefName(name: string): boolean {
  return (
    name.startsWith('refs/') &&
    !/[\p{Cc} ~^:?*[\\]/u.test(name) &&
    name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.includes('..'))
  );
}

const packed = new Map<string, { readonly stamp: string; readonly refs: ReadonlyMap<string, string> }>();
const mostPackedKept = 20;

async function packedRefs({ commonDir }: RepositoryPlace): Promise<ReadonlyMap<string, string>> {
  const file = path.join(commonDir, 'packed-refs');
  const entry = await stat(file, { bigint: true }).catch(() => undefined);
  if (!entry) return new Map();
  const stamp = `${entry.mtimeNs} ${entry.size} ${entry.ino}`;
  const known = packed.get(file);
  if (known?.stamp === stamp) return known.refs;
  const text = (await smallFile(file, mostPackedBytes)) ?? '';
  const refs = new Map<string, string>();
  for (const [, commit = '', name = ''] of text.matchAll(
    /^([0-9a-f]{40,64}) (refs\/(?:heads|remotes)\/\S+)$/gm,
  ))
    refs.set(name, commit);
  const [oldest] = packed.keys();
  if (oldest !== undefined && packed.size >= mostPackedKept) packed.delete(oldest);
  packed.set(file, { stamp, refs });
  return refs;
}
