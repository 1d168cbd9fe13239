import { spawn } from 'node:child_process';
import { ROOT } from './paths.ts';
import { ended } from './processes.ts';

/** Runs a script with this Node.js, shows at its end what it printed, and returns its exit code. It ends with this process. */
export async function runNode(words: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [...words], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = () => child.kill();
  process.once('exit', end);
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const outcome = await ended(child);
  process.off('exit', end);
  process.stdout.write(Buffer.concat(output));
  return typeof outcome === 'number' ? outcome : 1;
}
