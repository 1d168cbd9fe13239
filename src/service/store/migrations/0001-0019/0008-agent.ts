import { type Kysely, type Migration, sql } from 'kysely';
import { countingKey } from '../../dialect.ts';
import { agentTexts, indexText } from '../../text-index.ts';

/** The agent: what it is told and says, its jobs with their events, and who may use it. */
export const agent: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('members')
      .addColumn('agent_access', 'text', (c) => c.notNull().defaultTo('run'))
      .execute();
    await db.schema
      .createTable('agent_config')
      .addColumn('organization_id', 'text', (c) =>
        c.primaryKey().references('organizations.id').onDelete('cascade'),
      )
      .addColumn('enabled', 'integer', (c) => c.notNull())
      .addColumn('chat_channel', 'text')
      .addColumn('max_concurrent_runs', 'integer', (c) => c.notNull())
      .addColumn('global_instructions', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .execute();
    await conversations(db);
    await jobs(db);
  },
};

async function conversations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('agent_conversations')
    .addColumn('seq', 'integer', countingKey)
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('organization_id', 'text', (c) =>
      c.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('repository_id', 'text', (c) => c.references('repositories.id').onDelete('cascade'))
    .addColumn('issue_id', 'text')
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('message_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('preview', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('archived_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await sql`create index agent_conversations_by_time on agent_conversations
    (organization_id, updated_at desc, seq desc)`.execute(db);
  await sql`create index agent_conversations_by_repository on agent_conversations (repository_id)`.execute(
    db,
  );
  await sql`create index agent_conversations_by_issue on agent_conversations (issue_id) where issue_id is not null`.execute(
    db,
  );
  await db.schema
    .createTable('agent_texts')
    .addColumn('seq', 'integer', countingKey)
    .addColumn('conversation_id', 'text', (c) =>
      c.notNull().references('agent_conversations.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('agent_texts_by_conversation')
    .on('agent_texts')
    .columns(['conversation_id', 'kind'])
    .execute();
  await indexText(db, agentTexts);
  await db.schema
    .createTable('agent_messages')
    .addColumn('seq', 'integer', countingKey)
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('conversation_id', 'text', (c) =>
      c.notNull().references('agent_conversations.id').onDelete('cascade'),
    )
    .addColumn('job_id', 'text')
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('parts', 'text', (c) => c.notNull())
    .addColumn('attachments', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('agent_messages_by_conversation')
    .on('agent_messages')
    .columns(['conversation_id', 'seq'])
    .execute();
  await db.schema.createIndex('agent_messages_by_job').on('agent_messages').columns(['job_id']).execute();
}

async function jobs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('agent_jobs')
    .addColumn('seq', 'integer', countingKey)
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('conversation_id', 'text', (c) =>
      c.notNull().references('agent_conversations.id').onDelete('cascade'),
    )
    .addColumn('organization_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('trigger', 'text', (c) => c.notNull())
    .addColumn('trigger_id', 'text')
    .addColumn('stage', 'text')
    .addColumn('error_message', 'text')
    .addColumn('trace', 'text', (c) => c.notNull())
    .addColumn('answer', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('started_at', 'text')
    .addColumn('finished_at', 'text')
    .execute();
  // That a conversation has one job at a time is the database's rule, so no race can break it.
  await sql`create unique index agent_jobs_one_active on agent_jobs (conversation_id)
    where status in ('PENDING', 'RUNNING')`.execute(db);
  await db.schema
    .createIndex('agent_jobs_by_organization')
    .on('agent_jobs')
    .columns(['organization_id', 'seq'])
    .execute();
  await db.schema
    .createIndex('agent_jobs_by_conversation')
    .on('agent_jobs')
    .columns(['conversation_id', 'seq'])
    .execute();
  await db.schema
    .createIndex('agent_jobs_by_status')
    .on('agent_jobs')
    .columns(['status', 'organization_id'])
    .execute();
  await db.schema.createIndex('agent_jobs_by_end').on('agent_jobs').columns(['finished_at']).execute();
  await db.schema
    .createTable('agent_events')
    .addColumn('id', 'integer', countingKey)
    .addColumn('job_id', 'text', (c) => c.notNull().references('agent_jobs.id').onDelete('cascade'))
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('agent_events_by_job').on('agent_events').columns(['job_id', 'id']).execute();
  await db.schema
    .createTable('agent_tool_calls')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('conversation_id', 'text', (c) =>
      c.notNull().references('agent_conversations.id').onDelete('cascade'),
    )
    .addColumn('job_id', 'text', (c) => c.notNull().references('agent_jobs.id').onDelete('cascade'))
    .addColumn('message_id', 'text', (c) => c.notNull())
    .addColumn('part', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('effect', 'text', (c) => c.notNull())
    .addColumn('input', 'text', (c) => c.notNull())
    .addColumn('call', 'text', (c) => c.notNull())
    .addColumn('answered_in', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('agent_tool_calls_by_conversation')
    .on('agent_tool_calls')
    .columns(['conversation_id'])
    .execute();
  await db.schema.createIndex('agent_tool_calls_by_job').on('agent_tool_calls').columns(['job_id']).execute();
}
