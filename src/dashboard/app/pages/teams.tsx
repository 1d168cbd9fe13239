import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { listPermissionTemplates } from '../../../api/contract/organizations/permission-templates.ts';
import {
  createTeam,
  deleteTeam,
  listTeams,
  setDefaultTeam,
  type Team,
} from '../../../api/contract/organizations/teams.ts';
import { useAnswer } from '../answer.ts';
import { call } from '../api.ts';
import { go, Link } from '../navigation.tsx';
import { usePages } from '../paged.ts';
import { ActionButton } from '../parts/action.tsx';
import { Dialog, fieldOf } from '../parts/dialog.tsx';
import { Choice, Field } from '../parts/fields.tsx';
import { Empty, Shown } from '../parts/states.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { useSession } from '../session.tsx';
import { PermissionTemplates } from './teams/templates.tsx';

const columns = (): readonly Column<Team>[] => [
  {
    title: l10n.t('Name'),
    cell: ({ id, name, isDefault }) => (
      <>
        <Link to={{ kind: 'team', id }}>{name}</Link>{' '}
        {isDefault && <span class="quiet">{l10n.t('new members join it')}</span>}
      </>
    ),
  },
  { title: l10n.t('Description'), cell: ({ description }) => description, isMinor: true },
  { title: l10n.t('Members'), cell: ({ memberCount }) => memberCount, isNumber: true },
];

/** Teams, which say who may see and do what. */
export function Teams() {
  const { organization, mayManageTeams } = useSession();
  const organizationId = organization.id;
  const [open, setOpen] = useState<'new' | Team>();
  const answer = usePages<Team>(organizationId, async (cursor, signal) => {
    const { teams, nextCursor } = await call(listTeams, { organizationId, cursor }, signal);
    return { items: teams, nextCursor };
  });
  const actions = (team: Team) =>
    team.isDefault ? null : (
      <>
        <ActionButton
          act={async () => {
            await call(setDefaultTeam, { organizationId, teamId: team.id });
            answer.again();
          }}
        >
          {l10n.t('Make Default')}
        </ActionButton>
        <button type="button" onClick={() => setOpen(team)}>
          {l10n.t('Delete')}
        </button>
      </>
    );
  return (
    <>
      <div class="heading">
        <h1>{l10n.t('Teams')}</h1>
        {mayManageTeams && (
          <button type="button" class="main" onClick={() => setOpen('new')}>
            {l10n.t('New Team')}
          </button>
        )}
      </div>
      <p>{l10n.t('A member may do what their teams grant. Administrators may do everything.')}</p>
      <Shown answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={l10n.t('You are in no team')} />
          ) : (
            <Table
              label={l10n.t('Teams')}
              items={items}
              idOf={({ id }) => id}
              columns={columns()}
              onMore={answer.more}
              {...(mayManageTeams ? { actions } : {})}
            />
          )
        }
      </Shown>
      {mayManageTeams && <PermissionTemplates />}
      {open === 'new' && <Creating onClose={() => setOpen(undefined)} />}
      {open !== undefined && open !== 'new' && (
        <Dialog
          title={l10n.t('Delete the team {0}?', open.name)}
          action={l10n.t('Delete')}
          isDangerous
          onClose={() => setOpen(undefined)}
          onSubmit={async () => {
            await call(deleteTeam, { organizationId, teamId: open.id });
            setOpen(undefined);
            answer.again();
          }}
        >
          <p>{l10n.t('Its members stay in the organization and lose what only this team granted.')}</p>
        </Dialog>
      )}
    </>
  );
}

/** How many templates are offered to begin with: all that an organization may have. */
const mostOffered = 100;

function Creating({ onClose }: { readonly onClose: () => void }) {
  const { organization } = useSession();
  const organizationId = organization.id;
  const templates = useAnswer(`templates ${organizationId}`, async (signal) => {
    const listed = await call(listPermissionTemplates, { organizationId, limit: mostOffered }, signal);
    return listed.templates;
  });
  return (
    <Dialog
      title={l10n.t('New Team')}
      action={l10n.t('Create')}
      onClose={onClose}
      onSubmit={async (fields) => {
        const [name, description] = [fieldOf(fields, 'name'), fieldOf(fields, 'description')];
        const templateId = fieldOf(fields, 'template');
        const request = { organizationId, name, description };
        const { team } = await call(createTeam, templateId === '' ? request : { ...request, templateId });
        go({ kind: 'team', id: team.id });
      }}
    >
      <Field label={l10n.t('Name')}>
        {(ties) => <input {...ties} name="name" required maxLength={100} />}
      </Field>
      <Field label={l10n.t('Description (optional)')}>
        {(ties) => <textarea {...ties} name="description" rows={2} maxLength={1000} />}
      </Field>
      <Shown answer={templates}>
        {(offered) =>
          offered.length > 0 && (
            <Choice
              label={l10n.t('Begins with')}
              name="template"
              value=""
              options={[
                ['', l10n.t('No permissions')],
                ...offered.map(({ id, name }) => [id, name] as const),
              ]}
            />
          )
        }
      </Shown>
    </Dialog>
  );
}
