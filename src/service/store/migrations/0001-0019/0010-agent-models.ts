import type { Kysely, Migration } from 'kysely';

/** Who agreed that code of a repository goes to which language model. */
export const agentModels: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('agent_model_agreements')
      .addColumn('organization_id', 'text', (c) =>
        c.notNull().references('organizations.id').onDelete('cascade'),
      )
      // Empty: of conversations about no single repository.
      .addColumn('repository_id', 'text', (c) => c.notNull())
      .addColumn('model', 'text', (c) => c.notNull())
      .addColumn('agreed_by', 'text', (c) => c.notNull())
      .addColumn('agreed_at', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('agent_model_agreements_key', ['organization_id', 'repository_id', 'model'])
      .execute();
  },
};
