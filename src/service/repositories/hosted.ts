import type { RepositoryType } from '../../api/contract/vocabulary.ts';
import { membershipOf } from '../core/access.ts';
import type { Caller, Core } from '../core/context.ts';
import { impossible } from '../core/errors.ts';
import { type ConnectedProviders, pathBelow } from '../providers/connected.ts';
import { ProviderFailure } from '../providers/failure.ts';

/** How a repository is reached that an installation serves. */
export interface Hosted {
  readonly installation_id: string;
  readonly default_branch: string | null;
}

/**
 * The installation whose credentials reach a repository. Undefined where none is connected at its host, and for whoever is
 * no ADMIN: the credentials may reach more than that person does at the host.
 * @throws Refusal 422 where there are some, and none reaches it
 */
export async function hostedBy(
  core: Core & { readonly providers: ConnectedProviders },
  caller: Caller,
  organizationId: string,
  { type, url }: { readonly type: RepositoryType; readonly url: string },
): Promise<Hosted | undefined> {
  if (type === 'local' || type === 'git') return undefined;
  const { role } = await membershipOf(core, caller, organizationId);
  if (role !== 'ADMIN') return undefined;
  const rows = await core.db
    .selectFrom('installations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('type', '=', type)
    .orderBy('seq')
    .execute();
  const serving = rows.filter(({ base_url }) => pathBelow(base_url, url) !== undefined);
  let failure: Error | undefined;
  // The most specific address first; of equals, the one connected first.
  for (const row of serving.toSorted((a, b) => b.base_url.length - a.base_url.length)) {
    try {
      const provider = await core.providers.open(row);
      const { defaultBranch } = await provider.repository(pathBelow(row.base_url, url) ?? '');
      return { installation_id: row.id, default_branch: defaultBranch };
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      failure ??= error;
    }
  }
  if (failure) throw impossible('repository_url', failure.message);
  return undefined;
}
