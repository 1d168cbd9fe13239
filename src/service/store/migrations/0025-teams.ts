import { randomUUID } from 'node:crypto';
import { type CreateTableBuilder, type Kysely, type Migration, sql } from 'kysely';

/** Teams. Every organization gets a default team of all its members, who may do what members could so far. */
export const teams: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await teamTables(db);
    await people(db);
    await grants(db);
    await everyone(db);
  },
};

/** What teams and permission templates have in common. */
function granting(db: Kysely<unknown>, name: string): CreateTableBuilder<string, string> {
  return db.schema
    .createTable(name)
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('organization_id', 'text', (c) =>
      c.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('agent_access', 'text', (c) => c.notNull())
    .addColumn('manages_teams', 'integer', (c) => c.notNull())
    .addColumn('access_mode', 'text', (c) => c.notNull())
    .addColumn('can_view', 'integer', (c) => c.notNull())
    .addColumn('can_scan', 'integer', (c) => c.notNull())
    .addColumn('can_triage', 'integer', (c) => c.notNull())
    .addColumn('can_manage', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addUniqueConstraint(`${name}_by_name`, ['organization_id', 'name_key']);
}

async function teamTables(db: Kysely<unknown>): Promise<void> {
  await granting(db, 'teams')
    .addColumn('is_default', 'integer', (c) => c.notNull())
    .execute();
  await sql`create unique index teams_one_default on teams (organization_id) where is_default = 1`.execute(
    db,
  );
  await granting(db, 'permission_templates').execute();
}

/** A table of what belongs to a team and to something else, and goes with either. */
async function pairs(db: Kysely<unknown>, name: string, column: string, other: string): Promise<void> {
  const table = db.schema
    .createTable(name)
    .addColumn('team_id', 'text', (c) => c.notNull().references('teams.id').onDelete('cascade'))
    .addColumn(column, 'text', (c) => c.notNull().references(`${other}.id`).onDelete('cascade'))
    .addPrimaryKeyConstraint(`${name}_key`, ['team_id', column]);
  await (name === 'team_members'
    ? table.addColumn('created_at', 'text', (c) => c.notNull())
    : table
  ).execute();
  await db.schema.createIndex(`${name}_by_${other}`).on(name).column(column).execute();
}

async function people(db: Kysely<unknown>): Promise<void> {
  await pairs(db, 'team_members', 'member_id', 'members');
  await db.schema.createIndex('members_by_user').on('members').column('user_id').execute();
  await db.schema
    .createTable('team_contributors')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('team_id', 'text', (c) => c.notNull().references('teams.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text')
    .addColumn('identity', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addUniqueConstraint('team_contributors_once', ['team_id', 'identity'])
    .execute();
}

async function grants(db: Kysely<unknown>): Promise<void> {
  await pairs(db, 'team_repositories', 'repository_id', 'repositories');
  await pairs(db, 'team_tags', 'tag_id', 'tags');
}

async function everyone(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from organizations`.execute(db);
  const at = new Date().toISOString();
  for (const organization of rows) {
    const id = randomUUID();
    await sql`insert into teams (id, organization_id, name, name_key, description, agent_access, manages_teams,
      access_mode, can_view, can_scan, can_triage, can_manage, is_default, created_at, updated_at)
      values (${id}, ${organization.id}, 'Everyone', 'everyone', '', 'none', 0,
      'universal', 1, 1, 1, 0, 1, ${at}, ${at})`.execute(db);
    await sql`insert into team_members (team_id, member_id, created_at)
      select ${id}, id, ${at} from members where organization_id = ${organization.id}`.execute(db);
  }
}
