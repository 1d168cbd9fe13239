import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import { organizationOf, requireAdmin } from '../core/access.ts';
import { type Caller, type Core, instant } from '../core/context.ts';
import { impossible } from '../core/errors.ts';
import { type ConnectedProviders, pathBelow } from '../providers/connected.ts';
import { ProviderFailure } from '../providers/failure.ts';
import type { RepositoryTable } from '../store/tables/organization-tables.ts';
import { repositoryOf, toRepository } from './repositories.ts';

type Operation = typeof contract.installations.serveRepository;
type Serving = Core & { readonly providers: ConnectedProviders };

/**
 * Chooses the installation whose credentials fetch a repository, once they have been seen to reach it.
 * @throws Refusal 403 to whoever is no ADMIN; 422 where the installation does not reach it
 */
export async function serveRepository(
  core: Serving,
  caller: Caller,
  request: ParsedRequestOf<Operation>,
): Promise<ResponseOf<Operation>> {
  const organizationId = await organizationOf(core, caller, request.organizationId);
  await requireAdmin(core, caller, organizationId, 'manage connected code hosts');
  const { repositoryId, installationId } = request;
  const repository = await repositoryOf(core, caller, { organizationId, repositoryId });
  const served =
    installationId === null
      ? { installation_id: null }
      : await reachedBy(core, { organizationId, installationId }, repository);
  const row = await core.db
    .updateTable('repositories')
    .set({ ...served, updated_at: instant(core) })
    .where('id', '=', repository.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { repository: await toRepository(core.db, row) };
}

async function reachedBy(
  core: Serving,
  which: { readonly organizationId: string; readonly installationId: string },
  { url }: RepositoryTable,
): Promise<Pick<RepositoryTable, 'installation_id' | 'type'>> {
  const installation = await core.db
    .selectFrom('installations')
    .selectAll()
    .where('id', '=', which.installationId)
    .where('organization_id', '=', which.organizationId)
    .executeTakeFirst();
  if (!installation) throw impossible('installationId', 'There is no such installation.');
  const path = url === null ? undefined : pathBelow(installation.base_url, url);
  if (path === undefined)
    throw impossible('installationId', `The repository is not at ${installation.base_url}.`);
  try {
    await (await core.providers.open(installation)).repository(path);
  } catch (error) {
    if (error instanceof ProviderFailure) throw impossible('installationId', error.message);
    throw error;
  }
  return { installation_id: installation.id, type: installation.type };
}
