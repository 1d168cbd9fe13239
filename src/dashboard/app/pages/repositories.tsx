import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import {
  addRepositoryByUrl,
  listRepositories,
  type Repository,
} from '../../../api/contract/repositories/repositories.ts';
import { call } from '../api.ts';
import { ask, go, Link, usePlace } from '../navigation.tsx';
import { usePages } from '../paged.ts';
import { Dialog, fieldOf } from '../parts/dialog.tsx';
import { Field } from '../parts/fields.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { Empty, Shown } from '../parts/states.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { When } from '../parts/time.tsx';
import { useSession } from '../session.tsx';
import { scanStatusWord } from '../words.ts';
import { Tags } from './repositories/tags.tsx';

const columns = (): readonly Column<Repository>[] => [
  { title: l10n.t('Name'), cell: ({ id, name }) => <Link to={{ kind: 'repository', id }}>{name}</Link> },
  { title: l10n.t('Address'), cell: ({ url, path }) => url ?? path ?? '', isMinor: true },
  { title: l10n.t('Default branch'), cell: ({ defaultBranch }) => defaultBranch ?? '', isMinor: true },
  { title: l10n.t('Code host'), cell: ({ installation }) => installation?.name ?? '', isMinor: true },
  {
    title: l10n.t('Last scan'),
    cell: ({ lastScan }) =>
      lastScan ? (
        <>
          {scanStatusWord(lastScan.status)}{' '}
          {lastScan.finishedAt !== null && <When at={lastScan.finishedAt} />}
        </>
      ) : (
        <span class="quiet">{l10n.t('never scanned')}</span>
      ),
  },
];

export function Repositories() {
  const { organization } = useSession();
  const organizationId = organization.id;
  const searchQuery = usePlace().query.get('search') ?? '';
  const [isAdding, setAdding] = useState(false);
  const answer = usePages<Repository>(`${organizationId} ${searchQuery}`, async (cursor, signal) => {
    const request = { organizationId, cursor, ...(searchQuery === '' ? {} : { searchQuery }) };
    const { repositories, nextCursor } = await call(listRepositories, request, signal);
    return { items: repositories, nextCursor };
  });
  return (
    <>
      <div class="heading">
        <h1>{l10n.t('Repositories')}</h1>
        <button type="button" class="main" onClick={() => setAdding(true)}>
          {l10n.t('Add Repository')}
        </button>
      </div>
      <div class="filters">
        <SearchField
          label={l10n.t('Search by name')}
          value={searchQuery}
          onSearch={(search) => ask({ search })}
        />
      </div>
      <Shown answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty
              title={
                searchQuery === '' ? l10n.t('No repository yet') : l10n.t('No repository has such a name')
              }
            >
              {searchQuery === '' && (
                <p>{l10n.t('Add one by its git address. The service fetches and scans it.')}</p>
              )}
            </Empty>
          ) : (
            <Table
              label={l10n.t('Repositories')}
              items={items}
              idOf={({ id }) => id}
              columns={columns()}
              onMore={answer.more}
            />
          )
        }
      </Shown>
      <Tags />
      {isAdding && (
        <Dialog
          title={l10n.t('Add Repository')}
          action={l10n.t('Add')}
          onClose={() => setAdding(false)}
          onSubmit={async (fields) => {
            const name = fieldOf(fields, 'name');
            const request = { organizationId, url: fieldOf(fields, 'url'), ...(name === '' ? {} : { name }) };
            const { repository } = await call(addRepositoryByUrl, request);
            go({ kind: 'repository', id: repository.id });
          }}
        >
          <Field label={l10n.t('Git address')} hint={l10n.t('For example https://github.com/owner/name.git')}>
            {(ties) => <input {...ties} name="url" required maxLength={2048} inputMode="url" />}
          </Field>
          <Field label={l10n.t('Name (optional)')}>
            {(ties) => <input {...ties} name="name" maxLength={200} />}
          </Field>
        </Dialog>
      )}
    </>
  );
}
