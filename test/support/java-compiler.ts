import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';

const program = join(import.meta.dirname, '../corpora/fixes/support/java/Compile.java');

/** A Java compiler in a process of its own that is kept: its first class takes it a second, and the next ones little. */
export class JavaCompiler implements AsyncDisposable {
  #started: { readonly child: ChildProcess; readonly lines: Interface } | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Compiles classes, one call after the other.
   * @param args as `javac` takes them
   * @throws when there are errors in them, with what the compiler says.
   */
  async compile(args: readonly string[]): Promise<void> {
    const turn = this.#last.then(() => this.#ask(args));
    this.#last = turn.catch(() => undefined);
    await turn;
  }

  async #ask(args: readonly string[]): Promise<void> {
    this.#started ??= start();
    const { child, lines } = this.#started;
    child.stdin?.write(`${args.join('\t')}\n`);
    const wrong = await new Promise<string>((resolve, reject) => {
      const ended = () => reject(new Error('The Java compiler ended.'));
      lines.once('close', ended);
      lines.once('line', (line) => {
        lines.off('close', ended);
        resolve(line);
      });
    });
    if (wrong !== '') throw new Error(wrong);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#started) return;
    const { child } = this.#started;
    const gone = once(child, 'close');
    child.stdin?.end();
    await gone;
  }
}

function start() {
  const child = spawn('java', ['-XX:TieredStopAtLevel=1', '-Xshare:auto', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return { child, lines: createInterface({ input: child.stdout }) };
}
