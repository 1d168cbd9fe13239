import * as z from 'zod';
import { ApiClient, segments } from '../../../providers/api-client.ts';
import { ProviderFailure } from '../../../providers/failure.ts';
import type { Draft, Sending, TrackedIssue, TrackerAccess, TrackerPort } from '../tracker.ts';
import { adfOf, plainOf, wikiOf } from './markup.ts';

const Myself = z.object({ displayName: z.string().optional(), name: z.string().optional() });
const Created = z.object({ key: z.string().regex(/^[A-Z][A-Z\d_]+-\d+$/) });
const JiraIssue = z.object({
  key: z.string().regex(/^[A-Z][A-Z\d_]+-\d+$/),
  fields: z.object({
    summary: z.string(),
    description: z.unknown(),
    status: z.object({ name: z.string(), statusCategory: z.object({ key: z.string() }) }),
  }),
});
const Found = z.object({
  issues: z.array(JiraIssue),
  /** Of Jira Cloud, while there is a further page. */
  nextPageToken: z.string().optional(),
  /** Of Jira Data Center. */
  total: z.int().optional(),
});
const Project = z.object({ key: z.string() });

const fields = 'summary,status,description';
const pageSize = 100;
const mostPages = 20;
const keyPattern = /^[A-Z][A-Z\d_]{0,49}-\d{1,12}$/;

/** What differs between the two products. */
interface Edition {
  readonly api: string;
  readonly search: string;
  readonly pagesByToken: boolean;
  readonly authorization: string;
  readonly descriptionOf: (draft: Draft) => unknown;
  readonly rendered: TrackerPort['rendered'];
}

/** Jira Cloud: REST API v3, descriptions as a tree, an API token with the e-mail address that it belongs to. */
export function jiraCloud(outbound: Sending, access: TrackerAccess): TrackerPort {
  const { token, username = '' } = access.credential;
  return jira(outbound, access, {
    api: 'rest/api/3',
    search: 'rest/api/3/search/jql',
    pagesByToken: true,
    authorization: `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}`,
    descriptionOf: ({ blocks }) => adfOf(blocks),
    rendered: plainOf,
  });
}

/** Jira Data Center: REST API v2, descriptions in wiki markup, a personal access token. */
export function jiraDataCenter(outbound: Sending, access: TrackerAccess): TrackerPort {
  return jira(outbound, access, {
    api: 'rest/api/2',
    search: 'rest/api/2/search',
    pagesByToken: false,
    authorization: `Bearer ${access.credential.token}`,
    descriptionOf: ({ blocks }) => wikiOf(blocks),
    rendered: wikiOf,
  });
}

function jira(outbound: Sending, { baseUrl }: TrackerAccess, edition: Edition): TrackerPort {
  const { api, search, authorization } = edition;
  const client = new ApiClient(outbound, baseUrl, async () => ({ authorization }), 'tracker');
  const anonymous = new ApiClient(outbound, baseUrl, async () => ({}), 'tracker');
  const root = new URL(baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  const urlOf = (key: string): string => new URL(`browse/${key}`, root).href;
  const toTracked = ({ key, fields: { summary, status } }: z.output<typeof JiraIssue>): TrackedIssue => ({
    key,
    url: urlOf(key),
    title: summary,
    isClosed: status.statusCategory.key === 'done',
    state: status.name,
  });
  const read = async (key: string, signal?: AbortSignal): Promise<TrackedIssue> => {
    if (!keyPattern.test(key)) throw new ProviderFailure('missing', `${client.host} names issues as ABC-12.`);
    const path = `${api}/issue/${segments(key)}`;
    return toTracked(await client.read(JiraIssue, path, { query: { fields }, signal }));
  };
  const send = async (draft: Draft, withOptional: boolean, signal?: AbortSignal) =>
    await client.read(Created, `${api}/issue`, {
      method: 'POST',
      json: {
        fields: {
          project: { key: draft.project },
          issuetype: { name: draft.issueType },
          summary: draft.title,
          description: edition.descriptionOf(draft),
          ...(withOptional && draft.labels.length > 0 && { labels: draft.labels }),
          ...(withOptional && draft.priority !== undefined && { priority: { name: draft.priority } }),
        },
      },
      signal,
    });
  return {
    account: async (signal) => {
      const { displayName, name } = await client.read(Myself, `${api}/myself`, { signal });
      return displayName ?? name ?? client.host;
    },
    checkProject: async (project, signal) => {
      await client.send(`${api}/project/${segments(project)}`, { signal });
    },
    visibility: async (project, signal) => {
      try {
        await anonymous.read(Project, `${api}/project/${segments(project)}`, { signal });
        return 'public';
      } catch (error) {
        const isShut =
          error instanceof ProviderFailure && ['credentials', 'forbidden', 'missing'].includes(error.fault);
        if (isShut) return 'restricted';
        throw error;
      }
    },
    create: async (draft, signal) => {
      const created = await send(draft, true, signal).catch((error: unknown) => {
        // A project need not have labels and priorities in its form; what is refused was not created.
        if (error instanceof ProviderFailure && error.fault === 'refused') return send(draft, false, signal);
        throw error;
      });
      const { key } = created;
      // It is there, whether or not Jira says how it stands.
      return await read(key, signal).catch(() => ({
        key,
        url: urlOf(key),
        title: draft.title,
        isClosed: false,
        state: 'New',
      }));
    },
    find: async ({ project, marker, since, now }, signal) => {
      const minutes = Math.ceil((now.getTime() - since.getTime()) / 60_000) + 10;
      const jql = `project = ${JSON.stringify(project)} AND creator = currentUser() AND created >= "-${minutes}m" ORDER BY created ASC`;
      let nextPageToken: string | undefined;
      for (let page = 0; page < mostPages; page++) {
        const startAt = edition.pagesByToken ? undefined : page * pageSize;
        const query = { jql, fields, maxResults: pageSize, startAt, nextPageToken };
        const answer = await client.read(Found, search, { query, signal });
        const found = answer.issues.find((issue) =>
          JSON.stringify(issue.fields.description ?? '').includes(marker),
        );
        if (found) return toTracked(found);
        ({ nextPageToken } = answer);
        const isLast = edition.pagesByToken
          ? nextPageToken === undefined
          : answer.issues.length === 0 || (page + 1) * pageSize >= (answer.total ?? 0);
        if (isLast) return undefined;
      }
      throw new ProviderFailure('unreachable', `${client.host} has too many new issues to look through.`);
    },
    read,
    keyOf: (url) => {
      if (url.origin !== root.origin || !url.pathname.startsWith(root.pathname)) return undefined;
      const named = /(?:^|\/)([A-Z][A-Z\d_]+-\d+)(?:\/|$)/.exec(url.pathname)?.[1];
      const key = named ?? url.searchParams.get('selectedIssue') ?? '';
      return keyPattern.test(key) ? key : undefined;
    },
    rendered: edition.rendered,
  };
}
