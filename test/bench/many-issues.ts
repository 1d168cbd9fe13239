import * as diagnosticsChannel from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import { BlockMeter, threadCpuMs } from './block-meter.ts';

/**
 * Runs inside the extension host, see editor.ts, twice: first `scan`, which fills the service, then `load`, in a new
 * host, which measures what it costs until all those issues are shown, and what a keystroke costs among them.
 */
export async function run(): Promise<void> {
  const phase = process.env['PARAPET_BENCH_PHASE_FILE'] ?? fail('no phase');
  const report = process.env['PARAPET_BENCH_REPORT'] ?? fail('no report');
  const wanted = Number(process.env['PARAPET_BENCH_ISSUES']);
  const isLoaded = await exists(vscode.Uri.file(phase));
  if (!isLoaded) {
    const isActiveUnasked = vscode.extensions.getExtension('parapet.parapet')?.isActive;
    await quiet();
    const meter = new BlockMeter();
    await vscode.commands.executeCommand('parapet.issues.focus');
    const startedAt = Date.now();
    await vscode.commands.executeCommand('parapet.scanWorkspace');
    const scanMs = Date.now() - startedAt;
    await problems(wanted);
    writeFileSync(phase, JSON.stringify({ isActiveUnasked, scanMs, longestBlockMs: meter.stop() }));
    return;
  }
  await vscode.commands.executeCommand('workbench.view.explorer');
  await vscode.extensions.getExtension('parapet.parapet')?.activate();
  await quiet();
  const collect = collector();
  const heapBefore = collect();
  const arrivals: { readonly at: number; readonly cpuMs: number }[] = [];
  diagnosticsChannel.subscribe('undici:request:trailers', (message) => {
    if (pathOf(message).includes('/issues/list')) arrivals.push({ at: Date.now(), cpuMs: threadCpuMs() });
  });
  const meter = new BlockMeter();
  const askedAt = Date.now();
  const askedCpuMs = threadCpuMs();
  await vscode.commands.executeCommand('parapet.issues.focus');
  await problems(wanted);
  const problemsAt = Date.now();
  const problemsCpuMs = threadCpuMs();
  // What is shown is drawn in the window meanwhile.
  await sleep(3_000);
  const longestBlockMs = meter.stop();
  const heapAfter = collect();
  // The first time, much that is not ours is still being compiled.
  await typing('plain.js');
  const plain = await typing('plain.js');
  const crowded = await typing('crowded.js');
  const arrived = arrivals.at(-1) ?? { at: Number.NaN, cpuMs: Number.NaN };
  writeFileSync(
    report,
    JSON.stringify({
      askedAt,
      arrivedAt: arrived.at,
      problemsAt,
      cpuMs: problemsCpuMs - arrived.cpuMs,
      allCpuMs: problemsCpuMs - askedCpuMs,
      longestBlockMs,
      heapBytes: heapAfter - heapBefore,
      keystrokeMs: crowded.ms - plain.ms,
      keystrokeCpuMs: crowded.cpuMs - plain.cpuMs,
      plainKeystrokeMs: plain.ms,
    }),
  );
}

/** Other extensions start with the window, and keep the extension host for 50 ms at a time while they do. */
async function quiet(): Promise<void> {
  const end = Date.now() + 60_000;
  for (let calm = 0; calm < 4 && Date.now() < end; ) {
    const before = threadCpuMs();
    await sleep(500);
    calm = threadCpuMs() - before < 10 ? calm + 1 : 0;
  }
}

const keystrokes = 100;

/**
 * What it costs to type a character into a file: milliseconds until it is there and told to everybody, the median, and
 * of this thread's processor, with all that follows from it.
 */
async function typing(file: string): Promise<{ readonly ms: number; readonly cpuMs: number }> {
  const [uri] = await vscode.workspace.findFiles(file);
  if (uri === undefined) fail(`no ${file}`);
  const editor = await vscode.window.showTextDocument(uri);
  const end = editor.document.lineAt(2).range.end;
  editor.selection = new vscode.Selection(end, end);
  await sleep(2_000);
  const times: number[] = [];
  const cpuBefore = threadCpuMs();
  for (let count = 0; count < keystrokes; count++) {
    const startedAt = performance.now();
    await vscode.commands.executeCommand('type', { text: 'x' });
    times.push(performance.now() - startedAt);
    await sleep(40);
  }
  await sleep(500);
  const cpuMs = (threadCpuMs() - cpuBefore) / keystrokes;
  await vscode.commands.executeCommand('workbench.action.files.revert');
  return { ms: times.sort((a, b) => a - b)[keystrokes / 2] ?? Number.NaN, cpuMs };
}

/** Waits for so many problems; counts only what changed, so that the counting is not what is measured. */
async function problems(wanted: number): Promise<void> {
  const end = Date.now() + 150_000;
  const counts = new Map<string, number>();
  const count = (uris: readonly vscode.Uri[]) => {
    for (const uri of uris) {
      const ours = vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Parapet');
      counts.set(uri.toString(), ours.length);
    }
  };
  const total = () => [...counts.values()].reduce((sum, one) => sum + one, 0);
  const subscription = vscode.languages.onDidChangeDiagnostics(({ uris }) => count(uris));
  count(vscode.languages.getDiagnostics().map(([uri]) => uri));
  while (total() < wanted) {
    if (Date.now() > end) fail(`only ${total()} problems of ${wanted}`);
    await sleep(20);
  }
  subscription.dispose();
}

/** Bytes of the heap that are in use, after what is not was thrown away. */
function collector(): () => number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  return () => {
    for (let turn = 0; turn < 3; turn++) if (typeof collect === 'function') collect();
    return process.memoryUsage().heapUsed;
  };
}

function pathOf(message: unknown): string {
  const request =
    typeof message === 'object' && message !== null ? Reflect.get(message, 'request') : undefined;
  const path = typeof request === 'object' && request !== null ? Reflect.get(request, 'path') : undefined;
  return typeof path === 'string' ? path : '';
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  return await vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

function fail(why: string): never {
  throw new Error(why);
}
