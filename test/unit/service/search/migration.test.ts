import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../../../../src/service/store/dialect.ts';
import { firstTables } from '../../../../src/service/store/migrations/0001-0019/0001-first-tables.ts';
import { searchByMeaning } from '../../../../src/service/store/migrations/0047-search-by-meaning.ts';
import { issueWords, rowsWithWords } from '../../../../src/service/store/word-index.ts';

describe('a store from before there was a search by meaning', () => {
  let folder: string;
  let db: Database;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parapet-search-'));
    db = openDatabase(join(folder, 'parapet.db'));
  });
  afterEach(async () => {
    await db.destroy();
    rmSync(folder, { recursive: true });
  });

  /** An issue with what the search does not look at filled in. */
  async function addIssue(texts: Readonly<Record<string, string | number>>): Promise<void> {
    const { rows } = await sql<{ name: string; type: string; notnull: number }>`
      select name, type, "notnull" from pragma_table_info('issues')`.execute(db);
    const needed = rows.filter(({ name, notnull }) => notnull === 1 || name in texts);
    const values = needed.map(
      ({ name, type }) => texts[name] ?? (type === 'integer' ? 1 : `x ${texts['id']}`),
    );
    await sql`insert into issues (${sql.join(needed.map(({ name }) => sql.ref(name)))})
      values (${sql.join(values)})`.execute(db);
  }

  it('finds the issues that it had, more than a slice of them', async () => {
    await firstTables.up(db);
    await sql`pragma foreign_keys = off`.execute(db);
    for (let seq = 1; seq <= 1_200; seq++) {
      const file = seq === 1_150 ? 'src/warehouse.ts' : 'src/app.ts';
      await addIssue({ id: `issue-${seq}`, seq, file, title: 'SQL injection', vuln_class: 'sql-injection' });
    }
    await searchByMeaning.up(db);
    const found = (word: string) =>
      rowsWithWords(db, issueWords, [{ words: [word], isPrefix: false }], {
        among: sql`1 = 1`,
        limit: 5_000,
      });
    assert.deepEqual(await found('warehous'), [1_150]);
    assert.equal((await found('xclasssqlinjection')).length, 1_200);
    await sql`delete from issues where seq = 1150`.execute(db);
    assert.deepEqual(await found('warehous'), []);
  });
});
