import * as z from 'zod';
import { ApiClient } from '../../providers/api-client.ts';
import { ProviderFailure } from '../../providers/failure.ts';
import { markdownOf } from './markdown.ts';
import type { Sending, TrackedIssue, TrackerAccess, TrackerPort } from './tracker.ts';

const LinearIssue = z.object({
  identifier: z.string(),
  url: z.url({ protocol: /^https?$/ }),
  title: z.string(),
  state: z.object({ name: z.string(), type: z.string() }),
});
const answerOf = <T extends z.ZodType>(data: T) =>
  z.object({ data: data.nullish(), errors: z.array(z.unknown()).optional() });
const issueFields = 'identifier url title state { name type }';
const Nodes = <T extends z.ZodType>(node: T) => z.object({ nodes: z.array(node) });

/** Linear, by its GraphQL interface and an API key. */
export function linear(outbound: Sending, { baseUrl, credential }: TrackerAccess): TrackerPort {
  const base = new URL(baseUrl);
  const api = base.host === 'linear.app' ? 'https://api.linear.app' : base.origin;
  const client = new ApiClient(outbound, api, async () => ({ authorization: credential.token }), 'tracker');
  const ask = async <T extends z.ZodType>(
    data: T,
    query: string,
    variables: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<z.output<T>> => {
    const json = { query, variables };
    const isIdempotent = !query.startsWith('mutation');
    const answer = await client.read(answerOf(data), 'graphql', {
      method: 'POST',
      json,
      isIdempotent,
      signal,
    });
    if (answer.data === undefined || answer.data === null || (answer.errors ?? []).length > 0)
      throw new ProviderFailure('refused', `${client.host} refused the request.`);
    return answer.data as z.output<T>;
  };
  const toTracked = ({ identifier, url, title, state }: z.output<typeof LinearIssue>): TrackedIssue => ({
    key: identifier,
    url,
    title,
    isClosed: ['completed', 'canceled', 'duplicate'].includes(state.type),
    state: state.name,
  });
  const teamOf = async (key: string, labels: readonly string[], signal?: AbortSignal) => {
    const { teams, issueLabels } = await ask(
      z.object({
        teams: Nodes(z.object({ id: z.string() })),
        issueLabels: Nodes(z.object({ id: z.string() })),
      }),
      'query ($key: String!, $labels: [String!]!) { teams(filter: { key: { eq: $key } }, first: 1) { nodes { id } } issueLabels(filter: { name: { in: $labels }, or: [{ team: { key: { eq: $key } } }, { team: { null: true } }] }, first: 20) { nodes { id } } }',
      { key, labels },
      signal,
    );
    const [team] = teams.nodes;
    if (!team) throw new ProviderFailure('missing', `${client.host} has no team with the key ${key}.`);
    return { teamId: team.id, labelIds: issueLabels.nodes.map(({ id }) => id) };
  };
  return {
    account: async (signal) =>
      (await ask(z.object({ viewer: z.object({ name: z.string() }) }), '{ viewer { name } }', {}, signal))
        .viewer.name,
    checkProject: async (project, signal) => {
      await teamOf(project, [], signal);
    },
    // Only members of a workspace read what is in it.
    visibility: async () => 'restricted',
    create: async ({ project, title, blocks, labels, priority }, signal) => {
      const input = {
        ...(await teamOf(project, labels, signal)),
        title,
        description: markdownOf(blocks),
        ...(/^[1-4]$/.test(priority ?? '') && { priority: Number(priority) }),
      };
      const { issueCreate } = await ask(
        z.object({ issueCreate: z.object({ issue: LinearIssue }) }),
        `mutation ($input: IssueCreateInput!) { issueCreate(input: $input) { issue { ${issueFields} } } }`,
        { input },
        signal,
      );
      return toTracked(issueCreate.issue);
    },
    find: async ({ project, marker }, signal) => {
      const { issues } = await ask(
        z.object({ issues: Nodes(LinearIssue) }),
        `query ($key: String!, $marker: String!) { issues(filter: { team: { key: { eq: $key } }, description: { contains: $marker } }, first: 1) { nodes { ${issueFields} } } }`,
        { key: project, marker },
        signal,
      );
      const [found] = issues.nodes;
      return found && toTracked(found);
    },
    read: async (key, signal) => {
      if (!/^[A-Z\d]{1,10}-\d{1,9}$/.test(key))
        throw new ProviderFailure('missing', `${client.host} names issues as ABC-12.`);
      const query = `query ($id: String!) { issue(id: $id) { ${issueFields} } }`;
      return toTracked((await ask(z.object({ issue: LinearIssue }), query, { id: key }, signal)).issue);
    },
    keyOf: (url) =>
      url.host === base.host ? /\/issue\/([A-Z\d]+-\d+)(?:\/|$)/.exec(url.pathname)?.[1] : undefined,
    rendered: markdownOf,
  };
}
