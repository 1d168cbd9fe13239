import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { anyServer, makeDatabase, type TestDatabase } from '../../support/postgres.ts';
import { Deployed } from './deployed.ts';
import { imageCommand } from './image.ts';

/** The image's own command, run as the container runs it, on a database and secrets in files. */
describe('the service as it is deployed', () => {
  let server: string;
  let database: TestDatabase;
  let folder: string;
  const running: Deployed[] = [];

  before(async function () {
    this.timeout(120_000);
    server = await anyServer();
  });
  beforeEach(async () => {
    database = await makeDatabase(server);
    folder = mkdtempSync(path.join(tmpdir(), 'deployed-'));
    mkdirSync(path.join(folder, 'secrets'));
    secret('database-url', database.url);
    secret('secret-key', randomBytes(32).toString('base64'));
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((each) => each.end()));
    await database[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  const secret = (name: string, text: string) =>
    writeFileSync(path.join(folder, 'secrets', name), `${text}\n`, { mode: 0o400 });
  const start = (args: readonly string[] = imageCommand().command, data = 'data'): Deployed => {
    const deployed = new Deployed(args, {
      PARAPET_DATA: path.join(folder, data),
      PARAPET_DATABASE_URL_FILE: path.join(folder, 'secrets', 'database-url'),
      PARAPET_SECRET_KEY_FILE: path.join(folder, 'secrets', 'secret-key'),
      PARAPET_PUBLIC_URL: '',
      PARAPET_ALLOWED_HOSTS: '',
    });
    running.push(deployed);
    return deployed;
  };

  it('is alive and ready, takes the first token, and ends in time when it is told to', async () => {
    const service = start();
    const address = await service.address();
    for (const at of ['/healthz', '/readyz']) assert.equal((await fetch(address + at)).status, 200, at);
    await service.hears(/http:\/\/localhost:\d+ \(from another machine: the name of this one\)/);
    const headers = await start(['token', 'create']).madeToken();
    const key = headers['X-Service-API-Token-Secret'];
    assert.equal((await fetch(`${address}/repositories`, { headers })).status, 200);
    assert.ok(!service.said.includes(key) && !service.said.includes(database.url), service.said);
    const begun = performance.now();
    service.child.kill('SIGTERM');
    assert.equal(await service.exit(), 0, service.said);
    assert.ok(performance.now() - begun < 15_000, 'compose.yaml gives it 30 seconds');
    assert.deepEqual(
      readdirSync(path.join(folder, 'data')).filter((name) => name.includes('.db')),
      [],
      'everything is in PostgreSQL',
    );
    const again = start();
    const kept = await fetch(`${await again.address()}/repositories`, { headers });
    assert.equal(kept.status, 200, 'the token is there after a restart, in another process');
  });

  it('is one of two that start on an empty database at once; the other says why and ends', async () => {
    const both = [start(undefined, 'one'), start(undefined, 'two')];
    const outcomes = await Promise.all(
      both.map((each) => Promise.race([each.address(), each.exit()]).catch(() => each.exit())),
    );
    const served = outcomes.findIndex((outcome) => typeof outcome === 'string');
    const [winner, loser] = [both[served], both[1 - served]];
    assert.ok(winner && loser && typeof outcomes[1 - served] === 'number', JSON.stringify(outcomes));
    assert.match(loser.said, /Another Parapet service uses the database/);
    assert.notEqual(await loser.exit(), 0);
    assert.equal((await fetch(`${await winner.address()}/readyz`)).status, 200);
    await winner.end();
    assert.equal((await fetch(`${await start(undefined, 'two').address()}/readyz`)).status, 200);
  });

  it('leaves a database of a newer version alone', async () => {
    const first = start();
    await first.address();
    await first.end();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const migration = "insert into kysely_migration (name, timestamp) values ('9999_later', 'x')";
      await client.query(migration);
      const older = start();
      assert.notEqual(await older.exit(), 0);
      assert.match(older.said, /made by a newer version \(it has the migration 9999_later\)/);
      await client.query("delete from kysely_migration where name = '9999_later'");
    } finally {
      await client.end();
    }
    assert.equal((await fetch(`${await start().address()}/readyz`)).status, 200);
  });
}).timeout(60_000);
