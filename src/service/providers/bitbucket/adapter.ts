import type { z } from 'zod';
import type { Outbound } from '../../core/outbound.ts';
import { ApiClient, segments } from '../api-client.ts';
import { addedLinesByFile } from '../diff-lines.ts';
import { ProviderFailure } from '../failure.ts';
import {
  type Change,
  type Check,
  type Credential,
  checkName,
  type HostedPullRequest,
  type HostedRepository,
  type Provider,
  type ProviderAccess,
} from '../provider.ts';
import { bitbucketComments } from './comments.ts';
import * as schemas from './schemas.ts';

/** Where repositories are, and what the paths of an installation are below. */
export interface BitbucketPlaces {
  /** The workspace that the base address names; undefined where it names all. */
  readonly workspace: string | undefined;
  /** `repositories/{workspace}/{name}` @throws ProviderFailure for a path that is no repository's */
  repository(path: string): string;
}

/** Bitbucket Cloud. The base address may name a workspace: `https://bitbucket.org/acme`. */
export function bitbucket(outbound: Pick<Outbound, 'send'>, access: ProviderAccess): Provider {
  const { origin, hostname, pathname } = new URL(access.baseUrl);
  const root = hostname === 'bitbucket.org' ? 'https://api.bitbucket.org/2.0' : `${origin}/2.0`;
  const api = new ApiClient(outbound, root, async () => ({
    authorization: authorizationOf(access.credential),
  }));
  const places = placesOf(api.host, pathname.replaceAll('/', '') || undefined);
  const { workspace } = places;
  return {
    account: async (signal) => {
      if (workspace !== undefined) {
        // Tokens of a workspace or repository belong to no user.
        const query = { pagelen: 1 };
        await api.send(`repositories/${segments(workspace)}`, { query, signal });
        return workspace;
      }
      const user = await api.read(schemas.User, 'user', { signal });
      return user.nickname ?? user.display_name ?? user.uuid;
    },
    repositories: async (cursor, signal) => {
      const at = workspace === undefined ? 'repositories' : `repositories/${segments(workspace)}`;
      const query = { role: 'member', pagelen: 100, page: cursor ?? 1 };
      const found = await api.read(schemas.page(schemas.Repository), at, { query, signal });
      return {
        repositories: found.values.map((each) => toRepository(each, origin, workspace)),
        next: found.next ? String(Number(cursor ?? 1) + 1) : undefined,
      };
    },
    repository: async (path, signal) => {
      const found = await api.read(schemas.Repository, places.repository(path), { signal });
      return toRepository(found, origin, workspace);
    },
    pullRequest: async (path, number, signal) => {
      const at = places.repository(path);
      const found = await api.read(schemas.PullRequest, `${at}/pullrequests/${number}`, { signal });
      return await toPullRequest(api, at, found, signal);
    },
    changedLines: async (path, { number }, signal) => {
      const answer = await api.send(`${places.repository(path)}/pullrequests/${number}/diff`, {
        headers: { accept: 'text/plain' },
        signal,
      });
      return addedLinesByFile(answer.body.toString('utf8'));
    },
    setCheck: (path, pullRequest, check, signal) =>
      setStatus(api, places.repository(path), pullRequest, check, signal),
    ...bitbucketComments(api, places),
    openPullRequest: (path, change, signal) => openPullRequest(api, places.repository(path), change, signal),
    gitAuthorization: async () => gitAuthorizationOf(access.credential),
  };
}

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

function authorizationOf(credential: Credential): string {
  if (credential.kind !== 'token') return '';
  const { token, username } = credential;
  return username === undefined ? `Bearer ${token}` : basic(username, token);
}

/** Git takes other names for a user than the interface does. */
function gitAuthorizationOf(credential: Credential): string {
  if (credential.kind !== 'token') return '';
  const { token, username } = credential;
  if (username === undefined) return basic('x-token-auth', token);
  return basic(username.includes('@') ? 'x-bitbucket-api-token-auth' : username, token);
}

