import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id, Instant, organizationScope } from '../fields.ts';
import { MemberRole } from '../vocabulary.ts';
import { namesOneMember, whichMember } from './organizations.ts';
import { OrganizationPermission } from './permissions.ts';

/** Who is signed in, where, and how they sign in. */

export const Person = z.object({
  user: z.object({ id: Id, email: z.string(), name: z.string().optional() }),
  /** What the request was made with. */
  credential: z.enum(['token', 'session', 'agent']),
  organizations: z.array(
    z.object({
      id: Id,
      name: z.string(),
      role: MemberRole,
      /** Of the organization as a whole; those of repositories are the repositories' own. */
      permissions: z.array(OrganizationPermission),
    }),
  ),
});
export type Person = z.output<typeof Person>;

export const Session = z.object({
  id: Id,
  /** Whether it is the one that asks. */
  current: z.boolean(),
  /** By a one-time link, or at an identity provider. */
  method: z.enum(['link', 'openid']),
  /** What the browser calls itself. */
  client: z.string(),
  createdAt: Instant,
  usedAt: Instant,
  expiresAt: Instant,
});
export type Session = z.output<typeof Session>;

export const whoAmI = endpoint({
  id: 'account.whoAmI',
  method: 'POST',
  path: '/api/v2/account/whoAmI',
  summary: 'The person who asks, with their organizations, roles and permissions',
  source: 'extended',
  effect: 'reads',
  idempotent: true,
  request: z.strictObject({}),
  response: Person,
});

export const listSessions = endpoint({
  id: 'account.listSessions',
  method: 'POST',
  path: '/api/v2/account/listSessions',
  summary: 'The browsers that the person is signed in with, the latest used first',
  source: 'extended',
  effect: 'reads',
  idempotent: true,
  request: z.strictObject({}),
  response: z.object({ sessions: z.array(Session) }),
});

export const endSession = endpoint({
  id: 'account.endSession',
  method: 'POST',
  path: '/api/v2/account/endSession',
  summary: 'Sign a browser out; the one that asks, where none is named',
  source: 'extended',
  effect: 'changes',
  errors: [404],
  idempotent: true,
  request: z.strictObject({ sessionId: Id.optional() }),
  response: z.object({ ended: z.literal(true) }),
});

export const endAllSessions = endpoint({
  id: 'account.endAllSessions',
  method: 'POST',
  path: '/api/v2/account/endAllSessions',
  summary: 'Sign all browsers out; links that nobody used yet lead nowhere from then on',
  source: 'extended',
  effect: 'changes',
  idempotent: true,
  request: z.strictObject({}),
  response: z.object({ ended: z.int().min(0) }),
});

export const createSignInLink = endpoint({
  id: 'organizations.createSignInLink',
  method: 'POST',
  path: '/api/v2/organizations/createSignInLink',
  summary: 'Make a one-time link that signs a member in, for this organization alone',
  source: 'extended',
  effect: 'changes',
  success: 201,
  errors: [403, 404, 409],
  idempotent: false,
  request: z
    .strictObject({ ...organizationScope, ...whichMember })
    .refine(namesOneMember, { error: 'Give memberId or email, one of them.' }),
  response: z.object({ link: z.url(), expiresAt: Instant }),
});
