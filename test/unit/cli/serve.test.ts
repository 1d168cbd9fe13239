import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { program } from './run.ts';

const SCRIPT = '/usr/bin/script';

/** `parapet serve`, built as it is shipped, and what it says. */
class Serving implements AsyncDisposable {
  readonly child: ChildProcess;
  said = '';

  constructor(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    this.child = spawn(command, args, { env: { ...process.env, ...env }, detached: true });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.said += text;
      });
  }

  /** The text that a pattern finds in what is said, once it is. */
  async hears(pattern: RegExp): Promise<string> {
    for (const until = performance.now() + 30_000; performance.now() < until; ) {
      const found = pattern.exec(this.said);
      if (found !== null) return found[1] ?? found[0];
      if (this.child.exitCode !== null) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return assert.fail(`${pattern} was not said:\n${this.said}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode !== null || this.child.pid === undefined) return;
    const gone = new Promise((resolve) => this.child.once('close', resolve));
    process.kill(-this.child.pid, 'SIGTERM');
    await gone;
  }
}

describe('parapet serve', () => {
  let folder: string;
  let data: string;
  const args = () => [program, 'serve', '--port', '0', '--data', data];
  const serve = (env?: Readonly<Record<string, string>>) => new Serving(process.execPath, args(), env);

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'serve-'));
    data = path.join(folder, 'data');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('says at its first start what to do next, without a secret, and one line at later ones', async () => {
    {
      await using first = serve();
      const address = await first.hears(/serves (http:\/\/127\.0\.0\.1:\d+) from /);
      await first.hears(/Later starts say the first line only\./);
      for (const told of [
        `parapet token create --data ${data}`,
        `parapet sign-in create --data ${data} --address ${address}`,
        'Parapet: Connect to a Service…',
        'Parapet: Scan This Workspace',
        `${address}/api/v2/repositories/addByUrl`,
      ])
        assert.ok(first.said.includes(told), `${told}\n${first.said}`);
      assert.ok(!first.said.includes('Token secret:'));
    }
    await using second = serve();
    await second.hears(/serves http/);
    assert.equal((await fetch(`${await second.hears(/(http:\/\/\S+) from/)}/readyz`)).status, 200);
    assert.equal(second.said.trim().split('\n').length, 1, second.said);
  });

  const atTerminal = existsSync(SCRIPT) && process.platform === 'linux' ? it : () => {};
  atTerminal('shows a person at a terminal the first token, once, and it works', async () => {
    const quoted = [process.execPath, ...args()].map((word) => `'${word}'`).join(' ');
    const inTerminal = () => new Serving(SCRIPT, ['-qefc', quoted, '/dev/null']);
    {
      await using first = inTerminal();
      const address = await first.hears(/serves (http:\/\/127\.0\.0\.1:\d+) from /);
      const id = await first.hears(/Token ID: +(\S+)/);
      const secret = await first.hears(/Token secret: +(\S+)/);
      const headers = { 'X-Service-API-Token-Id': id, 'X-Service-API-Token-Secret': secret };
      assert.equal((await fetch(`${address}/organizations`, { headers })).status, 200);
      const link = await first.hears(/(http:\/\/127\.0\.0\.1:\d+\/sign-in\/link\?secret=[\w-]+)/);
      assert.match(await (await fetch(link)).text(), /You are the first administrator/);
    }
    await using second = inTerminal();
    await second.hears(/serves http/);
    assert.equal((await fetch(`${await second.hears(/(http:\/\/\S+) from/)}/readyz`)).status, 200);
    assert.ok(!second.said.includes('secret'), second.said);
  });

  it('is signed in to by a link that the command line makes, for the first administrator or a member', async () => {
    await using service = serve();
    const address = await service.hears(/serves (http:\/\/127\.0\.0\.1:\d+) from /);
    const make = promisify(execFile);
    const create = (...more: string[]) =>
      make(process.execPath, [program, 'sign-in', 'create', '--data', data, ...more]);
    const { stdout } = await create('--address', address);
    const page = await fetch(stdout.trim());
    assert.equal(page.status, 200);
    assert.match(await page.text(), /You are the first administrator/);
    const secret = new URL(stdout.trim()).searchParams.get('secret') ?? '';
    const signedIn = await fetch(`${address}/sign-in/link`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ secret }),
    });
    assert.match(signedIn.headers.get('set-cookie') ?? '', /^parapet-session=.+HttpOnly/);
    await assert.rejects(create(), /--address or PARAPET_PUBLIC_URL/);
    await assert.rejects(
      create('--address', address, '--email', 'nobody@example.com'),
      /No active member has the address nobody@example\.com/,
    );
  });

  it('names the address that people use, where one is set', async () => {
    await using named = serve({ PARAPET_PUBLIC_URL: 'https://parapet.example.com' });
    await named.hears(/curl https:\/\/parapet\.example\.com\/api\/v2\/repositories\/addByUrl/);
  });

  it('reads secrets from files, and says without their content what is wrong with one', async () => {
    const secret = path.join(folder, 'key');
    writeFileSync(secret, 'not a key at all\n');
    for (const [env, expected] of [
      [{ PARAPET_SECRET_KEY_FILE: secret }, /PARAPET_SECRET_KEY/],
      [{ PARAPET_DATABASE_URL_FILE: secret }, /PARAPET_DATABASE_URL must be of the form/],
      [
        { PARAPET_DATABASE_URL_FILE: path.join(folder, 'missing') },
        /The file of PARAPET_DATABASE_URL_FILE cannot be read/,
      ],
      [
        { PARAPET_SECRET_KEY_FILE: secret, PARAPET_SECRET_KEY: 'x' },
        /PARAPET_SECRET_KEY or PARAPET_SECRET_KEY_FILE, not both/,
      ],
    ] as const) {
      await using refused = serve({ ...env });
      await refused.hears(expected);
      assert.ok(!refused.said.includes('not a key at all'), refused.said);
    }
  });
});
