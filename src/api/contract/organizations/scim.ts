import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id, Instant, organizationScope } from '../fields.ts';

/** Tokens that an identity provider manages members with, over SCIM 2.0 at `/scim/v2/`. They open nothing else. */

export const ScimToken = z.object({
  id: Id,
  name: z.string().optional(),
  createdAt: Instant,
  /** The day of its last use. */
  lastUsedOn: z.iso.date().optional(),
});
export type ScimToken = z.output<typeof ScimToken>;

export const createScimToken = endpoint({
  id: 'scim.createToken',
  method: 'POST',
  path: '/api/v2/scim/createToken',
  summary: 'Create a token for an identity provider; the answer is the only time it is shown',
  source: 'extended',
  effect: 'changes',
  success: 201,
  errors: [403, 404, 409],
  idempotent: false,
  request: z.strictObject({ ...organizationScope, name: z.string().trim().min(1).max(200).optional() }),
  response: z.object({
    token: ScimToken,
    secret: z.string(),
    /** What the provider calls the tenant or base URL; absent where no provider reaches the service. */
    baseUrl: z.url().optional(),
  }),
});

export const listScimTokens = endpoint({
  id: 'scim.listTokens',
  method: 'POST',
  path: '/api/v2/scim/listTokens',
  summary: 'List the tokens of identity providers',
  source: 'extended',
  effect: 'reads',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope }),
  response: z.object({ tokens: z.array(ScimToken) }),
});

export const deleteScimToken = endpoint({
  id: 'scim.deleteToken',
  method: 'POST',
  path: '/api/v2/scim/deleteToken',
  summary: 'Delete a token of an identity provider',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, tokenId: Id }),
  response: z.object({ deleted: z.literal(true) }),
});
