import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { FoundEndpoint } from '../../engine/endpoints/endpoint.ts';
import type { InventoriedScan } from '../ai-inventory/ai-inventory-record.ts';
import { inBatches } from '../core/batches.ts';
import type { Schema } from '../store/schema.ts';
import { endpointTerms } from '../store/search-terms.ts';

/** A scan with the branch that it was of. */
export type EndpointScan = InventoriedScan & { readonly branch: string };

/**
 * Puts the routes that a scan found in the place of those of its branch. What stands in files that it did not read stays, for not
 * looking is not the same as not finding.
 * @param unread paths of those files; `.` stands for files that are not named
 */
export async function recordEndpoints(
  db: Transaction<Schema>,
  scan: EndpointScan,
  found: readonly FoundEndpoint[],
  unread: ReadonlySet<string>,
): Promise<void> {
  const rows = new Map(found.map((endpoint) => rowOf(scan, endpoint)).map((row) => [row.id, row]));
  const before = await db
    .selectFrom('endpoints')
    .select(['seq', 'id', 'file'])
    .where('repository_id', '=', scan.repositoryId)
    .where('branch', '=', scan.branch)
    .execute();
  const isKept = (file: string): boolean => unread.has('.') || unread.has(file);
  const gone = before.filter(({ id, file }) => rows.has(id) || !isKept(file)).map(({ seq }) => seq);
  for (const some of inBatches(gone)) await db.deleteFrom('endpoints').where('seq', 'in', some).execute();
  for (const some of inBatches([...rows.values()])) await db.insertInto('endpoints').values(some).execute();
}

function rowOf(scan: EndpointScan, endpoint: FoundEndpoint) {
  const { handler, path, file, description } = endpoint;
  const methods = endpoint.methods.length === 0 ? '' : ` ${endpoint.methods.join(' ')} `;
  return {
    id: endpointId(scan, endpoint),
    organization_id: scan.organizationId,
    repository_id: scan.repositoryId,
    branch: scan.branch,
    scan_id: scan.id,
    finished_at: scan.finishedAt,
    path,
    methods,
    handler,
    file,
    authentication: endpoint.authentication,
    search_text: [path, handler, file].join('\n').toLowerCase(),
    search_terms: endpointTerms({
      organization_id: scan.organizationId,
      ...{ handler, path, methods, description, file },
      guards: endpoint.guards.map(({ guard }) => guard).join(' '),
      roles: endpoint.roles.join(' '),
    }),
    content: JSON.stringify(endpoint),
  };
}

/** Follows from what the endpoint is; its line counts only where nothing else tells it apart. A UUID of version 8. */
function endpointId({ repositoryId, branch }: EndpointScan, endpoint: FoundEndpoint): string {
  const { methods, path, file, handler, line } = endpoint;
  const place = handler === '' && path === '' ? line : 0;
  const identity = JSON.stringify([repositoryId, branch, methods, path, file, handler, place]);
  const hash = createHash('sha256').update(identity).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
