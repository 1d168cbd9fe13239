import { type Kysely, type Migration, sql } from 'kysely';

/** Issues are looked through as they are stored, those about packages are listed by themselves, and repositories deleted in slices. */
export const largeLists: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('repository_deletions')
      .addColumn('repository_id', 'text', (c) =>
        c.primaryKey().references('repositories.id').onDelete('cascade'),
      )
      .addColumn('requested_at', 'text', (c) => c.notNull())
      .execute();
    await sql`create index issues_of_organization_as_stored on issues (organization_id, seq)`.execute(db);
    await sql`create index issues_of_repository_as_stored on issues (repository_id, seq)`.execute(db);
    await sql`create index issues_about_packages on issues (
      organization_id, score desc,
      (case reachability when 'REACHED' then 0 when 'CALLED' then 1 when 'IMPORTED' then 2 when 'UNKNOWN' then 3 else 4 end),
      vuln_class, file, start_line
    ) where package_key is not null`.execute(db);
    await sql`create index issues_about_packages_as_stored on issues (organization_id, seq)
      where package_key is not null`.execute(db);
  },
};
