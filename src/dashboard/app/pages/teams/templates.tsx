import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import {
  createPermissionTemplate,
  deletePermissionTemplate,
  listPermissionTemplates,
  type PermissionTemplate,
  updatePermissionTemplate,
} from '../../../../api/contract/organizations/permission-templates.ts';
import type {
  OrganizationPermission,
  RepositoryPermission,
} from '../../../../api/contract/organizations/permissions.ts';
import { call } from '../../api.ts';
import { usePages } from '../../paged.ts';
import { ActionButton } from '../../parts/action.tsx';
import { Checks } from '../../parts/checks.tsx';
import { Dialog, fieldOf } from '../../parts/dialog.tsx';
import { Choice, Field } from '../../parts/fields.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useSession } from '../../session.tsx';
import { permissionWord, repositoryPermissionWord } from '../../words.ts';
import { organizationOptions, repositoryOptions } from '../team/permission-options.ts';

const columns = (): readonly Column<PermissionTemplate>[] => [
  { title: l10n.t('Name'), cell: ({ name }) => name },
  { title: l10n.t('Description'), cell: ({ description }) => description, isMinor: true },
  {
    title: l10n.t('What it grants'),
    cell: ({ permissions, repositoryPermissions }) =>
      [...permissions.map(permissionWord), ...repositoryPermissions.map(repositoryPermissionWord)].join(
        ' · ',
      ),
  },
];

/** What new teams may begin with; for who manages teams. */
export function PermissionTemplates() {
  const { organization } = useSession();
  const organizationId = organization.id;
  const [edited, setEdited] = useState<PermissionTemplate | 'new'>();
  const answer = usePages<PermissionTemplate>(`templates ${organizationId}`, async (cursor, signal) => {
    const { templates, nextCursor } = await call(listPermissionTemplates, { organizationId, cursor }, signal);
    return { items: templates, nextCursor };
  });
  return (
    <section aria-labelledby="templates">
      <div class="heading">
        <h2 id="templates">{l10n.t('Permission templates')}</h2>
        <button type="button" onClick={() => setEdited('new')}>
          {l10n.t('New Template')}
        </button>
      </div>
      <p>{l10n.t('A new team may begin with a template. It does not change when the template does.')}</p>
      <Shown answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={l10n.t('No template yet')} />
          ) : (
            <Table
              label={l10n.t('Permission templates')}
              items={items}
              idOf={({ id }) => id}
              columns={columns()}
              onMore={answer.more}
              actions={(template) => (
                <>
                  <button type="button" onClick={() => setEdited(template)}>
                    {l10n.t('Change')}
                  </button>
                  <ActionButton
                    act={async () => {
                      await call(deletePermissionTemplate, { organizationId, templateId: template.id });
                      answer.again();
                    }}
                  >
                    {l10n.t('Delete')}
                  </ActionButton>
                </>
              )}
            />
          )
        }
      </Shown>
      {edited !== undefined && (
        <Editing
          template={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined);
            answer.again();
          }}
        />
      )}
    </section>
  );
}

interface EditingProps {
  /** Undefined for a new one. */
  readonly template: PermissionTemplate | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

function Editing({ template, onSaved, onClose }: EditingProps) {
  const { organization } = useSession();
  const organizationId = organization.id;
  const [permissions, setPermissions] = useState<OrganizationPermission[]>(template?.permissions ?? []);
  const [repositoryPermissions, setRepositoryPermissions] = useState<RepositoryPermission[]>(
    template?.repositoryPermissions ?? ['REPOSITORY_VIEW'],
  );
  const [accessMode, setAccessMode] = useState(template?.accessMode ?? 'selected');
  return (
    <Dialog
      title={template ? l10n.t('Change Template') : l10n.t('New Template')}
      action={l10n.t('Save')}
      onClose={onClose}
      onSubmit={async (fields) => {
        const request = {
          organizationId,
          name: fieldOf(fields, 'name'),
          description: fieldOf(fields, 'description'),
          permissions,
          repositoryPermissions,
          accessMode,
        };
        if (template) await call(updatePermissionTemplate, { ...request, templateId: template.id });
        else await call(createPermissionTemplate, request);
        onSaved();
      }}
    >
      <Field label={l10n.t('Name')}>
        {(ties) => (
          <input {...ties} name="name" required maxLength={100} defaultValue={template?.name ?? ''} />
        )}
      </Field>
      <Field label={l10n.t('Description (optional)')}>
        {(ties) => (
          <input {...ties} name="description" maxLength={1000} defaultValue={template?.description ?? ''} />
        )}
      </Field>
      <fieldset>
        <legend>{l10n.t('In the organization')}</legend>
        <Checks options={organizationOptions()} chosen={permissions} onChange={setPermissions} />
      </fieldset>
      <fieldset>
        <legend>{l10n.t('For repositories')}</legend>
        <Checks
          options={repositoryOptions()}
          chosen={repositoryPermissions}
          onChange={setRepositoryPermissions}
        />
      </fieldset>
      <Choice
        label={l10n.t('Which repositories')}
        name="accessMode"
        value={accessMode}
        options={[
          ['selected', l10n.t('Those that the team is given')],
          ['universal', l10n.t('All, those added later too')],
        ]}
        onChange={(mode) => setAccessMode(mode === 'universal' ? 'universal' : 'selected')}
      />
    </Dialog>
  );
}
