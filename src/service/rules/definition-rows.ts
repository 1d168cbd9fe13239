import { type Expression, expressionBuilder, type Selectable, type SqlBool } from 'kysely';
import { inBatches } from '../core/batches.ts';
import { inReach, isOneOf, type Reach } from '../core/reach.ts';
import type { Queries } from '../store/dialect.ts';
import type { Schema } from '../store/schema.ts';
import type { CustomDefinitionTable, DefinitionKind } from '../store/tables/rule-tables.ts';

export type DefinitionRow = Selectable<CustomDefinitionTable>;

/** Custom rules, sources or sinks, with who made them. */
export function definitionRows(db: Queries, kind: DefinitionKind) {
  return db
    .selectFrom('custom_definitions')
    .leftJoin('users', 'users.id', 'custom_definitions.created_by')
    .selectAll('custom_definitions')
    .select(['users.email as maker_email', 'users.name as maker_name'])
    .where('custom_definitions.kind', '=', kind);
}

export type NamedDefinitionRow = Awaited<ReturnType<ReturnType<typeof definitionRows>['execute']>>[number];

/** Of a query over definitions: those for all repositories, and those for one that the person sees. */
export function seenDefinitions(reach: Reach): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, 'custom_definitions'>();
  const organization = eb.ref('custom_definitions.organization_id');
  return eb.or([
    isOneOf(organization, reach.wholeOrganizationIds),
    eb.and([
      isOneOf(organization, reach.organizationIds),
      eb.or([
        eb('custom_definitions.all_repositories', '=', 1),
        eb.exists(
          eb
            .selectFrom('custom_definition_repositories')
            .innerJoin('repositories', 'repositories.id', 'custom_definition_repositories.repository_id')
            .select('repositories.id')
            .whereRef('custom_definition_repositories.definition_id', '=', 'custom_definitions.id')
            .where(({ ref }) => inReach(reach, ref('repositories.organization_id'), ref('repositories.id'))),
        ),
      ]),
    ]),
  ]);
}

/** Of each definition, the repositories that the person sees, by its id. */
export async function repositoriesOf(
  db: Queries,
  reach: Reach,
  definitions: readonly DefinitionRow[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  for (const some of inBatches(definitions.map(({ id }) => id))) {
    const rows = await db
      .selectFrom('custom_definition_repositories')
      .innerJoin('repositories', 'repositories.id', 'custom_definition_repositories.repository_id')
      .select(['definition_id', 'repositories.id as repository_id'])
      .where('definition_id', 'in', some)
      .where(({ ref }) => inReach(reach, ref('repositories.organization_id'), ref('repositories.id')))
      .orderBy('repositories.name')
      .orderBy('repositories.id')
      .execute();
    for (const row of rows) {
      const ids = found.get(row.definition_id) ?? [];
      found.set(row.definition_id, [...ids, row.repository_id]);
    }
  }
  return found;
}

/** Who made a definition, as answers have it. */
export const makerOf = ({ maker_email: email, maker_name: name }: NamedDefinitionRow) =>
  email === null ? {} : { createdBy: { email, ...(name === null ? {} : { name }) } };
