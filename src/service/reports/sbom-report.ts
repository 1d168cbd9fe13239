import { bomDocument } from '../../api/bom/bom-document.ts';
import type { BomComponent } from '../../api/bom/cyclonedx.ts';
import { bomPackages } from '../../api/bom/listed-packages.ts';
import type { AiComponent as FoundComponent } from '../../engine/ai-inventory/component.ts';
import { stored } from '../core/context.ts';
import { packagesWithin } from '../dependencies/packages.ts';
import { ReportFailure } from './report-files.ts';
import type { ReportWork, ReportWriter } from './report-writer.ts';

/** A bill of materials is one document, which is made in memory. */
const mostPackages = 50_000;

/** Packages and AI components of repositories, as their latest scans found them. @throws ReportFailure for too many */
export const writeSbom: ReportWriter = async (work, write) => {
  const { core, row, filters, repositories } = work;
  const packages = await packagesWithin(
    core.db,
    ({ ref }) => work.isWithin(ref('packages.organization_id'), ref('packages.repository_id')),
    filters.applicationIds?.map((id) => id.toLowerCase()),
    mostPackages + 1,
  );
  const components = filters.applicationIds ? [] : await componentsOf(work);
  if (packages.length + components.length > mostPackages)
    throw new ReportFailure(
      `There are more than ${mostPackages} packages. Choose fewer repositories with repositoryIds.`,
    );
  const [only, ...others] = repositories;
  const subject = {
    name: only && others.length === 0 ? only.name : await organizationName(work),
    toolVersion: core.version,
    at: core.now(),
  };
  // Of several repositories, a place begins with the name of its own.
  const within = others.length === 0 ? () => '' : (name: string) => `${name}/`;
  const listed = packages.map((one) => ({
    ...one,
    manifestPath: within(one.repositoryName) + (one.lockPath ?? one.manifestPath),
  }));
  const document = bomDocument(row.bom_format ?? 'cyclonedx-1.6', subject, {
    packages: bomPackages(listed),
    components: components.map(({ component, repositoryName }) => ({
      ...component,
      filePath: within(repositoryName) + component.filePath,
    })),
  });
  await write(`${JSON.stringify(document, undefined, 1)}\n`);
  return packages.length;
};

async function componentsOf({
  core,
  isWithin,
}: ReportWork): Promise<{ readonly component: BomComponent; readonly repositoryName: string }[]> {
  const rows = await core.db
    .selectFrom('ai_components')
    .innerJoin('ai_inventories', 'ai_inventories.seq', 'ai_components.inventory_seq')
    .innerJoin('repositories', 'repositories.id', 'ai_inventories.repository_id')
    .select(['ai_components.content', 'ai_inventories.application', 'repositories.name'])
    .where(({ ref }) => isWithin(ref('ai_inventories.organization_id'), ref('ai_inventories.repository_id')))
    .orderBy('repositories.name')
    .orderBy('ai_components.inventory_seq')
    .orderBy('ai_components.position')
    .limit(mostPackages + 1)
    .execute();
  return rows.map(({ content, application, name }) => ({
    component: { ...stored<FoundComponent>(content), monorepoName: application === '' ? null : application },
    repositoryName: name,
  }));
}

async function organizationName({ core, row }: ReportWork): Promise<string> {
  const { name } = await core.db
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', row.organization_id)
    .executeTakeFirstOrThrow();
  return name;
}
