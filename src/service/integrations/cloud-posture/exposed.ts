import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { Core } from '../../core/context.ts';
import { impossible } from '../../core/errors.ts';
import type { Queries } from '../../store/dialect.ts';
import type { Schema } from '../../store/schema.ts';
import { integrationOf } from './connected.ts';

/** What the provider of an organization reports as exposed, as of when it was read last. */
export interface ExposedRepositories {
  readonly asOf: string;
  /** Of a query, whether a repository is exposed. */
  readonly has: (repository: Expression<string>) => Expression<SqlBool>;
}

/** Nothing where no provider is connected, or it was never read. */
export async function exposedRepositories(
  { db }: Pick<Core, 'db'>,
  organizationId: string,
): Promise<ExposedRepositories | undefined> {
  const row = await integrationOf(db, organizationId);
  if (!row || row.synced_at === null) return undefined;
  const { id, synced_at: asOf } = row;
  return {
    asOf,
    has: (repository) => {
      const eb = expressionBuilder<Schema, never>();
      return eb(
        repository,
        'in',
        eb
          .selectFrom('posture_matches')
          .select('posture_matches.repository_id')
          .where('posture_matches.integration_id', '=', id)
          .where('posture_matches.is_exposed', '=', 1),
      );
    },
  };
}

/** @throws Refusal 422 where nobody says what is exposed: an empty list would read as if nothing was */
export async function exposedOrRefused(
  core: Pick<Core, 'db'>,
  organizationId: string,
): Promise<ExposedRepositories> {
  const exposed = await exposedRepositories(core, organizationId);
  if (exposed) return exposed;
  throw impossible(
    'exposedOnly',
    (await integrationOf(core.db, organizationId))
      ? 'The cloud posture integration has not been read yet. Try again once its first synchronization has succeeded.'
      : 'No cloud posture integration is connected. An ADMIN connects one in the dashboard, under Integrations.',
  );
}

/** Of the repositories named, those that are exposed; nothing where nobody says so. */
export async function exposureOf(
  core: Pick<Core, 'db'>,
  organizationId: string,
  repositoryIds: readonly string[],
): Promise<{ exposure?: { asOf: string; repositoryIds: string[] } }> {
  const exposed = await exposedRepositories(core, organizationId);
  if (!exposed) return {};
  return { exposure: { asOf: exposed.asOf, repositoryIds: await among(core.db, exposed, repositoryIds) } };
}

async function among(
  db: Queries,
  exposed: ExposedRepositories,
  repositoryIds: readonly string[],
): Promise<string[]> {
  if (repositoryIds.length === 0) return [];
  const rows = await db
    .selectFrom('repositories')
    .select('id')
    .where('id', 'in', [...new Set(repositoryIds)])
    .where(({ ref }) => exposed.has(ref('repositories.id')))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
