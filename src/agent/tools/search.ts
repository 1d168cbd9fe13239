import * as z from 'zod';
import type { Place } from '../../api/contract/agent/message.ts';
import { EndpointAuthentication, type HttpEndpoint, listEndpoints } from '../../api/contract/endpoints.ts';
import { Cursor } from '../../api/contract/paging.ts';
import {
  maximumQueryLength,
  searchEndpointsByMeaning,
  searchIssuesByMeaning,
} from '../../api/contract/semantic-search.ts';
import { answer } from '../answer.ts';
import { code, visible, words } from '../data.ts';
import { define } from './define.ts';
import { count, IssueRow, issueLine, issuePlace, issueRow, moreLine } from './issue-words.ts';
import { anyRepositoryInput, organization, repositoryFilter } from './repository.ts';

/** Issues and endpoints by what a text means. */

const query = z.string().trim().min(1).max(maximumQueryLength);
const limit = z.int().min(1).max(50).default(10);

export const searchVulnerabilities = define({
  name: 'search_vulnerabilities',
  title: 'Search issues by meaning',
  description:
    'Finds issues of all repositories that a text in plain language means, the most relevant first: "user input reaches a shell", "critical problems in billing". search_issues finds exact words instead.',
  input: z.strictObject({ query, limit }),
  output: z.object({ issues: z.array(IssueRow.extend({ relevance: z.number() })) }),
  effect: 'none',
  run: async (input, context) => {
    const { vulnerabilities: issues } = await context.service.call(
      searchIssuesByMeaning,
      { ...input, ...organization(context) },
      { signal: context.signal },
    );
    const head =
      issues.length === 0
        ? `No issue fits ${code(input.query, 80)}.`
        : `${count(issues.length, 'issue')} for ${code(input.query, 80)}, the most relevant first:`;
    const lines = issues.map((issue) => `- ${issueLine(issue)}`);
    return answer(
      [head, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n'),
      { issues: issues.map((issue) => ({ ...issueRow(issue), relevance: issue.relevance })) },
      issues.map(issuePlace),
    );
  },
});

export const EndpointRow = z.object({
  id: z.string(),
  name: z.string(),
  methods: z.array(z.string()),
  path: z.string(),
  authentication: EndpointAuthentication,
  guards: z.array(z.object({ guard: z.string(), shownBy: z.string() })),
  roles: z.array(z.string()),
  repository: z.string(),
  file: z.string(),
  line: z.int(),
  relevance: z.number().optional().describe('Of a search by a query: from 0 to 1.'),
});
export type EndpointRow = z.output<typeof EndpointRow>;
export const EndpointRows = z.object({
  endpoints: z.array(EndpointRow),
  nextCursor: z.string().optional(),
});

export const searchEndpoints = define({
  name: 'search_endpoints',
  title: 'Search endpoints',
  description:
    'Finds HTTP endpoints by a text in plain language, such as "is /ping authenticated?" or "endpoints without authentication", over all repositories. Without a query it lists those of a repository by path. Each says whether authentication is required, and by which guard; a guard known by its name alone proves nothing.',
  input: z.strictObject({
    query: query.optional(),
    repository: anyRepositoryInput,
    authentications: z
      .array(EndpointAuthentication)
      .min(1)
      .max(3)
      .optional()
      .describe('Of a list without a query: only endpoints with this protection.'),
    limit,
    cursor: Cursor.optional().describe('The nextCursor of the page before, of a list without a query.'),
  }),
  output: EndpointRows,
  effect: 'none',
  run: async ({ query: text, repository, ...page }, context) => {
    const { signal } = context;
    if (text !== undefined) {
      const request = { ...organization(context), query: text, limit: page.limit };
      return told(await context.service.call(searchEndpointsByMeaning, request, { signal }));
    }
    const repositoryId = await repositoryFilter(repository, context);
    const request = {
      ...page,
      ...organization(context),
      ...(repositoryId !== undefined && { repositoryIds: [repositoryId] }),
    };
    return told(await context.service.call(listEndpoints, request, { signal }));
  },
});

function told({
  endpoints,
  nextCursor,
}: {
  readonly endpoints: readonly (HttpEndpoint & { readonly relevance?: number })[];
  readonly nextCursor?: string | undefined;
}) {
  const head = endpoints.length === 0 ? 'No endpoint fits.' : `${count(endpoints.length, 'endpoint')}:`;
  const lines = endpoints.map((endpoint) => {
    const methods = endpoint.methods.length === 0 ? 'any method' : endpoint.methods.join(', ');
    const at = code(`${endpoint.file}:${endpoint.line}`);
    return `- ${words(methods, 60)} ${code(endpoint.path, 200)} (${code(endpoint.name, 120)}): ${protection(endpoint)} · ${at}`;
  });
  return answer(
    `${[head, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n')}${moreLine(lines.length, undefined, nextCursor)}`,
    { endpoints: endpoints.map(row), nextCursor },
    endpoints.map(placeOf),
  );
}

function protection({ authentication, guards }: HttpEndpoint): string {
  const names = guards
    .slice(0, 3)
    .map(({ guard }) => code(guard, 80))
    .join(', ');
  switch (authentication) {
    case 'REQUIRED':
      return `authentication required, by ${names}`;
    case 'UNKNOWN':
      return `authentication not proven; ${names} may ask for it`;
    case 'NONE':
      return 'no authentication found';
  }
}

function row(endpoint: HttpEndpoint & { readonly relevance?: number }): EndpointRow {
  const { id, name, methods, path, authentication, guards, authorization, file, line, relevance } = endpoint;
  const { roles } = authorization;
  return {
    id,
    name,
    methods,
    path,
    authentication,
    guards,
    roles,
    repository: endpoint.repositoryName,
    file,
    line,
    ...(relevance !== undefined && { relevance }),
  };
}

const placeOf = ({ file, line, path, name }: HttpEndpoint): Place => ({
  label: visible(path === '' ? name : path),
  path: file,
  line,
});
