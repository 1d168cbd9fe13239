import * as z from 'zod';
import { ApiClient, segments } from '../../providers/api-client.ts';
import { pathBelow } from '../../providers/connected.ts';
import { ProviderFailure } from '../../providers/failure.ts';
import { apiUrlsOf } from '../../providers/github/api.ts';
import { unreferenced } from '../../providers/reports/markdown.ts';
import { markdownOf } from './markdown.ts';
import type { Sending, TrackedIssue, TrackerAccess, TrackerPort } from './tracker.ts';

const User = z.object({ login: z.string() });
const Repository = z.object({ private: z.boolean() });
const GitHubIssue = z.object({
  number: z.int().min(1),
  html_url: z.url({ protocol: /^https?$/ }),
  title: z.string(),
  body: z.string().nullish(),
  state: z.string(),
  state_reason: z.string().nullish(),
});

/** How far two clocks may differ. */
const skewMs = 600_000;
const pageSize = 100;
const mostPages = 20;

/** Issues of a repository at GitHub, or at a GitHub Enterprise Server. */
export function githubIssues(outbound: Sending, { baseUrl, credential }: TrackerAccess): TrackerPort {
  const client = new ApiClient(
    outbound,
    apiUrlsOf(baseUrl).rest,
    async () => ({
      authorization: `Bearer ${credential.token}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    }),
    'tracker',
  );
  const pathOf = (project: string): string => {
    const [owner, name, ...rest] = project.split('/');
    if (!owner || !name || rest.length > 0)
      throw new ProviderFailure('missing', 'Name the repository as owner/name.');
    return `repos/${segments(owner, name)}`;
  };
  const toTracked = (project: string, issue: z.output<typeof GitHubIssue>): TrackedIssue => ({
    key: `${project}#${issue.number}`,
    url: issue.html_url,
    title: issue.title,
    isClosed: issue.state === 'closed',
    state: issue.state_reason === 'not_planned' ? 'closed as not planned' : issue.state,
  });
  return {
    account: async (signal) => (await client.read(User, 'user', { signal })).login,
    checkProject: async (project, signal) => {
      await client.send(pathOf(project), { signal });
    },
    visibility: async (project, signal) =>
      (await client.read(Repository, pathOf(project), { signal })).private ? 'restricted' : 'public',
    create: async ({ project, title, blocks, labels, priority }, signal) => {
      const json = {
        title: unreferenced(title),
        body: markdownOf(blocks),
        labels: [...labels, ...(priority === undefined ? [] : [priority])],
      };
      const path = `${pathOf(project)}/issues`;
      return toTracked(project, await client.read(GitHubIssue, path, { method: 'POST', json, signal }));
    },
    find: async ({ project, marker, since }, signal) => {
      const changedSince = new Date(since.getTime() - skewMs).toISOString();
      for (let page = 1; page <= mostPages; page++) {
        const query = { state: 'all', sort: 'created', per_page: pageSize, page, since: changedSince };
        const path = `${pathOf(project)}/issues`;
        const issues = await client.read(z.array(GitHubIssue), path, { query, signal });
        const found = issues.find(({ body }) => body?.includes(marker));
        if (found) return toTracked(project, found);
        if (issues.length < pageSize) return undefined;
      }
      throw new ProviderFailure('unreachable', `${client.host} has too many new issues to look through.`);
    },
    read: async (key, signal) => {
      const [project = '', number = ''] = key.split('#');
      if (!/^\d{1,12}$/.test(number))
        throw new ProviderFailure('missing', `${client.host} names issues as owner/name#7.`);
      return toTracked(
        project,
        await client.read(GitHubIssue, `${pathOf(project)}/issues/${number}`, { signal }),
      );
    },
    keyOf: (url) => {
      const below = pathBelow(baseUrl, url.href);
      const named = /^([^/]+\/[^/]+)\/issues\/(\d+)$/.exec(below ?? '');
      return named ? `${named[1]}#${named[2]}` : undefined;
    },
    rendered: markdownOf,
  };
}
