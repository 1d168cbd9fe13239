import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { placeOf } from '../../git/place.ts';
import { noBranch, type ScanRunner } from '../analysis/scan-runner.ts';
import type { Core } from '../core/context.ts';
import { Refusal } from '../core/errors.ts';
import { MirrorFailure } from '../mirrors/limits.ts';
import type { FetchReport, Remote } from '../mirrors/transfer.ts';
import type { Origin, WorkingCopies } from '../mirrors/working-copies.ts';
import type { ConnectedProviders } from '../providers/connected.ts';
import { ProviderFailure } from '../providers/failure.ts';
import { isPullRequestBranch } from '../scans/pull-requests/pull-request.ts';
import type { Queries } from '../store/dialect.ts';
import type { RepositoryTable } from '../store/tables/organization-tables.ts';

/** What finds the code of a repository: of a local one its folder, of any other a copy that is fetched. */
export type CodeAccess = Pick<Core, 'db'> & {
  readonly runner: Pick<ScanRunner, 'checkedOut'>;
  readonly workingCopies: WorkingCopies;
  readonly providers: Pick<ConnectedProviders, 'gitAuthorization'>;
};

/** Which repository is meant, and where its code is. */
export type CodeSource = Pick<
  RepositoryTable,
  'id' | 'name' | 'root' | 'url' | 'default_branch' | 'installation_id'
>;

/** Columns of `CodeSource`. */
export const codeSourceColumns = [
  'repositories.id',
  'repositories.name',
  'repositories.root',
  'repositories.url',
  'repositories.default_branch',
  'repositories.installation_id',
] as const;

/** A folder of this machine with a repository's code; of a fetched one, it stays as it is until it is let go. */
export interface RepositoryCode extends Disposable {
  readonly root: string;
  readonly branch: string;
  /** Null where nothing is committed, or the folder is under no version control. */
  readonly commit: string | null;
  /** What of the commit is not in the folder; a local folder has all of itself. */
  readonly leftOut: readonly string[];
  /** Whether it is what the commit has; a local folder may have more, and less. */
  readonly isCommit: boolean;
}

/** The code that an issue stands in, as the latest scan of its branch saw it. @throws as `openCode` */
export async function openIssueCode(
  core: CodeAccess,
  { repositoryId, branch }: { readonly repositoryId: string; readonly branch: string },
  signal?: AbortSignal,
): Promise<RepositoryCode> {
  const repository = await core.db
    .selectFrom('repositories')
    .select(codeSourceColumns)
    .where('repositories.id', '=', repositoryId)
    .executeTakeFirst();
  if (!repository) throw noCode('This repository was removed.');
  if (isPullRequestBranch(branch)) {
    const scanned = await scannedCommit(core.db, repository, branch);
    if (!scanned) throw noCode('This pull request was not scanned yet.');
    return await openCommit(core, repository, scanned, signal);
  }
  return await openCode(core, repository, repository.root === null ? branch : undefined, signal);
}

/** The refusal of a question about code that cannot be had. */
export const noCode = (reason: string): Refusal => new Refusal(422, reason);

/**
 * The code as the latest scan of a branch saw it; a local folder as it is now.
 * @param branch the one that is checked out, or the default one, when omitted
 * @throws Refusal 422 that says why there is none; the signal's reason
 */
export async function openCode(
  core: CodeAccess,
  repository: CodeSource,
  branch?: string,
  signal?: AbortSignal,
): Promise<RepositoryCode> {
  if (repository.root !== null) return await openFolder(core, repository.root, branch, signal);
  const scanned = await scannedCommit(core.db, repository, branch);
  if (!scanned)
    throw noCode(
      `${repository.name} was not scanned${branch === undefined ? '' : ` on ${branch}`} yet, so its code is not here. Start a scan first.`,
    );
  return await openCommit(core, repository, scanned, signal);
}

/**
 * The code as it is at the git server now, of a branch; a local folder as it is.
 * @param branch the one that a clone checks out, when omitted, and when the default branch that was known is gone
 * @throws Refusal 422 that says why there is none; the signal's reason
 */
