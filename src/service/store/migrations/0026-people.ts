import type { CreateTableBuilder, Kysely, Migration } from 'kysely';

/** Links, sessions, identities, mail, and what an identity provider says of members. */
export const people: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await signIn(db);
    await mails(db);
    await scim(db);
    await db.schema.alterTable('tokens').addColumn('last_used_on', 'text').execute();
    await db.schema.alterTable('tokens').addColumn('expiry_warned', 'integer').execute();
  },
};

const ofOrganization = <T extends string, C extends string>(table: CreateTableBuilder<T, C>) =>
  table.addColumn('organization_id', 'text', (c) =>
    c.notNull().references('organizations.id').onDelete('cascade'),
  );

async function signIn(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('links')
    .addColumn('secret_hash', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('invitation_id', 'text', (c) => c.references('invitations.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('organization_id', 'text', (c) => c.references('organizations.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('links_of_invitation').on('links').column('invitation_id').execute();
  await db.schema.createIndex('links_of_user').on('links').column('user_id').execute();
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('organization_id', 'text', (c) => c.references('organizations.id').onDelete('cascade'))
    .addColumn('secret_hash', 'text', (c) => c.notNull().unique())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('client', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('used_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('sessions_of_user').on('sessions').column('user_id').execute();
  await ofOrganization(
    db.schema
      .createTable('session_organizations')
      .addColumn('session_id', 'text', (c) => c.notNull().references('sessions.id').onDelete('cascade')),
  )
    .addPrimaryKeyConstraint('session_organizations_key', ['session_id', 'organization_id'])
    .execute();
  await db.schema
    .createTable('identities')
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('identities_key', ['issuer', 'subject'])
    // A person has one account at a provider: a second one with their address is not them.
    .addUniqueConstraint('identities_of_user', ['user_id', 'issuer'])
    .execute();
}

async function mails(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mails')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('organization_id', 'text', (c) => c.references('organizations.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('next_attempt_at', 'text', (c) => c.notNull())
    .addColumn('error', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('finished_at', 'text')
    .execute();
  await db.schema.createIndex('mails_due').on('mails').columns(['status', 'next_attempt_at']).execute();
  await db.schema.createIndex('mails_by_subject').on('mails').columns(['subject_id', 'created_at']).execute();
}

async function scim(db: Kysely<unknown>): Promise<void> {
  await ofOrganization(
    db.schema
      .createTable('scim_users')
      .addColumn('member_id', 'text', (c) => c.primaryKey().references('members.id').onDelete('cascade')),
  )
    .addColumn('user_name', 'text', (c) => c.notNull())
    .addColumn('external_id', 'text')
    .addColumn('given_name', 'text')
    .addColumn('family_name', 'text')
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addColumn('deleted_at', 'text')
    .addUniqueConstraint('scim_users_by_name', ['organization_id', 'user_name'])
    .execute();
  await db.schema
    .createIndex('scim_users_by_external_id')
    .on('scim_users')
    .columns(['organization_id', 'external_id'])
    .execute();
  await ofOrganization(db.schema.createTable('scim_tokens').addColumn('id', 'text', (c) => c.primaryKey()))
    .addColumn('name', 'text')
    .addColumn('secret_hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('last_used_on', 'text')
    .execute();
}
