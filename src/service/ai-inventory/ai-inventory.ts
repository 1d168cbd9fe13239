import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import * as z from 'zod';
import type { AiInventoryKindCount, AiInventoryRepositoryItem } from '../../api/contract/ai-inventory.ts';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { AiComponent as FoundComponent } from '../../engine/ai-inventory/component.ts';
import { type Caller, type Core, stored } from '../core/context.ts';
import { containsLower } from '../core/like.ts';
import { type Paged, takePage } from '../core/paging.ts';
import { inReach, type OrganizationReach, type Reach, reachIn } from '../core/reach.ts';
import type { Queries } from '../store/dialect.ts';
import type { Schema } from '../store/schema.ts';
import { aiTerms, shortestIndexed, usesOfParts } from '../store/text-index.ts';

type Operations = typeof contract.aiInventory;
type SearchRequest = ParsedRequestOf<Operations['searchAiInventory']>;
type Filters = Omit<SearchRequest, 'cursor' | 'limit'>;

/** Repositories with components that the filters let through, the latest scan first. */
export async function searchAiInventory(
  core: Core & Paged,
  caller: Caller,
  request: SearchRequest,
): Promise<ResponseOf<Operations['searchAiInventory']>> {
  const { cursor, limit, ...filters } = request;
  const scope = { operation: 'aiInventory.searchRepositories', filters: { ...filters } };
  const after = cursor === undefined ? undefined : core.cursors.read(scope, cursor, position);
  const reach = await reachIn(core, caller, request.organizationId);
  const rows = await pageOf(core.db, reach, filters, after, limit + 1);
  const { items, end } = takePage(core, scope, limit, rows, (row) => [row.finished_at, row.seq]);
  const counts = await kindCounts(
    core.db,
    items.map(({ seq }) => seq),
    filters,
  );
  return { repositories: items.map((row) => toItem(row, counts.get(row.seq) ?? [])), ...end };
}

const position = z.tuple([z.string(), z.int()]);
type Position = z.output<typeof position>;

/** Inventories that are looked at one by one for each that is asked for, where a text is common. */
const nearby = 10;
/** Uses of a text in components that make it a common one. */
const manyUses = 4_000;
const textUses = { table: 'ai_term_uses', key: 'term_id', column: 'inventory_seq' } as const;

/** The inventories that come next. A common text is found among the first of them; for others there is an index. */
async function pageOf(
  db: Queries,
  reach: OrganizationReach,
  filters: Filters,
  after: Position | undefined,
  limit: number,
) {
  const ordered = (near?: Near) => {
    const query = inventories(db, reach, filters, near)
      .orderBy('ai_inventories.finished_at', 'desc')
      .orderBy('ai_inventories.seq', 'desc')
      .limit(limit);
    return after ? query.where(isAfter(after)) : query;
  };
  const text = wanted(filters.searchQuery);
  if (text !== undefined && (await isCommon(db, text))) {
    const rows = await ordered({ after, count: nearby * limit }).execute();
    if (rows.length === limit) return rows;
  }
  return await ordered().execute();
}

