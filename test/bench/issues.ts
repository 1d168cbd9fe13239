import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Endpoint, RequestOf } from '../../src/api/contract/endpoint.ts';
import { contract } from '../../src/api/contract/index.ts';
import { type Database, isPostgres } from '../../src/service/store/dialect.ts';
import { finding } from '../unit/service/support/findings.ts';
import { Harness } from '../unit/service/support/harness.ts';

const { issues, stats } = contract;

const size = {
  repositories: 100,
  issuesOfEach: 10_000,
  onTwoBranches: 20,
  decisionsOfEach: 5_700,
  days: 400,
};
const dayMs = 24 * 60 * 60 * 1_000;
const severities = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO'] as const;

interface Cost {
  /** Until the answer was there, the best of three. */
  readonly ms: number;
  /** The longest that a question about one issue waited meanwhile, the worst of three. */
  readonly othersWaitMs: number;
}

/**
 * What operations cost in an organization of 1,000,000 issues, and how long they keep others waiting. On the embedded store, or with
 * `PARAPET_TEST_POSTGRES` on that server. `--only` takes the beginning of an operation's name.
 */
export async function bench({
  only,
}: {
  readonly only: string | undefined;
}): Promise<Record<string, unknown>> {
  await using service = await Harness.start();
  const { db } = service.service.core;
  const repositoryId = await seed(service, db);
  const { issues: some } = await service.call(issues.searchIssues, { limit: 1 });
  const id = some[0]?.id ?? '';
  const costs: Record<string, Cost> = {};
  const measure = async <E extends Endpoint>(name: string, endpoint: E, request: RequestOf<E>, runs = 3) => {
    if (only !== undefined && !name.startsWith(only)) return;
    const found = await costOf(service, id, () => service.call(endpoint, request), runs);
    costs[name] = found;
    console.log(`${name}: ${found.ms} ms, others wait ${found.othersWaitMs} ms`);
  };
  await measure('list, first page', issues.searchIssues, {});
  await measure('list, one status', issues.searchIssues, { statuses: ['PENDING_REVIEW'] });
  await measure('list, one class', issues.searchIssues, { vulnClasses: ['no-such-class'] });
  await measure('list, one CWE', issues.searchIssues, { cwes: ['CWE-1'] });
  await measure('list, a folder', issues.searchIssues, { pathPrefix: 'src/folder-7/' });
  await measure('list, a word that many have', issues.searchIssues, { searchQuery: 'injection' });
  await measure('list, a word that none has', issues.searchIssues, { searchQuery: 'xylophone' });
  await measure('list, of one repository', issues.searchIssues, { repositoryIds: [repositoryId] });
  await measure('list, low severity', issues.searchIssues, { severities: ['LOW'] });
  const cursor = await cursorAfter(service, 20);
  await measure('list, page 21', issues.searchIssues, { limit: 100, cursor });
  await measure('vulnerabilities', contract.dependencies.searchVulnerabilities, {});
  await measure('summary', stats.statsSummary, {});
  await measure('summary, of one repository', stats.statsSummary, { repositoryId });
  for (const days of [30, 90, 400]) await measure(`history, ${days} days`, stats.statsHistory, { days });
  await measure('history, of one repository', stats.statsHistory, { days: 90, repositoryId });
  const { customReport } = await service.call(contract.customReports.createCustomReport, {
    name: 'Injection',
    filters: { searchQuery: 'injection' },
  });
  await measure('custom report', contract.customReports.runCustomReport, { customReportId: customReport.id });
  await measure(
    'delete, one repository',
    contract.repositories.deleteRepositories,
    { repositoryIds: [repositoryId] },
    1,
  );
  return { store: isPostgres(db) ? 'PostgreSQL' : 'SQLite', ...size, costs };
}

/** Where the page after so many pages of 100 begins. */
async function cursorAfter(service: Harness, pages: number): Promise<string> {
  let cursor: string | undefined;
  for (let page = 0; page < pages; page++) {
    const request = { limit: 100, ...(cursor !== undefined && { cursor }) };
    ({ nextCursor: cursor } = await service.call(issues.searchIssues, request));
  }
  return cursor ?? '';
}

async function costOf(
  service: Harness,
  id: string,
  work: () => Promise<unknown>,
  runs: number,
): Promise<Cost> {
  let ms = Number.POSITIVE_INFINITY;
  let othersWaitMs = 0;
  for (let run = 0; run < runs; run++) {
    let isRunning = true;
    const startedAt = performance.now();
    let askedAt = startedAt;
    const worked = work().then(() => {
      isRunning = false;
      ms = Math.min(ms, performance.now() - startedAt);
    });
    // The first question comes while the work begins.
    while (isRunning) {
      await setImmediate();
      await service.send(issues.getIssue, { id });
      const answeredAt = performance.now();
      othersWaitMs = Math.max(othersWaitMs, answeredAt - askedAt);
      askedAt = answeredAt;
    }
    await worked;
  }
  return { ms: Math.round(ms), othersWaitMs: Math.round(othersWaitMs) };
}

