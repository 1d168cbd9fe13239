import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Count, Id, Instant, organizationScope } from '../fields.ts';
import { page, pageEnd } from '../paging.ts';

/** Who changed what in an organization, and when. */

/** Days that an entry is kept. */
export const auditDays = 400;

/** What is recorded beside the operations of the contract: what happens on pages, over SCIM and on the service's machine. */
export const auditedOutside = [
  'signIn',
  'acceptInvitation',
  'scim.createUser',
  'scim.replaceUser',
  'scim.changeUser',
  'scim.deleteUser',
  'scim.createGroup',
  'scim.replaceGroup',
  'scim.changeGroup',
  'scim.deleteGroup',
  'operator.createToken',
  'operator.createSignInLink',
] as const;
export type AuditedOutside = (typeof auditedOutside)[number];

export const AuditActor = z.object({
  /** What it was done with; `operator` is who runs the service, `identityProvider` a token of SCIM. */
  kind: z.enum(['token', 'session', 'agent', 'identityProvider', 'operator']),
  /** Of the person, as they were then. */
  email: z.string().optional(),
  /** Of the person or the token. */
  name: z.string().optional(),
});
export type AuditActor = z.output<typeof AuditActor>;

export const AuditSubject = z.object({
  /** What it is, such as `team` or `member`. */
  kind: z.string(),
  id: z.string().optional(),
  /** As it was called then, where it had a name. */
  name: z.string().optional(),
});
export type AuditSubject = z.output<typeof AuditSubject>;

export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  operation: z.string(),
  actor: AuditActor,
  /** What it was done to, 20 at most. */
  subjects: z.array(AuditSubject),
  /** Of all, with those that are not listed. */
  subjectCount: Count,
  /** What was chosen of the interface's own words, such as `role` or `enabled`. Texts and numbers of a request are not kept. */
  choices: z.record(z.string(), z.string()),
});
export type AuditEntry = z.output<typeof AuditEntry>;

export const readAuditLog = endpoint({
  id: 'organizations.auditLog',
  method: 'POST',
  path: '/api/v2/organizations/auditLog',
  summary: 'Who changed what in the organization, the latest first; for an ADMIN',
  source: 'extended',
  effect: 'reads',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    searchQuery: z.string().max(200).optional().describe('In the address or name of who did it.'),
    operations: z
      .array(
        z
          .string()
          .regex(/^[A-Za-z]+(\.[A-Za-z0-9]+)?$/)
          .max(100),
      )
      .min(1)
      .max(100)
      .optional()
      .describe('Any of these: `teams.create`, or `teams` for all about teams.'),
    ...page,
  }),
  response: z.object({ entries: z.array(AuditEntry), ...pageEnd }),
});
