import * as z from 'zod';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import { type AuditEntry, type AuditSubject, auditDays } from '../../api/contract/organizations/audit-log.ts';
import { organizationOf, requireAdmin } from '../core/access.ts';
import { type Caller, type Core, stored } from '../core/context.ts';
import { containsLower } from '../core/like.ts';
import { type Paged, takePage } from '../core/paging.ts';
import type { AuditEntryTable } from '../store/tables/audit-tables.ts';

type Operations = typeof contract.auditLog;

const dayMs = 86_400_000;

/** The audit log of an organization, for its administrators. @throws Refusal 403, 404 */
export async function readAuditLog(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['readAuditLog']>,
): Promise<ResponseOf<Operations['readAuditLog']>> {
  const { searchQuery, operations, cursor, limit } = request;
  const organizationId = await organizationOf(core, caller, request.organizationId);
  await requireAdmin(core, caller, organizationId, 'read the audit log');
  const scope = { operation: 'organizations.auditLog', filters: { organizationId, searchQuery, operations } };
  let query = core.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('seq', 'desc')
    .limit(limit + 1);
  if (searchQuery !== undefined && searchQuery !== '')
    query = query.where((eb) => containsLower(eb.ref('actor_key'), searchQuery));
  if (operations)
    query = query.where(({ eb, or }) =>
      or([
        eb('operation', 'in', operations),
        ...operations.map((area) => eb('operation', 'like', `${area}.%`)),
      ]),
    );
  if (cursor !== undefined) {
    const [seq] = core.cursors.read(scope, cursor, z.tuple([z.int()]));
    query = query.where('seq', '<', seq);
  }
  const { items, end } = takePage(core, scope, limit, await query.execute(), (row) => [row.seq]);
  return { entries: items.map(toEntry), ...end };
}

/** Forgets what is older than it is kept. */
export async function forgetOldRecords(core: Pick<Core, 'db' | 'now'>): Promise<void> {
  const before = new Date(core.now().getTime() - auditDays * dayMs).toISOString();
  await core.db.deleteFrom('audit_entries').where('at', '<', before).execute();
}

function toEntry(row: Omit<AuditEntryTable, 'seq'>): AuditEntry {
  return {
    id: row.id,
    at: row.at,
    operation: row.operation,
    actor: {
      kind: row.actor_kind,
      ...(row.actor_email === null ? {} : { email: row.actor_email }),
      ...(row.actor_name === null ? {} : { name: row.actor_name }),
    },
    subjects: stored<AuditSubject[]>(row.subjects),
    subjectCount: row.subject_count,
    choices: stored<Record<string, string>>(row.choices),
  };
}
