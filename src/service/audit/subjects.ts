import { sql } from 'kysely';
import * as z from 'zod';
import type { AnyEndpoint } from '../../api/contract/endpoint.ts';
import type { AuditSubject } from '../../api/contract/organizations/audit-log.ts';
import type { Queries } from '../store/dialect.ts';

/** What a request of a change is about, read from its fields: `teamId`, `repositoryIds`, `email`. */

/** Where things are kept, by the name of the field that names them without `Id`; a resource's own before it. */
const tables: Readonly<Record<string, { readonly table: string; readonly name?: string }>> = {
  repository: { table: 'repositories', name: 'name' },
  application: { table: 'applications' },
  installation: { table: 'installations', name: 'base_url' },
  report: { table: 'reports', name: 'name' },
  customReport: { table: 'custom_reports', name: 'name' },
  tracker: { table: 'trackers', name: 'name' },
  scan: { table: 'scans' },
  codeScan: { table: 'code_scans' },
  issue: { table: 'issues', name: 'title' },
  tag: { table: 'tags', name: 'name' },
  team: { table: 'teams', name: 'name' },
  template: { table: 'permission_templates', name: 'name' },
  token: { table: 'tokens', name: 'name' },
  'scim.token': { table: 'scim_tokens', name: 'name' },
  schedule: { table: 'schedules' },
  'agent.schedule': { table: 'agent_schedules', name: 'name' },
  conversation: { table: 'agent_conversations', name: 'title' },
  job: { table: 'agent_jobs' },
  trigger: { table: 'agent_triggers', name: 'name' },
  playbook: { table: 'agent_playbooks', name: 'name' },
  memory: { table: 'agent_memories' },
  rule: { table: 'custom_definitions', name: 'name' },
  customSource: { table: 'custom_definitions', name: 'name' },
  customSink: { table: 'custom_definitions', name: 'name' },
};

/** What a field `id` of a path means. */
const ownKinds: Readonly<Record<string, string>> = {
  organizations: 'organization',
  repositories: 'repository',
  issues: 'issue',
  scans: 'scan',
  advisories: 'advisories',
  rules: 'rule',
};

/** Fields that narrow what is named, or name what no organization has of its own. */
const notSubjects: ReadonlySet<string> = new Set(['organizationId', 'messageId', 'toolCallId', 'requestId']);

/** The kind of thing that a field of an operation's request names; undefined where it names none. */
export function kindOf({ id }: Pick<AnyEndpoint, 'id'>, field: string): string | undefined {
  if (notSubjects.has(field)) return undefined;
  if (field === 'email' || field === 'emails') return 'member';
  if (field === 'id') return ownKinds[resourceOf(id)];
  return /^(\w+?)Ids?$/.exec(field)?.[1];
}

const resourceOf = (id: string): string => id.split('.')[0] ?? '';

/** What a request names, without its organization. */
export function namedIn(endpoint: Pick<AnyEndpoint, 'id'>, request: object): AuditSubject[] {
  return Object.entries(request).flatMap(([field, value]) => {
    const kind = kindOf(endpoint, field);
    if (kind === undefined) return [];
    const key = field.startsWith('email') ? 'name' : 'id';
    const texts = z.union([z.string().transform((text) => [text]), z.array(z.string())]).safeParse(value);
    return texts.success ? texts.data.map((text) => ({ kind, [key]: text })) : [];
  });
}

/** What was chosen of the contract's own words: they are no text of a person, and no secret. */
export function choicesIn({ request: schema }: AnyEndpoint, request: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request)
      .filter(
        ([field, value]) => ['string', 'boolean'].includes(typeof value) && isChoice(schema.shape[field]),
      )
      .map(([field, value]) => [field, String(value)]),
  );
}

function isChoice(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return isChoice(schema.unwrap());
  return schema instanceof z.ZodEnum || schema instanceof z.ZodBoolean;
}

/** A subject as the store has it before the change. */
export interface KnownSubject extends AuditSubject {
  readonly organizationId?: string;
}

/** Looks up how subjects are called, and whose they are; those that are not there stay as they were named. */
export async function lookUp(
  db: Queries,
  endpoint: Pick<AnyEndpoint, 'id'>,
  subjects: readonly AuditSubject[],
): Promise<KnownSubject[]> {
  const rows = new Map<string, Row>();
  for (const kind of new Set(subjects.map((subject) => subject.kind))) {
    const ids = subjects.flatMap((subject) => (subject.kind === kind && subject.id ? [subject.id] : []));
    if (ids.length === 0) continue;
    for (const row of await rowsOf(db, endpoint, kind, ids)) rows.set(`${kind} ${row.id}`, row);
  }
  return subjects.map((subject) => {
    const row = rows.get(`${subject.kind} ${subject.id}`);
    if (!row) return subject;
    return { ...subject, organizationId: row.organization_id, ...(row.name && { name: row.name }) };
  });
}

interface Row {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string | null;
}

/** Where things of a kind are kept that an operation names. */
export const tableOf = (endpoint: Pick<AnyEndpoint, 'id'>, kind: string) =>
  tables[`${resourceOf(endpoint.id)}.${kind}`] ?? tables[kind];

async function rowsOf(
  db: Queries,
  endpoint: Pick<AnyEndpoint, 'id'>,
  kind: string,
  ids: readonly string[],
): Promise<readonly Row[]> {
  if (kind === 'member') return membersOf(db, ids);
  const kept = tableOf(endpoint, kind);
  if (!kept) return [];
  const name = kept.name === undefined ? sql`null` : sql.ref(kept.name);
  const { rows } = await sql<Row>`select id, organization_id, ${name} as name from ${sql.table(kept.table)}
    where id in (${sql.join(ids)})`.execute(db);
  return rows;
}

/** Members, and those who were invited. */
function membersOf(db: Queries, ids: readonly string[]): Promise<Row[]> {
  return db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['members.id', 'members.organization_id', 'users.email as name'])
    .where('members.id', 'in', ids)
    .unionAll(
      db
        .selectFrom('invitations')
        .select(['invitations.id', 'invitations.organization_id', 'invitations.email as name'])
        .where('invitations.id', 'in', ids),
    )
    .execute();
}
