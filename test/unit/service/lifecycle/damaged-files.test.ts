import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTokenIn } from '../../../../src/service/lifecycle/bootstrap.ts';
import { takeInstanceLock } from '../../../../src/service/lifecycle/instance-lock.ts';
import { databaseFileName, openSoundStore, openStore } from '../../../../src/service/store/open.ts';
import { logDamage } from '../../../../src/service/store/write-ahead-log.ts';
import { ServiceProcess } from '../support/process.ts';

describe('damaged files in the data folder', () => {
  let home: string;
  let folder: string;
  let processes: ServiceProcess[];

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'parapet-damaged-'));
    folder = join(home, 'data');
    mkdirSync(folder, { mode: 0o700 });
    processes = [];
  });
  afterEach(async () => {
    for (const { child } of processes) child.kill('SIGKILL');
    await Promise.all(processes.map(({ exited }) => exited));
    rmSync(home, { recursive: true, force: true });
  });

  function launch(options: ConstructorParameters<typeof ServiceProcess>[1] = {}): ServiceProcess {
    const launched = new ServiceProcess(folder, options);
    processes.push(launched);
    return launched;
  }

  describe('the lock', () => {
    const lock = () => join(folder, 'service.lock');

    for (const [what, content] of [
      ['garbage', Buffer.alloc(10_000, 0xa5)],
      ['text', 'This is no lock.\n'.repeat(100)],
      ['the number of a process', `${process.ppid}\n`],
      ['nothing', ''],
      ['zeros', Buffer.alloc(8_192)],
      ['half a database', Buffer.from(`SQLite format 3\0${'\x10\0'.repeat(30)}`)],
    ] as const) {
      it(`is taken where its file has ${what}, by exactly one`, () => {
        writeFileSync(lock(), content);
        const taken = takeInstanceLock(folder);
        assert.ok(taken);
        assert.equal(takeInstanceLock(folder), undefined);
        taken.release();
        takeInstanceLock(folder)?.release();
      });
    }

    it('is taken where its file is huge', () => {
      writeFileSync(lock(), 'garbage, and much of it. '.repeat(100));
      truncateSync(lock(), 5 * 1024 ** 3);
      const taken = takeInstanceLock(folder);
      assert.ok(taken);
      assert.equal(takeInstanceLock(folder), undefined);
      taken.release();
    });

    it('is not taken from who has it by damaging its file', () => {
      const taken = takeInstanceLock(folder);
      writeFileSync(lock(), Buffer.alloc(10_000, 0xa5));
      assert.equal(takeInstanceLock(folder), undefined);
      taken?.release();
    });

    it('says what to do where its file is a folder or a link', () => {
      mkdirSync(join(lock(), 'inside'), { recursive: true });
      assert.throws(() => takeInstanceLock(folder), /service\.lock cannot be used: .*Remove it/);
      rmSync(lock(), { recursive: true });
      const theirs = join(home, 'a file of the user');
      writeFileSync(theirs, 'precious');
      symlinkSync(theirs, lock());
      assert.throws(() => takeInstanceLock(folder), /service\.lock cannot be used: .*Remove it/);
      assert.equal(readFileSync(theirs, 'utf8'), 'precious');
    });

    it('stops no start', async () => {
      writeFileSync(lock(), Buffer.alloc(10_000, 0xa5));
      const [one, two] = [launch(), launch()];
      const events = await Promise.all([one.start(), two.start()]);
      assert.deepEqual(events.map((event) => event.type === 'ready' && event.existing).sort(), [false, true]);
    });

    it('as a folder stops the start with a sentence', async () => {
      mkdirSync(lock());
      const event = await launch().start();
      assert.ok(
        event.type === 'failed' && /Remove it, then try again/.test(event.error),
        JSON.stringify(event),
      );
    });
  });

  describe('the database', () => {
    const file = () => join(folder, databaseFileName);
    const log = () => `${file()}-wal`;

    async function add(count: number): Promise<void> {
      const { db, close } = await openStore(folder);
      const at = new Date().toISOString();
      for (let n = 0; n < count; n++) {
        const row = { id: crypto.randomUUID(), name: `${n}`, created_at: at, updated_at: at };
        await db.insertInto('organizations').values(row).execute();
      }
      await close();
    }

    async function countOf(): Promise<number> {
      const { db, close } = await openStore(folder);
      const rows = await db.selectFrom('organizations').select('id').execute();
      await close();
      return rows.length;
    }

    /** Leaves database and log as a kill -9 would, with this many rows in the log alone. */
    async function killedWith(rows: number): Promise<void> {
      const kept = join(home, 'killed');
      const { db, close } = await openStore(folder);
      const at = new Date().toISOString();
      for (let n = 0; n < rows; n++) {
        const row = { id: crypto.randomUUID(), name: `log ${n}`, created_at: at, updated_at: at };
        await db.insertInto('organizations').values(row).execute();
      }
      mkdirSync(kept);
      for (const name of [databaseFileName, `${databaseFileName}-wal`])
        writeFileSync(join(kept, name), readFileSync(join(folder, name)));
      await close();
      for (const name of readdirSync(folder)) rmSync(join(folder, name));
      for (const name of readdirSync(kept))
        writeFileSync(join(folder, name), readFileSync(join(kept, name)), { mode: 0o600 });
    }

    it('that is empty is kept beside, and told of', async () => {
      await add(3);
      truncateSync(file(), 0);
      await assert.rejects(openSoundStore(folder), /damaged .*empty/);
      const { putAside, close } = await openStore(folder);
      assert.deepEqual(
        putAside.map(({ part, reason }) => [part, reason]),
        [['database', 'the file is empty']],
      );
      assert.ok(existsSync(putAside[0]?.file ?? ''));
      await close();
    });

    it('that is gone while its log is there is told of, and the log kept', async () => {
      await killedWith(3);
      const bytes = readFileSync(log());
      rmSync(file());
      const { putAside, close } = await openStore(folder);
      assert.equal(putAside[0]?.part, 'database');
      assert.deepEqual(readFileSync(putAside[0]?.file ?? ''), bytes);
      await close();
    });

    it('loses nothing with a log that is whole, and nothing is told', async () => {
      await add(2);
      await killedWith(5);
      assert.equal(logDamage(log()), undefined);
      const { putAside, close } = await openStore(folder);
      assert.deepEqual(putAside, []);
      await close();
      assert.equal(await countOf(), 7);
    });

    for (const [what, damage] of [
      ['is garbage', (bytes: Buffer) => bytes.fill(0xa5)],
      ['has a damaged header', (bytes: Buffer) => bytes.fill(0, 8, 12)],
      ['is all zeros', (bytes: Buffer) => bytes.fill(0)],
      [
        'is damaged in its midst',
        (bytes: Buffer) => bytes.fill(0xa5, 32 + 24 + 4_096 + 100, 32 + 24 + 4_096 + 300),
      ],
      ['has a damaged frame', (bytes: Buffer) => bytes.fill(0xff, 32, 32 + 24)],
    ] as const) {
      it(`goes on with what can be read where the log ${what}, keeps it, and tells`, async () => {
        await add(2);
        await killedWith(5);
        const bytes = damage(readFileSync(log()));
        writeFileSync(log(), bytes);
        await assert.rejects(openSoundStore(folder), /damaged/);
        const { db, putAside, close } = await openStore(folder);
        const rows = await db.selectFrom('organizations').select('id').execute();
        assert.ok(rows.length >= 2 && rows.length < 7, `${rows.length}`);
        assert.deepEqual(
          putAside.map(({ part }) => part),
          ['latest-changes'],
        );
        assert.deepEqual(readFileSync(putAside[0]?.file ?? ''), bytes);
        await close();
        const again = await openStore(folder);
        assert.deepEqual(again.putAside, [], 'told once');
        await again.close();
      });
    }

    it('does not call it damage where the last transaction was cut off by a power cut', async () => {
      await add(2);
      await killedWith(5);
      const { size } = statSync(log());
      for (const cut of [1, 100, 4_096, 4_119]) {
        truncateSync(log(), size - cut);
        assert.equal(logDamage(log()), undefined, `${cut}`);
      }
      for (const length of [0, 1, 31, 32, 33]) {
        truncateSync(log(), Math.min(length, statSync(log()).size));
        assert.equal(logDamage(log()), undefined, `${length}`);
      }
    });

    it('is told of by the start: in the event, the discovery file, /readyz and the log', async () => {
      await add(1);
      truncateSync(file(), 0);
      const service = launch();
      const event = await service.start();
      const kept = event.type === 'ready' ? event.putAside?.[0]?.file : undefined;
      assert.ok(kept !== undefined && existsSync(kept), JSON.stringify(event));
      assert.equal(service.discovery.putAside?.[0]?.file, kept);
      const { body } = await service.ask('/readyz');
      assert.match(
        JSON.stringify(body['notices']),
        /damaged.*kept as .*issues, decisions and notes of the old one are not shown/,
      );
      assert.match(service.errors, /The database was damaged/);
    });

    it('has a second damage kept beside the first', async () => {
      const at = () => new Date('2030-01-01T00:00:00Z');
      for (let time = 0; time < 3; time++) {
        await add(1);
        truncateSync(file(), 0);
        await (await openStore(folder, at)).close();
      }
      assert.equal(readdirSync(folder).filter((name) => name.includes('damaged')).length, 3);
    });
  });

  describe('are for their owner alone', () => {
    if (process.platform === 'win32') return;
    const open = () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .filter((entry) => (statSync(join(entry.parentPath, entry.name)).mode & 0o077) !== 0)
        .map(({ name }) => name);

    it('when a token is made', async () => {
      const umask = process.umask(0o022);
      try {
        rmSync(folder, { recursive: true });
        await createTokenIn(folder, { days: 1 });
        assert.equal(statSync(folder).mode & 0o777, 0o700);
        assert.ok(existsSync(join(folder, databaseFileName)));
        assert.deepEqual(open(), []);
      } finally {
        process.umask(umask);
      }
    });

    for (const mode of ['serve', 'embedded']) {
      it(`while ${mode} runs, also files that were open before, and the log says so`, async () => {
        const umask = process.umask(0o022);
        try {
          await (await openStore(folder)).close();
          chmodSync(join(folder, databaseFileName), 0o644);
          chmodSync(folder, 0o755);
          const service = launch({ env: { MODE: mode } });
          assert.equal((await service.start()).type, 'ready');
          assert.ok(existsSync(join(folder, `${databaseFileName}-wal`)));
          assert.deepEqual(open(), []);
          assert.equal(statSync(folder).mode & 0o777, 0o700);
          assert.match(service.errors, /parapet\.db.*Other users could read this file/);
        } finally {
          process.umask(umask);
        }
      });
    }
  });
}).timeout(60_000);
