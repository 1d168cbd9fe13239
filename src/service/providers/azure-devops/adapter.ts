import type { z } from 'zod';
import type { Outbound } from '../../core/outbound.ts';
import type { ApiClient } from '../api-client.ts';
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
import { azureApi } from './api.ts';
import { repositoryOf } from './paths.ts';
import * as schemas from './schemas.ts';
import { azureThreads } from './threads.ts';

/** Azure DevOps: an organization at dev.azure.com, or a collection of a server of one's own. */
export function azureDevops(outbound: Pick<Outbound, 'send'>, access: ProviderAccess): Provider {
  const token = access.credential.kind === 'token' ? access.credential.token : '';
  const authorization = `Basic ${Buffer.from(`:${token}`).toString('base64')}`;
  const api = azureApi(outbound, access.baseUrl, authorization);
  const base = access.baseUrl;
  const user = async (signal?: AbortSignal) =>
    (
      await api.read(schemas.ConnectionData, '_apis/connectionData', {
        query: { 'api-version': '7.0-preview' },
        signal,
      })
    ).authenticatedUser;
  return {
    account: async (signal) => {
      const { id, providerDisplayName } = await user(signal);
      return providerDisplayName ?? id;
    },
    repositories: async (_cursor, signal) => {
      const found = await api.read(schemas.list(schemas.Repository), '_apis/git/repositories', { signal });
      return { repositories: found.value.map((each) => toRepository(each, base)), next: undefined };
    },
    repository: async (path, signal) =>
      toRepository(await api.read(schemas.Repository, repositoryOf(path), { signal }), base),
    pullRequest: async (path, number, signal) => {
      const at = `${repositoryOf(path)}/pullRequests/${number}`;
      return toPullRequest(await api.read(schemas.PullRequest, at, { signal }), base, path);
    },
    changedLines: (path, { number }, signal) => changedFiles(api, path, number, signal),
    setCheck: (path, { number }, check, signal) => setStatus(api, path, number, check, signal),
    ...azureThreads(api, async (signal) => (await user(signal)).id),
    openPullRequest: async (path, change, signal) =>
      toPullRequest(await openPullRequest(api, path, change, signal), base, path),
    gitAuthorization: async () => authorization,
  };
}

