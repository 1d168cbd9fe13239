import { type Kysely, type Migration, sql } from 'kysely';

/** Issues are listed by score, class and place, whatever order a scan found them in. */
export const issueOrder: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.dropIndex('issues_by_score').execute();
    await db.schema.dropIndex('issues_of_repository').execute();
    await sql`create index issues_by_score on issues
      (organization_id, score desc, vuln_class, file, start_line)`.execute(db);
    await sql`create index issues_of_repository on issues
      (repository_id, score desc, vuln_class, file, start_line)`.execute(db);
  },
};
