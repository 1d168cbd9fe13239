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
  | { readonly kind: 'invited'; readonly email: string; readonly link: string }
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
        <Dialog title={l10n.t('Invited {0}', open.email)} onClose={close}>
          <p>{l10n.t('Send them this link. It works once, and only for them. It is not shown again.')}</p>
          <CopyField label={l10n.t('Invitation link')} value={open.link} />
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

function Inviting({ setOpen, onChanged }: Omit<MemberDialogProps, 'open'>) {
  const { organization, isAdmin } = useSession();
  const organizationId = organization.id;
  const close = (): void => setOpen(undefined);
  return (
    <Dialog
      title={l10n.t('Invite a Member')}
      action={l10n.t('Invite')}
      onClose={close}
      onSubmit={async (fields) => {
        const email = fieldOf(fields, 'email');
        const role = fieldOf(fields, 'role') === 'ADMIN' ? 'ADMIN' : 'MEMBER';
        const { link } = await call(inviteMember, { organizationId, email, role });
        onChanged();
        if (link === undefined) close();
        else setOpen({ kind: 'invited', email, link });
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