export async function fetchCode(
  core: CodeAccess,
  repository: CodeSource,
  branch?: string,
  signal?: AbortSignal,
  onFetch?: FetchReport,
): Promise<RepositoryCode> {
  if (repository.root !== null) return await openFolder(core, repository.root, branch, signal);
  const remote = await remoteOf(core, repository, signal);
  const listed = await answered(core.workingCopies.branches(repository.id, remote, signal));
  // A default branch that is gone was renamed: what others clone by now is what was meant.
  const isRenamed = branch === repository.default_branch && !listed.commits.has(branch ?? '');
  const asked = isRenamed ? listed.defaultBranch : branch;
  const wanted = asked ?? listed.defaultBranch ?? [...listed.commits.keys()].sort()[0] ?? noBranch;
  const commit = listed.commits.get(wanted);
  if (commit === undefined) throw noCode(`${repository.name} has no branch ${wanted}.`);
  if (listed.defaultBranch !== undefined && listed.defaultBranch !== repository.default_branch)
    await core.db
      .updateTable('repositories')
      .set({ default_branch: listed.defaultBranch })
      .where('id', '=', repository.id)
      .execute();
  return await openCommit(core, repository, { branch: wanted, commit, onFetch }, signal);
}

/** Which commit, and what its copy is for. */
export interface CommitToOpen {
  readonly branch: string;
  readonly commit: string;
  /** The commit whose ignore files, models and rules hold; its own when omitted. */
  readonly rulesOf?: string | undefined;
  readonly onFetch?: FetchReport | undefined;
}

/** The code of a commit that is fetched where it is not there; of a local folder, a copy of it. @throws as `fetchCode` */
export async function openCommit(
  core: CodeAccess,
  repository: CodeSource,
  { branch, commit, rulesOf, onFetch }: CommitToOpen,
  signal?: AbortSignal,
): Promise<RepositoryCode> {
  const origin = await originOf(core, repository, signal);
  const folder = await prefixOf(repository);
  const rules = rulesOf === undefined || rulesOf === commit ? undefined : { commit: rulesOf, folder };
  const asked = { repositoryId: repository.id, origin, name: branch, commit, rules, onFetch };
  const copy = await answered(core.workingCopies.open(asked, signal));
  const { leftOut } = copy;
  const root = path.join(copy.root, folder);
  await mkdir(root, { recursive: true });
  return { root, branch, commit, leftOut, isCommit: true, [Symbol.dispose]: () => copy[Symbol.dispose]() };
}

async function openFolder(
  { runner }: CodeAccess,
  folder: string,
  branch: string | undefined,
  signal?: AbortSignal,
): Promise<RepositoryCode> {
  const root = await realpath(folder).catch(() => undefined);
  if (root === undefined) throw noCode('The folder of this repository is gone or unreadable.');
  const found = await runner.checkedOut(root, signal);
  const present = found?.branch ?? noBranch;
  if (branch !== undefined && branch !== present)
    throw noCode(
      `The folder has ${present} checked out, not ${branch}. A local folder is read as it is: check out ${branch} first, or leave the branch out.`,
    );
  return {
    root,
    branch: present,
    commit: found?.commit ?? null,
    leftOut: [],
    isCommit: false,
    [Symbol.dispose]: () => {},
  };
}

async function scannedCommit(
  db: Queries,
  repository: CodeSource,
  branch: string | undefined,
): Promise<Pick<CommitToOpen, 'branch' | 'commit' | 'rulesOf'> | undefined> {
  const wanted = branch ?? repository.default_branch;
  let query = db
    .selectFrom('scans')
    .select(['branch', 'commit_sha', 'base_sha'])
    .where('repository_id', '=', repository.id)
    .where('commit_sha', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(1);
  query = wanted === null ? query.where('kind', '!=', 'PR') : query.where('branch', '=', wanted);
  const row = await query.executeTakeFirst();
  return row?.commit_sha && row.branch
    ? { branch: row.branch, commit: row.commit_sha, rulesOf: row.base_sha ?? undefined }
    : undefined;
}

/** Where the commits of a repository come from. @throws as `openCode` */
export const originOf = async (
  core: Pick<CodeAccess, 'providers'>,
  repository: CodeSource,
  signal?: AbortSignal,
): Promise<Origin> =>
  repository.root === null ? await remoteOf(core, repository, signal) : { folder: repository.root };

/** Where a local folder lies in its work tree, with `/` at its end; empty where it is all of it. */
export async function prefixOf({ root }: CodeSource): Promise<string> {
  return root === null ? '' : ((await placeOf(root))?.prefix ?? '');
}

export async function remoteOf(
  { providers }: Pick<CodeAccess, 'providers'>,
  { url, installation_id }: CodeSource,
  signal?: AbortSignal,
): Promise<Remote> {
  if (url === null) throw noCode('This repository has no address that its code could be fetched from.');
  return { url, authorization: await answered(providers.gitAuthorization({ url, installation_id }, signal)) };
}

/** What keeps a repository from being fetched is for the person who asked. */
export async function answered<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const isForPerson = error instanceof MirrorFailure || error instanceof ProviderFailure;
    throw isForPerson ? noCode(error.message) : error;
  }
}
