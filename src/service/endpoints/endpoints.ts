import { sql } from 'kysely';
import * as z from 'zod';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { listEndpoints as operation } from '../../api/contract/endpoints.ts';
import type { Caller, Core } from '../core/context.ts';
import { containsLower } from '../core/like.ts';
import { type Paged, takePage } from '../core/paging.ts';
import { inReach, reachIn } from '../core/reach.ts';
import { repositoryIdsIn } from '../repositories/repositories.ts';
import { endpointRows, toEndpoint } from './endpoint-rows.ts';

const position = z.tuple([z.string(), z.int()]);

/** Routes of the organization's repositories, by path. */
export async function listEndpoints(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<typeof operation>,
): Promise<ResponseOf<typeof operation>> {
  const { cursor, limit, ...filters } = request;
  const reach = await reachIn(core, caller, request.organizationId);
  const { organizationId } = reach;
  const scope = { operation: 'endpoints.list', filters: { ...filters, organizationId } };
  let query = endpointRows(core.db).where(({ ref }) =>
    inReach(reach, ref('endpoints.organization_id'), ref('endpoints.repository_id')),
  );
  if (filters.repositoryIds)
    query = query.where(
      'endpoints.repository_id',
      'in',
      await repositoryIdsIn(core.db, caller, organizationId, filters.repositoryIds),
    );
  const { authentications, methods } = filters;
  if (authentications) query = query.where('endpoints.authentication', 'in', authentications);
  if (methods)
    query = query.where((eb) =>
      eb.or([
        eb('endpoints.methods', '=', ''),
        ...methods.map((method) =>
          eb(sql<string>`upper(endpoints.methods)`, 'like', `% ${letters(method)} %`),
        ),
      ]),
    );
  const text = filters.searchQuery?.trim() ?? '';
  if (text !== '') query = query.where((eb) => containsLower(eb.ref('endpoints.search_text'), text));
  if (cursor !== undefined) {
    const [path, seq] = core.cursors.read(scope, cursor, position);
    query = query.where(sql<boolean>`(endpoints.path, endpoints.seq) > (${path}, ${seq})`);
  }
  const rows = await query
    .orderBy('endpoints.path')
    .orderBy('endpoints.seq')
    .limit(limit + 1)
    .execute();
  const { items, end } = takePage(core, scope, limit, rows, (row) => [row.path, row.seq]);
  return { endpoints: items.map(toEndpoint), ...end };
}

/** A method has letters alone; `%` and `_` are none. */
const letters = (method: string): string => method.toUpperCase().replaceAll(/[^A-Z]/g, '') || '?';
