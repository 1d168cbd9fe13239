import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import {
  addTeamMembers,
  type ExternalContributor,
  getTeamMembers,
  removeTeamMembers,
} from '../../../../api/contract/organizations/teams.ts';
import { call } from '../../api.ts';
import { usePages } from '../../paged.ts';
import { ActionButton } from '../../parts/action.tsx';
import { Dialog, fieldOf } from '../../parts/dialog.tsx';
import { Field } from '../../parts/fields.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useSession } from '../../session.tsx';

/** Somebody in a team, with an account or without. */
interface Row {
  readonly id: string;
  readonly text: string;
  readonly isExternal: boolean;
}

const columns = (): readonly Column<Row>[] => [
  { title: l10n.t('Member'), cell: ({ text }) => text },
  {
    title: l10n.t('Kind'),
    cell: ({ isExternal }) =>
      isExternal ? l10n.t('External contributor, without an account') : l10n.t('Member'),
    isMinor: true,
  },
];

const externalRow = ({ id, name, email }: ExternalContributor): Row => ({
  id,
  text: email === undefined ? name : `${name} · ${email}`,
  isExternal: true,
});

export function TeamMembers({ teamId }: { readonly teamId: string }) {
  const { organization, mayManageTeams } = useSession();
  const where = { organizationId: organization.id, teamId };
  const [isAdding, setAdding] = useState(false);
  const answer = usePages<Row>(teamId, async (cursor, signal) => {
    const found = await call(getTeamMembers, { ...where, cursor }, signal);
    const members = found.members.map(({ id, email }): Row => ({ id, text: email, isExternal: false }));
    return {
      items: [...members, ...found.externalContributors.map(externalRow)],
      nextCursor: found.nextCursor,
    };
  });
  const actions = ({ id, isExternal }: Row) => (
    <ActionButton
      act={async () => {
        await call(removeTeamMembers, {
          ...where,
          ...(isExternal ? { externalContributorIds: [id] } : { memberIds: [id] }),
        });
        answer.again();
      }}
    >
      {l10n.t('Remove')}
    </ActionButton>
  );
  return (
    <section aria-labelledby="members">
      <div class="heading">
        <h2 id="members">{l10n.t('Members')}</h2>
        {mayManageTeams && (
          <button type="button" onClick={() => setAdding(true)}>
            {l10n.t('Add Members')}
          </button>
        )}
      </div>
      <Shown answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={l10n.t('Nobody is in this team')} />
          ) : (
            <Table
              label={l10n.t('Members')}
              items={items}
              idOf={({ id }) => id}
              columns={columns()}
              onMore={answer.more}
              {...(mayManageTeams ? { actions } : {})}
            />
          )
        }
      </Shown>
      {isAdding && (
        <Dialog
          title={l10n.t('Add Members')}
          action={l10n.t('Add')}
          onClose={() => setAdding(false)}
          onSubmit={async (fields) => {
            const emails = fieldOf(fields, 'emails')
              .split(/[\s,;]+/)
              .filter((email) => email !== '');
            const name = fieldOf(fields, 'external');
            await call(addTeamMembers, {
              ...where,
              emails,
              externalContributors: name === '' ? [] : [{ name }],
            });
            setAdding(false);
            answer.again();
          }}
        >
          <Field
            label={l10n.t('E-mail addresses of members')}
            hint={l10n.t('With spaces or commas between.')}
          >
            {(ties) => <textarea {...ties} name="emails" rows={2} />}
          </Field>
          <Field
            label={l10n.t('External contributor (optional)')}
            hint={l10n.t('A name to list with the team. They have no account and may see nothing here.')}
          >
            {(ties) => <input {...ties} name="external" maxLength={200} />}
          </Field>
        </Dialog>
      )}
    </section>
  );
}
