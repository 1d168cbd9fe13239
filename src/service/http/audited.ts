import * as z from 'zod';
import type { Endpoint } from '../../api/contract/endpoint.ts';
import { contract } from '../../api/contract/index.ts';
import type { AuditSubject } from '../../api/contract/organizations/audit-log.ts';
import { choicesIn, type KnownSubject, lookUp, namedIn } from '../audit/subjects.ts';
import { type AuditRecord, actorOf, addRecords, newRecord, setSubjects, withEach } from '../audit/trail.ts';
import { organizationIdsOf } from '../core/access.ts';
import type { Caller, Core } from '../core/context.ts';
import type { Binding } from './bind.ts';

/**
 * Whether an operation is in the audit log: all that change something, by what the contract says of them. Those that only
 * begin work (202) leave scans, patches and jobs that say themselves who asked for them. Of an organization that is deleted
 * nobody is left to read the log.
 */
export const isAudited = ({ id, effect, success }: Endpoint): boolean =>
  effect === 'changes' && success !== 202 && id !== contract.organizations.deleteOrganization.id;

/** Has an operation recorded in the audit log, over HTTP and within the service alike. A refused one leaves no record. */
export function audited(binding: Binding): Binding {
  const { endpoint } = binding;
  if (!isAudited(endpoint)) return binding;
  return {
    ...binding,
    answer: async (core, caller, request) => {
      const records = await recordsOf(core, caller, endpoint, asObject(request));
      let isWritten = false;
      const db = withEach(core.db, async (transaction) => {
        await addRecords(core, transaction, records);
        isWritten = true;
      });
      const answer = await binding.answer({ ...core, db }, caller, request);
      // What changes with a single statement has no transaction.
      if (!isWritten) await addRecords(core, core.db, records);
      if (endpoint.success === 201) await addMade(core, caller, endpoint, records, asObject(answer));
      return answer;
    },
  };
}

const isOrganization = ({ id }: Endpoint): boolean => id === contract.organizations.createOrganization.id;

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

async function recordsOf(
  core: Core,
  caller: Caller,
  endpoint: Endpoint,
  request: object,
): Promise<AuditRecord[]> {
  // What makes an organization is recorded there: the others do not learn of it.
  if (isOrganization(endpoint)) return [];
  const subjects = await lookUp(core.db, endpoint, namedIn(endpoint, request));
  const organizationIds = await organizationsOf(core, caller, request, subjects);
  const actor = await actorOf(core.db, caller);
  return organizationIds.map((organizationId) => ({
    ...newRecord({
      organizationId,
      operation: endpoint.id,
      actor,
      subjects: subjects.filter(isOf(organizationId)).map(({ organizationId: _, ...subject }) => subject),
    }),
    choices: choicesIn(endpoint, request),
  }));
}

const isOf =
  (organizationId: string) =>
  ({ organizationId: owner }: KnownSubject): boolean =>
    owner === undefined || owner === organizationId;

const NamedOrganization = z.object({
  organizationId: z.string().optional(),
  organization_id: z.string().optional(),
});

/** Of the organizations that the caller sees: the one that is named, those that have what is named, or all that a person is in. */
async function organizationsOf(
  core: Core,
  caller: Caller,
  request: object,
  subjects: readonly KnownSubject[],
): Promise<readonly string[]> {
  const seen = await organizationIdsOf(core, caller);
  const { organizationId, organization_id } = NamedOrganization.parse(request);
  const named = organizationId ?? organization_id;
  if (named !== undefined) return seen.filter((id) => id === named);
  const owners = new Set(subjects.map((subject) => subject.organizationId));
  const having = seen.filter((id) => owners.has(id));
  return having.length > 0 ? having : seen;
}

/** Adds what was made, which only the answer names. */
async function addMade(
  core: Core,
  caller: Caller,
  endpoint: Endpoint,
  records: readonly AuditRecord[],
  answer: object,
): Promise<void> {
  const made = madeIn(answer);
  const [first] = made;
  if (!first) return;
  const isMade = ({ kind, id, name }: AuditSubject): boolean =>
    id === undefined && made.some((each) => each.kind === kind && each.name === name);
  for (const record of records)
    await setSubjects(core.db, record, [...made, ...record.subjects.filter((each) => !isMade(each))]);
  if (isOrganization(endpoint) && first.id !== undefined) {
    const actor = await actorOf(core.db, caller);
    const record = { organizationId: first.id, operation: endpoint.id, actor, subjects: made };
    await addRecords(core, core.db, [newRecord(record)]);
  }
}

const Made = z.object({
  id: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
  title: z.string().optional(),
});

/** What an answer has: `{ team: { id, name } }`. */
function madeIn(answer: object): AuditSubject[] {
  return Object.entries(answer).flatMap(([kind, value]) => {
    const made = Made.safeParse(value);
    if (!made.success) return [];
    const { id, name = made.data.email ?? made.data.title } = made.data;
    return [{ kind, id, ...(name === undefined ? {} : { name }) }];
  });
}
