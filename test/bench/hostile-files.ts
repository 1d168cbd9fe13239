import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FromHostileWorker } from './hostile-worker.ts';

const corpora = path.join(import.meta.dirname, '../corpora');
const filesEach = 50;
/** Milliseconds of a thread's processor time after which a project of fifty files counts as one that never ends. */
const endlessMs = 60_000;
const watchMs = 1_000;

/** Of Node.js 24, which benchmarks run on. */
type Measured = Worker & { cpuUsage(): Promise<NodeJS.CpuUsage> };

interface Fallen {
  readonly project: number;
  readonly why: string;
}

/**
 * Damages files of the annotated corpora and analyses them, fifty together. What may not happen: an error that is thrown,
 * a project that does not end, a thread that dies.
 * @param count files in all
 */
export async function hostileFiles(count: number) {
  const texts = await corpusTexts();
  const projects = Math.ceil(count / filesEach);
  const width = Math.min(availableParallelism(), projects);
  const share = Math.ceil(projects / width);
  const parts = await Promise.all(
    Array.from({ length: width }, (_, index) =>
      analyseAll(texts, index * share, Math.min(projects, (index + 1) * share)),
    ),
  );
  const fallen = parts.flatMap((part) => part.fallen);
  const cpuMs = parts.flatMap((part) => part.cpuMs).toSorted((a, b) => a - b);
  const skips: Record<string, number> = {};
  for (const part of parts)
    for (const [reason, times] of part.skips) skips[reason] = (skips[reason] ?? 0) + times;
  for (const { project, why } of fallen) console.log(`project ${project}: ${why}`);
  return {
    files: projects * filesEach,
    findings: parts.reduce((sum, { findings }) => sum + findings, 0),
    skips,
    fallen: fallen.length,
    cpuMsOfAProject: {
      median: Math.round(cpuMs[cpuMs.length >> 1] ?? 0),
      most: Math.round(cpuMs.at(-1) ?? 0),
    },
  };
}

async function corpusTexts(): Promise<readonly { path: string; text: string }[]> {
  const names = (await readdir(corpora, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const files = names.map((entry) => path.join(entry.parentPath, entry.name)).toSorted();
  return Promise.all(
    files.map(async (file) => ({ path: path.basename(file), text: await readFile(file, 'utf8') })),
  );
}

async function analyseAll(texts: readonly { path: string; text: string }[], from: number, to: number) {
  const fallen: Fallen[] = [];
  const skips = new Map<string, number>();
  const cpuMs: number[] = [];
  let findings = 0;
  for (let begin = from; begin < to; ) {
    let current = begin;
    const why = await new Promise<string | undefined>((resolve) => {
      const worker = new Worker(new URL('./hostile-worker.ts', import.meta.url), {
        workerData: { texts, from: begin, to, filesEach },
        resourceLimits: { maxOldGenerationSizeMb: 1_536 },
      });
      let usedMs = 0;
      let begunAtMs = 0;
      const watch = setInterval(() => {
        void (worker as Measured).cpuUsage().then(
          ({ user, system }) => {
            usedMs = (user + system) / 1e3;
            if (usedMs - begunAtMs > endlessMs) end(`no end after ${endlessMs / 1_000} s of processor time`);
          },
          () => undefined,
        );
      }, watchMs);
      const end = (reason: string | undefined): void => {
        clearInterval(watch);
        void worker.terminate();
        resolve(reason);
      };
      worker.on('message', (message: FromHostileWorker) => {
        begunAtMs = usedMs;
        current = message.project;
        if (message.type === 'failed') fallen.push({ project: current, why: message.error });
        if (message.type !== 'ended') return;
        findings += message.findings;
        cpuMs.push(message.cpuMs);
        for (const [reason, times] of Object.entries(message.skips))
          skips.set(reason, (skips.get(reason) ?? 0) + times);
      });
      worker.on('error', (error) => end(`the thread died: ${String(error)}`));
      worker.on('exit', (code) => end(code === 0 ? undefined : `the thread ended with code ${code}`));
    });
    if (why === undefined) break;
    fallen.push({ project: current, why });
    begin = current + 1;
  }
  return { fallen, skips, cpuMs, findings };
}
