import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id, Instant, organizationScope } from '../fields.ts';
import { page, pageEnd } from '../paging.ts';

/** API tokens: an id that is safe to log and a secret that is shown once. They cannot be edited or renewed. */

export const minimumTokenDays = 1;
export const maximumTokenDays = 365;
export const defaultTokenDays = 30;

export const Token = z.object({
  id: Id,
  name: z.string().optional(),
  createdAt: Instant,
  expiresAt: Instant,
  /** Whose it is: requests with it have this person's permissions. */
  owner: z.object({ email: z.string(), name: z.string().optional() }).optional(),
  /** Whole days until it expires; 0 on the last day, and after it. */
  daysLeft: z.int().min(0).optional(),
  /** Whether it expires within a week. */
  expiresSoon: z.boolean().optional(),
  /** The day of its last use. */
  lastUsedOn: z.iso.date().optional(),
});
export type Token = z.output<typeof Token>;

export const createToken = endpoint({
  id: 'tokens.create',
  method: 'POST',
  path: '/api/v2/tokens/create',
  summary: 'Create a token; the answer is the only time its secret is shown',
  source: 'extended',
  effect: 'changes',
  success: 201,
  errors: [403, 404],
  idempotent: false,
  request: z.strictObject({
    ...organizationScope,
    name: z.string().trim().min(1).max(200).optional(),
    expiresInDays: z.int().min(minimumTokenDays).max(maximumTokenDays).default(defaultTokenDays),
  }),
  response: z.object({ token: Token, secret: z.string() }),
});

export const listTokens = endpoint({
  id: 'tokens.list',
  method: 'POST',
  path: '/api/v2/tokens/list',
  summary:
    'List tokens with their names, owners, creation and expiration dates; an ADMIN sees all, a MEMBER their own',
  source: 'extended',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, ...page }),
  response: z.object({ tokens: z.array(Token), ...pageEnd }),
});

export const deleteToken = endpoint({
  id: 'tokens.delete',
  method: 'POST',
  path: '/api/v2/tokens/delete',
  summary: 'Delete a token; requests with it are refused from then on',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, tokenId: Id }),
  response: z.object({ deleted: z.literal(true) }),
});
