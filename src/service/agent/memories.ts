import type { Selectable } from 'kysely';
import * as z from 'zod';
import { type AgentMemory, maximumMemories } from '../../api/contract/agent/memories.ts';
import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import { agentOrganization, visibleWithin } from '../core/agent-access.ts';
import { type Caller, type Core, instant, newId } from '../core/context.ts';
import { conflict } from '../core/errors.ts';
import { containsLower } from '../core/like.ts';
import { type Paged, takePage } from '../core/paging.ts';
import { inReachOrUnbound, type Reach, reachOf } from '../core/reach.ts';
import { repositoryOf } from '../repositories/repositories.ts';
import type { Queries } from '../store/dialect.ts';
import type { AgentMemoryTable } from '../store/tables/automation-schema.ts';

type Operations = typeof contract.agentMemories;
type MemoryRow = Selectable<AgentMemoryTable>;

/** What of it goes into one turn: the latest, at most this many and this long together. */
const mostRecalled = 50;
const longestRecalled = 12_000;

/** What the agent is told at the beginning of a turn: of the organization as a whole and of the repository, latest first. */
export async function memoriesFor(
  db: Queries,
  organizationId: string,
  repositoryId: string | null,
): Promise<string[]> {
  const rows = await db
    .selectFrom('agent_memories')
    .select('text')
    .where('organization_id', '=', organizationId)
    .where((eb) =>
      eb.or([
        eb('repository_id', 'is', null),
        ...(repositoryId === null ? [] : [eb('repository_id', '=', repositoryId)]),
      ]),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(mostRecalled)
    .execute();
  let left = longestRecalled;
  return rows.flatMap(({ text }) => {
    left -= text.length;
    return left >= 0 ? [text] : [];
  });
}

export interface NewMemory {
  readonly organizationId: string;
  readonly repositoryId: string | null;
  readonly text: string;
  /** The job of the agent that wrote it; undefined where a person did. */
  readonly jobId?: string | undefined;
}

/**
 * Remembers something; what is remembered already in the same words is answered.
 * @throws Refusal 409 where the organization has as many as it may
 */
export async function addMemory(core: Core, memory: NewMemory): Promise<AgentMemory> {
  const { organizationId, repositoryId, text, jobId } = memory;
  const row = await core.db.transaction().execute(async (transaction) => {
    const same = await sameText(transaction, organizationId, repositoryId, text);
    if (same) return same;
    const { count } = await transaction
      .selectFrom('agent_memories')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maximumMemories) {
      throw conflict(
        `The agent remembers ${count} things, as many as it may. Delete some that no longer matter.`,
      );
    }
    const at = instant(core);
    return transaction
      .insertInto('agent_memories')
      .values({
        id: newId(),
        organization_id: organizationId,
        repository_id: repositoryId,
        ...worded(text),
        source: jobId === undefined ? 'person' : 'agent',
        job_id: jobId ?? null,
        created_at: at,
        updated_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  return toMemory(row);
}

export async function createMemory(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['createMemory']>,
): Promise<ResponseOf<Operations['createMemory']>> {
  const { text, repositoryId } = request;
  const organizationId = await agentOrganization(core, caller, request.organizationId, 'AGENT_RUN');
  const repository =
    repositoryId === undefined ? null : await repositoryOf(core, caller, { organizationId, repositoryId });
  const jobId = caller.agentJobId;
  return {
    memory: await addMemory(core, { organizationId, repositoryId: repository?.id ?? null, text, jobId }),
  };
}

export async function listMemories(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['listMemories']>,
): Promise<ResponseOf<Operations['listMemories']>> {
  const { cursor, limit, search, repositoryId } = request;
  const organizationId = await agentOrganization(core, caller, request.organizationId, 'AGENT_VIEW');
  const scope = { operation: 'agent.listMemories', filters: { organizationId, search, repositoryId } };
  const before =
    cursor === undefined ? undefined : core.cursors.read(scope, cursor, z.tuple([z.string(), z.int()]));
  if (repositoryId !== undefined) await repositoryOf(core, caller, { organizationId, repositoryId });
  const reach = await reachOf(core.db, caller, organizationId);
  let query = core.db
    .selectFrom('agent_memories')
    .selectAll()
    .where(({ ref }) =>
      inReachOrUnbound(reach, ref('agent_memories.organization_id'), ref('agent_memories.repository_id')),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit + 1);
  if (repositoryId !== undefined) query = query.where('repository_id', '=', repositoryId);
  if (search !== undefined && search !== '')
    query = query.where((eb) => containsLower(eb.ref('search_text'), search));
  if (before) {
    const [at, seq] = before;
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('updated_at', 'seq'), '<', tuple(at, seq)));
  }
  const { items, end } = takePage(core, scope, limit, await query.execute(), (row) => [
    row.updated_at,
    row.seq,
  ]);
  return { memories: items.map(toMemory), ...end };
}

export async function updateMemory(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['updateMemory']>,
): Promise<ResponseOf<Operations['updateMemory']>> {
  const { id, organization_id, repository_id } = await ownMemory(core, caller, request);
  return core.db.transaction().execute(async (transaction) => {
    const same = await sameText(transaction, organization_id, repository_id, request.text);
    if (same && same.id !== id) throw conflict('The agent remembers this already, in the same words.');
    const row = await transaction
      .updateTable('agent_memories')
      .set({ ...worded(request.text), updated_at: instant(core) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { memory: toMemory(row) };
  });
}

export async function deleteMemory(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['deleteMemory']>,
): Promise<ResponseOf<Operations['deleteMemory']>> {
  const { id } = await ownMemory(core, caller, request);
  await core.db.deleteFrom('agent_memories').where('id', '=', id).execute();
  return { deleted: true };
}

export async function clearMemories(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['clearMemories']>,
): Promise<ResponseOf<Operations['clearMemories']>> {
  const { repositoryId } = request;
  const organizationId = await agentOrganization(core, caller, request.organizationId, 'AGENT_RUN');
  if (repositoryId !== undefined) await repositoryOf(core, caller, { organizationId, repositoryId });
  const reach = await reachOf(core.db, caller, organizationId);
  let deletion = core.db
    .deleteFrom('agent_memories')
    .where(({ ref }) =>
      inReachOrUnbound(reach, ref('agent_memories.organization_id'), ref('agent_memories.repository_id')),
    );
  if (repositoryId !== undefined) deletion = deletion.where('repository_id', '=', repositoryId);
  const { numDeletedRows } = await deletion.executeTakeFirst();
  return { deletedCount: Number(numDeletedRows) };
}

async function ownMemory(
  core: Core,
  caller: Caller,
  request: { readonly organizationId?: string | undefined; readonly memoryId: string },
): Promise<MemoryRow> {
  const find = (reach: Reach) =>
    core.db
      .selectFrom('agent_memories')
      .selectAll()
      .where('id', '=', request.memoryId)
      .where(({ ref }) =>
        inReachOrUnbound(reach, ref('agent_memories.organization_id'), ref('agent_memories.repository_id')),
      )
      .executeTakeFirst();
  return visibleWithin(core, caller, request, find, 'memory', 'AGENT_RUN');
}

function sameText(
  db: Queries,
  organizationId: string,
  repositoryId: string | null,
  text: string,
): Promise<MemoryRow | undefined> {
  const query = db
    .selectFrom('agent_memories')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('search_text', '=', worded(text).search_text);
  const placed =
    repositoryId === null
      ? query.where('repository_id', 'is', null)
      : query.where('repository_id', '=', repositoryId);
  return placed.executeTakeFirst();
}

function worded(text: string): Pick<MemoryRow, 'text' | 'search_text'> {
  return { text, search_text: text.toLowerCase() };
}

function toMemory(row: MemoryRow): AgentMemory {
  return {
    id: row.id,
    organizationId: row.organization_id,
    repositoryId: row.repository_id,
    text: row.text,
    source: row.source,
    jobId: row.job_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
