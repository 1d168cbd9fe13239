import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { Package } from '../../api/contract/dependencies.ts';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import { openStatuses, type Severity } from '../../api/contract/vocabulary.ts';
import type { VulnerableDependency } from '../../api/contract/vulnerable-dependency.ts';
import { ecosystems } from '../../engine/dependencies/package.ts';
import { packageUrl } from '../../engine/dependencies/purl.ts';
import { type Caller, type Core, stored } from '../core/context.ts';
import { containsLower } from '../core/like.ts';
import { type Paged, takePage } from '../core/paging.ts';
import { inReach, reachIn } from '../core/reach.ts';
import { exposedOrRefused, exposureOf } from '../integrations/cloud-posture/exposed.ts';
import { packageKey } from '../issues/dependency-columns.ts';
import { applicationIdsIn } from '../repositories/applications.ts';
import { repositoryIdsIn } from '../repositories/repositories.ts';
import type { Queries } from '../store/dialect.ts';
import type { Schema } from '../store/schema.ts';
import type { PackageContent } from './package-record.ts';

type Operations = typeof contract.dependencies;
type SearchRequest = ParsedRequestOf<Operations['searchPackages']>;

const position = z.tuple([z.string(), z.int()]);

/** Packages of the organization's repositories, by name, each with its open vulnerabilities. */
export async function searchPackages(
  core: Core & Paged,
  caller: Caller,
  request: SearchRequest,
): Promise<ResponseOf<Operations['searchPackages']>> {
  const { cursor, limit, ...filters } = request;
  const reach = await reachIn(core, caller, request.organizationId);
  const { organizationId } = reach;
  const scope = { operation: 'dependencies.searchPackages', filters: { ...filters, organizationId } };
  const repositoryIds =
    filters.repositoryIds && (await repositoryIdsIn(core.db, caller, organizationId, filters.repositoryIds));
  let query = packageRows(core.db).where(({ ref }) =>
    inReach(reach, ref('packages.organization_id'), ref('packages.repository_id')),
  );
  if (repositoryIds) query = query.where('packages.repository_id', 'in', repositoryIds);
  const { applicationIds } = filters;
  if (applicationIds)
    query = query.where(
      ofApplications(await applicationIdsIn(core.db, caller, organizationId, applicationIds)),
    );
  const { ecosystems: wanted, name, version, scopes, direct, manifestPath, searchQuery } = filters;
  if (wanted) query = query.where('packages.ecosystem', 'in', wanted.flatMap(asNamed));
  if (name !== undefined) query = query.where('packages.name', '=', name);
  if (version !== undefined) query = query.where('packages.version', '=', version);
  if (scopes) query = query.where('packages.scope', 'in', scopes);
  if (direct !== undefined) query = query.where('packages.direct', '=', Number(direct));
  if (manifestPath !== undefined)
    query = query.where((eb) =>
      eb.or([eb('packages.manifest_path', '=', manifestPath), eb('packages.lock_path', '=', manifestPath)]),
    );
  const text = searchQuery?.trim() ?? '';
  if (text !== '') query = query.where((eb) => containsLower(eb.ref('packages.search_text'), text));
  if (filters.vulnerableOnly)
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('issues')
          .select('issues.seq')
          .whereRef('issues.repository_id', '=', 'packages.repository_id')
          .where('issues.package_key', '=', sql<string>`packages.ecosystem || ' ' || packages.name`)
          .where(sql<boolean>`issues.package_versions like '% ' || packages.version || ' %'`)
          .where('issues.hidden', '=', 0)
          .where('issues.scan_kind', '!=', 'PR')
          .where('issues.status', 'in', openStatuses),
      ),
    );
  if (filters.exposedOnly) {
    const exposed = await exposedOrRefused(core, organizationId);
    query = query.where(({ ref }) => exposed.has(ref('packages.repository_id')));
  }
  if (cursor !== undefined) {
    const [after, seq] = core.cursors.read(scope, cursor, position);
    query = query.where(sql<boolean>`(packages.name, packages.seq) > (${after}, ${seq})`);
  }
  const rows = await query
    .orderBy('packages.name')
    .orderBy('packages.seq')
    .limit(limit + 1)
    .execute();
  const { items, end } = takePage(core, scope, limit, rows, (row) => [row.name, row.seq]);
  const counts = await vulnerabilityCounts(core.db, items);
  const exposure = await exposureOf(
    core,
    organizationId,
    items.map((row) => row.repository_id),
  );
  return {
    packages: items.map((row) => toPackage(row, counts.get(countKey(row)) ?? {})),
    ...exposure,
    ...end,
  };
}

/**
 * Packages by repository and name, without the counts of their vulnerabilities, for a bill of materials.
 * @param isWithin of a row of `packages`, whether it is meant
 */
