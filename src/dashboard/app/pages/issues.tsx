import * as l10n from '@vscode/l10n';
import type { IssueListItem } from '../../../api/contract/issue.ts';
import { searchIssues } from '../../../api/contract/issues.ts';
import { searchIssuesByMeaning } from '../../../api/contract/semantic-search.ts';
import { IssueStatus, openStatuses, Severity } from '../../../api/contract/vocabulary.ts';
import { severityLabel, statusLabel } from '../../../words/issues.ts';
import { useAnswer } from '../answer.ts';
import { call } from '../api.ts';
import { ask, Link, usePlace } from '../navigation.tsx';
import { usePages } from '../paged.ts';
import { Choice } from '../parts/fields.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { SeverityBadge } from '../parts/severity.tsx';
import { Empty, Shown } from '../parts/states.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { When } from '../parts/time.tsx';
import { useSession } from '../session.tsx';

const columns = (): readonly Column<IssueListItem>[] => [
  {
    title: l10n.t('Issue'),
    cell: ({ id, title, file, startLine }) => (
      <>
        <Link to={{ kind: 'issue', id }}>{title}</Link>
        <br />
        <code class="quiet">{`${file}:${startLine}`}</code>
      </>
    ),
  },
  { title: l10n.t('Severity'), cell: ({ severity }) => <SeverityBadge severity={severity} /> },
  { title: l10n.t('Status'), cell: ({ status }) => statusLabel(status), isMinor: true },
  { title: l10n.t('Repository'), cell: ({ repositoryName }) => repositoryName, isMinor: true },
  { title: l10n.t('First seen'), cell: ({ firstSeenAt }) => <When at={firstSeenAt} />, isMinor: true },
];

const everything = 'all';

/** Issues of the organization, worst first. What is filtered by stands in the address. */
export function Issues() {
  const { query } = usePlace();
  const filters = Object.fromEntries(query);
  const { meaning = '' } = filters;
  return (
    <>
      <h1>{l10n.t('Issues')}</h1>
      <div class="filters">
        <SearchField
          label={l10n.t('Search by meaning')}
          value={meaning}
          onSearch={(text) => ask({ meaning: text })}
          isLong
        />
        {meaning === '' && <Filters filters={filters} />}
        {query.size > 0 && (
          <button type="button" onClick={() => ask({})}>
            {l10n.t('Clear Filters')}
          </button>
        )}
      </div>
      {meaning === '' ? <Listed filters={filters} /> : <Found meaning={meaning} />}
    </>
  );
}

/** The most relevant issues that a text means. */
function Found({ meaning }: { readonly meaning: string }) {
  const { organization } = useSession();
  const answer = useAnswer(`${organization.id} ${meaning}`, async (signal) => {
    const request = { organizationId: organization.id, query: meaning, limit: 50 };
    return (await call(searchIssuesByMeaning, request, signal)).vulnerabilities;
  });
  return (
    <Shown answer={answer}>
      {(items) =>
        items.length === 0 ? (
          <Empty title={l10n.t('Nothing was found for “{0}”', meaning)}>
            <button type="button" onClick={() => ask({ search: meaning })}>
              {l10n.t('Search title, file or class')}
            </button>
          </Empty>
        ) : (
          <Table label={l10n.t('Issues')} items={items} idOf={({ id }) => id} columns={columns()} />
        )
      }
    </Shown>
  );
}

interface Filtered {
  readonly filters: Readonly<Record<string, string>>;
}

function Listed({ filters }: Filtered) {
  const { organization } = useSession();
  const { search = '', severity = '', status = '', repository = '', scan = '', exposed = '' } = filters;
  const key = [organization.id, search, severity, status, repository, scan, exposed].join('\n');
  const answer = usePages<IssueListItem>(key, async (cursor, signal) => {
    const severities = Severity.safeParse(severity);
    const chosen = IssueStatus.safeParse(status);
    const request = {
      organizationId: organization.id,
      cursor,
      ...(search === '' ? {} : { searchQuery: search }),
      ...(severities.success ? { severities: [severities.data] } : {}),
      ...(chosen.success
        ? { statuses: [chosen.data] }
        : status === everything
          ? {}
          : { statuses: [...openStatuses] }),
      ...(repository === '' ? {} : { repositoryIds: [repository] }),
      ...(scan === '' ? {} : { scanId: scan }),
      ...(exposed === '' ? {} : { exposedOnly: true }),
    };
    const { issues, nextCursor } = await call(searchIssues, request, signal);
    return { items: issues, nextCursor };
  });
  const isNarrowed = Object.keys(filters).length > 0;
  return (
    <Shown answer={answer}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title={isNarrowed ? l10n.t('No issue matches the filters') : l10n.t('No open issues')} />
        ) : (
          <Table
            label={l10n.t('Issues')}
            items={items}
            idOf={({ id }) => id}
            columns={columns()}
            onMore={answer.more}
          />
        )
      }
    </Shown>
  );
}

function Filters({ filters }: Filtered) {
  const { search = '', severity = '', status = '', exposed = '' } = filters;
  return (
    <>
      <SearchField
        label={l10n.t('Search title, file or class')}
        value={search}
        onSearch={(text) => ask({ ...filters, search: text })}
      />
      <Choice
        label={l10n.t('Severity')}
        name="severity"
        value={severity}
        options={[
          ['', l10n.t('Any')],
          ...Severity.options.map((each) => [each, severityLabel(each)] as const),
        ]}
        onChange={(value) => ask({ ...filters, severity: value })}
      />
      <Choice
        label={l10n.t('Status')}
        name="status"
        value={status}
        options={[
          ['', l10n.t('All open')],
          [everything, l10n.t('Any')],
          ...IssueStatus.options.map((each) => [each, statusLabel(each)] as const),
        ]}
        onChange={(value) => ask({ ...filters, status: value })}
      />
      <Choice
        label={l10n.t('Exposure')}
        name="exposed"
        value={exposed}
        options={[
          ['', l10n.t('Any')],
          ['only', l10n.t('Exposed only')],
        ]}
        onChange={(value) => ask({ ...filters, exposed: value })}
      />
    </>
  );
}
