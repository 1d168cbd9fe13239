import { type Migration, Migrator, sql } from 'kysely';
import type { Database } from './dialect.ts';
import { firstTables } from './migrations/0001-0019/0001-first-tables.ts';
import { exposure } from './migrations/0001-0019/0002-exposure.ts';
import { patches } from './migrations/0001-0019/0003-patches.ts';
import { investigations } from './migrations/0001-0019/0004-investigations.ts';
import { triage } from './migrations/0001-0019/0005-triage.ts';
import { contentNames } from './migrations/0001-0019/0006-content-names.ts';
import { aiInventory } from './migrations/0001-0019/0007-ai-inventory.ts';
import { agent } from './migrations/0001-0019/0008-agent.ts';
import { agentAutomation } from './migrations/0001-0019/0009-agent-automation.ts';
import { agentModels } from './migrations/0001-0019/0010-agent-models.ts';
import { modelTraces } from './migrations/0001-0019/0011-model-traces.ts';
import { aiFacetsOfTexts } from './migrations/0001-0019/0012-ai-facets-of-texts.ts';
import { scanDepth } from './migrations/0001-0019/0013-scan-depth.ts';
import { fixable } from './migrations/0001-0019/0014-fixable.ts';
import { threatModels } from './migrations/0001-0019/0015-threat-models.ts';
import { codeRoles } from './migrations/0001-0019/0016-code-roles.ts';
import { otherSinks } from './migrations/0001-0019/0017-other-sinks.ts';
import { hints } from './migrations/0001-0019/0018-hints.ts';
import { dependencies } from './migrations/0001-0019/0019-dependencies.ts';
import { onlineSources } from './migrations/0021-online-sources.ts';
import { upgrades } from './migrations/0023-upgrades.ts';
import { licensePolicy } from './migrations/0024-license-policy.ts';
import { teams } from './migrations/0025-teams.ts';
import { people } from './migrations/0026-people.ts';
import { providers } from './migrations/0027-providers.ts';
import { pullRequests } from './migrations/0028-pull-requests.ts';
import { scannerSettings } from './migrations/0029-scanner-settings.ts';
import { scimGroups } from './migrations/0040-scim-groups.ts';
import { replayAccess } from './migrations/0041-replay-access.ts';
import { auditLog } from './migrations/0042-audit-log.ts';
import { checkBypasses } from './migrations/0043-check-bypasses.ts';
import { issueOrder } from './migrations/0044-issue-order.ts';
import { customDefinitions } from './migrations/0045-custom-definitions.ts';
import { packs } from './migrations/0046-packs.ts';
import { searchByMeaning } from './migrations/0047-search-by-meaning.ts';
import { reports } from './migrations/0048-reports.ts';
import { cloudPosture } from './migrations/0049-cloud-posture.ts';
import { trackers } from './migrations/0050-trackers.ts';
import { chatChannel } from './migrations/0051-chat-channel.ts';
import { largeLists } from './migrations/0052-large-lists.ts';
import { trackerWebhooks } from './migrations/0053-tracker-webhooks.ts';

/** In order, forward only: a released migration is never changed, only followed by another. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-first-tables': firstTables,
  '0002-exposure': exposure,
  '0003-patches': patches,
  '0004-investigations': investigations,
  '0005-triage': triage,
  '0006-content-names': contentNames,
  '0007-ai-inventory': aiInventory,
  '0008-agent': agent,
  '0009-agent-automation': agentAutomation,
  '0010-agent-models': agentModels,
  '0011-model-traces': modelTraces,
  '0012-ai-facets-of-texts': aiFacetsOfTexts,
  '0013-scan-depth': scanDepth,
  '0014-fixable': fixable,
  '0015-threat-models': threatModels,
  '0016-code-roles': codeRoles,
  '0017-other-sinks': otherSinks,
  '0018-hints': hints,
  '0019-dependencies': dependencies,
  '0021-online-sources': onlineSources,
  '0023-upgrades': upgrades,
  '0024-license-policy': licensePolicy,
  '0025-teams': teams,
  '0026-people': people,
  '0027-providers': providers,
  '0028-pull-requests': pullRequests,
  '0029-scanner-settings': scannerSettings,
  '0040-scim-groups': scimGroups,
  '0041-replay-access': replayAccess,
  '0042-audit-log': auditLog,
  '0043-check-bypasses': checkBypasses,
  '0044-issue-order': issueOrder,
  '0045-custom-definitions': customDefinitions,
  '0046-packs': packs,
  '0047-search-by-meaning': searchByMeaning,
  '0048-reports': reports,
  '0049-cloud-posture': cloudPosture,
  '0050-trackers': trackers,
  '0051-chat-channel': chatChannel,
  '0052-large-lists': largeLists,
  '0053-tracker-webhooks': trackerWebhooks,
};

/**
 * Brings the schema to this version's, each migration in a transaction.
 * @throws the database's error, or one that says that a newer version made this database.
 */
export async function migrate(db: Database): Promise<void> {
  const unknown = (await appliedMigrations(db)).find((name) => !(name in migrations));
  if (unknown) {
    throw new Error(
      `The database was made by a newer version (it has the migration ${unknown}). Update Parapet, or choose another data folder.`,
    );
  }
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    // A build between two releases may have applied a later one before an earlier one was there.
    allowUnorderedMigrations: true,
  });
  const { error } = await migrator.migrateToLatest();
  if (error)
    throw error instanceof Error ? error : new Error('The database could not be migrated.', { cause: error });
}

/** Whether the schema is just this version's. */
export async function isMigrated(db: Database): Promise<boolean> {
  const applied = await appliedMigrations(db);
  return applied.length === Object.keys(migrations).length && applied.every((name) => name in migrations);
}

async function appliedMigrations(db: Database): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return [];
  const rows = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.rows.map((row) => row.name);
}
