import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id, Instant, organizationScope } from '../fields.ts';
import { page, pageEnd } from '../paging.ts';
import { tolerance, unknownInstant } from '../tolerance.ts';
import { MemberRole, MemberStatus } from '../vocabulary.ts';

/** Organizations, their members and invitations. */

export const Organization = z.object({
  id: Id,
  name: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Organization = z.output<typeof Organization>;
tolerance.add(Organization, { missing: { createdAt: unknownInstant, updatedAt: unknownInstant } });

/** What became of a mail. */
export const MailDelivery = z.object({
  status: z.enum(['queued', 'sent', 'failed']),
  /** Why it failed, or why it is not sent yet, as a sentence. */
  error: z.string().optional(),
  /** When it was sent or given up; else when the next attempt is due. */
  at: Instant,
});
export type MailDelivery = z.output<typeof MailDelivery>;
tolerance.add(MailDelivery, { missing: { at: unknownInstant } });

export const Member = z.object({
  /** Of the membership or of the outstanding invitation. */
  id: Id,
  email: z.string(),
  name: z.string().optional(),
  role: MemberRole,
  status: MemberStatus,
  createdAt: Instant,
  /** Of an invitation; a pendingInvite past it has expired and can be invited again. */
  inviteExpiresAt: Instant.optional(),
  /** Of an invitation, where the service sends mail: how the latest one went. */
  mail: MailDelivery.optional(),
});
export type Member = z.output<typeof Member>;

export const Email = z.string().trim().max(254).pipe(z.email());
/** A member is named by id or by address, exactly one of them. */
export const whichMember = { memberId: Id.optional(), email: Email.optional() };

export const createOrganization = endpoint({
  id: 'organizations.create',
  method: 'POST',
  path: '/organizations',
  summary: 'Create an organization; its creator becomes an active ADMIN',
  source: 'specified',
  effect: 'changes',
  success: 201,
  idempotent: false,
  request: z.strictObject({ name: z.string().trim().min(1).max(200) }),
  response: z.object({ organization: Organization }),
});

export const listOrganizations = endpoint({
  id: 'organizations.list',
  method: 'GET',
  path: '/organizations',
  summary: 'List the organizations that the token can see',
  source: 'specified',
  effect: 'reads',
  idempotent: true,
  request: z.strictObject({ ...page }),
  response: z.object({ organizations: z.array(Organization), ...pageEnd }),
});

export const deleteOrganization = endpoint({
  id: 'organizations.delete',
  method: 'DELETE',
  path: '/organizations/{id}',
  summary: 'Delete an organization with everything in it',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({ id: Id }),
  response: z.object({ deleted: z.literal(true) }),
});

export const listMembers = endpoint({
  id: 'organizations.listMembers',
  method: 'POST',
  path: '/api/v2/organizations/listMembers',
  summary: 'List members and outstanding invitations with their roles and status',
  source: 'specified',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    statuses: z.array(MemberStatus).min(1).max(3).optional(),
    ...page,
  }),
  response: z.object({ members: z.array(Member), ...pageEnd }),
});

export const inviteMember = endpoint({
  id: 'organizations.inviteMember',
  method: 'POST',
  path: '/api/v2/organizations/inviteMember',
  summary: 'Invite by e-mail; a pending or expired invitation of the same address is revoked and sent anew',
  source: 'specified',
  effect: 'changes',
  success: 201,
  errors: [403, 404, 409],
  idempotent: false,
  request: z.strictObject({ ...organizationScope, email: Email, role: MemberRole.default('MEMBER') }),
  response: z.object({
    member: Member,
    /** Where the person accepts; shown to an ADMIN, this once. Absent where no browser reaches the service. */
    link: z.url().optional(),
  }),
});

export const updateMemberRole = endpoint({
  id: 'organizations.updateMemberRole',
  method: 'POST',
  path: '/api/v2/organizations/updateMemberRole',
  summary: 'Change the role of a member or of an invitation',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404, 409],
  idempotent: true,
  request: z
    .strictObject({ ...organizationScope, ...whichMember, role: MemberRole })
    .refine(namesOneMember, { error: 'Give memberId or email, one of them.' }),
  response: z.object({ member: Member }),
});

export const removeMember = endpoint({
  id: 'organizations.removeMember',
  method: 'POST',
  path: '/api/v2/organizations/removeMember',
  summary: 'Remove an active member or revoke an invitation; an active ADMIN must be made MEMBER first',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404, 409],
  idempotent: true,
  request: z
    .strictObject({ ...organizationScope, ...whichMember })
    .refine(namesOneMember, { error: 'Give memberId or email, one of them.' }),
  response: z.object({ removed: z.literal(true) }),
});

export function namesOneMember(request: {
  memberId?: string | undefined;
  email?: string | undefined;
}): boolean {
  return (request.memberId === undefined) !== (request.email === undefined);
}
