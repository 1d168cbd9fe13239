import type { Kysely, Migration } from 'kysely';

/** An issue says what its code is for, where it is no part of the product. */
export const codeRoles: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('issues').addColumn('code_role', 'text').execute();
  },
};
