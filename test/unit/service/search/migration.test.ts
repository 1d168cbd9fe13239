import assert from 'node:assert/strict';
import { join } from 'node:path';
import { sql } from 'kysely';
import { contract } from '../../../../src/api/contract/index.ts';
import { type Database, isPostgres, openDatabase } from '../../../../src/service/store/dialect.ts';
import { openPostgres } from '../../../../src/service/store/postgres.ts';
import { anyServer, makeDatabase } from '../../../support/postgres.ts';
import { finding } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';

const { semanticSearch, repositories } = contract;

/** Leaves the tables as they were before the migration. */
async function beforeSearch(db: Database): Promise<void> {
  await sql`drop table endpoints`.execute(db);
  if (isPostgres(db)) await sql`drop index issues_words`.execute(db);
  else {
    for (const change of ['added', 'removed', 'changed'])
      await sql`drop trigger ${sql.ref(`issues_words_${change}`)}`.execute(db);
    for (const words of ['issues_words', 'endpoints_words'])
      await sql`drop table ${sql.table(words)}`.execute(db);
  }
  await sql`alter table issues drop column search_terms`.execute(db);
  await sql`delete from kysely_migration where name = '0047-search-by-meaning'`.execute(db);
}

async function upgraded(url: string | undefined): Promise<void> {
  await using service = await Harness.start({ database: url });
  const repositoryId = await service.addRepository('shop');
  const scan = async (files: readonly string[]): Promise<void> => {
    service.runner.script = async ({ on }) => {
      for (const file of files) on({ type: 'finding', finding: finding({ fingerprint: file, file }) });
      return undefined;
    };
    await service.scan(repositoryId);
  };
  // More than the migration takes at once.
  const many = Array.from({ length: 1_200 }, (_, index) => `src/part-${index}.js`);
  await scan([...many, 'src/warehouse.js']);
  await service.service.stop();

  const opened = url === undefined ? undefined : await openPostgres(url, true);
  const db = opened?.db ?? openDatabase(join(service.folder, 'data', 'parapet.db'));
  await beforeSearch(db);
  await db.destroy();
  await opened?.release();

  await service.open({ database: url });
  const found = async (query: string): Promise<readonly string[]> =>
    (await service.call(semanticSearch.searchIssuesByMeaning, { query })).vulnerabilities.map(
      ({ file }) => file,
    );
  assert.deepEqual(await found('warehouse'), ['src/warehouse.js']);
  assert.equal((await found('sql injection')).length, 10);
  // The index follows what changes after the upgrade.
  await scan([...many, 'src/harbour.js']);
  assert.deepEqual(await found('harbour'), ['src/harbour.js']);
  await service.call(repositories.deleteRepositories, { repositoryIds: [repositoryId] });
  assert.deepEqual(await found('warehouse'), []);
}

describe('a store from before there was a search by meaning', () => {
  it('finds the issues that it had (SQLite)', () => upgraded(undefined));

  it('finds the issues that it had (PostgreSQL)', async function () {
    this.timeout(120_000);
    await using database = await makeDatabase(await anyServer());
    await upgraded(database.url);
  });
});
