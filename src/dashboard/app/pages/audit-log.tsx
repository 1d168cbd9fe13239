import * as l10n from '@vscode/l10n';
import { type AuditEntry, readAuditLog } from '../../../api/contract/organizations/audit-log.ts';
import { call } from '../api.ts';
import { ask, usePlace } from '../navigation.tsx';
import { usePages } from '../paged.ts';
import { Choice } from '../parts/fields.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { Empty, Shown } from '../parts/states.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { PointInTime } from '../parts/time.tsx';
import { useSession } from '../session.tsx';

/** What operations are about, by the first part of their name. */
const areas = (): readonly (readonly [area: string, text: string])[] => [
  ['organizations', l10n.t('Members and invitations')],
  ['teams', l10n.t('Teams')],
  ['permissionTemplates', l10n.t('Permission templates')],
  ['signIn', l10n.t('Sign-ins')],
  ['acceptInvitation', l10n.t('Accepted invitations')],
  ['account', l10n.t('Sign-outs')],
  ['tokens', l10n.t('API Tokens')],
  ['scim', l10n.t('Identity provider')],
  ['operator', l10n.t('Operator of the service')],
  ['installations', l10n.t('Code Hosts')],
  ['repositories', l10n.t('Repositories')],
  ['tags', l10n.t('Tags')],
  ['scans', l10n.t('Scans and schedules')],
  ['scannerSettings', l10n.t('Scanner settings')],
  ['issues', l10n.t('Issues')],
  ['dependencies', l10n.t('VEX documents')],
  ['agent', l10n.t('Agent')],
  ['advisories', l10n.t('Advisories')],
];

const areaWord = (operation: string): string => {
  const area = operation.split('.')[0] ?? operation;
  return areas().find(([each]) => each === area)?.[1] ?? area;
};

function meansWord(kind: AuditEntry['actor']['kind']): string {
  switch (kind) {
    case 'token':
      return l10n.t('with a token');
    case 'session':
      return l10n.t('in a browser');
    case 'agent':
      return l10n.t('by the agent');
    case 'identityProvider':
      return l10n.t('Identity provider');
    case 'operator':
      return l10n.t('Operator of the service');
  }
}

const columns = (): readonly Column<AuditEntry>[] => [
  { title: l10n.t('When'), cell: ({ at }) => <PointInTime at={at} /> },
  { title: l10n.t('Who'), cell: ({ actor }) => <Actor actor={actor} /> },
  { title: l10n.t('What'), cell: (entry) => <Operation entry={entry} /> },
  { title: l10n.t('Of'), cell: (entry) => <Subjects entry={entry} /> },
];

function Actor({ actor: { kind, email, name } }: Pick<AuditEntry, 'actor'>) {
  return (
    <>
      {email ?? name} <span class="quiet">{meansWord(kind)}</span>
    </>
  );
}

function Operation({ entry: { operation, choices } }: { readonly entry: AuditEntry }) {
  const chosen = Object.entries(choices).map(([field, value]) => `${field}: ${value}`);
  return (
    <>
      {areaWord(operation)}
      <br />
      <code class="quiet">{[operation, ...chosen].join(', ')}</code>
    </>
  );
}

function Subjects({ entry: { subjects, subjectCount } }: { readonly entry: AuditEntry }) {
  const more = subjectCount - subjects.length;
  return (
    <>
      {subjects.map(({ kind, id, name }, index) => (
        <span key={id ?? name ?? kind}>
          {index > 0 && ', '}
          {name ?? <code>{id?.slice(0, 8) ?? kind}</code>}
        </span>
      ))}
      {more > 0 && <span class="quiet"> {l10n.t('and {0} more', more)}</span>}
    </>
  );
}

/** Who changed what in the organization; for administrators. */
export function AuditLog() {
  const { organization } = useSession();
  const { query } = usePlace();
  const filters = Object.fromEntries(query);
  const { person = '', area = '' } = filters;
  const answer = usePages<AuditEntry>([organization.id, person, area].join('\n'), async (cursor, signal) => {
    const request = {
      organizationId: organization.id,
      cursor,
      ...(person === '' ? {} : { searchQuery: person }),
      ...(area === '' ? {} : { operations: [area] }),
    };
    const { entries, nextCursor } = await call(readAuditLog, request, signal);
    return { items: entries, nextCursor };
  });
  return (
    <>
      <h1>{l10n.t('Audit Log')}</h1>
      <p>{l10n.t('Who changed what. Entries are kept for 400 days.')}</p>
      <div class="filters">
        <SearchField
          label={l10n.t('Search person or token')}
          value={person}
          onSearch={(text) => ask({ ...filters, person: text })}
        />
        <Choice
          label={l10n.t('What')}
          name="area"
          value={area}
          options={[['', l10n.t('Any')], ...areas()]}
          onChange={(value) => ask({ ...filters, area: value })}
        />
        {query.size > 0 && (
          <button type="button" onClick={() => ask({})}>
            {l10n.t('Clear Filters')}
          </button>
        )}
      </div>
      <Shown answer={answer}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={query.size > 0 ? l10n.t('No entry matches the filters') : l10n.t('No entry yet')} />
          ) : (
            <Table
              label={l10n.t('Audit Log')}
              items={items}
              idOf={({ id }) => id}
              columns={columns()}
              onMore={answer.more}
            />
          )
        }
      </Shown>
    </>
  );
}
