import * as l10n from '@vscode/l10n';
import {
  inviteMember,
  type Member,
  removeMember,
} from '../../../../api/contract/organizations/organizations.ts';
import type { MemberRole } from '../../../../api/contract/vocabulary.ts';
import { call } from '../../api.ts';
import { CopyField } from '../../parts/copy.tsx';
import { Dialog, fieldOf } from '../../parts/dialog.tsx';
import { Choice, Field } from '../../parts/fields.tsx';
import { useSession } from '../../session.tsx';

/** What is asked or told about members above their list. */
export type Open =
  | { readonly kind: 'inviting' }
  | {
      readonly kind: 'invited';
      readonly member: Member;
      /** For an administrator, where a browser reaches the service. */
      readonly link: string | undefined;
    }
  | { readonly kind: 'link'; readonly email: string; readonly link: string }
  | { readonly kind: 'removing'; readonly member: Member };

export const roleWord = (role: MemberRole): string =>
  role === 'ADMIN' ? l10n.t('Administrator') : l10n.t('Member');

interface MemberDialogProps {
  readonly open: Open;
  readonly setOpen: (open: Open | undefined) => void;
  readonly onChanged: () => void;
}

export function MemberDialog({ open, setOpen, onChanged }: MemberDialogProps) {
  const close = (): void => setOpen(undefined);
  switch (open.kind) {
    case 'inviting':
      return <Inviting setOpen={setOpen} onChanged={onChanged} />;
    case 'invited':
      return (
        <Dialog title={l10n.t('Invited {0}', open.member.email)} onClose={close}>
          <WayIn member={open.member} link={open.link} />
        </Dialog>
      );
    case 'link':
      return (
        <Dialog title={l10n.t('Sign-in link for {0}', open.email)} onClose={close}>
          <p>{l10n.t('Who opens it is signed in as this person. It works once, and is not shown again.')}</p>
          <CopyField label={l10n.t('Sign-in link')} value={open.link} />
        </Dialog>
      );
    case 'removing':
      return <Removing member={open.member} onClose={close} onChanged={onChanged} />;
  }
}

/** How the person who was invited gets in: a mail has their link, or an administrator does. */
function WayIn({ member, link }: { readonly member: Member; readonly link: string | undefined }) {
  if (link !== undefined)
    return (
      <>
        <p>{l10n.t('Send them this link. It works once, and only for them. It is not shown again.')}</p>
        <CopyField label={l10n.t('Invitation link')} value={link} />
      </>
    );
  if (member.mail) return <p>{l10n.t('A mail with their link is on its way.')}</p>;
  return (
    <p>
      {l10n.t(
        'This service sends no mail. Ask an administrator for the link: “Invitation Link” in the list of members makes one.',
      )}
    </p>
  );
}

function Inviting({ setOpen, onChanged }: Omit<MemberDialogProps, 'open'>) {
  const { organization, isAdmin } = useSession();
  const organizationId = organization.id;
  return (
    <Dialog
      title={l10n.t('Invite a Member')}
      action={l10n.t('Invite')}
      onClose={() => setOpen(undefined)}
      onSubmit={async (fields) => {
        const email = fieldOf(fields, 'email');
        const role = fieldOf(fields, 'role') === 'ADMIN' ? 'ADMIN' : 'MEMBER';
        const { member, link } = await call(inviteMember, { organizationId, email, role });
        onChanged();
        setOpen({ kind: 'invited', member, link });
      }}
    >
      <Field label={l10n.t('E-mail')}>
        {(ties) => <input {...ties} name="email" type="email" required maxLength={254} />}
      </Field>
      {isAdmin && (
        <Choice
          label={l10n.t('Role')}
          name="role"
          value="MEMBER"
          options={[
            ['MEMBER', roleWord('MEMBER')],
            ['ADMIN', roleWord('ADMIN')],
          ]}
        />
      )}
    </Dialog>
  );
}

interface RemovingProps {
  readonly member: Member;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

function Removing({ member, onClose, onChanged }: RemovingProps) {
  const { organization } = useSession();
  return (
    <Dialog
      title={l10n.t('Remove {0}?', member.email)}
      action={l10n.t('Remove')}
      isDangerous
      onClose={onClose}
      onSubmit={async () => {
        await call(removeMember, { organizationId: organization.id, memberId: member.id });
        onChanged();
        onClose();
      }}
    >
      <p>
        {member.status === 'pendingInvite'
          ? l10n.t('The invitation link stops working.')
          : l10n.t('Their sessions and tokens of this organization stop working at once.')}
      </p>
    </Dialog>
  );
}
