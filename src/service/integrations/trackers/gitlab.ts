import * as z from 'zod';
import { ApiClient } from '../../providers/api-client.ts';
import { pathBelow } from '../../providers/connected.ts';
import { ProviderFailure } from '../../providers/failure.ts';
import { unreferenced } from '../../providers/reports/markdown.ts';
import { markdownOf } from './markdown.ts';
import type { Sending, TrackedIssue, TrackerAccess, TrackerPort } from './tracker.ts';

const User = z.object({ username: z.string() });
const GitLabIssue = z.object({
  iid: z.int().min(1),
  web_url: z.url({ protocol: /^https?$/ }),
  title: z.string(),
  description: z.string().nullish(),
  state: z.string(),
});

/** How far two clocks may differ. */
const skewMs = 600_000;
const pageSize = 100;
const mostPages = 20;

/** Issues of a project at GitLab. */
export function gitlabIssues(outbound: Sending, { baseUrl, credential }: TrackerAccess): TrackerPort {
  const client = new ApiClient(
    outbound,
    `${baseUrl}/api/v4`,
    async () => ({
      authorization: `Bearer ${credential.token}`,
    }),
    'tracker',
  );
  const pathOf = (project: string): string => `projects/${encodeURIComponent(project)}`;
  const toTracked = (project: string, issue: z.output<typeof GitLabIssue>): TrackedIssue => ({
    key: `${project}#${issue.iid}`,
    url: issue.web_url,
    title: issue.title,
    isClosed: issue.state === 'closed',
    state: issue.state,
  });
  return {
    account: async (signal) => (await client.read(User, 'user', { signal })).username,
    checkProject: async (project, signal) => {
      await client.send(pathOf(project), { signal });
    },
    // What is created is confidential, also where the project is public.
    visibility: async () => 'restricted',
    create: async ({ project, title, blocks, labels, priority }, signal) => {
      const json = {
        title: unreferenced(title),
        description: markdownOf(blocks),
        // What an issue says of a weakness is for the members of the project until they decide otherwise.
        confidential: true,
        labels: [...labels, ...(priority === undefined ? [] : [priority])].join(','),
      };
      const path = `${pathOf(project)}/issues`;
      return toTracked(project, await client.read(GitLabIssue, path, { method: 'POST', json, signal }));
    },
    find: async ({ project, marker, since }, signal) => {
      for (let page = 1; page <= mostPages; page++) {
        const query = {
          scope: 'created_by_me',
          created_after: new Date(since.getTime() - skewMs).toISOString(),
          order_by: 'created_at',
          sort: 'asc',
          per_page: pageSize,
          page,
        };
        const path = `${pathOf(project)}/issues`;
        const issues = await client.read(z.array(GitLabIssue), path, { query, signal });
        const found = issues.find(({ description }) => description?.includes(marker));
        if (found) return toTracked(project, found);
        if (issues.length < pageSize) return undefined;
      }
      throw new ProviderFailure('unreachable', `${client.host} has too many new issues to look through.`);
    },
    read: async (key, signal) => {
      const [project = '', number = ''] = key.split('#');
      if (!/^\d{1,12}$/.test(number))
        throw new ProviderFailure('missing', `${client.host} names issues as group/project#7.`);
      return toTracked(
        project,
        await client.read(GitLabIssue, `${pathOf(project)}/issues/${number}`, { signal }),
      );
    },
    keyOf: (url) => {
      const below = pathBelow(baseUrl, url.href);
      const named = /^(.+?)(?:\/-)?\/(?:issues|work_items)\/(\d+)$/.exec(below ?? '');
      return named ? `${named[1]}#${named[2]}` : undefined;
    },
    rendered: markdownOf,
  };
}
