import { sql } from 'kysely';
import { conflict } from '../core/errors.ts';
import { isPostgres, type Queries } from '../store/dialect.ts';

/**
 * Has changes of an organization's members follow each other, in a transaction: two administrators who demote each other
 * at once are judged one after the other. SQLite has one writer anyway; PostgreSQL locks the organization's row.
 */
export async function lockMembers(transaction: Queries, organizationId: string): Promise<void> {
  if (!isPostgres(transaction)) return;
  await sql`select id from organizations where id = ${organizationId} for update`.execute(transaction);
}

/** Whether an organization has an active ADMIN beside the member. */
export async function hasOtherAdmin(db: Queries, organizationId: string, memberId: string): Promise<boolean> {
  const other = await db
    .selectFrom('members')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'active')
    .where('id', '!=', memberId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** @throws Refusal 409 where the member is the last active ADMIN */
export async function keepOneAdmin(db: Queries, organizationId: string, memberId: string): Promise<void> {
  if (await hasOtherAdmin(db, organizationId, memberId)) return;
  throw conflict('This is the last ADMIN. Make another member ADMIN first.');
}
