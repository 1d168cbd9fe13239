import type { CreateTableBuilder, Kysely, Migration } from 'kysely';
import { countingKey } from '../../dialect.ts';

/** What has the agent work by itself (schedules, triggers, playbooks), what it remembers, and tags. */
export const agentAutomation: Migration = {
  async up(db: Kysely<unknown>) {
    await tags(db);
    await starters(db);
    await happenings(db);
    await knowledge(db);
  },
};

/** Identifier, organization and times: what nearly every table begins with. */
function table(db: Kysely<unknown>, name: string): CreateTableBuilder<string, string> {
  return db.schema
    .createTable(name)
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('organization_id', 'text', (c) =>
      c.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull());
}

async function tags(db: Kysely<unknown>): Promise<void> {
  await table(db, 'tags')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull())
    .addUniqueConstraint('tags_by_name', ['organization_id', 'name_key'])
    .execute();
  await db.schema
    .createTable('tag_repositories')
    .addColumn('tag_id', 'text', (c) => c.notNull().references('tags.id').onDelete('cascade'))
    .addColumn('repository_id', 'text', (c) => c.notNull().references('repositories.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('tag_repositories_key', ['tag_id', 'repository_id'])
    .execute();
  await db.schema
    .createIndex('tags_of_repository')
    .on('tag_repositories')
    .columns(['repository_id'])
    .execute();
}

async function starters(db: Kysely<unknown>): Promise<void> {
  const scoped = (name: string) =>
    table(db, name)
      .addColumn('repository_ids', 'text', (c) => c.notNull())
      .addColumn('tag_ids', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull());
  await scoped('agent_playbooks')
    .addColumn('template_id', 'text', (c) => c.notNull())
    .addColumn('parameters', 'text', (c) => c.notNull())
    .addColumn('active', 'integer', (c) => c.notNull())
    .addColumn('expression', 'text')
    .addColumn('time_zone', 'text', (c) => c.notNull())
    .execute();
  const started = (name: string) =>
    scoped(name)
      .addColumn('playbook_id', 'text', (c) => c.references('agent_playbooks.id').onDelete('cascade'))
      .addColumn('prompt', 'text', (c) => c.notNull())
      .addColumn('enabled', 'integer', (c) => c.notNull())
      .addColumn('next_run_at', 'text');
  await started('agent_schedules')
    .addColumn('expression', 'text', (c) => c.notNull())
    .addColumn('time_zone', 'text', (c) => c.notNull())
    .addColumn('last_run', 'text')
    .execute();
  await started('agent_triggers')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('condition', 'text', (c) => c.notNull())
    .addColumn('maximum_per_hour', 'integer', (c) => c.notNull())
    .addColumn('include_agent_events', 'integer', (c) => c.notNull())
    .addColumn('last_fired_at', 'text')
    .execute();
  for (const name of ['agent_schedules', 'agent_triggers']) {
    await db.schema.createIndex(`${name}_due`).on(name).columns(['next_run_at']).execute();
    await db.schema.createIndex(`${name}_by_name`).on(name).columns(['organization_id', 'name']).execute();
  }
  await db.schema
    .createIndex('agent_triggers_by_kind')
    .on('agent_triggers')
    .columns(['organization_id', 'kind'])
    .execute();
}

async function happenings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('agent_trigger_events')
    .addColumn('seq', 'integer', countingKey)
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('organization_id', 'text', (c) => c.notNull())
    .addColumn('trigger_id', 'text', (c) => c.notNull().references('agent_triggers.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('repository_id', 'text', (c) => c.references('repositories.id').onDelete('cascade'))
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('happening', 'text', (c) => c.notNull())
    .addColumn('event_count', 'integer', (c) => c.notNull())
    .addColumn('due_at', 'text')
    .addColumn('values', 'text')
    .addColumn('prompt', 'text')
    .addColumn('reason', 'text')
    .addColumn('conversation_id', 'text')
    .addColumn('job_id', 'text')
    .addColumn('started_at', 'text')
    .addColumn('occurred_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  for (const [name, columns] of [
    ['agent_trigger_events_of_trigger', ['trigger_id', 'seq']],
    ['agent_trigger_events_of_organization', ['organization_id', 'seq']],
    ['agent_trigger_events_started', ['trigger_id', 'started_at']],
    ['agent_trigger_events_due', ['status', 'due_at']],
  ] as const) {
    await db.schema
      .createIndex(name)
      .on('agent_trigger_events')
      .columns([...columns])
      .execute();
  }
  await db.schema
    .createTable('agent_outbox')
    .addColumn('seq', 'integer', countingKey)
    .addColumn('organization_id', 'text', (c) =>
      c.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('repository_id', 'text', (c) => c.references('repositories.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('occurrence', 'text', (c) => c.notNull())
    .addColumn('job_id', 'text')
    .addColumn('at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('agent_causes')
    .addColumn('subject_id', 'text', (c) => c.primaryKey())
    .addColumn('job_id', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .execute();
}

async function knowledge(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('agent_patches')
    .addColumn('issue_id', 'text', (c) => c.primaryKey().references('issues.id').onDelete('cascade'))
    .addColumn('organization_id', 'text', (c) => c.notNull())
    .addColumn('job_id', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('agent_patches_in_order')
    .on('agent_patches')
    .columns(['organization_id', 'at', 'issue_id'])
    .execute();
  await db.schema
    .createTable('agent_memories')
    .addColumn('seq', 'integer', countingKey)
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('organization_id', 'text', (c) =>
      c.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('repository_id', 'text', (c) => c.references('repositories.id').onDelete('cascade'))
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('job_id', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('agent_memories_in_order')
    .on('agent_memories')
    .columns(['organization_id', 'seq'])
    .execute();
}
