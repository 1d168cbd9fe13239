import * as z from 'zod';
import type { Outbound } from '../../core/outbound.ts';
import { segments } from '../api-client.ts';
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
import { type GitHubApi, gitHubApi } from './api.ts';
import { gitHubComments } from './comments.ts';
import * as schemas from './schemas.ts';

/** GitHub: github.com, and GitHub Enterprise Server at its own address. */
export function github(outbound: Pick<Outbound, 'send'>, access: ProviderAccess): Provider {
  const api = gitHubApi(outbound, access);
  return {
    account: async (signal) => {
      if (!api.isApp) return (await api.rest.read(schemas.Account, 'user', { signal })).login;
      const list = await api.rest.read(InstalledRepositories, 'installation/repositories', {
        query: { per_page: 1 },
        signal,
      });
      return list.repositories[0]?.full_name.split('/')[0] ?? 'GitHub App';
    },
    repositories: (cursor, signal) => repositories(api, cursor, signal),
    repository: async (path, signal) =>
      toRepository(await api.rest.read(schemas.Repository, api.repository(path), { signal })),
    pullRequest: async (path, number, signal) =>
      toPullRequest(
        await api.rest.read(schemas.PullRequest, `${api.repository(path)}/pulls/${number}`, { signal }),
      ),
    changedLines: (path, { number }, signal) => changedLines(api, path, number, signal),
    setCheck: (path, { headCommit }, check, signal) =>
      api.isApp
        ? setCheckRun(api, path, headCommit, check, signal)
        : setStatus(api, path, headCommit, check, signal),
    ...gitHubComments(api),
    openPullRequest: (path, change, signal) => openPullRequest(api, path, change, signal),
    gitAuthorization: async () =>
      `Basic ${Buffer.from(`x-access-token:${await api.token()}`).toString('base64')}`,
  };
}

const pageSize = 100;
/** GitHub lists at most 3,000 changed files of a pull request. */
const mostFilePages = 30;
const InstalledRepositories = z.object({ repositories: z.array(schemas.Repository) });

async function repositories(api: GitHubApi, cursor: string | undefined, signal?: AbortSignal) {
  const page = Number(cursor ?? 1);
  const query = { per_page: pageSize, page };
  const found = api.isApp
    ? (await api.rest.read(InstalledRepositories, 'installation/repositories', { query, signal }))
        .repositories
    : await api.rest.read(z.array(schemas.Repository), 'user/repos', {
        query: { ...query, sort: 'full_name' },
        signal,
      });
  return {
    repositories: found.map(toRepository),
    next: found.length < pageSize ? undefined : String(page + 1),
  };
}

function toRepository(found: z.output<typeof schemas.Repository>): HostedRepository {
  return {
    path: found.full_name,
    name: found.name,
    url: found.clone_url,
    defaultBranch: found.default_branch ?? null,
    isPrivate: found.private,
  };
}

function toPullRequest(found: z.output<typeof schemas.PullRequest>): HostedPullRequest {
  const isMerged = found.merged === true || typeof found.merged_at === 'string';
  return {
    number: found.number,
    title: found.title,
    url: found.html_url,
    author: found.user?.login,
    state: found.state === 'open' ? 'OPEN' : isMerged ? 'MERGED' : 'CLOSED',
    headRef: `refs/pull/${found.number}/head`,
    headCommit: found.head.sha,
    baseBranch: found.base.ref,
  };
}

async function changedLines(api: GitHubApi, path: string, number: number, signal?: AbortSignal) {
  const lines = new Map<string, ReadonlySet<number>>();
  for (let page = 1; page <= mostFilePages; page++) {
    const files = await api.rest.read(
      z.array(schemas.ChangedFile),
      `${api.repository(path)}/pulls/${number}/files`,
      { query: { per_page: pageSize, page }, signal },
    );
    for (const { filename, status, patch } of files)
      if (status !== 'removed' && patch) lines.set(filename, addedLines(patch));
    if (files.length < pageSize) break;
  }
  return lines;
}

