import * as z from 'zod';
import type { Outbound } from '../../core/outbound.ts';
import { ApiClient, segments } from '../api-client.ts';
import { addedLines } from '../diff-lines.ts';
import { ProviderFailure } from '../failure.ts';
import {
  type Change,
  type Check,
  checkName,
  type HostedPullRequest,
  type HostedRepository,
  type Provider,
  type ProviderAccess,
} from '../provider.ts';
import { gitLabDiscussions } from './discussions.ts';
import { mergeRequestOf, projectOf } from './paths.ts';
import * as schemas from './schemas.ts';

/** GitLab: gitlab.com, and one's own at its own address. */
export function gitlab(outbound: Pick<Outbound, 'send'>, access: ProviderAccess): Provider {
  const token = access.credential.kind === 'token' ? access.credential.token : '';
  const api = new ApiClient(outbound, `${access.baseUrl}/api/v4`, async () => ({ 'private-token': token }));
  const account = async (signal?: AbortSignal): Promise<string> =>
    (await api.read(schemas.User, 'user', { signal })).username;
  const oldNames = new WeakMap<HostedPullRequest, ReadonlyMap<string, string>>();
  return {
    account,
    repositories: async (cursor, signal) => {
      const query = { membership: true, order_by: 'id', per_page: pageSize, page: cursor ?? 1 };
      const { content, headers } = await api.page(z.array(schemas.Project), 'projects', { query, signal });
      return { repositories: content.map(toRepository), next: headers.get('x-next-page') || undefined };
    },
    repository: async (path, signal) =>
      toRepository(await api.read(schemas.Project, projectOf(path), { signal })),
    pullRequest: async (path, number, signal) =>
      toPullRequest(await api.read(schemas.MergeRequest, mergeRequestOf(path, number), { signal })),
    changedLines: async (path, pullRequest, signal) => {
      const diffs = await diffsOf(api, path, pullRequest.number, signal);
      oldNames.set(pullRequest, new Map(diffs.map(({ new_path, old_path }) => [new_path, old_path])));
      return new Map(diffs.map(({ new_path, diff }) => [new_path, addedLines(diff ?? '')]));
    },
    setCheck: (path, { headCommit }, check, signal) => setStatus(api, path, headCommit, check, signal),
    ...gitLabDiscussions(api, account, (pullRequest, file) => oldNames.get(pullRequest)?.get(file) ?? file),
    openPullRequest: (path, change, signal) => openMergeRequest(api, path, change, signal),
    gitAuthorization: async () => `Basic ${Buffer.from(`oauth2:${token}`).toString('base64')}`,
  };
}

const pageSize = 100;
/** Pages of changed files that are read. */
const mostPages = 30;

function toRepository(found: z.output<typeof schemas.Project>): HostedRepository {
  return {
    path: found.path_with_namespace,
    name: found.name,
    url: found.http_url_to_repo,
    defaultBranch: found.default_branch ?? null,
    isPrivate: found.visibility !== 'public',
  };
}

function toPullRequest(found: z.output<typeof schemas.MergeRequest>): HostedPullRequest {
  const { diff_refs: refs } = found;
  return {
    number: found.iid,
    title: found.title,
    url: found.web_url,
    author: found.author?.username,
    state: found.state === 'opened' ? 'OPEN' : found.state === 'merged' ? 'MERGED' : 'CLOSED',
    headRef: `refs/merge-requests/${found.iid}/head`,
    headCommit: found.sha ?? refs?.head_sha ?? '',
    baseBranch: found.target_branch,
    ...(refs && { diff: { base: refs.base_sha, start: refs.start_sha } }),
  };
}

async function diffsOf(api: ApiClient, path: string, number: number, signal?: AbortSignal) {
  const found: z.output<typeof schemas.Diff>[] = [];
  for (let page = 1; page <= mostPages; page++) {
    const query = { per_page: pageSize, page };
    const at = `${mergeRequestOf(path, number)}/diffs`;
    const diffs = await api.read(z.array(schemas.Diff), at, { query, signal });
    found.push(...diffs.filter((diff) => diff.deleted_file !== true));
    if (diffs.length < pageSize) break;
  }
  return found;
}

const states = {
  pending: 'pending',
  success: 'success',
  // There is no neutral state.
  neutral: 'success',
  failure: 'failed',
  error: 'canceled',
} as const satisfies Record<Check['state'], string>;

async function setStatus(
  api: ApiClient,
  path: string,
  commit: string,
  { state, title, url }: Check,
  signal?: AbortSignal,
): Promise<void> {
  const json = {
    state: states[state],
    name: checkName,
    description: title.slice(0, 255),
    ...(url !== undefined && { target_url: url }),
  };
  try {
    await api.send(`${projectOf(path)}/statuses/${segments(commit)}`, { method: 'POST', json, signal });
  } catch (error) {
    // A status that is there already cannot be set again.
    if (!(state === 'pending' && error instanceof ProviderFailure && error.fault === 'refused')) throw error;
  }
}

async function openMergeRequest(
  api: ApiClient,
  path: string,
  change: Change,
  signal?: AbortSignal,
): Promise<HostedPullRequest> {
  const project = projectOf(path);
  const query = { source_branch: change.branch, state: 'opened' };
  const opened = z.array(schemas.MergeRequest);
  const [earlier] = await api.read(opened, `${project}/merge_requests`, { query, signal });
  if (earlier) return toPullRequest(earlier);
  try {
    await api.send(`${project}/repository/commits`, {
      method: 'POST',
      json: {
        branch: change.branch,
        start_sha: change.baseCommit,
        commit_message: change.message,
        actions: change.files.map(({ path: file, content }) => ({
          action: 'update',
          file_path: file,
          content: Buffer.from(content).toString('base64'),
          encoding: 'base64',
        })),
      },
      signal,
    });
  } catch (error) {
    // 400: an earlier try, whose answer was lost, has made the branch.
    if (!(error instanceof ProviderFailure && error.fault === 'refused')) throw error;
  }
  const json = {
    source_branch: change.branch,
    target_branch: change.baseBranch,
    title: change.title,
    description: change.body,
    remove_source_branch: true,
  };
  return toPullRequest(
    await api.read(schemas.MergeRequest, `${project}/merge_requests`, { method: 'POST', json, signal }),
  );
}
