import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { builtProgram } from '../../support/built-programs.ts';

/** A process of the image's command, on any port. */
export class Deployed {
  readonly child: ChildProcess;
  said = '';
  readonly #exit: Promise<number>;

  constructor(args: readonly string[], env: Readonly<Record<string, string>>) {
    const { PATH = '', TMPDIR = tmpdir() } = process.env;
    const onAnyPort = args.map((each, index) => (args[index - 1] === '--port' ? '0' : each));
    this.child = spawn(process.execPath, [builtProgram('cli'), ...onAnyPort], {
      env: { PATH, TMPDIR, ...env },
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.said += text;
      });
    this.#exit = new Promise((resolve, reject) => {
      this.child.once('error', reject);
      this.child.once('close', (code) => resolve(code ?? -1));
    });
  }

  /** What a pattern finds in what it says, once it does. */
  async hears(pattern: RegExp): Promise<RegExpExecArray> {
    for (const until = performance.now() + 45_000; performance.now() < until; ) {
      const found = pattern.exec(this.said);
      if (found) return found;
      if (this.child.exitCode !== null) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`It does not say ${pattern}:\n${this.said}`);
  }

  /** Where it is reached, once it says so. */
  async address(): Promise<string> {
    const [, port] = await this.hears(/serves http:\/\/0\.0\.0\.0:(\d+) from/);
    return `http://127.0.0.1:${port}`;
  }

  /** The headers that sign in with the token that `token create` makes. */
  async madeToken(): Promise<{ 'X-Service-API-Token-Id': string; 'X-Service-API-Token-Secret': string }> {
    assert.equal(await this.exit(), 0, this.said);
    const [, id = ''] = /Token ID: +(\S+)/.exec(this.said) ?? [];
    const [, secret = ''] = /Token secret: +(\S+)/.exec(this.said) ?? [];
    return { 'X-Service-API-Token-Id': id, 'X-Service-API-Token-Secret': secret };
  }

  exit(): Promise<number> {
    return this.#exit;
  }

  async end(): Promise<void> {
    if (this.child.exitCode === null) this.child.kill('SIGTERM');
    await this.#exit;
  }
}
