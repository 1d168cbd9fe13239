import type { AuditedOutside } from '../../../api/contract/organizations/audit-log.ts';
import { lookUp } from '../../audit/subjects.ts';
import { addRecords, newRecord, setSubjects, withEach } from '../../audit/trail.ts';
import type { ScimCaller } from '../../scim/scim-tokens.ts';
import type { ServiceCore } from '../../service-core.ts';

/** A change that an identity provider asks for. */
interface ScimChange {
  readonly operation: AuditedOutside;
  readonly kind: 'member' | 'team';
  /** Absent of what is to be made. */
  readonly id?: string;
}

/** Makes a change, which the audit log has with the provider's token as who made it. */
export async function recorded<T extends { readonly id: string } | undefined>(
  core: ServiceCore,
  { organizationId, tokenName }: ScimCaller,
  { operation, kind, id }: ScimChange,
  change: (core: ServiceCore) => Promise<T>,
): Promise<T> {
  const named = await subjectOf(core, organizationId, kind, id);
  const record = newRecord({
    organizationId,
    operation,
    actor: { kind: 'identityProvider', ...(tokenName === undefined ? {} : { name: tokenName }) },
    subjects: named,
  });
  const db = withEach(core.db, (transaction) => addRecords(core, transaction, [record]));
  const changed = await change({ ...core, db });
  if (changed && named.length === 0)
    await setSubjects(core.db, record, await subjectOf(core, organizationId, kind, changed.id));
  return changed;
}

async function subjectOf(
  { db }: ServiceCore,
  organizationId: string,
  kind: ScimChange['kind'],
  id: string | undefined,
) {
  if (id === undefined) return [];
  const found = await lookUp(db, { id: 'scim' }, [{ kind, id }]);
  return found.flatMap(({ organizationId: owner, ...subject }) =>
    owner === organizationId ? [subject] : [],
  );
}
