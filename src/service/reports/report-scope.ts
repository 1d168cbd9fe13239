import type { IssueFilters } from '../../api/contract/issues.ts';
import { inReach, type OrganizationReach } from '../core/reach.ts';
import type { Queries } from '../store/dialect.ts';

const lowerCase = (id: string): string => id.toLowerCase();

/** The repositories that filters can choose issues of, among those that a person sees. */
export async function repositoriesOf(
  db: Queries,
  reach: OrganizationReach,
  { repositoryIds, applicationIds, scanId }: IssueFilters,
): Promise<string[]> {
  let query = db
    .selectFrom('repositories')
    .select('repositories.id')
    .where(({ ref }) => inReach(reach, ref('repositories.organization_id'), ref('repositories.id')));
  if (repositoryIds) query = query.where('repositories.id', 'in', repositoryIds.map(lowerCase));
  if (applicationIds)
    query = query.where('repositories.id', 'in', (eb) =>
      eb
        .selectFrom('applications')
        .select('repository_id')
        .where('applications.id', 'in', applicationIds.map(lowerCase)),
    );
  if (scanId !== undefined)
    query = query.where('repositories.id', 'in', (eb) =>
      eb.selectFrom('scans').select('scans.repository_id').where('scans.id', '=', scanId),
    );
  return (await query.execute()).map(({ id }) => id);
}
