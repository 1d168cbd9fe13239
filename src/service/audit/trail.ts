import type { TransactionBuilder } from 'kysely';
import type { AuditActor, AuditSubject } from '../../api/contract/organizations/audit-log.ts';
import { type Caller, type Core, instant, newId } from '../core/context.ts';
import type { Database, Queries } from '../store/dialect.ts';
import type { Schema } from '../store/schema.ts';

/** The audit log, as it is written: in the transaction of the change, so that it has the change if and only if it was made. */
export interface AuditRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly operation: string;
  readonly actor: AuditActor;
  readonly subjects: readonly AuditSubject[];
  readonly choices: Readonly<Record<string, string>>;
}

/** Of a bulk operation. */
const subjectsKept = 20;

export const newRecord = (record: Omit<AuditRecord, 'id' | 'choices'>): AuditRecord => ({
  id: newId(),
  choices: {},
  ...record,
});

/** Writes records down; one that is there already stays as it is. */
export async function addRecords(
  core: Pick<Core, 'now'>,
  db: Queries,
  records: readonly AuditRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const at = instant(core);
  await db
    .insertInto('audit_entries')
    .values(
      records.map(({ id, organizationId, operation, actor, subjects, choices }) => ({
        id,
        organization_id: organizationId,
        at,
        operation,
        actor_kind: actor.kind,
        actor_email: actor.email ?? null,
        actor_name: actor.name ?? null,
        actor_key: `${actor.email ?? ''} ${actor.name ?? ''}`.toLowerCase(),
        ...subjectColumns(subjects),
        choices: JSON.stringify(choices),
      })),
    )
    .onConflict((on) => on.column('id').doNothing())
    .execute();
}

/** Says what a record that is there is about, where only the answer names it. */
export async function setSubjects(
  db: Queries,
  record: AuditRecord,
  subjects: readonly AuditSubject[],
): Promise<void> {
  await db.updateTable('audit_entries').set(subjectColumns(subjects)).where('id', '=', record.id).execute();
}

const subjectColumns = (subjects: readonly AuditSubject[]) => ({
  subjects: JSON.stringify(subjects.slice(0, subjectsKept)),
  subject_count: subjects.length,
});

/** A database each of whose transactions also does what is said here, last, before it is committed. */
export function withEach(db: Database, last: (transaction: Queries) => Promise<void>): Database {
  return replacing(db, 'transaction', () => () => ending(db.transaction(), last));
}

function ending(
  builder: TransactionBuilder<Schema>,
  last: (transaction: Queries) => Promise<void>,
): TransactionBuilder<Schema> {
  const execute: TransactionBuilder<Schema>['execute'] = (work) =>
    builder.execute(async (transaction) => {
      const done = await work(transaction);
      await last(transaction);
      return done;
    });
  return replacing(builder, 'execute', () => execute);
}

/** The same object but for one property. Kysely's classes have private fields, so all else is called on the object itself. */
function replacing<T extends object>(object: T, property: keyof T, value: () => unknown): T {
  return new Proxy(object, {
    get: (target, asked) => {
      if (asked === property) return value();
      const there: unknown = Reflect.get(target, asked, target);
      return typeof there === 'function' ? there.bind(target) : there;
    },
  });
}

/** Who a caller is, as the log has it. */
export async function actorOf(db: Queries, { userId, credential }: Caller): Promise<AuditActor> {
  return { kind: credential.kind, ...(await personOf(db, userId)) };
}

/** What the log says of a person. */
export async function personOf(db: Queries, userId: string): Promise<Omit<AuditActor, 'kind'>> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'name'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) return {};
  return { email: user.email, ...(user.name === null ? {} : { name: user.name }) };
}
