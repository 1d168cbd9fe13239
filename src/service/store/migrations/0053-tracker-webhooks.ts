import type { Kysely, Migration } from 'kysely';

/** Webhooks of issue trackers, and when each tracker was last asked. */
export const trackerWebhooks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const column of ['webhook_secret', 'last_delivery_at', 'checked_at'])
      await db.schema.alterTable('trackers').addColumn(column, 'text').execute();
    await db.schema
      .createTable('tracker_deliveries')
      .addColumn('tracker_id', 'text', (c) => c.notNull().references('trackers.id').onDelete('cascade'))
      .addColumn('digest', 'text', (c) => c.notNull())
      .addColumn('received_at', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('tracker_deliveries_once', ['tracker_id', 'digest'])
      .execute();
    await db.schema
      .createIndex('tracker_deliveries_by_time')
      .on('tracker_deliveries')
      .column('received_at')
      .execute();
  },
};
