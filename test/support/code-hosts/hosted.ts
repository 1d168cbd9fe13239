import type { ProviderAccess } from '../../../src/service/providers/provider.ts';
import type { CodeHost } from './code-host.ts';

/** A comment as a host keeps it, whichever host. */
export interface KeptComment {
  id: number;
  body: string;
  file: string | undefined;
  line: number | undefined;
  isResolved: boolean;
  /** Whose it is. */
  author: string;
}

/** A code host with a repository, and pull request 7 of its branch `feature`, as a test of adapters sees it. */
export interface HostedSample extends AsyncDisposable {
  readonly host: CodeHost;
  readonly access: ProviderAccess;
  /** Of the repository, below the base address. */
  readonly path: string;
  /** In git. */
  readonly repository: string;
  readonly account: string;
  readonly comments: KeptComment[];
  /** States of checks, in the words of the host, the latest last. */
  readonly checks: { commit: string; state: string; title: string; url: string | undefined }[];
  readonly opened: { number: number; branch: string; base: string; title: string }[];
}

/** Makes a commit of whole files on another one, as a new branch. @returns false where the branch is there */
export function commitOn(
  host: CodeHost,
  repository: string,
  base: string,
  branch: string,
  files: readonly { readonly path: string; readonly content: string }[],
): boolean {
  const run = (...args: string[]): string => host.git.git(repository, ...args);
  const ref = `refs/heads/${branch}`;
  if (run('for-each-ref', ref) !== '') return false;
  run('read-tree', base);
  for (const { path, content } of files) {
    const blob = host.git.feed(repository, ['hash-object', '-w', '--stdin'], content);
    run('update-index', '--add', '--cacheinfo', `100644,${blob},${path}`);
  }
  const commit = run('commit-tree', run('write-tree'), '-p', base, '-m', 'Change files');
  run('update-ref', ref, commit);
  run('push', '--quiet', 'origin', `${commit}:${ref}`);
  return true;
}

/** Two commits: the file as it is on `main`, and with a line more on `feature`. @returns the head */
export function offerFeature(host: CodeHost, repository: string): string {
  host.git.commit(repository, { 'src/app.js': 'one();\nthree();\n' });
  host.git.git(repository, 'checkout', '--quiet', '-B', 'feature');
  return host.git.commit(repository, { 'src/app.js': 'one();\ntwo();\nthree();\n' }, 'feature');
}