function toRepository(found: z.output<typeof schemas.Repository>, base: string): HostedRepository {
  const path = `${found.project.name}/_git/${found.name}`;
  return {
    path,
    name: found.name,
    // The address that Azure DevOps gives names the user.
    url: `${base}/${encodeURI(path)}`,
    defaultBranch: found.defaultBranch?.replace(/^refs\/heads\//, '') ?? null,
    isPrivate: found.project.visibility !== 'public',
  };
}

function toPullRequest(
  found: z.output<typeof schemas.PullRequest>,
  base: string,
  path: string,
): HostedPullRequest {
  return {
    number: found.pullRequestId,
    title: found.title,
    url: `${base}/${encodeURI(path)}/pullrequest/${found.pullRequestId}`,
    author: found.createdBy?.displayName,
    state: found.status === 'active' ? 'OPEN' : found.status === 'completed' ? 'MERGED' : 'CLOSED',
    ...headOf(found),
    baseBranch: found.targetRefName.replace(/^refs\/heads\//, ''),
  };
}

/** Of a fork, what merging it makes is in the repository, and its head is not. */
function headOf(
  found: z.output<typeof schemas.PullRequest>,
): Pick<HostedPullRequest, 'headRef' | 'headCommit'> {
  const { forkSource, lastMergeCommit, lastMergeSourceCommit, mergeStatus } = found;
  const own = lastMergeSourceCommit?.commitId ?? '';
  if (!forkSource) return { headRef: found.sourceRefName, headCommit: own };
  return mergeStatus === 'succeeded' && lastMergeCommit
    ? { headRef: `refs/pull/${found.pullRequestId}/merge`, headCommit: lastMergeCommit.commitId }
    : { headRef: undefined, headCommit: own };
}

/** Changed files of an answer, and answers that are read. */
const pageSize = 2_000;
const mostPages = 5;

/** The host says which files a pull request changes, not which lines, and takes comments on every line of them. */
async function changedFiles(
  api: ApiClient,
  path: string,
  number: number,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, 'all'>> {
  const at = `${repositoryOf(path)}/pullRequests/${number}/iterations`;
  const iterations = await api.read(schemas.list(schemas.Iteration), at, { signal });
  const last = iterations.value.at(-1)?.id;
  const files = new Map<string, 'all'>();
  if (last === undefined) return files;
  for (let page = 0, skip = 0; page < mostPages; page++) {
    const query = { $top: pageSize, $skip: skip };
    const found = await api.read(schemas.Changes, `${at}/${last}/changes`, { query, signal });
    for (const { item, changeType } of found.changeEntries)
      if (item?.path && !/delete/i.test(changeType)) files.set(item.path.replace(/^\//, ''), 'all');
    if (!found.nextTop) break;
    skip = found.nextSkip ?? skip + pageSize;
  }
  return files;
}

const states = {
  pending: 'pending',
  success: 'succeeded',
  neutral: 'notApplicable',
  failure: 'failed',
  error: 'error',
} as const satisfies Record<Check['state'], string>;

async function setStatus(
  api: ApiClient,
  path: string,
  number: number,
  { state, title, url }: Check,
  signal?: AbortSignal,
): Promise<void> {
  const json = {
    state: states[state],
    description: title.slice(0, 255),
    context: { name: 'scan', genre: checkName.toLowerCase() },
    ...(url !== undefined && { targetUrl: url }),
  };
  await api.send(`${repositoryOf(path)}/pullRequests/${number}/statuses`, { method: 'POST', json, signal });
}

const noCommit = '0'.repeat(40);
/** Characters of a description. */
const mostDescription = 4_000;

async function openPullRequest(
  api: ApiClient,
  path: string,
  change: Change,
  signal?: AbortSignal,
): Promise<z.output<typeof schemas.PullRequest>> {
  const repository = repositoryOf(path);
  const sourceRefName = `refs/heads/${change.branch}`;
  const query = { 'searchCriteria.sourceRefName': sourceRefName, 'searchCriteria.status': 'active' };
  const opened = schemas.list(schemas.PullRequest);
  const [earlier] = (await api.read(opened, `${repository}/pullRequests`, { query, signal })).value;
  if (earlier) return earlier;
  const { value } = await api.read(schemas.RefUpdates, `${repository}/refs`, {
    method: 'POST',
    json: [{ name: sourceRefName, oldObjectId: noCommit, newObjectId: change.baseCommit }],
    signal,
  });
  const isMade = value.every(({ success }) => success);
  const isThere = value.some(({ updateStatus }) => updateStatus === 'staleOldObjectId');
  if (!isMade && !isThere)
    throw new ProviderFailure('forbidden', `${api.host} does not let the credentials make a branch.`);
  try {
    await api.send(`${repository}/pushes`, {
      method: 'POST',
      json: {
        refUpdates: [{ name: sourceRefName, oldObjectId: change.baseCommit }],
        commits: [
          {
            comment: change.message,
            changes: change.files.map((file) => ({
              changeType: 'edit',
              item: { path: `/${file.path}` },
              newContent: {
                content: Buffer.from(file.content).toString('base64'),
                contentType: 'base64encoded',
              },
            })),
          },
        ],
      },
      signal,
    });
  } catch (error) {
    // 409: an earlier try, whose answer was lost, has pushed the commit.
    if (!(isThere && error instanceof ProviderFailure && error.fault === 'conflict')) throw error;
  }
  return await api.read(schemas.PullRequest, `${repository}/pullRequests`, {
    method: 'POST',
    json: {
      sourceRefName,
      targetRefName: `refs/heads/${change.baseBranch}`,
      title: change.title,
      description: change.body.slice(0, mostDescription),
    },
    signal,
  });
}
