import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { listRepositories } from '../../../../api/contract/repositories/repositories.ts';
import {
  createTag,
  deleteTag,
  listTags,
  type Tag,
  updateTag,
} from '../../../../api/contract/repositories/tags.ts';
import { useAnswer } from '../../answer.ts';
import { call } from '../../api.ts';
import { usePages } from '../../paged.ts';
import { ActionButton } from '../../parts/action.tsx';
import { Checks } from '../../parts/checks.tsx';
import { Dialog, fieldOf } from '../../parts/dialog.tsx';
import { Field } from '../../parts/fields.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useSession } from '../../session.tsx';

const columns = (): readonly Column<Tag>[] => [
  { title: l10n.t('Tag'), cell: ({ name }) => name },
  { title: l10n.t('Repositories'), cell: ({ repositoryIds }) => repositoryIds.length, isNumber: true },
];

/** Tags, by which teams are granted repositories and the agent's automations are scoped. */
export function Tags() {
  const { organization, isAdmin } = useSession();
  const organizationId = organization.id;
  const [edited, setEdited] = useState<Tag | 'new'>();
  const answer = usePages<Tag>(`tags ${organizationId}`, async (cursor, signal) => {
    const { tags, nextCursor } = await call(listTags, { organizationId, cursor }, signal);
    return { items: tags, nextCursor };
  });
  const actions = (tag: Tag) => (
    <>
      <button type="button" onClick={() => setEdited(tag)}>
        {l10n.t('Change')}
      </button>
      <ActionButton
        act={async () => {
          await call(deleteTag, { organizationId, tagId: tag.id });
          answer.again();
        }}
      >
        {l10n.t('Delete')}
      </ActionButton>
    </>
  );
  return (
    <section aria-labelledby="tags">
      <div class="heading">
        <h2 id="tags">{l10n.t('Tags')}</h2>
        {isAdmin && (
          <button type="button" onClick={() => setEdited('new')}>
            {l10n.t('New Tag')}
          </button>
        )}
      </div>
      <Shown answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={l10n.t('No tag yet')}>
              <p>{l10n.t('A tag names several repositories, so that a team can be granted all of them.')}</p>
            </Empty>
          ) : (
            <Table
              label={l10n.t('Tags')}
              items={items}
              idOf={({ id }) => id}
              columns={columns()}
              onMore={answer.more}
              {...(isAdmin ? { actions } : {})}
            />
          )
        }
      </Shown>
      {edited !== undefined && (
        <Editing
          tag={edited === 'new' ? undefined : edited}
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
  readonly tag: Tag | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

function Editing({ tag, onSaved, onClose }: EditingProps) {
  const { organization } = useSession();
  const organizationId = organization.id;
  const [repositoryIds, setRepositoryIds] = useState<readonly string[]>(tag?.repositoryIds ?? []);
  const repositories = useAnswer(`repositories ${organizationId}`, async (signal) => {
    const listed = await call(listRepositories, { organizationId, limit: 100 }, signal);
    return listed.repositories;
  });
  return (
    <Dialog
      title={tag ? l10n.t('Change Tag') : l10n.t('New Tag')}
      action={l10n.t('Save')}
      onClose={onClose}
      onSubmit={async (fields) => {
        const request = { organizationId, name: fieldOf(fields, 'name'), repositoryIds: [...repositoryIds] };
        if (tag) await call(updateTag, { ...request, tagId: tag.id });
        else await call(createTag, request);
        onSaved();
      }}
    >
      <Field label={l10n.t('Name')}>
        {(ties) => <input {...ties} name="name" required maxLength={100} defaultValue={tag?.name ?? ''} />}
      </Field>
      <fieldset>
        <legend>{l10n.t('Repositories')}</legend>
        <Shown answer={repositories}>
          {(items) => (
            <Checks
              options={items.map(({ id, name }) => [id, name])}
              chosen={repositoryIds}
              onChange={setRepositoryIds}
            />
          )}
        </Shown>
      </fieldset>
    </Dialog>
  );
}
