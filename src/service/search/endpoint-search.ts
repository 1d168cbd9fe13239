import { expressionBuilder } from 'kysely';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { HttpEndpoint } from '../../api/contract/endpoints.ts';
import type { searchEndpointsByMeaning as operation } from '../../api/contract/semantic-search.ts';
import type { Caller, Core } from '../core/context.ts';
import { inReach, type OrganizationReach, reachIn } from '../core/reach.ts';
import { endpointRows, toEndpoint } from '../endpoints/endpoint-rows.ts';
import type { Queries } from '../store/dialect.ts';
import type { Schema } from '../store/schema.ts';
import { endpointWords } from '../store/word-index.ts';
import { candidatesOf, maximumCandidates, repositoriesNamed } from './candidates.ts';
import { type Understood, understand } from './query.ts';
import { type Document, field, ranked, relevance } from './relevance.ts';

/** Endpoints that a text means, the most relevant first; none for a text without a word. */
export async function searchEndpointsByMeaning(
  core: Core,
  caller: Caller,
  { query, limit, organizationId }: ParsedRequestOf<typeof operation>,
): Promise<ResponseOf<typeof operation>> {
  const reach = await reachIn(core, caller, organizationId);
  const understood = understand(query, 'endpoints');
  const repositories = await repositoriesNamed(core.db, reach, understood.names);
  const { rows, asked } = await candidateRows(core.db, reach, understood, repositories);
  const found = rows.map(toEndpoint).map((endpoint) => ({
    ...endpoint,
    relevance: relevance({ ...understood, repositories }, asked, documentOf(endpoint, understood)),
  }));
  return { endpoints: ranked(found, sameRoute).slice(0, limit) };
}

async function candidateRows(
  db: Queries,
  reach: OrganizationReach,
  understood: Understood,
  repositories: readonly string[],
) {
  const { authentication, methods, wanted } = understood;
  const eb = expressionBuilder<Schema, 'endpoints'>();
  const among = eb.and([
    inReach(reach, eb.ref('endpoints.organization_id'), eb.ref('endpoints.repository_id')),
    ...(authentication.length > 0 ? [eb('endpoints.authentication', 'in', authentication)] : []),
    ...(methods.length > 0
      ? [
          eb.or([
            eb('endpoints.methods', '=', ''),
            ...methods.map((method) => eb('endpoints.methods', 'like', `% ${method} %`)),
          ]),
        ]
      : []),
  ]);
  const named = repositories.length > 0 ? eb('endpoints.repository_id', 'in', repositories) : undefined;
  const { seqs, asked } = await candidatesOf(db, endpointWords, wanted, { reach, among, named });
  if (seqs.length > 0) {
    const rows = await endpointRows(db)
      .where('endpoints.seq', 'in', [...seqs])
      .execute();
    return { rows, asked };
  }
  // What is asked for may be the protection, the methods or the repository alone: "which endpoints have no authentication?"
  if (authentication.length + methods.length + repositories.length === 0) return { rows: [], asked };
  const rows = await endpointRows(db)
    .where(named === undefined ? among : eb.and([among, named]))
    .orderBy('endpoints.path')
    .orderBy('endpoints.seq')
    .limit(maximumCandidates)
    .execute();
  return { rows, asked: [] };
}

function documentOf(
  {
    path,
    name,
    description,
    file,
    methods,
    guards,
    authorization,
    authentication,
    repositoryId,
    repositoryName,
  }: HttpEndpoint,
  { preferred }: Understood,
): Document {
  return {
    fields: [
      field(1, path),
      field(1, name),
      field(0.8, description),
      field(0.7, methods.join(' ')),
      field(0.6, `${file} ${repositoryName}`),
      field(0.6, [...guards.map(({ guard }) => guard), ...authorization.roles].join(' ')),
    ],
    paths: [path, file],
    repositoryId,
    isPreferred: authentication === preferred,
    importance: path === '' ? 0 : 1 / (1 + path.split('/').length),
  };
}

/** Of a route on several branches, one is told. */
const sameRoute = ({ repositoryId, methods, path, file, name }: HttpEndpoint): string =>
  JSON.stringify([repositoryId, methods, path, file, name]);
