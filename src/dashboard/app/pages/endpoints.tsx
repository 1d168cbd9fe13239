import * as l10n from '@vscode/l10n';
import { EndpointAuthentication, type HttpEndpoint, listEndpoints } from '../../../api/contract/endpoints.ts';
import { listRepositories } from '../../../api/contract/repositories/repositories.ts';
import { searchEndpointsByMeaning } from '../../../api/contract/semantic-search.ts';
import { accessLabel, accessOf, callOf, evidenceOf } from '../../../words/endpoints.ts';
import { useAnswer } from '../answer.ts';
import { call } from '../api.ts';
import { ask, Link, usePlace } from '../navigation.tsx';
import { usePages } from '../paged.ts';
import { Choice } from '../parts/fields.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { Empty, Shown } from '../parts/states.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { When } from '../parts/time.tsx';
import { useSession } from '../session.tsx';

const columns = (): readonly Column<HttpEndpoint>[] => [
  {
    title: l10n.t('Endpoint'),
    cell: (endpoint) => (
      <>
        <code>{callOf(endpoint)}</code>
        <br />
        <code class="quiet">{`${endpoint.file}:${endpoint.line}`}</code>
      </>
    ),
  },
  { title: l10n.t('Authentication'), cell: (endpoint) => <Access endpoint={endpoint} /> },
  {
    title: l10n.t('Repository'),
    cell: ({ repositoryId, repositoryName, branch }) => (
      <>
        <Link to={{ kind: 'repository', id: repositoryId }}>{repositoryName}</Link>
        <br />
        <span class="quiet">{branch}</span>
      </>
    ),
    isMinor: true,
  },
  {
    title: l10n.t('Issues'),
    cell: ({ repositoryId, file }) => (
      <Link to={{ kind: 'issues' }} query={{ search: file, repository: repositoryId }}>
        {l10n.t('Issues in its file')}
      </Link>
    ),
    isMinor: true,
  },
  { title: l10n.t('Last seen'), cell: ({ lastSeenAt }) => <When at={lastSeenAt} />, isMinor: true },
];

/** Who can call it, and what shows that; where nothing was found, the page says what that means. */
function Access({ endpoint }: { readonly endpoint: HttpEndpoint }) {
  const access = accessOf(endpoint);
  return (
    <>
      {access === 'anonymous' ? <strong>{accessLabel(access)}</strong> : accessLabel(access)}
      {access !== 'anonymous' && <p class="quiet">{evidenceOf(endpoint).join(' ')}</p>}
    </>
  );
}

function authenticationWord(authentication: EndpointAuthentication): string {
  switch (authentication) {
    case 'NONE':
      return l10n.t('No authentication found');
    case 'UNKNOWN':
      return l10n.t('Authentication unclear');
    case 'REQUIRED':
      return l10n.t('Login or role required');
  }
}

/** The routes that the code of the organization's repositories serves. What is filtered by stands in the address. */
export function Endpoints() {
  const { query } = usePlace();
  const filters = Object.fromEntries(query);
  const { meaning = '' } = filters;
  return (
    <>
      <h1>{l10n.t('Endpoints')}</h1>
      <p class="quiet">
        {l10n.t(
          'Scans see guards, middleware and decorators in the code. A proxy or gateway in front of a program is not seen.',
        )}
      </p>
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
      {meaning === '' ? <Listed /> : <Found meaning={meaning} />}
    </>
  );
}

function Filters({ filters }: { readonly filters: Readonly<Record<string, string>> }) {
  const { organization } = useSession();
  const { search = '', authentication = '', repository = '' } = filters;
  const { asked } = useAnswer(organization.id, async (signal) => {
    const request = { organizationId: organization.id, limit: 100 };
    return (await call(listRepositories, request, signal)).repositories;
  });
  const repositories = asked.kind === 'there' ? asked.value : [];
  return (
    <>
      <SearchField
        label={l10n.t('Search path, handler or file')}
        value={search}
        onSearch={(text) => ask({ ...filters, search: text })}
      />
      <Choice
        label={l10n.t('Authentication')}
        name="authentication"
        value={authentication}
        options={[
          ['', l10n.t('Any')],
          ...EndpointAuthentication.options.map((each) => [each, authenticationWord(each)] as const),
        ]}
        onChange={(value) => ask({ ...filters, authentication: value })}
      />
      <Choice
        label={l10n.t('Repository')}
        name="repository"
        value={repository}
        options={[['', l10n.t('Any')], ...repositories.map(({ id, name }) => [id, name] as const)]}
        onChange={(value) => ask({ ...filters, repository: value })}
      />
    </>
  );
}

function Listed() {
  const { organization } = useSession();
  const { query } = usePlace();
  const { search = '', authentication = '', repository = '' } = Object.fromEntries(query);
  const key = [organization.id, search, authentication, repository].join('\n');
  const answer = usePages<HttpEndpoint>(key, async (cursor, signal) => {
    const chosen = EndpointAuthentication.safeParse(authentication);
    const request = {
      organizationId: organization.id,
      cursor,
      ...(search === '' ? {} : { searchQuery: search }),
      ...(chosen.success ? { authentications: [chosen.data] } : {}),
      ...(repository === '' ? {} : { repositoryIds: [repository] }),
    };
    const { endpoints, nextCursor } = await call(listEndpoints, request, signal);
    return { items: endpoints, nextCursor };
  });
  return (
    <Shown answer={answer}>
      {({ items }) =>
        items.length > 0 ? (
          <EndpointTable items={items} onMore={answer.more} />
        ) : query.size > 0 ? (
          <Empty title={l10n.t('No endpoint matches the filters')} />
        ) : (
          <Empty title={l10n.t('No endpoints yet')}>
            <p>{l10n.t('Every scan lists the routes of web frameworks that it knows.')}</p>
          </Empty>
        )
      }
    </Shown>
  );
}

function Found({ meaning }: { readonly meaning: string }) {
  const { organization } = useSession();
  const answer = useAnswer(`${organization.id} ${meaning}`, async (signal) => {
    const request = { organizationId: organization.id, query: meaning, limit: 50 };
    return (await call(searchEndpointsByMeaning, request, signal)).endpoints;
  });
  return (
    <Shown answer={answer}>
      {(items) =>
        items.length > 0 ? (
          <EndpointTable items={items} />
        ) : (
          <Empty title={l10n.t('Nothing was found for “{0}”', meaning)}>
            <button type="button" onClick={() => ask({ search: meaning })}>
              {l10n.t('Search path, handler or file')}
            </button>
          </Empty>
        )
      }
    </Shown>
  );
}

interface EndpointTableProps {
  readonly items: readonly HttpEndpoint[];
  readonly onMore?: (() => void) | undefined;
}

function EndpointTable({ items, onMore }: EndpointTableProps) {
  return (
    <Table
      label={l10n.t('Endpoints')}
      items={items}
      idOf={({ id }) => id}
      columns={columns()}
      onMore={onMore}
    />
  );
}
