import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { HttpEndpoint } from './endpoints.ts';
import { organizationScope } from './fields.ts';
import { IssueListItem } from './issue.ts';

/** Search by meaning (specification, section 4.2, semantic search). */

export const maximumQueryLength = 1024;

const request = z.strictObject({
  ...organizationScope,
  query: z.string().min(1).max(maximumQueryLength),
  limit: z.int().min(1).max(50).default(10),
});

/** From 0 to 1; comparable within one answer only. */
const relevance = z.number().min(0).max(1);

export const searchIssuesByMeaning = endpoint({
  id: 'vulnerabilities.search',
  method: 'POST',
  path: '/api/v2/vulnerabilities/search',
  summary: 'Issues that a text in plain language means, the most relevant first',
  source: 'specified',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request,
  response: z.object({
    vulnerabilities: z.array(IssueListItem.extend({ description: z.string(), relevance })),
  }),
});

export const searchEndpointsByMeaning = endpoint({
  id: 'endpoints.search',
  method: 'POST',
  path: '/api/v2/endpoints/search',
  summary: 'Endpoints that a text in plain language means, the most relevant first',
  source: 'specified',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request,
  response: z.object({ endpoints: z.array(HttpEndpoint.extend({ relevance })) }),
});
