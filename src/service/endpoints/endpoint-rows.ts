import type { HttpEndpoint } from '../../api/contract/endpoints.ts';
import type { FoundEndpoint } from '../../engine/endpoints/endpoint.ts';
import { stored } from '../core/context.ts';
import type { Queries } from '../store/dialect.ts';

/** Endpoints with the name of their repository. */
export const endpointRows = (db: Queries) =>
  db
    .selectFrom('endpoints')
    .innerJoin('repositories', 'repositories.id', 'endpoints.repository_id')
    .select([
      'endpoints.seq',
      'endpoints.id',
      'endpoints.organization_id',
      'endpoints.repository_id',
      'endpoints.branch',
      'endpoints.scan_id',
      'endpoints.finished_at',
      'endpoints.path',
      'endpoints.content',
      'repositories.name as repository_name',
    ]);

export type EndpointRow = Awaited<ReturnType<ReturnType<typeof endpointRows>['execute']>>[number];

/** An endpoint as the interface tells it. */
export function toEndpoint(row: EndpointRow): HttpEndpoint {
  const found = stored<FoundEndpoint>(row.content);
  const { handler, description, path, methods, authentication, guards, administrators, roles } = found;
  const call = `${methods.length === 0 ? 'ANY' : methods.join(', ')} ${path === '' ? '(path not constant)' : path}`;
  return {
    id: row.id,
    organizationId: row.organization_id,
    repositoryId: row.repository_id,
    repositoryName: row.repository_name,
    branch: row.branch,
    scanId: row.scan_id,
    name: handler === '' ? call : handler,
    description:
      description === '' ? `${call}${handler === '' ? '' : `, answered by ${handler}`}` : description,
    path,
    methods: [...methods],
    authentication,
    guards: [...guards],
    authorization: { ...(administrators !== undefined && { administrators }), roles: [...roles] },
    parameters: [...found.parameters],
    language: found.language,
    file: found.file,
    line: found.line,
    lastSeenAt: row.finished_at,
  };
}
