import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Endpoint, RequestOf } from '../../src/api/contract/endpoint.ts';
import { contract } from '../../src/api/contract/index.ts';
import type { Database } from '../../src/service/store/dialect.ts';
import { nothingGranted } from '../../src/service/teams/grants.ts';
import { finding } from '../unit/service/support/findings.ts';
import type { Credentials } from '../unit/service/support/harness.ts';
import { type Person, TeamHarness } from '../unit/service/support/team-harness.ts';

const { issues, repositories, scans, stats } = contract;

const size = { repositories: 10_000, issuesOfEach: 10, teams: 1_000, tags: 100, teamsOfPerson: 200 };
const calls = 15;
const timed = 600;

/**
 * What permissions cost in an organization of 10,000 repositories and 1,000 teams, for an ADMIN, for who sees all, and for
 * who sees what 200 teams name; and whether the time of an answer tells an id that is hidden from one that never was.
 */
export async function bench(): Promise<Record<string, unknown>> {
  await using service = await TeamHarness.start();
  const { db } = service.harness.service.core;
  const everything = await service.person();
  const some = await service.person();
  await service.alone(some);
  await seed(service, db, some);
  const lists: Record<string, Record<string, number>> = {};
  for (const [who, credentials] of [
    ['admin', service.harness.credentials],
    ['everything', everything],
    ['some', some],
  ] as const)
    lists[who] = await medians(service, credentials);
  return { ...size, medianMs: lists, hiddenOrNever: await timing(service, db, some) };
}

async function seed(service: TeamHarness, db: Database, some: Person): Promise<void> {
  service.harness.runner.script = async ({ on }) => {
    for (let line = 1; line <= size.issuesOfEach; line++)
      on({ type: 'finding', finding: finding({ fingerprint: `app ${line}` }) });
  };
  const first = await service.repository('first');
  await service.harness.scan(first);
  const { organization_id } = await db
    .selectFrom('repositories')
    .select('organization_id')
    .executeTakeFirstOrThrow();
  const at = new Date().toISOString();
  const ids = Array.from({ length: size.repositories - 1 }, () => randomUUID());
  const stamps = { created_at: at, updated_at: at };
  await inChunks(
    ids.map((id, index) => ({
      ...{ id, organization_id, name: `repository ${index}`, type: 'git' as const, url: null, root: null },
      ...{ identity: id, default_branch: null, ...stamps },
    })),
    (rows) => db.insertInto('repositories').values(rows).execute(),
  );
  const columns = (await db.introspection.getTables())
    .find(({ name }) => name === 'issues')
    ?.columns.map(({ name }) => name)
    .filter((name) => !['seq', 'id', 'repository_id'].includes(name));
  const copied = sql.join((columns ?? []).map((name) => sql.ref(name)));
  const ofIssue = sql.join((columns ?? []).map((name) => sql.ref(`issues.${name}`)));
  await sql`insert into issues (id, repository_id, ${copied})
    select lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' ||
      substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), repositories.id, ${ofIssue}
    from issues, repositories where repositories.id != ${first}`.execute(db);
  const tags = Array.from({ length: size.tags }, () => randomUUID());
  await inChunks(
    tags.map((id) => ({ id, organization_id, name: id, name_key: id, ...stamps })),
    (rows) => db.insertInto('tags').values(rows).execute(),
  );
  await inChunks(
    ids.map((repository_id, index) => ({ tag_id: tags[index % tags.length] ?? '', repository_id })),
    (rows) => db.insertInto('tag_repositories').values(rows).execute(),
  );
  const grant = { ...nothingGranted, can_view: 1, description: '', is_default: 0 };
  const teams = Array.from({ length: size.teams }, () => randomUUID());
  await inChunks(
    teams.map((id) => ({ ...grant, id, organization_id, name: id, name_key: id, ...stamps })),
    (rows) => db.insertInto('teams').values(rows).execute(),
  );
  await inChunks(
    teams.flatMap((team_id, index) =>
      Array.from({ length: 20 }, (_, place) => ({
        team_id,
        repository_id: ids[(index * 20 + place) % ids.length] ?? '',
      })),
    ),
    (rows) => db.insertInto('team_repositories').values(rows).execute(),
  );
  await inChunks(
    teams.map((team_id, index) => ({ team_id, tag_id: tags[index % 20] ?? '' })),
    (rows) => db.insertInto('team_tags').values(rows).execute(),
  );
  await inChunks(
    teams
      .slice(0, size.teamsOfPerson)
      .map((team_id) => ({ team_id, member_id: some.memberId, created_at: at })),
    (rows) => db.insertInto('team_members').values(rows).execute(),
  );
}

async function inChunks<T>(rows: readonly T[], insert: (rows: T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += 1_000) await insert(rows.slice(start, start + 1_000));
}

async function medians(service: TeamHarness, credentials: Credentials): Promise<Record<string, number>> {
  const measured: Record<string, number> = {};
  const measure = async <E extends Endpoint>(name: string, endpoint: E, request: RequestOf<E>) => {
    const times: number[] = [];
    for (let call = 0; call < calls; call++) {
      const startedAt = performance.now();
      const response = await service.harness.send(endpoint, request, credentials);
      await response.text();
      times.push(performance.now() - startedAt);
      assert.equal(response.status, 200);
    }
    measured[name] = Math.round(median(times) * 10) / 10;
  };
  await measure('repositories', repositories.listRepositories, { limit: 100 });
  await measure('issues', issues.listIssues, { limit: 100 });
  await measure('search', issues.searchIssues, { searchQuery: 'app', limit: 100 });
  await measure('scans', scans.listScans, { limit: 100 });
  await measure('stats', stats.statsSummary, {});
  return measured;
}

/** 0.5 says that the times are alike; 0 or 1 that each of one kind is shorter than each of the other. */
async function timing(service: TeamHarness, db: Database, credentials: Credentials) {
  const reach = await service.call(repositories.listRepositories, { limit: 100 }, credentials);
  const seen = new Set(reach.repositories.map(({ id }) => id));
  const rows = await db.selectFrom('issues').select(['id', 'repository_id']).limit(100_000).execute();
  const candidates = rows.filter(({ repository_id }) => !seen.has(repository_id));
  const hidden: number[] = [];
  const never: number[] = [];
  const ask = async (id: string, times: number[]) => {
    const startedAt = performance.now();
    const response = await service.harness.send(issues.getIssue, { id }, credentials);
    await response.text();
    if (response.status === 404) times.push(performance.now() - startedAt);
  };
  for (let index = 0; index < timed; index++) {
    await ask(randomUUID(), never);
    await ask(candidates[(index * 97) % candidates.length]?.id ?? '', hidden);
  }
  let below = 0;
  for (const one of hidden) for (const other of never) below += one < other ? 1 : one === other ? 0.5 : 0;
  return {
    hiddenMs: Math.round(median(hidden) * 1_000) / 1_000,
    neverMs: Math.round(median(never) * 1_000) / 1_000,
    shareBelow: Math.round((below / (hidden.length * never.length)) * 1_000) / 1_000,
    asked: hidden.length,
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