function placesOf(host: string, workspace: string | undefined): BitbucketPlaces {
  return {
    workspace,
    repository: (path) => {
      const [owner, name, ...more] = (workspace === undefined ? path : `${workspace}/${path}`).split('/');
      if (!owner || !name || more.length > 0)
        throw new ProviderFailure('missing', `${path} is not the name of a repository at ${host}.`);
      return `repositories/${segments(owner, name)}`;
    },
  };
}

function toRepository(
  found: z.output<typeof schemas.Repository>,
  origin: string,
  workspace: string | undefined,
): HostedRepository {
  const { full_name: full, name, mainbranch, is_private: isPrivate } = found;
  return {
    path: workspace === undefined ? full : full.split('/').slice(1).join('/'),
    name,
    // The address that Bitbucket gives names the user.
    url: `${origin}/${full}.git`,
    defaultBranch: mainbranch?.name ?? null,
    isPrivate,
  };
}

async function toPullRequest(
  api: ApiClient,
  repository: string,
  found: z.output<typeof schemas.PullRequest>,
  signal?: AbortSignal,
): Promise<HostedPullRequest> {
  const { source, destination } = found;
  const own = destination.repository?.full_name;
  const isOfFork = source.repository?.full_name !== own;
  // Names of commits are shortened here.
  const short = source.commit?.hash ?? '';
  const commit =
    isOfFork || short.length >= 40 || short === ''
      ? short
      : (await api.read(schemas.Commit, `${repository}/commit/${segments(short)}`, { signal })).hash;
  return {
    number: found.id,
    title: found.title,
    url: found.links.html.href,
    author: found.author?.nickname ?? found.author?.display_name ?? undefined,
    state: found.state === 'OPEN' ? 'OPEN' : found.state === 'MERGED' ? 'MERGED' : 'CLOSED',
    headRef: isOfFork ? undefined : `refs/heads/${source.branch.name}`,
    headCommit: commit,
    baseBranch: destination.branch.name,
  };
}

const states = {
  pending: 'INPROGRESS',
  success: 'SUCCESSFUL',
  // There is no neutral state.
  neutral: 'SUCCESSFUL',
  failure: 'FAILED',
  error: 'STOPPED',
} as const satisfies Record<Check['state'], string>;

async function setStatus(
  api: ApiClient,
  repository: string,
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
  await api.send(`${repository}/commit/${segments(headCommit)}/statuses/build`, {
    method: 'POST',
    json,
    signal,
  });
}

async function openPullRequest(
  api: ApiClient,
  repository: string,
  change: Change,
  signal?: AbortSignal,
): Promise<HostedPullRequest> {
  const query = { q: `source.branch.name = "${change.branch}" AND state = "OPEN"` };
  const opened = schemas.page(schemas.PullRequest);
  const earlier = (await api.read(opened, `${repository}/pullrequests`, { query, signal })).values[0];
  if (earlier) return await toPullRequest(api, repository, earlier, signal);
  if (!(await hasBranch(api, repository, change.branch, signal))) {
    const form = new URLSearchParams({
      branch: change.branch,
      message: change.message,
      parents: change.baseCommit,
    });
    // With a slash, no file is taken for one of the fields above.
    for (const { path, content } of change.files) form.append(`/${path}`, content);
    await api.send(`${repository}/src`, { method: 'POST', form, signal });
  }
  const json = {
    title: change.title,
    description: change.body,
    source: { branch: { name: change.branch } },
    destination: { branch: { name: change.baseBranch } },
    close_source_branch: true,
  };
  const made = await api.read(schemas.PullRequest, `${repository}/pullrequests`, {
    method: 'POST',
    json,
    signal,
  });
  return await toPullRequest(api, repository, made, signal);
}

async function hasBranch(
  api: ApiClient,
  repository: string,
  branch: string,
  signal?: AbortSignal,
): Promise<boolean> {
  try {
    await api.send(`${repository}/refs/branches/${segments(branch)}`, { signal });
    return true;
  } catch (error) {
    if (error instanceof ProviderFailure && error.fault === 'missing') return false;
    throw error;
  }
}
