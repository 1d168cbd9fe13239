import type { ParsedRequestOf, ResponseOf } from '../../../api/contract/endpoint.ts';
import type { contract } from '../../../api/contract/index.ts';
import type { PatchPullRequest } from '../../../api/contract/patches.ts';
import { type Caller, instant, newId } from '../../core/context.ts';
import { conflict, impossible, Refusal } from '../../core/errors.ts';
import { issueToTriage } from '../../issues/issue-access.ts';
import { issuePage } from '../../issues/issue-page.ts';
import { pathBelow } from '../../providers/connected.ts';
import { ProviderFailure } from '../../providers/failure.ts';
import type { Change, HostedPullRequest } from '../../providers/provider.ts';
import { harmlessMarkdown, plainLine } from '../../providers/reports/markdown.ts';
import { answered, codeSourceColumns, openCommit, remoteOf } from '../../repositories/repository-code.ts';
import type { ServiceCore } from '../../service-core.ts';
import type { PatchPullRequestTable } from '../../store/tables/provider-tables.ts';
import { contentOf, type PatchContent, type PatchRow, patchRow } from '../patch-rows.ts';
import { approvePatch } from '../patches.ts';
import { patchedFiles } from './patched-files.ts';

type Operations = typeof contract.patches;

/** Patches whose pull request is being opened: a second request would open another one. */
const opening = new Set<string>();

/**
 * Opens a pull request with the patch of an issue on the branch that was scanned, by one commit that the code host makes.
 * The issue is `PATCHING` then. One that is open for the patch already is answered.
 */
export async function openPullRequest(
  core: ServiceCore,
  caller: Caller,
  request: ParsedRequestOf<Operations['openPullRequest']>,
): Promise<ResponseOf<Operations['openPullRequest']>> {
  const { id: issueId } = await issueToTriage(core, caller, request);
  const issue = await core.db
    .selectFrom('issues')
    .select(['repository_id', 'branch', 'scan_kind'])
    .where('id', '=', issueId)
    .executeTakeFirstOrThrow();
  const patch = await patchRow(core.db, issueId);
  const content = patch?.status === 'READY' ? contentOf(patch) : undefined;
  if (!patch || !content) throw conflict('There is no patch that is ready.');
  const place = await placeOf(core, issue);
  const before = await openedFor(core, patch.id);
  if (before) return { pullRequest: toPullRequest(before) };
  if (opening.has(patch.id)) throw conflict('The pull request of this patch is being opened.');
  opening.add(patch.id);
  try {
    const change = await changeOf(core, place, patch, content);
    const opened = await asked(place.provider.openPullRequest(place.path, change));
    const row = await record(core, caller, { place, patch, change, opened });
    await approvePatch(core, caller, request);
    return { pullRequest: toPullRequest(row) };
  } finally {
    opening.delete(patch.id);
  }
}

type Place = Awaited<ReturnType<typeof placeOf>>;

/** @throws Refusal 422 where no pull request can be opened for the issue */
async function placeOf(
  core: ServiceCore,
  issue: { readonly repository_id: string; readonly branch: string; readonly scan_kind: string },
) {
  if (issue.scan_kind === 'PR')
    throw impossible(
      'issueId',
      'This issue is of a pull request. Change it there: the patch has the lines to change.',
    );
  const repository = await core.db
    .selectFrom('repositories')
    .select([...codeSourceColumns, 'repositories.organization_id'])
    .where('repositories.id', '=', issue.repository_id)
    .executeTakeFirstOrThrow();
  const { installation_id, url } = repository;
  if (installation_id === null || url === null)
    throw impossible(
      'issueId',
      'The repository was not added through a connected code host, so no pull request can be opened there.',
    );
  const { installation, provider } = await asked(core.providers.of(installation_id));
  const path = pathBelow(installation.base_url, url);
  if (path === undefined)
    throw impossible('issueId', 'The repository is not at the host of its installation.');
  return { repository, branch: issue.branch, provider, path };
}

async function changeOf(
  core: ServiceCore,
  { repository, branch }: Place,
  patch: PatchRow,
  content: PatchContent,
): Promise<Change> {
  const remote = await remoteOf(core, repository);
  const listed = await answered(core.workingCopies.branches(repository.id, remote));
  const commit = listed.commits.get(branch);
  if (commit === undefined) throw conflict(`${repository.name} has no branch ${branch} any more.`);
  // A copy of its own: the one of the branch stays at the commit that was scanned.
  using code = await openCommit(core, repository, { branch: `pull request to ${branch}`, commit });
  const files = await patchedFiles(code.root, content);
  return {
    branch: `parapet/${content.strategy.split('/')[0]?.replace(/[^\w-]+/g, '-') ?? 'patch'}-${patch.id.slice(0, 8)}`,
    baseBranch: branch,
    baseCommit: commit,
    title: plainLine(content.title),
    body: bodyOf(core, patch, content),
    message: `${plainLine(content.title)}\n\nProposed by Parapet.\n`,
    files,
  };
}

function bodyOf({ publicAddress }: ServiceCore, { issue_id }: PatchRow, content: PatchContent): string {
  const url = issuePage(publicAddress, issue_id).url;
  const needs = content.needs ?? [];
  return [
    harmlessMarkdown(content.explanation),
    ...(needs.length === 0
      ? []
      : [`**Before it works:**\n\n${needs.map(({ text }) => `- ${harmlessMarkdown(text)}`).join('\n')}`]),
    url === undefined ? 'Proposed by Parapet.' : `Proposed by Parapet for [this issue](${url}).`,
  ].join('\n\n');
}

interface Opened {
  readonly place: Place;
  readonly patch: PatchRow;
  readonly change: Change;
  readonly opened: HostedPullRequest;
}

async function record(
  core: ServiceCore,
  caller: Caller,
  { place: { repository }, patch, change, opened }: Opened,
): Promise<Omit<PatchPullRequestTable, 'seq'>> {
  const at = instant(core);
  const row = {
    id: newId(),
    organization_id: repository.organization_id,
    repository_id: repository.id,
    issue_id: patch.issue_id,
    patch_id: patch.id,
    number: opened.number,
    title: opened.title,
    url: opened.url,
    branch: change.branch,
    base_branch: change.baseBranch,
    state: opened.state,
    job_id: caller.agentJobId ?? null,
    created_by: caller.userId,
    created_at: at,
    checked_at: at,
  };
  return await core.db
    .insertInto('patch_pull_requests')
    .values(row)
    .onConflict((on) =>
      on.columns(['repository_id', 'number']).doUpdateSet({ state: opened.state, checked_at: at }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function openedFor(
  { db }: Pick<ServiceCore, 'db'>,
  patchId: string,
): Promise<Omit<PatchPullRequestTable, 'seq'> | undefined> {
  return await db
    .selectFrom('patch_pull_requests')
    .selectAll()
    .where('patch_id', '=', patchId)
    .where('state', '=', 'OPEN')
    .executeTakeFirst();
}

function toPullRequest(row: Omit<PatchPullRequestTable, 'seq'>): PatchPullRequest {
  return {
    id: row.id,
    issueId: row.issue_id,
    repositoryId: row.repository_id,
    number: row.number,
    title: row.title,
    url: row.url,
    branch: row.branch,
    baseBranch: row.base_branch,
    status: row.state,
    createdAt: row.created_at,
  };
}

/** What a host refuses is for the person who asked. @throws Refusal 409 or 422 */
async function asked<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    throw new Refusal(error.fault === 'conflict' ? 409 : 422, error.message);
  }
}
