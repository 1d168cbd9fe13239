import assert from 'node:assert/strict';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Database, relaxed } from '../../../../src/service/store/dialect.ts';
import { storeFailure, storeFailureText } from '../../../../src/service/store/errors.ts';
import { databaseFileName, openStore } from '../../../../src/service/store/open.ts';

describe('the store of a service', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parapet-store-'));
    file = join(folder, databaseFileName);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function addOrganizations(db: Database, count: number): Promise<void> {
    const at = new Date().toISOString();
    for (let index = 0; index < count; index++) {
      await db
        .insertInto('organizations')
        .values({ id: `o${index}`, name: 'x'.repeat(500), created_at: at, updated_at: at })
        .execute();
    }
  }

  async function countOrganizations(db: Database): Promise<number> {
    const row = await db
      .selectFrom('organizations')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return row.count;
  }

  it('keeps what was stored over a restart, with foreign keys, WAL and full durability', async () => {
    const first = await openStore(folder);
    await addOrganizations(first.db, 3);
    await first.close();
    const second = await openStore(folder);
    assert.equal(await countOrganizations(second.db), 3);
    assert.deepEqual(second.putAside, []);
    const pragma = async (name: string) =>
      Object.values(
        (await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(second.db)).rows[0] ?? {},
      )[0];
    assert.equal(await pragma('journal_mode'), 'wal');
    assert.equal(await pragma('foreign_keys'), 1);
    assert.equal(await pragma('synchronous'), 2);
    await relaxed(second.db, async () => assert.equal(await Promise.resolve(1), 1));
    assert.equal(await pragma('synchronous'), 2, 'a relaxed batch leaves the others as they were');
    await second.close();
  });

  it('goes back to full durability after a relaxed batch that failed', async () => {
    const { db, close } = await openStore(folder);
    await assert.rejects(
      relaxed(db, async () => {
        throw new Error('no');
      }),
      /no/,
    );
    const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db);
    assert.equal(rows[0]?.synchronous, 2);
    await close();
  });

  for (const [name, damage] of [
    ['cut in half', () => truncateSync(file, Math.floor(statSync(file).size / 8_192) * 4_096)],
    ['cut in the middle of a page', () => truncateSync(file, statSync(file).size - 1_000)],
    ['overwritten', () => writeFileSync(file, 'This is no database. '.repeat(1_000))],
    [
      'damaged inside',
      () => {
        const bytes = readFileSync(file);
        for (let at = 4_096; at < bytes.length; at += 512) bytes.fill(0xa5, at, at + 256);
        writeFileSync(file, bytes);
      },
    ],
  ] as const) {
    it(`puts a database aside that was ${name}, whole, and begins with a fresh one`, async () => {
      const first = await openStore(folder);
      await addOrganizations(first.db, 200);
      await first.close();
      damage();
      const damaged = readFileSync(file);
      const second = await openStore(folder);
      assert.equal(await countOrganizations(second.db), 0);
      const [putAside] = second.putAside;
      assert.ok(putAside);
      assert.deepEqual(readFileSync(putAside.file), damaged);
      assert.ok(putAside.reason.length > 0);
      await addOrganizations(second.db, 1);
      await second.close();
      const third = await openStore(folder);
      assert.deepEqual(third.putAside, []);
      assert.equal(await countOrganizations(third.db), 1);
      await third.close();
    });
  }

  it('brings a migration that came later than one after it', async () => {
    const between = await openStore(folder);
    await sql`drop table check_bypasses`.execute(between.db);
    await sql`delete from kysely_migration where name = '0043-check-bypasses'`.execute(between.db);
    await between.close();
    const store = await openStore(folder);
    const { rows } = await sql<{
      name: string;
    }>`select name from sqlite_master where name = 'check_bypasses'`.execute(store.db);
    assert.equal(rows.length, 1);
    await store.close();
  });

  it('refuses a database that a newer version made, and leaves it alone', async () => {
    const first = await openStore(folder);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '2030')`.execute(
      first.db,
    );
    await first.close();
    await assert.rejects(openStore(folder), /newer version .*9999-from-the-future/);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes('damaged')),
      [],
    );
  });

  it('says so when the disk is full, keeps what was acknowledged, and works again with room', async () => {
    const { db, close } = await openStore(folder);
    await addOrganizations(db, 10);
    await sql`pragma max_page_count = ${sql.raw(String(Math.ceil(statSync(file).size / 4_096) + 80))}`.execute(
      db,
    );
    let failure: unknown;
    let acknowledged = 10;
    while (failure === undefined) {
      const id = `more${acknowledged}`;
      const at = new Date().toISOString();
      await db
        .insertInto('organizations')
        .values({ id, name: 'x'.repeat(3_000), created_at: at, updated_at: at })
        .execute()
        .then(
          () => acknowledged++,
          (error: unknown) => {
            failure = error;
          },
        );
    }
    assert.equal(storeFailure(failure), 'full');
    assert.match(storeFailureText(failure) ?? '', /full/);
    assert.equal(await countOrganizations(db), acknowledged);
    await sql`pragma max_page_count = 1000000`.execute(db);
    await db.deleteFrom('organizations').execute();
    await addOrganizations(db, 5);
    await close();
    const again = await openStore(folder);
    assert.deepEqual(again.putAside, []);
    assert.equal(await countOrganizations(again.db), 5);
    await again.close();
  });

  it('prints no experimental warning', async () => {
    const warnings: Error[] = [];
    const heard = (warning: Error) => warnings.push(warning);
    process.on('warning', heard);
    const { close } = await openStore(folder);
    await close();
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', heard);
    assert.deepEqual(warnings, []);
  });

  it('leaves one file behind when closed', async () => {
    const { db, close } = await openStore(folder);
    await addOrganizations(db, 1);
    assert.ok(existsSync(`${file}-wal`));
    await close();
    assert.deepEqual(readdirSync(folder), [databaseFileName]);
  });
});
