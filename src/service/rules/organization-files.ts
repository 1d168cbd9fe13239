import { createHash } from 'node:crypto';
import type { TeamFile } from '../analysis/files/team-files.ts';
import type { OrganizationFiles } from '../analysis/scan-choices.ts';
import type { Queries } from '../store/dialect.ts';
import type { DefinitionKind } from '../store/tables/rule-tables.ts';
import { addedSinks, switchedTemplates } from './switched-templates.ts';

export interface ScannedRepository {
  /** Null for submitted code of no repository. */
  readonly id: string | null;
  readonly organizationId: string;
}

/** What an organization switched on for a repository; undefined where that is nothing. */
export async function organizationFiles(
  db: Queries,
  repository: ScannedRepository,
): Promise<OrganizationFiles | undefined> {
  const rules = await enabledFiles(db, repository, ['rule']);
  const models = await enabledFiles(db, repository, ['source', 'sink']);
  const { switchedOn, switchedOff } = await switchedTemplates(db, repository.organizationId);
  if (rules.length + models.length + switchedOn.length + switchedOff.length === 0) return undefined;
  const added = addedSinks(switchedOn);
  const hash = createHash('sha256');
  for (const { file, text } of [...rules, { file: '', text: '' }, ...models])
    hash.update(`${file}\0${text}\0`);
  hash.update(JSON.stringify([switchedOn, switchedOff, added]));
  return { digest: hash.digest('hex').slice(0, 32), rules, models, added, switchedOn, switchedOff };
}

/** The oldest first: of two that contradict each other it holds. */
async function enabledFiles(
  db: Queries,
  { id, organizationId }: ScannedRepository,
  kinds: readonly DefinitionKind[],
): Promise<TeamFile[]> {
  const rows = await db
    .selectFrom('custom_definitions')
    .select(['kind', 'name', 'content'])
    .where('organization_id', '=', organizationId)
    .where('kind', 'in', kinds)
    .where('enabled', '=', 1)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('all_repositories', '=', 1),
        exists(
          selectFrom('custom_definition_repositories')
            .select('repository_id')
            .whereRef('definition_id', '=', 'custom_definitions.id')
            .where('repository_id', '=', id ?? ''),
        ),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ kind, name, content }) => ({ file: `${kind} “${name}”`, text: content }));
}
