import type { Kysely, Migration } from 'kysely';
import { countingKey } from '../dialect.ts';

/** Chat channels, what happened that they are to be told, and the messages. */
export const chatChannel: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('chat_channels')
      .addColumn('organization_id', 'text', (c) =>
        c.primaryKey().references('organizations.id').onDelete('cascade'),
      )
      .addColumn('tool', 'text', (c) => c.notNull())
      .addColumn('webhook', 'text', (c) => c.notNull())
      .addColumn('webhook_host', 'text', (c) => c.notNull())
      .addColumn('webhook_end', 'text', (c) => c.notNull())
      .addColumn('events', 'text', (c) => c.notNull())
      .addColumn('repository_ids', 'text', (c) => c.notNull())
      .addColumn('enabled', 'integer', (c) => c.notNull())
      .addColumn('version', 'text', (c) => c.notNull())
      .addColumn('error_message', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('chat_events')
      .addColumn('seq', 'integer', countingKey)
      .addColumn('organization_id', 'text', (c) =>
        c.notNull().references('chat_channels.organization_id').onDelete('cascade'),
      )
      .addColumn('repository_id', 'text', (c) => c.references('repositories.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('occurrence', 'text', (c) => c.notNull())
      .addColumn('at', 'text', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('chat_events_in_order')
      .on('chat_events')
      .columns(['organization_id', 'seq'])
      .execute();
    await db.schema
      .createIndex('chat_events_by_repository')
      .on('chat_events')
      .column('repository_id')
      .execute();
    await db.schema
      .createTable('chat_messages')
      .addColumn('id', 'text', (c) => c.notNull().unique())
      .addColumn('seq', 'integer', countingKey)
      .addColumn('organization_id', 'text', (c) =>
        c.notNull().references('chat_channels.organization_id').onDelete('cascade'),
      )
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('is_test', 'integer', (c) => c.notNull())
      .addColumn('counts', 'text', (c) => c.notNull())
      .addColumn('body', 'text')
      .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('next_attempt_at', 'text')
      .addColumn('error_message', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('finished_at', 'text')
      .execute();
    await db.schema
      .createIndex('chat_messages_in_order')
      .on('chat_messages')
      .columns(['organization_id', 'seq'])
      .execute();
    await db.schema.createIndex('chat_messages_by_state').on('chat_messages').column('state').execute();
  },
};
