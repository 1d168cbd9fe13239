import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type PackageManager, packageManagerOf } from '../../../api/package-managers.ts';
import { belowLock } from '../../../engine/dependencies/upgrades/check.ts';
import type { LockTask } from '../../../engine/dependencies/upgrades/plan.ts';
import { type RunOutcome, runCommand } from '../../../processes/run-command.ts';
import { readBase } from '../base-text.ts';
import { reducedNpmrc } from './npmrc.ts';
import { type Running, runningOf, type Step, UnsafeTask } from './steps.ts';

/** Of one run; a package manager asks its registry for each package that may change. */
const timeoutMs = 180_000;
const longestLock = 64 * 1024 * 1024;
const longestReason = 400;

export type LockWritten =
  /** New texts of the lock file, and of manifests that its package manager writes together with it, by path. */
  | { readonly type: 'written'; readonly texts: Readonly<Record<string, string>> }
  /** A sentence. */
  | { readonly type: 'failed'; readonly reason: string };

/**
 * Has the ecosystem's package manager write a lock file: on a copy of the manifests and the lock file, in a folder of its
 * own, with a home of its own. Nothing of the repository is run, and none of its settings holds but its registries.
 * @throws the signal's reason when cancelled
 */
export async function writeLock(root: string, task: LockTask, signal: AbortSignal): Promise<LockWritten> {
  const manager = packageManagerOf(task.file);
  if (!manager) return failed(`No package manager writes \`${task.file}\` without running foreign code.`);
  if (task.foreign !== undefined)
    return failed(
      `\`${task.foreign.slice(0, 100)}\` does not come from a registry, and ${manager.program} would ask its address.`,
    );
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'parapet-lock-')));
  try {
    return await writtenIn(folder, root, task, manager, signal);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof UnsafeTask) return failed(error.message);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writtenIn(
  folder: string,
  root: string,
  task: LockTask,
  manager: PackageManager,
  signal: AbortSignal,
): Promise<LockWritten> {
  const running = runningOf(manager.program);
  const base = await readBase(root, task.file);
  if (typeof base === 'string') return failed(base);
  const before = base.text.slice(base.mark.length);
  const project = path.join(folder, 'project');
  const home = path.join(folder, 'home');
  await mkdir(home, { recursive: true });
  const copy = new ProjectCopy(project, task);
  await copy.write({ ...task.manifests, [task.file]: before });
  if (running.beside) await copy.addBeside(running.beside);
  const refused = (await writeSettings(root, task, project, home)) ?? (await writeOwnSettings(running, home));
  if (refused !== undefined) return failed(refused);
  for (const step of running.steps(task, before)) {
    await copy.write(step.isPinned ? task.pinned : task.manifests);
    const outcome = await run(manager, step, { running, root, project, home, signal });
    if (outcome.kind !== 'ended' || outcome.code !== 0) return failed(whyNot(manager, outcome));
  }
  const texts = await copy.changed({ ...(running.writesManifest && task.manifests), [task.file]: before });
  return { type: 'written', texts };
}

/** The manifests and the lock file, in folders as in the project. */
class ProjectCopy {
  readonly #folder: string;
  readonly #task: LockTask;

  constructor(folder: string, task: LockTask) {
    this.#folder = folder;
    this.#task = task;
  }

  async write(texts: Readonly<Record<string, string>>): Promise<void> {
    for (const [file, text] of Object.entries(texts)) {
      const at = this.#at(file);
      if (at === undefined) continue;
      await mkdir(path.dirname(at), { recursive: true });
      await writeFile(at, text);
    }
  }