async function isCommon(db: Queries, text: string): Promise<boolean> {
  if (text.length < shortestIndexed) return true;
  const uses = usesOfParts(db, aiTerms, textUses, text.toLowerCase(), manyUses);
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${uses} as uses`.execute(db);
  return Number(rows[0]?.count) === manyUses;
}

const isReached =
  (reach: Reach) =>
  ({ ref }: ExpressionBuilder<Schema, 'ai_inventories'>) =>
    inReach(reach, ref('ai_inventories.organization_id'), ref('ai_inventories.repository_id'));

const isAfter = ([at, seq]: Position): Expression<SqlBool> =>
  sql<SqlBool>`(ai_inventories.finished_at < ${at} or (ai_inventories.finished_at = ${at} and ai_inventories.seq < ${seq}))`;

/** As many inventories as follow a position. */
interface Near {
  readonly after: Position | undefined;
  readonly count: number;
}

type InventoryRow = Awaited<ReturnType<ReturnType<typeof inventories>['execute']>>[number];

function toItem(row: InventoryRow, counts: readonly AiInventoryKindCount[]): AiInventoryRepositoryItem {
  return {
    repositoryId: row.repository_id,
    repositoryName: row.repository_name,
    monorepoName: row.application === '' ? null : row.application,
    scanType: row.scan_type,
    scanId: row.scan_id,
    scanFinishedAt: row.finished_at,
    totalCount: counts.reduce((sum, { count }) => sum + count, 0),
    kindCounts: [...counts],
  };
}

/** Inventories of the organization with a component that passes. Facets and texts are few; components are asked last. */
function inventories(db: Queries, reach: OrganizationReach, filters: Filters, near?: Near) {
  const { organizationId } = reach;
  let query = db
    .selectFrom('ai_inventories')
    .innerJoin('repositories', 'repositories.id', 'ai_inventories.repository_id')
    .select([
      'ai_inventories.seq',
      'ai_inventories.repository_id',
      'ai_inventories.application',
      'ai_inventories.scan_type',
      'ai_inventories.scan_id',
      'ai_inventories.finished_at',
      'repositories.name as repository_name',
    ])
    .where(isReached(reach));
  const { repositoryIds } = filters;
  if (near) query = query.where('ai_inventories.seq', 'in', nearest(db, reach, near));
  const text = wanted(filters.searchQuery);
  if (given(repositoryIds)) query = query.where('ai_inventories.repository_id', 'in', repositoryIds);
  const { providers } = filters;
  if (given(providers)) {
    query = query.where('ai_inventories.seq', 'in', (eb) =>
      eb
        .selectFrom('ai_providers')
        .select('ai_providers.inventory_seq')
        .where('ai_providers.organization_id', '=', organizationId)
        .where(
          'ai_providers.provider_key',
          'in',
          providers.map((name) => name.toLowerCase()),
        ),
    );
  }
  if (hasFacets(filters)) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('ai_facets')
          .select('ai_facets.kind')
          .whereRef('ai_facets.inventory_seq', '=', 'ai_inventories.seq')
          .where(facetsPass('ai_facets', filters)),
      ),
    );
  }
  if (text === undefined) return query;
  if (!near && text.length >= shortestIndexed) {
    // Of all organizations: the inventories are this one's already.
    query = query.where('ai_inventories.seq', 'in', usesOfParts(db, aiTerms, textUses, text.toLowerCase()));
  }
  // Text and facets have to be one component's.
  return query.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('ai_components')
        .select('ai_components.kind')
        .whereRef('ai_components.inventory_seq', '=', 'ai_inventories.seq')
        .where(facetsPass('ai_components', filters))
        .where((eb) => containsLower(eb.ref('ai_components.search_text'), text)),
    ),
  );
}

function nearest(db: Queries, reach: Reach, { after, count }: Near) {
  const query = db
    .selectFrom('ai_inventories')
    .select('ai_inventories.seq')
    .where(isReached(reach))
    .orderBy('ai_inventories.finished_at', 'desc')
    .orderBy('ai_inventories.seq', 'desc')
    .limit(count);
  return after ? query.where(isAfter(after)) : query;
}

const given = <T>(list: readonly T[] | undefined): list is readonly T[] =>
  list !== undefined && list.length > 0;

/** A query of blanks asks for nothing. */
const wanted = (searchQuery: string | undefined): string | undefined => searchQuery?.trim() || undefined;

const hasFacets = ({ kinds, usages, tiers, providers, detectionSources }: Filters): boolean =>
  [kinds, usages, tiers, providers, detectionSources].some(given);

/** What the filters ask of a row of facets, or of a component: the columns are the same. */
function facetsPass(table: 'ai_facets' | 'ai_components', filters: Filters): Expression<SqlBool> {
  const { kinds, usages, tiers, providers, detectionSources } = filters;
  const among = (column: FacetColumn, values: readonly string[] | undefined) =>
    given(values) ? [sql<SqlBool>`${sql.ref(`${table}.${column}`)} in (${sql.join(values)})`] : [];
  const all = [
    ...among('kind', kinds),
    ...among('usage', usages),
    ...among('tier', tiers),
    ...among('detection_source', detectionSources),
    ...among(
      'provider_key',
      providers?.map((provider) => provider.toLowerCase()),
    ),
  ];
  return all.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(all, sql` and `)}`;
}

