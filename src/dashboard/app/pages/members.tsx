import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import {
  inviteMember,
  listMembers,
  type Member,
  updateMemberRole,
} from '../../../api/contract/organizations/organizations.ts';
import { createSignInLink } from '../../../api/contract/organizations/sign-in.ts';
import type { MemberRole } from '../../../api/contract/vocabulary.ts';
import { call } from '../api.ts';
import { usePages } from '../paged.ts';
import { ActionButton } from '../parts/action.tsx';
import { Shown } from '../parts/states.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { When } from '../parts/time.tsx';
import { useSession } from '../session.tsx';
import { memberStatusWord } from '../words.ts';
import { MemberDialog, type Open, roleWord } from './members/dialogs.tsx';

const columns = (): readonly Column<Member>[] => [
  {
    title: l10n.t('E-mail'),
    cell: ({ email, name }) => (
      <>
        {name !== undefined && <strong>{name} </strong>}
        {email}
      </>
    ),
  },
  { title: l10n.t('Role'), cell: ({ role }) => roleWord(role) },
  { title: l10n.t('Status'), cell: (member) => <Status member={member} /> },
  { title: l10n.t('Since'), cell: ({ createdAt }) => <When at={createdAt} />, isMinor: true },
];

function Status({ member }: { readonly member: Member }) {
  const { status, inviteExpiresAt } = member;
  if (inviteExpiresAt === undefined) return <>{memberStatusWord(status)}</>;
  if (Date.parse(inviteExpiresAt) <= Date.now())
    return <strong class="bad">{l10n.t('Invitation expired')}</strong>;
  return (
    <>
      {memberStatusWord(status)}, {l10n.t('expires')} <When at={inviteExpiresAt} />
      {member.mail?.status === 'failed' && (
        <p class="bad">{l10n.t('The mail was not sent: {0}', member.mail.error ?? '')}</p>
      )}
    </>
  );
}

/** Members and invitations, and what an administrator does with them (the specification's section 3). */
export function Members() {
  const { organization, isAdmin, user } = useSession();
  const organizationId = organization.id;
  const [open, setOpen] = useState<Open>();
  const answer = usePages<Member>(organizationId, async (cursor, signal) => {
    const { members, nextCursor } = await call(listMembers, { organizationId, cursor }, signal);
    return { items: members, nextCursor };
  });
  return (
    <>
      <div class="heading">
        <h1>{l10n.t('Members')}</h1>
        <button type="button" class="main" onClick={() => setOpen({ kind: 'inviting' })}>
          {l10n.t('Invite')}
        </button>
      </div>
      <Shown answer={answer}>
        {({ items }) => (
          <Table
            label={l10n.t('Members')}
            items={items}
            idOf={({ id }) => id}
            columns={columns()}
            onMore={answer.more}
            actions={(member) => (
              <MemberActions
                member={member}
                isAdmin={isAdmin}
                isSelf={member.email === user.email}
                onRemove={() => setOpen({ kind: 'removing', member })}
                onInvitationLink={async () => {
                  const { email, role } = member;
                  const { link, member: now } = await call(inviteMember, { organizationId, email, role });
                  answer.again();
                  setOpen({ kind: 'invited', member: now, link });
                }}
                onLink={async () => {
                  const { link } = await call(createSignInLink, { organizationId, memberId: member.id });
                  setOpen({ kind: 'link', email: member.email, link });
                }}
                onRole={async (role) => {
                  await call(updateMemberRole, { organizationId, memberId: member.id, role });
                  answer.again();
                }}
              />
            )}
          />
        )}
      </Shown>
      {open && <MemberDialog open={open} setOpen={setOpen} onChanged={answer.again} />}
    </>
  );
}

interface ActionsProps {
  readonly member: Member;
  readonly isAdmin: boolean;
  readonly isSelf: boolean;
  readonly onRole: (role: MemberRole) => Promise<void>;
  readonly onRemove: () => void;
  readonly onLink: () => Promise<void>;
  /** Invites anew: the link before leads nowhere from then on. */
  readonly onInvitationLink: () => Promise<void>;
}

function MemberActions({ member, isAdmin, isSelf, ...on }: ActionsProps) {
  if (member.status === 'scimDeprovisioned' || !(isAdmin || isSelf)) return null;
  const isActiveAdmin = member.status === 'active' && member.role === 'ADMIN';
  return (
    <>
      {isAdmin && !isSelf && member.status === 'active' && (
        <ActionButton act={on.onLink}>{l10n.t('Sign-In Link')}</ActionButton>
      )}
      {isAdmin && member.status === 'pendingInvite' && (
        <ActionButton act={on.onInvitationLink}>{l10n.t('Invitation Link')}</ActionButton>
      )}
      {isAdmin && (
        <ActionButton act={() => on.onRole(member.role === 'ADMIN' ? 'MEMBER' : 'ADMIN')}>
          {member.role === 'ADMIN' ? l10n.t('Make Member') : l10n.t('Make Administrator')}
        </ActionButton>
      )}
      <button
        type="button"
        onClick={on.onRemove}
        disabled={isActiveAdmin}
        {...(isActiveAdmin ? { title: l10n.t('Make them a member first.') } : {})}
      >
        {isSelf ? l10n.t('Leave') : l10n.t('Remove')}
      </button>
    </>
  );
}