  async addBeside({ manifest, file }: NonNullable<Running['beside']>): Promise<void> {
    for (const one of Object.keys(this.#task.manifests)) {
      const at = path.posix.basename(one) === manifest ? this.#at(one) : undefined;
      if (at === undefined) continue;
      const beside = path.join(path.dirname(at), file);
      await mkdir(path.dirname(beside), { recursive: true });
      await writeFile(beside, '');
    }
  }

  /** What is other than before. */
  async changed(before: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>> {
    const texts: Record<string, string> = {};
    for (const [file, text] of Object.entries(before)) {
      const at = this.#at(file);
      const bytes = at === undefined ? undefined : await readFile(at);
      if (bytes && bytes.length > longestLock)
        throw new UnsafeTask(`The new \`${file}\` has more than ${longestLock / 1024 / 1024} MB.`);
      const after = bytes?.toString('utf8');
      if (after !== undefined && after !== text) texts[file] = after;
    }
    return texts;
  }

  #at(file: string): string | undefined {
    const relative = belowLock(this.#task.file, file);
    if (relative === undefined || relative.split('/').includes('..')) return undefined;
    return path.join(this.#folder, relative);
  }
}

/** Registries that the person and the project name, without credentials. @returns a sentence where one is refused */
async function writeSettings(
  root: string,
  { file }: LockTask,
  project: string,
  home: string,
): Promise<string | undefined> {
  const { HOME = '', npm_config_registry: named } = process.env;
  const ofPerson = await readFile(path.join(HOME, '.npmrc'), 'utf8').catch(() => '');
  const own = named === undefined ? ofPerson : `${ofPerson}\nregistry=${named}`;
  const ofProject = await readBase(root, path.posix.join(path.posix.dirname(file), '.npmrc')).catch(() => '');
  for (const [folder, text] of [
    [home, own],
    [project, typeof ofProject === 'string' ? '' : ofProject.text],
  ] as const) {
    const reduced = reducedNpmrc(text);
    if (reduced.type === 'refused') return reduced.reason;
    await writeFile(path.join(folder, '.npmrc'), reduced.text);
  }
  return undefined;
}

/** Settings of a package manager in the person's home. @returns a sentence where they are refused */
async function writeOwnSettings({ settings }: Running, home: string): Promise<string | undefined> {
  if (!settings) return undefined;
  const text = await readFile(settings.from(process.env), 'utf8').catch(() => '');
  const reduced = settings.reduced(text);
  if (reduced.type === 'refused') return reduced.reason;
  const target = path.join(home, settings.to);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, reduced.text);
  return undefined;
}

interface Where {
  readonly running: Running;
  readonly root: string;
  readonly project: string;
  readonly home: string;
  readonly signal: AbortSignal;
}

const run = (
  { program }: PackageManager,
  { args }: Step,
  { running, root, project, home, signal }: Where,
): Promise<RunOutcome> =>
  runCommand([program, ...args], {
    folder: project,
    environment: { ...closedEnvironment(root, home), ...running.environment(home) },
    timeoutMs,
    signal,
  });

/** What a program needs to start and to get through a proxy. */
const kept = [
  ...['SystemRoot', 'SystemDrive', 'PATHEXT', 'ComSpec', 'TEMP', 'TMP', 'TMPDIR', 'RUSTUP_HOME'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
];

function closedEnvironment(root: string, home: string): NodeJS.ProcessEnv {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((one) => isOutside(root, one));
  return {
    ...Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    PATH: folders.join(path.delimiter),
    HOME: home,
    USERPROFILE: home,
    LC_ALL: 'C',
    NoDefaultCurrentDirectoryInExePath: '1',
  };
}

/** A program of the repository, such as one in its `node_modules/.bin`, is not the person's. */
function isOutside(root: string, folder: string): boolean {
  const relative = path.relative(root, folder);
  return path.isAbsolute(folder) && (relative.startsWith('..') || path.isAbsolute(relative));
}

function whyNot({ program }: PackageManager, outcome: RunOutcome): string {
  switch (outcome.kind) {
    case 'notStarted':
      return `${program} is not installed where the service runs, or does not start.`;
    case 'timeout':
      return `${program} was stopped after ${timeoutMs / 1000} s.`;
    case 'ended': {
      const lines = outcome.output
        .split('\n')
        .map((line) => line.replace(/^npm (?:error|ERR!)\s?/, '').trim())
        .filter((line) => line !== '' && !/complete log of this run/i.test(line));
      return `${program} ended with code ${outcome.code}: ${lines.join(' ').slice(0, longestReason)}`;
    }
  }
}

const failed = (reason: string): LockWritten => ({ type: 'failed', reason });