/** One repository is filled by scans and made different, the others are copies of it. @returns its id */
async function seed(service: Harness, db: Database): Promise<string> {
  const startedAt = performance.now();
  const first = await service.addRepository('repository-0');
  const now = Date.now();
  service.runner.script = async ({ on }) => {
    for (let number = 0; number < size.issuesOfEach; number++)
      on({ type: 'finding', finding: numbered(number) });
  };
  service.runner.present = { branch: 'main' };
  await service.scan(first);
  const ids = await db.selectFrom('issues').select(['id', 'seq']).orderBy('seq').execute();
  await db.transaction().execute(async (transaction) => {
    for (const [number, { id }] of ids.entries()) {
      const seen = new Date(now - ((number * 37) % size.days) * dayMs).toISOString();
      const severity = severities[number % severities.length] ?? 'LOW';
      const isDecided = number < size.decisionsOfEach;
      const status = !isDecided ? 'PENDING_REVIEW' : number % 3 === 0 ? 'FALSE_POSITIVE' : 'RESOLVED';
      await transaction
        .updateTable('issues')
        .set({ first_seen_at: seen, updated_at: seen, severity, status })
        .where('id', '=', id)
        .execute();
      if (isDecided)
        await transaction
          .insertInto('triage_history')
          .values({
            ...{
              id,
              issue_id: id,
              user_id: null,
              at: new Date(now - ((number * 11) % 399) * dayMs).toISOString(),
            },
            ...{ from_status: 'PENDING_REVIEW', to_status: status, disposition: null, reason: null },
          })
          .execute();
    }
  });
  const others: string[] = [];
  for (let number = 1; number < size.repositories; number++)
    others.push(await service.addRepository(`repository-${number}`));
  const columns = async (table: string, except: readonly string[]) =>
    ((await db.introspection.getTables()).find(({ name }) => name === table)?.columns ?? [])
      .map(({ name }) => name)
      .filter((name) => !except.includes(name));
  const ofIssue = await columns('issues', ['seq', 'id', 'repository_id', 'branch']);
  const ofHistory = await columns('triage_history', ['id', 'issue_id']);
  const ofScan = await columns('scans', ['seq', 'id', 'repository_id', 'branch']);
  const all = (names: readonly string[], of: string) =>
    sql.join(names.map((name) => sql.ref(`${of}.${name}`)));
  const some = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
  const copy = async (to: string, branch: string) => {
    const prefix = `${to.slice(0, 19)}${branch === 'main' ? '8' : '9'}000-`;
    const idOf = isPostgres(db)
      ? sql`${prefix} || lpad(to_hex(issues.seq), 12, '0')`
      : sql`${prefix} || printf('%012x', issues.seq)`;
    await sql`insert into issues (id, repository_id, branch, ${some(ofIssue)})
      select ${idOf}, ${to}, ${branch}, ${all(ofIssue, 'issues')} from issues
      where repository_id = ${first} and branch = 'main'`.execute(db);
    await sql`insert into triage_history (id, issue_id, ${some(ofHistory)})
      select ${idOf}, ${idOf}, ${all(ofHistory, 'triage_history')} from triage_history
      join issues on issues.id = triage_history.issue_id
      where issues.repository_id = ${first} and issues.branch = 'main'`.execute(db);
    await sql`insert into scans (id, repository_id, branch, ${some(ofScan)})
      select ${`${prefix}000000000000`}, ${to}, ${branch}, ${all(ofScan, 'scans')} from scans where repository_id = ${first} and branch = 'main' limit 1`.execute(
      db,
    );
  };
  for (const to of others) await copy(to, 'main');
  for (const to of others.slice(0, size.onTwoBranches)) await copy(to, 'other');
  await (isPostgres(db) ? sql`analyze` : sql`pragma optimize`).execute(db);
  console.log(
    `${size.repositories * size.issuesOfEach} issues were put in within ${Math.round((performance.now() - startedAt) / 1e3)} s`,
  );
  return others.at(-1) ?? first;
}

const numbered = (number: number) =>
  finding({
    fingerprint: `${(number * 2_654_435_761) % 4_294_967_296}`.padStart(12, '0'),
    file: `src/folder-${number % 50}/file-${number % 1_000}.js`,
    score: 20 + ((number * 7) % 78),
    range: { startLine: 1 + number, startColumn: 5, endLine: 1 + number, endColumn: 20 },
  });
