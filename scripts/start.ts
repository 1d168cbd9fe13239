// `npm start [folder]`: opens VS Code with the extension on a folder, the sample unless one is named, until Ctrl+C.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { chooseEditor } from './editor-choice.ts';
import { downloadDesktop } from './host/desktop.ts';
import { stopEmbeddedServices } from './host/embedded-services.ts';
import { installHost, NEWEST_HOST } from './host/install.ts';
import { extensionsDir, installVsix, startServer } from './host/server.ts';
import { packExtension } from './pack.ts';
import { HOST_CACHE, ROOT, SAMPLE } from './paths.ts';
import { ended, run, stopGroup } from './processes.ts';

/** Fixed, because the browser keeps what the workbench stores (secrets too) by address. */
const PREFERRED_PORT = 8642;

const folder = await folderToOpen(process.argv[2]);
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopped.abort());

try {
  await start();
} catch (error) {
  if (!stopped.signal.aborted) {
    console.error(
      `\nParapet could not be started. ${error instanceof Error ? error.message : String(error)}`,
    );
    process.exitCode = 1;
  }
}
process.exit();

/** The folder named on the command line, seen from where the command was typed. */
async function folderToOpen(named: string | undefined): Promise<string> {
  if (named === undefined) return SAMPLE;
  const resolved = path.resolve(process.env['INIT_CWD'] ?? process.cwd(), named);
  const status = await stat(resolved).catch(() => undefined);
  if (status?.isDirectory()) return resolved;
  const problem = status === undefined ? 'There is no folder' : 'This is not a folder:';
  console.error(
    `${problem} ${resolved}\nSay which folder to open: npm start <folder>, or none for the sample.`,
  );
  return process.exit(2);
}

async function start(): Promise<void> {
  const choice = chooseEditor(process.env, process.platform);
  if (choice.kind === 'installed') return onDesktop(choice.executable);
  if (choice.kind === 'downloaded') {
    const executable = await downloadDesktop('stable', console.log);
    if (executable !== undefined) return onDesktop(executable);
  }
  const because = choice.kind === 'served' ? choice.because : 'there is no VS Code on this machine';
  console.log(`VS Code will be served to your browser, because ${because}.`);
  return inBrowser();
}

async function onDesktop(executable: string): Promise<void> {
  console.log('Building …');
  await run(process.execPath, ['esbuild.mjs'], { cwd: ROOT });
  const home = path.join(HOST_CACHE, 'desktop');
  const child = spawn(
    executable,
    [
      '--verbose', // stays a child of this process, so that Ctrl+C ends it
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--user-data-dir=${path.join(home, 'data')}`,
      `--extensions-dir=${path.join(home, 'extensions')}`,
      `--extensionDevelopmentPath=${ROOT}`,
      '--disable-workspace-trust',
      '--new-window',
      folder,
    ],
    { stdio: 'ignore', detached: process.platform !== 'win32', shell: executable.endsWith('.cmd') },
  );
  stopped.signal.addEventListener('abort', () => void stopGroup(child));
  console.log(`VS Code: ${executable}`);
  sayWhatToDo('A VS Code window opens.', 'Closing the window, or Ctrl+C here, stops everything.');
  await closed(child, executable);
  await stopEmbeddedServices(home);
}

async function closed(child: ChildProcess, executable: string): Promise<void> {
  const outcome = await ended(child).catch((error: Error) => {
    throw new Error(`${executable} cannot be run (${error.message}). Is VSCODE_PATH right?`);
  });
  if (outcome !== 0 && !stopped.signal.aborted) throw new Error(`${executable} ended with ${outcome}.`);
}

async function inBrowser(): Promise<void> {
  const host = await installHost(NEWEST_HOST, console.log);
  const dataDir = path.join(HOST_CACHE, 'start');
  const options = { dataDir, flavor: 'wrapper', opens: folder } as const;
  console.log('Building the extension and installing it …');
  await rm(extensionsDir(dataDir), { recursive: true, force: true });
  const packages = path.join(HOST_CACHE, 'packed');
  await mkdir(packages, { recursive: true });
  await installVsix(host, (await packExtension(packages)).file, options);
  stopped.signal.throwIfAborted();
  const server = await startServer(host, { ...options, port: await freePort() });
  try {
    sayWhatToDo(`Open ${server.origin} in your browser.`, 'Ctrl+C stops everything.');
    const how = await Promise.race([
      server.exited,
      new Promise<undefined>((resolve) => stopped.signal.addEventListener('abort', () => resolve(undefined))),
    ]);
    if (how !== undefined) throw new Error(`The VS Code server ${how}; its log is ${server.logFile}.`);
  } finally {
    await server.stop();
    await stopEmbeddedServices(dataDir);
  }
  console.log('\nStopped.');
}

function sayWhatToDo(first: string, last: string): void {
  console.log(`
Parapet is ready, on ${folder}

  1. ${first}
  2. Click the Parapet icon in the bar at the left, then "Scan This Workspace".
  3. Issues appear while the scan runs, the worst first. Click one to see its code;
     the button beside it shows how data gets there, and why that matters.

${last}`);
}

/** `$PORT`, else {@link PREFERRED_PORT}, else any. */
async function freePort(): Promise<number> {
  const wanted = Number(process.env['PORT'] ?? PREFERRED_PORT);
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > 65_535) {
    throw new Error(`PORT is "${process.env['PORT']}"; it must be a number from 1 to 65535.`);
  }
  if (await isFree(wanted)) return wanted;
  if (process.env['PORT'] !== undefined)
    throw new Error(`Port ${wanted} is in use; name another one in PORT.`);
  console.log(`Port ${wanted} is in use, so another one is taken. (To name one: PORT=9000 npm start)`);
  return 0;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
