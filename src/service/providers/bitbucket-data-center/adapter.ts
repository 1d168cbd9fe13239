import type { z } from 'zod';
import type { Outbound } from '../../core/outbound.ts';
import { ApiClient, segments } from '../api-client.ts';
import { ProviderFailure } from '../failure.ts';
import {
  type Check,
  type Credential,
  checkName,
  type HostedPullRequest,
  type HostedRepository,
  type Provider,
  type ProviderAccess,
} from '../provider.ts';
import { dataCenterComments } from './comments.ts';
import { openPullRequest } from './open-pull-request.ts';
import { repositoryOf } from './paths.ts';
import * as schemas from './schemas.ts';

/** Bitbucket Data Center, at an address of one's own. */
export function bitbucketDataCenter(
  outbound: Pick<Outbound, 'send'>,
  { baseUrl, credential }: ProviderAccess,
): Provider {
  const authorization = authorizationOf(credential);
  const api = new ApiClient(outbound, baseUrl, async () => ({ authorization }));
  /** Every answer names who asked, but for tokens that belong to nobody. */
  const us = async (signal?: AbortSignal): Promise<string | undefined> => {
    const query = { limit: 1 };
    const { headers } = await api.send('rest/api/1.0/repos', { query, signal });
    return headers.get('x-ausername') || undefined;
  };
  return {
    account: async (signal) => (await us(signal)) ?? 'HTTP access token',
    repositories: async (cursor, signal) => {
      const query = { limit: 100, start: cursor ?? 0 };
      const found = await api.read(schemas.page(schemas.Repository), 'rest/api/1.0/repos', { query, signal });
      const { isLastPage, nextPageStart } = found;
      return {
        repositories: await Promise.all(
          found.values.map((each) => withDefaultBranch(api, toRepository(each, baseUrl), signal)),
        ),
        next: isLastPage || nextPageStart == null ? undefined : String(nextPageStart),
      };
    },
    repository: async (path, signal) => {
      const found = await api.read(schemas.Repository, repositoryOf(path), { signal });
      return await withDefaultBranch(api, toRepository(found, baseUrl), signal);
    },
    pullRequest: async (path, number, signal) => {
      const at = `${repositoryOf(path)}/pull-requests/${number}`;
      return toPullRequest(await api.read(schemas.PullRequest, at, { signal }));
    },
    changedLines: (path, { number }, signal) => changedLines(api, path, number, signal),
    setCheck: (_path, pullRequest, check, signal) => setStatus(api, pullRequest, check, signal),
    ...dataCenterComments(api, us),
    openPullRequest: async (path, change, signal) =>
      toPullRequest(await openPullRequest(api, repositoryOf(path), change, signal)),
    gitAuthorization: async () => authorization,
  };
}

function authorizationOf(credential: Credential): string {
  if (credential.kind !== 'token') return '';
  const { token, username } = credential;
  return username === undefined
    ? `Bearer ${token}`
    : `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}`;
}

function toRepository(
  { slug, name, project, public: isPublic }: z.output<typeof schemas.Repository>,
  base: string,
): HostedRepository {
  const path = `scm/${project.key.toLowerCase()}/${slug}`;
  return { path, name, url: `${base}/${path}.git`, defaultBranch: null, isPrivate: isPublic !== true };
}

/** An empty repository has none. */
async function withDefaultBranch(
  api: ApiClient,
  repository: HostedRepository,
  signal?: AbortSignal,
): Promise<HostedRepository> {
  try {
    const at = `${repositoryOf(repository.path)}/branches/default`;
    const { displayId } = await api.read(schemas.Branch, at, { signal });
    return { ...repository, defaultBranch: displayId };
  } catch (error) {
    if (error instanceof ProviderFailure && error.fault === 'missing') return repository;
    throw error;
  }
}

function toPullRequest(found: z.output<typeof schemas.PullRequest>): HostedPullRequest {
  return {
    number: found.id,
    title: found.title,
    url: found.links.self[0]?.href ?? '',
    author: found.author?.user.name,
    state: found.state === 'OPEN' ? 'OPEN' : found.state === 'MERGED' ? 'MERGED' : 'CLOSED',
    // The repository keeps it of forks, too.
    headRef: `refs/pull-requests/${found.id}/from`,
    headCommit: found.fromRef.latestCommit,
    baseBranch: found.toRef.displayId,
  };
}

async function changedLines(
  api: ApiClient,
  path: string,
  number: number,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const at = `${repositoryOf(path)}/pull-requests/${number}/diff`;
  const query = { withComments: false, contextLines: 0 };
  const { diffs } = await api.read(schemas.Diff, at, { query, signal });
  return new Map(
    diffs.flatMap(({ destination, hunks }): [string, ReadonlySet<number>][] => {
      if (!destination) return [];
      const added = (hunks ?? [])
        .flatMap(({ segments: parts }) => parts.filter(({ type }) => type === 'ADDED'))
        .flatMap(({ lines }) => lines.map((line) => line.destination));
      return [[destination.toString, new Set(added)]];
    }),
  );
}

const states = {
  pending: 'INPROGRESS',
  success: 'SUCCESSFUL',
  // There is neither a neutral state, nor one of a build that was not run.
  neutral: 'SUCCESSFUL',
  failure: 'FAILED',
  error: 'FAILED',
} as const satisfies Record<Check['state'], string>;

async function setStatus(
  api: ApiClient,
  { headCommit, url: page }: HostedPullRequest,
  { state, title, url }: Check,
  signal?: AbortSignal,
): Promise<void> {
  const json = {
    key: checkName.toLowerCase(),
    name: checkName,
    state: states[state],
    description: title.slice(0, 255),
    // An address is required.
    url: url ?? page,
  };
  await api.send(`rest/build-status/1.0/commits/${segments(headCommit)}`, { method: 'POST', json, signal });
}
