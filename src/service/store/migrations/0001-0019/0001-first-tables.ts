import { type Kysely, type Migration, sql } from 'kysely';
import { countingKey } from '../../dialect.ts';

const runningStates = sql.raw(`('QUEUED', 'INDEXING', 'RUNNING')`);

/** Accounts, repositories, scans, issues and the queue. */
export const firstTables: Migration = {
  async up(db: Kysely<unknown>) {
    await accounts(db);
    await repositoriesAndScans(db);
    await issues(db);
    await queue(db);
  },
};

async function accounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('meta')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('organizations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('members')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('organization_id', 'text', (c) =>
      c.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addUniqueConstraint('members_once', ['organization_id', 'user_id'])
    .execute();
  await db.schema
    .createTable('invitations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('organization_id', 'text', (c) =>
      c.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('invited_by', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('revoked_at', 'text')
    .addColumn('accepted_at', 'text')
    .execute();
  await sql`create unique index invitations_one_open on invitations (organization_id, email)
    where revoked_at is null and accepted_at is null`.execute(db);
  await db.schema
    .createTable('tokens')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('organization_id', 'text', (c) =>
      c.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text')
    .addColumn('secret_hash', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('token_organizations')
    .addColumn('token_id', 'text', (c) => c.notNull().references('tokens.id').onDelete('cascade'))
    .addColumn('organization_id', 'text', (c) =>
      c.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('token_organizations_key', ['token_id', 'organization_id'])
    .execute();
  await db.schema
    .createTable('idempotency_keys')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('request_hash', 'text', (c) => c.notNull())
    .addColumn('status', 'integer')
    .addColumn('body', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_key', ['user_id', 'key'])
    .execute();
}

async function repositoriesAndScans(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('repositories')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('organization_id', 'text', (c) =>
      c.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('url', 'text')
    .addColumn('root', 'text')
    .addColumn('identity', 'text', (c) => c.notNull())
    .addColumn('default_branch', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addUniqueConstraint('repositories_identity', ['organization_id', 'identity'])
    .execute();
  await db.schema
    .createTable('schedules')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('organization_id', 'text', (c) =>
      c.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('repository_id', 'text', (c) => c.notNull().references('repositories.id').onDelete('cascade'))
    .addColumn('scan_branch', 'text')
    .addColumn('crontab', 'text', (c) => c.notNull())
    .addColumn('next_run_at', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await sql`create unique index schedules_one_a_branch on schedules (repository_id, coalesce(scan_branch, ''))`.execute(
    db,
  );
  await db.schema
    .createTable('scans')
    .addColumn('seq', 'integer', countingKey)
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('organization_id', 'text', (c) =>
      c.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('repository_id', 'text', (c) => c.notNull().references('repositories.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('branch', 'text', (c) => c.notNull())
    .addColumn('commit_sha', 'text')
    .addColumn('release_track', 'text', (c) => c.notNull())
    .addColumn('error_message', 'text')
    .addColumn('progress', 'text')
    .addColumn('coverage', 'text')
    .addColumn('critical', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('high', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('medium', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('low', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('info', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('new_issues', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('resolved_issues', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('started_at', 'text')
    .addColumn('finished_at', 'text')
    .execute();
  // The rule "one full scan at a time for a repository and branch" is the database's, so no race can break it.
  await sql`create unique index scans_one_running on scans (repository_id, branch)
    where kind = 'FULL' and status in ${runningStates}`.execute(db);
  await db.schema
    .createIndex('scans_by_organization')
    .on('scans')
    .columns(['organization_id', 'seq'])
    .execute();
  await db.schema.createIndex('scans_by_repository').on('scans').columns(['repository_id', 'seq']).execute();
  await db.schema
    .createTable('scan_skips')
    .addColumn('scan_id', 'text', (c) => c.notNull().references('scans.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('file', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('partial', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('scan_skips_key', ['scan_id', 'position'])
    .execute();
  await db.schema
    .createTable('scan_events')
    .addColumn('id', 'integer', countingKey)
    .addColumn('scan_id', 'text', (c) => c.notNull().references('scans.id').onDelete('cascade'))
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('scan_events_by_scan').on('scan_events').columns(['scan_id', 'id']).execute();
}

async function issues(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('issues')
    .addColumn('seq', 'integer', countingKey)
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('organization_id', 'text', (c) =>
      c.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('repository_id', 'text', (c) => c.notNull().references('repositories.id').onDelete('cascade'))
    .addColumn('branch', 'text', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('scan_id', 'text', (c) => c.notNull())
    .addColumn('scan_kind', 'text', (c) => c.notNull())
    .addColumn('commit_sha', 'text')
    .addColumn('first_scan_id', 'text', (c) => c.notNull())
    .addColumn('rule_id', 'text', (c) => c.notNull())
    .addColumn('vuln_class', 'text', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('cwes', 'text', (c) => c.notNull())
    .addColumn('severity', 'text', (c) => c.notNull())
    .addColumn('score', 'integer', (c) => c.notNull())
    .addColumn('confidence', 'integer', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('validation', 'text', (c) => c.notNull().defaultTo('NOT_RUN'))
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('file', 'text', (c) => c.notNull())
    .addColumn('start_line', 'integer', (c) => c.notNull())
    .addColumn('start_column', 'integer', (c) => c.notNull())
    .addColumn('end_line', 'integer', (c) => c.notNull())
    .addColumn('end_column', 'integer', (c) => c.notNull())
    .addColumn('snippet', 'text', (c) => c.notNull())
    .addColumn('flow', 'text')
    .addColumn('code_flows', 'text', (c) => c.notNull())
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('note', 'text')
    .addColumn('triage_disposition', 'text')
    .addColumn('triage_reason', 'text')
    .addColumn('triage_by', 'text')
    .addColumn('triage_at', 'text')
    .addColumn('triage_until', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addColumn('first_seen_at', 'text', (c) => c.notNull())
    .addColumn('last_seen_at', 'text', (c) => c.notNull())
    .addUniqueConstraint('issues_identity', ['repository_id', 'branch', 'fingerprint', 'file'])
    .execute();
  await sql`create index issues_by_score on issues (organization_id, score desc, seq)`.execute(db);
  await sql`create index issues_of_repository on issues (repository_id, score desc, seq)`.execute(db);
  // Counts by status and severity are read from this index alone.
  await sql`create index issues_to_count on issues
    (organization_id, repository_id, status, severity, validation)`.execute(db);
  await sql`create index issues_suppressed_until on issues (triage_until) where triage_until is not null`.execute(
    db,
  );
  await db.schema
    .createTable('scan_issues')
    .addColumn('scan_seq', 'integer', (c) => c.notNull().references('scans.seq').onDelete('cascade'))
    .addColumn('issue_seq', 'integer', (c) => c.notNull().references('issues.seq').onDelete('cascade'))
    .addPrimaryKeyConstraint('scan_issues_key', ['scan_seq', 'issue_seq'])
    .execute();
  await db.schema.createIndex('scan_issues_by_issue').on('scan_issues').columns(['issue_seq']).execute();
  await db.schema
    .createTable('triage_history')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('issue_id', 'text', (c) => c.notNull().references('issues.id').onDelete('cascade'))
    .addColumn('user_id', 'text')
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('from_status', 'text', (c) => c.notNull())
    .addColumn('to_status', 'text', (c) => c.notNull())
    .addColumn('disposition', 'text')
    .addColumn('reason', 'text')
    .execute();
  await db.schema
    .createIndex('triage_history_by_issue')
    .on('triage_history')
    .columns(['issue_id', 'at'])
    .execute();
}

async function queue(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('code_scans')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('organization_id', 'text', (c) =>
      c.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('repository_id', 'text', (c) => c.references('repositories.id').onDelete('set null'))
    .addColumn('name', 'text')
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('submission', 'text')
    .addColumn('progress', 'text')
    .addColumn('coverage', 'text')
    .addColumn('error_message', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('finished_at', 'text')
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('code_scan_issues')
    .addColumn('code_scan_id', 'text', (c) => c.notNull().references('code_scans.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('severity', 'text', (c) => c.notNull())
    .addColumn('issue', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('code_scan_issues_key', ['code_scan_id', 'position'])
    .execute();
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('jobs_in_order').on('jobs').columns(['kind', 'status', 'created_at']).execute();
}