type FacetColumn = 'kind' | 'usage' | 'tier' | 'detection_source' | 'provider_key';

/** Counts by kind of the components that pass, of each inventory of a page. */
async function kindCounts(
  db: Queries,
  seqs: readonly number[],
  filters: Filters,
): Promise<Map<number, AiInventoryKindCount[]>> {
  const counts = new Map<number, AiInventoryKindCount[]>();
  if (seqs.length === 0) return counts;
  const text = wanted(filters.searchQuery);
  for (const { seq, kind, count } of await (text === undefined
    ? countFacets(db, seqs, filters)
    : countComponents(db, seqs, filters, text))) {
    const known = counts.get(seq);
    const one = { kind, count: Number(count) };
    if (known) known.push(one);
    else counts.set(seq, [one]);
  }
  for (const list of counts.values()) list.sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1));
  return counts;
}

const countFacets = (db: Queries, seqs: readonly number[], filters: Filters) =>
  db
    .selectFrom('ai_facets')
    .select((eb) => ['inventory_seq as seq', 'kind', eb.fn.sum<number>('count').as('count')])
    .where('inventory_seq', 'in', seqs)
    .where(facetsPass('ai_facets', filters))
    .groupBy(['inventory_seq', 'kind'])
    .execute();

const countComponents = (db: Queries, seqs: readonly number[], filters: Filters, text: string) =>
  db
    .selectFrom('ai_components')
    .select((eb) => ['inventory_seq as seq', 'kind', eb.fn.countAll<number>().as('count')])
    .where('inventory_seq', 'in', seqs)
    .where(facetsPass('ai_components', filters))
    .where((eb) => containsLower(eb.ref('search_text'), text))
    .groupBy(['inventory_seq', 'kind'])
    .execute();

/** The components themselves, inventory by inventory in the order of the repository search. */
export async function searchAiComponents(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['searchAiComponents']>,
): Promise<ResponseOf<Operations['searchAiComponents']>> {
  const { cursor, limit, ...filters } = request;
  const scope = { operation: 'aiInventory.searchComponents', filters: { ...filters } };
  const after = cursor === undefined ? undefined : core.cursors.read(scope, cursor, componentPosition);
  const reach = await reachIn(core, caller, request.organizationId);
  const text = wanted(filters.searchQuery);
  let query = inventories(core.db, reach, filters)
    .innerJoin('ai_components', 'ai_components.inventory_seq', 'ai_inventories.seq')
    .select(['ai_components.position', 'ai_components.id as component_id', 'ai_components.content'])
    .where(facetsPass('ai_components', filters))
    .orderBy('ai_inventories.finished_at', 'desc')
    .orderBy('ai_inventories.seq', 'desc')
    .orderBy('ai_components.position')
    .limit(limit + 1);
  if (text !== undefined)
    query = query.where((eb) => containsLower(eb.ref('ai_components.search_text'), text));
  if (filters.scanId !== undefined) query = query.where('ai_inventories.scan_id', '=', filters.scanId);
  if (filters.monorepoName !== undefined)
    query = query.where('ai_inventories.application', '=', filters.monorepoName ?? '');
  if (filters.scanType !== undefined) query = query.where('ai_inventories.scan_type', '=', filters.scanType);
  if (after) {
    const [at, seq, place] = after;
    query = query.where(({ eb, and, or }) =>
      or([
        eb('ai_inventories.finished_at', '<', at),
        and([eb('ai_inventories.finished_at', '=', at), eb('ai_inventories.seq', '<', seq)]),
        and([eb('ai_inventories.seq', '=', seq), eb('ai_components.position', '>', place)]),
      ]),
    );
  }
  const { items, end } = takePage(core, scope, limit, await query.execute(), (row) => [
    row.finished_at,
    row.seq,
    row.position,
  ]);
  const components = items.map((row) => ({
    ...stored<FoundComponent>(row.content),
    id: row.component_id,
    repositoryId: row.repository_id,
    repositoryName: row.repository_name,
    monorepoName: row.application === '' ? null : row.application,
    scanType: row.scan_type,
    scanId: row.scan_id,
  }));
  return { components, ...end };
}

const componentPosition = z.tuple([z.string(), z.int(), z.int()]);
