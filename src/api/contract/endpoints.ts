import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Instant, organizationScope } from './fields.ts';
import { page, pageEnd } from './paging.ts';

/** The routes that code serves, as the latest scans saw them, and what stands in front of each. */

/** Whether callers have to be known: `UNKNOWN` where only a name, or a part of the handler, suggests it. */
export const EndpointAuthentication = z.enum(['REQUIRED', 'NONE', 'UNKNOWN']);
export type EndpointAuthentication = z.output<typeof EndpointAuthentication>;

export const EndpointGuard = z.object({
  guard: z.string().describe('As the code calls it.'),
  shownBy: z
    .enum(['code', 'library', 'handler', 'name'])
    .describe('What shows that it asks who the caller is; a name alone proves nothing.'),
});
export type EndpointGuard = z.output<typeof EndpointGuard>;

/** Named for what it describes: `Endpoint` is an operation of this interface. */
export const HttpEndpoint = z.object({
  id: Id.describe('The same as long as method, path and handler are.'),
  organizationId: Id,
  repositoryId: Id,
  repositoryName: z.string(),
  branch: z.string(),
  scanId: Id,
  name: z.string().describe('The handler as the code calls it, or method and path where it has no name.'),
  description: z.string().describe('What the code says of it, else made of method, path and handler.'),
  path: z.string().describe('Empty where the code does not write it as a constant.'),
  methods: z.array(z.string()).describe('In capitals; empty for every method.'),
  authentication: EndpointAuthentication,
  guards: z.array(EndpointGuard),
  authorization: z.object({
    administrators: z.string().optional().describe('What lets only administrators pass.'),
    roles: z.array(z.string()).describe('Roles and permissions that are asked for, as written.'),
  }),
  parameters: z.array(
    z.object({ name: z.string(), in: z.enum(['path', 'query', 'body', 'header', 'cookie']) }),
  ),
  language: z.string(),
  file: z.string(),
  line: z.int().min(1),
  lastSeenAt: Instant,
});
export type HttpEndpoint = z.output<typeof HttpEndpoint>;

export const listEndpoints = endpoint({
  id: 'endpoints.list',
  method: 'POST',
  path: '/api/v2/endpoints/list',
  summary: 'The routes that the code of repositories serves, by path',
  source: 'extended',
  effect: 'reads',
  errors: [404, 422],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    repositoryIds: z.array(Id).min(1).max(100).optional(),
    authentications: z.array(EndpointAuthentication).min(1).max(3).optional(),
    methods: z.array(z.string().min(1).max(20)).min(1).max(10).optional(),
    searchQuery: z.string().max(500).optional().describe('Part of a path, handler or file.'),
    ...page,
  }),
  response: z.object({ endpoints: z.array(HttpEndpoint), nextCursor: pageEnd.nextCursor }),
});
