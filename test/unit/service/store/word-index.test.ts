import assert from 'node:assert/strict';
import { type SqlBool, sql } from 'kysely';
import { type Database, isPostgres } from '../../../../src/service/store/dialect.ts';
import { countWithWords, endpointWords, issueWords } from '../../../../src/service/store/word-index.ts';
import { anyServer, makeDatabase } from '../../../support/postgres.ts';
import { finding } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';

const upTo = 20;

const rowsWith = (db: Database, word: string, isPrefix = false): Promise<number> =>
  countWithWords(db, issueWords, [{ words: [word], isPrefix }], upTo);

/** Counts the same whether the database has statistics, or has none. */
async function counts(db: Database): Promise<void> {
  assert.equal(await rowsWith(db, 'depot'), upTo, 'a word that many have');
  assert.equal(await rowsWith(db, 'dep', true), upTo, 'what many words begin with');
  assert.equal(await rowsWith(db, 'pier'), 3, 'a word that few have');
  assert.equal(await rowsWith(db, 'pie', true), 3);
  assert.equal(await rowsWith(db, 'beacon'), 0, 'a word that nothing has');
  assert.equal(await rowsWith(db, 'dep'), 0, 'the beginning of a word is no word');
  const either = [{ words: ['beacon', 'pier'], isPrefix: false }];
  assert.equal(await countWithWords(db, issueWords, either, upTo), 3);
  const both = ['depot', 'pier'].map((word) => ({ words: [word], isPrefix: false }));
  assert.equal(await countWithWords(db, issueWords, both, upTo), 0, 'what has two common words apart');
  const word = [{ words: ['depot'], isPrefix: false }];
  assert.equal(await countWithWords(db, endpointWords, word, upTo), 0, 'words of another table');
}

async function fill(service: Harness): Promise<Database> {
  const repositoryId = await service.addRepository('shop');
  service.runner.script = async ({ on }) => {
    for (let number = 0; number < 200; number++) {
      const file = number < 197 ? `src/depot-${number}.js` : `src/pier-${number}.js`;
      on({ type: 'finding', finding: finding({ fingerprint: file, file }) });
    }
    return undefined;
  };
  await service.scan(repositoryId);
  return service.service.core.db;
}

describe('the index of words', () => {
  it('counts rows up to a bound', async () => {
    await using service = await Harness.start();
    await counts(await fill(service));
  });

  it('counts alike on PostgreSQL, and with its statistics', async () => {
    await using database = await makeDatabase(await anyServer());
    await using service = await Harness.start({ database: database.url });
    const db = await fill(service);
    assert.ok(isPostgres(db));
    await counts(db);
    await sql`analyze`.execute(db);
    await counts(db);
  });

  it('does not read rows of a word that statistics know as common', async () => {
    await using database = await makeDatabase(await anyServer());
    await using service = await Harness.start({ database: database.url });
    const db = await fill(service);
    await sql`analyze`.execute(db);
    await sql`delete from issues`.execute(db);
    assert.equal(await rowsWith(db, 'depot'), upTo);
    assert.equal(await rowsWith(db, 'pier'), 0);
    // What one of several organizations has is not told by what all have.
    const ofOne = ['depot', 'sql'].map((word) => ({ words: [word], isPrefix: false }));
    assert.equal(await countWithWords(db, issueWords, ofOne, upTo), 0);
    // Nor is what a member sees.
    const word = [{ words: ['depot'], isPrefix: false }];
    assert.equal(await countWithWords(db, issueWords, word, upTo, sql<SqlBool>`hidden = 0`), 0);
  });
});
