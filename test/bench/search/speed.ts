import { sql } from 'kysely';
import { contract } from '../../../src/api/contract/index.ts';
import type { FoundEndpoint } from '../../../src/engine/endpoints/endpoint.ts';
import { weaknesses } from '../../../src/engine/weaknesses/index.ts';
import { type Database, isPostgres } from '../../../src/service/store/dialect.ts';
import { finding } from '../../unit/service/support/findings.ts';
import { Harness } from '../../unit/service/support/harness.ts';
import { endpointQueries } from './endpoint-queries.ts';
import { issueQueries } from './issue-queries.ts';

const { semanticSearch } = contract;
const size = { repositories: 100, issuesOfEach: 10_000, endpointsOfEach: 1_000 };
const rounds = 3;

/**
 * How long a search takes among 1,000,000 issues and 100,000 endpoints. On the embedded store, or with `PARAPET_TEST_POSTGRES` on
 * that server.
 */
export async function speed(): Promise<Record<string, unknown>> {
  await using service = await Harness.start();
  const { db } = service.service.core;
  const startedAt = performance.now();
  await fill(service, db);
  const filledSeconds = Math.round((performance.now() - startedAt) / 1_000);
  const issues = await times(
    issueQueries.map(({ query }) => query),
    (query) => service.call(semanticSearch.searchIssuesByMeaning, { query }),
  );
  const endpoints = await times(
    endpointQueries.map(({ query }) => query),
    (query) => service.call(semanticSearch.searchEndpointsByMeaning, { query }),
  );
  return { store: isPostgres(db) ? 'PostgreSQL' : 'SQLite', ...size, filledSeconds, issues, endpoints };
}

async function times(queries: readonly string[], search: (query: string) => Promise<unknown>) {
  const all: { readonly query: string; readonly ms: number }[] = [];
  for (let round = 0; round <= rounds; round++)
    for (const query of queries) {
      const startedAt = performance.now();
      await search(query);
      // The first round fills the caches.
      if (round > 0) all.push({ query, ms: performance.now() - startedAt });
    }
  all.sort((left, right) => left.ms - right.ms);
  const at = (share: number): number => Math.round(all[Math.floor((all.length - 1) * share)]?.ms ?? 0);
  for (const { query, ms } of all.slice(-10)) console.log(`${Math.round(ms)} ms  ${query}`);
  return { p50Ms: at(0.5), p95Ms: at(0.95), mostMs: at(1) };
}

/** One repository is scanned, the others are copies of it. */
export async function fill(service: Harness, db: Database): Promise<void> {
  const first = await service.addRepository('repository-0');
  service.runner.script = async ({ on }) => {
    for (let number = 0; number < size.issuesOfEach; number++)
      on({ type: 'finding', finding: numbered(number) });
    on({
      type: 'endpoints',
      endpoints: Array.from({ length: size.endpointsOfEach }, (_, number) => endpoint(number)),
    });
    return undefined;
  };
  await service.scan(first);
  for (let number = 1; number < size.repositories; number++) {
    const to = await service.addRepository(`repository-${number}`);
    for (const table of ['issues', 'endpoints'] as const) await copy(db, table, first, to);
  }
  // What autovacuum does after so many new rows: until then, the index of words has a part that is not in order yet.
  await (isPostgres(db) ? sql`vacuum analyze` : sql`pragma optimize`).execute(db);
}

async function copy(db: Database, table: 'issues' | 'endpoints', from: string, to: string): Promise<void> {
  const columns = ((await db.introspection.getTables()).find(({ name }) => name === table)?.columns ?? [])
    .map(({ name }) => name)
    .filter((name) => !['seq', 'id', 'repository_id'].includes(name));
  const prefix = `${to.slice(0, 19)}8000-`;
  const id = isPostgres(db) ? sql`lpad(to_hex(seq), 12, '0')` : sql`printf('%012x', seq)`;
  const names = sql.join(columns.map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (id, repository_id, ${names})
    select ${prefix} || ${id}, ${to}, ${names} from ${sql.table(table)} where repository_id = ${from}`.execute(
    db,
  );
}

const nouns =
  'order user invoice account payment report upload session cart product search mail image token backup'.split(
    ' ',
  );
const verbs = 'create read update delete list export import send approve cancel'.split(' ');
const one = <T>(all: readonly T[], number: number): T | undefined => all[number % all.length];

/** Classes are as unevenly spread as in code: the tenth is a tenth as common as the first. */
function numbered(number: number) {
  const rank = Math.floor(weaknesses.length ** (((number * 7_919) % 9_973) / 9_973)) - 1;
  const { id = 'xss', title = '', cwes = [] } = weaknesses[rank] ?? {};
  const [noun, verb] = [one(nouns, number), one(verbs, Math.floor(number / 15))];
  return finding({
    ...{ fingerprint: `f${number}`, vulnClass: id, title, cwes: [...cwes] },
    ...{ file: `src/${noun}/${verb}-${noun}-${number % 40}.js`, score: 20 + ((number * 7) % 78) },
    message: `What a client sends as ${noun} reaches ${verb}${noun} and is used there as it is.`,
    range: { startLine: 1 + number, startColumn: 5, endLine: 1 + number, endColumn: 20 },
  });
}

function endpoint(number: number): FoundEndpoint {
  const [noun, verb] = [one(nouns, number), one(verbs, Math.floor(number / 15))];
  const isGuarded = number % 3 > 0;
  return {
    handler: `${verb}${noun}${number}`,
    ...{
      file: `src/${noun}.js`,
      line: 1 + number,
      methods: [one(['GET', 'POST', 'PUT', 'DELETE'], number) ?? 'GET'],
    },
    ...{
      path: `/api/v${number}/${noun}s/${verb}`,
      description: `Lets a client ${verb} one ${noun}.`,
      language: 'javascript',
    },
    authentication: isGuarded ? 'REQUIRED' : 'NONE',
    guards: isGuarded ? [{ guard: 'requireUser', shownBy: 'code' }] : [],
    ...{ administrators: undefined, roles: [], parameters: [] },
  };
}