/** Checks are for apps only. */
async function setCheckRun(
  api: GitHubApi,
  path: string,
  commit: string,
  check: Check,
  signal?: AbortSignal,
): Promise<void> {
  const repository = api.repository(path);
  const { check_runs: earlier } = await api.rest.read(
    schemas.CheckRuns,
    `${repository}/commits/${segments(commit)}/check-runs`,
    { query: { check_name: checkName }, signal },
  );
  const isDone = check.state !== 'pending';
  const json = {
    name: checkName,
    status: isDone ? 'completed' : 'in_progress',
    // An error of the scan says nothing of the code: it holds nobody up.
    ...(isDone && { conclusion: check.state === 'error' ? 'neutral' : check.state }),
    output: { title: check.title, summary: check.summary },
    ...(check.url !== undefined && { details_url: check.url }),
  };
  const [first] = earlier;
  if (first) await api.rest.send(`${repository}/check-runs/${first.id}`, { method: 'PATCH', json, signal });
  else
    await api.rest.send(`${repository}/check-runs`, {
      method: 'POST',
      json: { ...json, head_sha: commit },
      signal,
    });
}

/** A status has no neutral state, and one line of 140 characters. */
async function setStatus(
  api: GitHubApi,
  path: string,
  commit: string,
  { state, title, url }: Check,
  signal?: AbortSignal,
): Promise<void> {
  const json = {
    state: state === 'neutral' ? 'success' : state,
    context: checkName,
    description: title.slice(0, 140),
    ...(url !== undefined && { target_url: url }),
  };
  await api.rest.send(`${api.repository(path)}/statuses/${segments(commit)}`, {
    method: 'POST',
    json,
    signal,
  });
}

async function openPullRequest(
  api: GitHubApi,
  path: string,
  change: Change,
  signal?: AbortSignal,
): Promise<HostedPullRequest> {
  const repository = api.repository(path);
  const earlier = await openedFor(api, path, change.branch, signal);
  if (earlier) return earlier;
  // Objects of git: one that is made twice is in no branch.
  const post = (at: string, json: unknown) =>
    api.rest.read(schemas.Sha, `${repository}/${at}`, { method: 'POST', json, isIdempotent: true, signal });
  const base = await api.rest.read(
    schemas.Commit,
    `${repository}/git/commits/${segments(change.baseCommit)}`,
    { signal },
  );
  const tree = await post('git/trees', {
    base_tree: base.tree.sha,
    tree: await Promise.all(
      change.files.map(async ({ path: file, content }) => ({
        path: file,
        mode: await modeOf(api, repository, base.tree.sha, file, signal),
        type: 'blob',
        content,
      })),
    ),
  });
  const commit = await post('git/commits', {
    message: change.message,
    tree: tree.sha,
    parents: [change.baseCommit],
  });
  try {
    await api.rest.send(`${repository}/git/refs`, {
      method: 'POST',
      json: { ref: `refs/heads/${change.branch}`, sha: commit.sha },
      signal,
    });
  } catch (error) {
    // 422: an earlier try, whose answer was lost, has made the branch.
    if (!(error instanceof ProviderFailure && error.fault === 'refused')) throw error;
  }
  const { title, body, branch: head, baseBranch } = change;
  return toPullRequest(
    await api.rest.read(schemas.PullRequest, `${repository}/pulls`, {
      method: 'POST',
      json: { title, body, head, base: baseBranch },
      signal,
    }),
  );
}

async function openedFor(
  api: GitHubApi,
  path: string,
  branch: string,
  signal?: AbortSignal,
): Promise<HostedPullRequest | undefined> {
  const [owner] = path.split('/');
  const query = { head: `${owner}:${branch}`, state: 'open' };
  const found = z.array(schemas.PullRequest);
  const [first] = await api.rest.read(found, `${api.repository(path)}/pulls`, { query, signal });
  return first && toPullRequest(first);
}

const Tree = z.object({ tree: z.array(z.object({ path: z.string(), mode: z.string(), sha: z.string() })) });
const usualMode = '100644';

/** A file keeps its mode: a script stays executable. */
async function modeOf(
  api: GitHubApi,
  repository: string,
  root: string,
  file: string,
  signal?: AbortSignal,
): Promise<string> {
  let sha = root;
  let mode = usualMode;
  for (const part of file.split('/')) {
    const { tree } = await api.rest.read(Tree, `${repository}/git/trees/${segments(sha)}`, { signal });
    const entry = tree.find((each) => each.path === part);
    if (!entry) return usualMode;
    ({ sha, mode } = entry);
  }
  return mode;
}
