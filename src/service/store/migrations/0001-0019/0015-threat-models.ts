import { type Kysely, type Migration, sql } from 'kysely';

/** What the four origins of before are called as threat models, of which there are eight. */
const names = { remote: 'remote', library: 'library', stored: 'database', local: 'arguments' } as const;

/** The exposure of issues names the threat model of their source, and a scan those that are switched on. */
export const threatModels: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('scans').addColumn('threat_models', 'text').execute();
    for (const [origin, model] of Object.entries(names))
      await sql`update issues set exposure = replace(exposure, ${`"origin":"${origin}"`}, ${`"threatModel":"${model}"`}) where exposure is not null`.execute(
        db,
      );
  },
};