export async function packagesWithin(
  db: Queries,
  isWithin: (eb: ExpressionBuilder<Schema, 'packages'>) => Expression<SqlBool>,
  applicationIds: readonly string[] | undefined,
  limit: number,
): Promise<Package[]> {
  const rows = await packageRows(db)
    .where((eb) => isWithin(eb))
    .$if(applicationIds !== undefined, (query) => query.where(ofApplications(applicationIds ?? [])))
    .orderBy('repositories.name')
    .orderBy('packages.name')
    .orderBy('packages.seq')
    .limit(limit)
    .execute();
  return rows.map((row) => toPackage(row, {}));
}

/** Of a row of `packages`: whether a manifest in the folder of one of the applications asks for it. */
function ofApplications(ids: readonly string[]): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, 'packages'>();
  return eb.exists(
    eb
      .selectFrom('applications')
      .select('applications.id')
      .where('applications.id', 'in', [...ids])
      .whereRef('applications.repository_id', '=', 'packages.repository_id')
      .where(
        sql<SqlBool>`substr(packages.manifest_path, 1, length(applications.path) + 1) = applications.path || '/'`,
      ),
  );
}

/** The ecosystem as it is stored, for a name in any case; itself where there is none, which matches nothing. */
const asNamed = (name: string): string[] => {
  const known = ecosystems.filter((one) => one.toLowerCase() === name.toLowerCase());
  return known.length > 0 ? [...known] : [name];
};

function packageRows(db: Queries) {
  return db
    .selectFrom('packages')
    .innerJoin('repositories', 'repositories.id', 'packages.repository_id')
    .selectAll('packages')
    .select('repositories.name as repository_name');
}

type PackageRow = Awaited<ReturnType<ReturnType<typeof packageRows>['execute']>>[number];

function toPackage(row: PackageRow, vulnerabilities: Package['vulnerabilities']): Package {
  const content = stored<PackageContent>(row.content);
  const ecosystem = ecosystems.find((one) => one === row.ecosystem);
  return {
    repositoryId: row.repository_id,
    repositoryName: row.repository_name,
    scanId: row.scan_id,
    ecosystem: row.ecosystem,
    name: row.name,
    ...(row.version !== '' && { version: row.version }),
    ...(content.requirement !== undefined && { requirement: content.requirement }),
    ...(ecosystem && packageUrl(ecosystem, row.name, row.version === '' ? undefined : row.version)),
    scope: row.scope,
    ...(row.direct !== null && { direct: row.direct === 1 }),
    path: content.path.map((step) => ({ ...step })),
    manifestPath: row.manifest_path,
    line: content.line,
    ...(row.lock_path !== '' && { lockPath: row.lock_path }),
    ...(content.licenses && { licenses: [...content.licenses] }),
    vulnerabilities,
    scanFinishedAt: row.finished_at,
  };
}

type Counted = Pick<PackageRow, 'repository_id' | 'ecosystem' | 'name' | 'version'>;

const countKey = ({ repository_id, ecosystem, name, version }: Counted): string =>
  JSON.stringify([repository_id, ecosystem, name, version]);

/** Open vulnerabilities of packages by severity. An advisory that several branches or manifests show counts once. */
async function vulnerabilityCounts(
  db: Queries,
  packages: readonly Counted[],
): Promise<Map<string, Partial<Record<Severity, number>>>> {
  if (packages.length === 0) return new Map();
  const rows = await db
    .selectFrom('issues')
    .select(['repository_id', 'severity', 'dependency'])
    .where('repository_id', 'in', [...new Set(packages.map((one) => one.repository_id))])
    .where('package_key', 'in', [...new Set(packages.map((one) => packageKey(one.ecosystem, one.name)))])
    .where('hidden', '=', 0)
    .where('scan_kind', '!=', 'PR')
    .where('status', 'in', openStatuses)
    .execute();
  const seen = new Map<string, Map<string, Severity>>();
  for (const { repository_id, severity, dependency } of rows) {
    if (dependency === null) continue;
    const {
      ecosystem,
      name,
      version,
      otherVersions = [],
      advisory,
    } = stored<VulnerableDependency>(dependency);
    for (const affected of [version, ...otherVersions]) {
      const key = countKey({ repository_id, ecosystem, name, version: affected });
      const advisories = seen.get(key) ?? new Map<string, Severity>();
      advisories.set(advisory.id, severity);
      seen.set(key, advisories);
    }
  }
  const counts = new Map<string, Partial<Record<Severity, number>>>();
  for (const [key, advisories] of seen) {
    const bySeverity: Partial<Record<Severity, number>> = {};
    for (const severity of advisories.values()) bySeverity[severity] = (bySeverity[severity] ?? 0) + 1;
    counts.set(key, bySeverity);
  }
  return counts;
}
