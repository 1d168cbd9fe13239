import type { AuditActor, AuditedOutside, AuditSubject } from '../../api/contract/organizations/audit-log.ts';
import type { Core } from '../core/context.ts';
import type { Queries } from '../store/dialect.ts';
import { addRecords, newRecord, personOf } from './trail.ts';

/** What the audit log has beside the operations of the contract; written where it happens, in its transaction. */
interface Outside {
  readonly operation: AuditedOutside;
  readonly actor: AuditActor;
  readonly subjects: readonly AuditSubject[];
}

/** Who a session or a link is of, and the one organization that it opens; null for all of the person's. */
interface Opening {
  readonly userId: string;
  readonly organizationId: string | null;
}

/** That something was done in one organization. */
export function recordOutside(
  core: Pick<Core, 'now'>,
  db: Queries,
  organizationId: string,
  what: Outside,
): Promise<void> {
  return addRecords(core, db, [newRecord({ organizationId, ...what })]);
}

/** That a person signed in, in each organization that the session opens. */
export async function recordSignIn(core: Pick<Core, 'now'>, db: Queries, session: Opening): Promise<void> {
  const actor: AuditActor = { kind: 'session', ...(await personOf(db, session.userId)) };
  await recordIn(core, db, session, { operation: 'signIn', actor, subjects: [] });
}

/** That whoever runs the service made a link that signs a person in. */
export async function recordOperatorLink(core: Pick<Core, 'now'>, db: Queries, link: Opening): Promise<void> {
  const { email } = await personOf(db, link.userId);
  await recordIn(core, db, link, {
    operation: 'operator.createSignInLink',
    actor: { kind: 'operator' },
    subjects: [{ kind: 'member', ...(email === undefined ? {} : { name: email }) }],
  });
}

async function recordIn(
  core: Pick<Core, 'now'>,
  db: Queries,
  { userId, organizationId }: Opening,
  what: Outside,
): Promise<void> {
  const memberships = db
    .selectFrom('members')
    .select('organization_id')
    .where('user_id', '=', userId)
    .where('status', '=', 'active');
  const opened =
    organizationId === null ? memberships : memberships.where('organization_id', '=', organizationId);
  const rows = await opened.execute();
  await addRecords(
    core,
    db,
    rows.map((row) => newRecord({ organizationId: row.organization_id, ...what })),
  );
}
