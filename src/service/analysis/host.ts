/**
 * The worker's side of a scan: hosts one analyzer, feeds it files as it asks for them, streams its events back.
 * The analyzer is kept between messages, so a later change costs only what depends on it.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { blobIdOf } from '../../api/blob-id.ts';
import {
  type AnalysisEvent,
  type Analyzer,
  type AnalyzerOptions,
  deepLimits,
  type SourceFile,
} from '../../engine/analysis.ts';
import type { Finding } from '../../engine/finding.ts';
import type { Fixer } from '../../engine/fixes/fixer.ts';
import { readSource } from './files/read.ts';
import { examineFiles } from './inventory-files.ts';
import { Outlooks } from './outlooks.ts';
import {
  type AnalyseRequest,
  type ExamineRequest,
  type FromWorker,
  type InspectRequest,
  type ProposeRequest,
  Signal,
  type ToWorker,
  type WorkerSetup,
} from './protocol.ts';

/** Events are sent in bunches, at the latest after this many milliseconds of work. */
const bunchMs = 50;
const bunchSize = 200;

/**
 * Makes this thread a scan's worker.
 * @param createFixer left out where no fixes are asked for
 * @throws when called anywhere but in a worker thread
 */
export function hostAnalyzer(
  create: (options: AnalyzerOptions) => Promise<Analyzer>,
  createFixer?: (options: AnalyzerOptions) => Promise<Fixer>,
): void {
  if (isMainThread || !parentPort) throw new Error('An analyzer is hosted in a worker thread only.');
  const port = parentPort;
  const setup: WorkerSetup = workerData;
  const signals = new Int32Array(setup.signals);
  Atomics.store(signals, Signal.loaded, 1);
  const send = (message: FromWorker): void => port.postMessage(message);
  const options: AnalyzerOptions = {
    loadGrammar: (name) => findModule(setup.grammars, name),
    loadRuntime: () => findModule(setup.grammars, 'web-tree-sitter.wasm'),
    onWork: () => {
      Atomics.add(signals, Signal.beat, 1);
    },
  };
  /** By file: the analyzer reports on files of earlier calls too. */
  const blobIds = new Map<string, string>();
  let analyzer: Promise<Analyzer> | undefined;
  let fixer: Promise<Fixer> | undefined;
  let outlooks: Outlooks | undefined;

  port.on('message', async (message: ToWorker) => {
    if (message.type === 'propose' || message.type === 'examine') {
      fixer ??= createFixer?.(options);
      send(await fix(fixer, message, setup, signals));
      return;
    }
    if (message.type === 'inspect') {
      send(await inspect(create({ ...options, limits: deepLimits }), message, setup, signals));
      return;
    }
    if (message.type === 'inventory') {
      send(await examineFiles(message, setup, signals, options));
      return;
    }
    analyzer ??= create(setup.depth === 'deep' ? { ...options, limits: deepLimits } : options);
    let ready: Analyzer;
    try {
      ready = await analyzer;
    } catch (error) {
      send({ type: 'unavailable', message: messageOf(error) });
      return;
    }
    if (message.withOutlook) {
      fixer ??= createFixer?.(options);
      const made = await fixer;
      outlooks ??= made && new Outlooks(made);
      await outlooks?.prepare(message.files);
    }
    send(
      await analyse(
        ready,
        message,
        setup,
        signals,
        blobIds,
        send,
        message.withOutlook ? outlooks : undefined,
      ),
    );
    outlooks?.end();
  });
}

async function fix(
  fixer: Promise<Fixer> | undefined,
  asked: ProposeRequest | ExamineRequest,
  setup: WorkerSetup,
  signals: Int32Array,
): Promise<FromWorker> {
  Atomics.add(signals, Signal.beat, 1);
  try {
    const ready = await fixer;
    if (!ready) return { type: 'failed', message: 'this worker makes no fixes' };
    const read = (path: string): string | undefined =>
      readSource(setup.root, path, setup.fileBytes).file?.text;
    const { finding } = asked;
    return asked.type === 'propose'
      ? { type: 'proposed', proposal: await ready.propose(finding, read, asked.around) }
      : { type: 'examined', examined: await ready.examine(finding, asked.change, read) };
  } catch (error) {
    return { type: 'failed', message: messageOf(error) };
  }
}

async function inspect(
  analyzer: Promise<Analyzer>,
  { files, file, fingerprint }: InspectRequest,
  setup: WorkerSetup,
  signals: Int32Array,
): Promise<FromWorker> {
  let found: Finding | undefined;
  const on = (event: AnalysisEvent): void => {
    if (event.type === 'finding' && event.finding.file === file && event.finding.fingerprint === fingerprint)
      found = event.finding;
  };
  const request: AnalyseRequest = { type: 'analyse', files, removed: [] };
  const send = (message: FromWorker): void => {
    if (message.type === 'events') for (const event of message.events) on(event);
  };
  let ready: Analyzer;
  try {
    ready = await analyzer;
  } catch (error) {
    return { type: 'unavailable', message: messageOf(error) };
  }
  const end = await analyse(ready, request, setup, signals, new Map(), send);
  if (end.type !== 'done') return end;
  const start = { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 };
  return {
    type: 'inspected',
    found,
    inspection: ready.inspect(found ?? { file, range: start, codeFlows: [] }),
  };
}

async function analyse(
  analyzer: Analyzer,
  request: AnalyseRequest,
  setup: WorkerSetup,
  signals: Int32Array,
  blobIds: Map<string, string>,
  send: (message: FromWorker) => void,
  outlooks?: Outlooks,
): Promise<FromWorker> {
  const text = (name: string): string | undefined => readSource(setup.root, name, setup.fileBytes).file?.text;
  const cancelled = new AbortController();
  const bunch: AnalysisEvent[] = [];
  let sentAt = performance.now();
  const flush = (): void => {
    if (bunch.length > 0) send({ type: 'events', events: bunch.splice(0) });
    sentAt = performance.now();
  };
  const alive = (): void => {
    Atomics.add(signals, Signal.beat, 1);
    if (Atomics.load(signals, Signal.cancel) === 1) cancelled.abort();
  };
  const on = (event: AnalysisEvent): void => {
    alive();
    bunch.push(
      event.type === 'finding'
        ? named(outlooks?.added(event.finding, text) ?? event.finding, blobIds)
        : event,
    );
    if (bunch.length >= bunchSize || performance.now() - sentAt > bunchMs) flush();
  };
  function* files(): Generator<SourceFile> {
    for (const [index, name] of request.files.entries()) {
      Atomics.store(signals, Signal.file, index);
      alive();
      if (cancelled.signal.aborted) return;
      const given = request.texts?.[name];
      if (given !== undefined) {
        blobIds.set(name, blobIdOf(Buffer.from(given)));
        yield { path: name, text: given };
        continue;
      }
      const { file, blobId, skip } = readSource(setup.root, name, setup.fileBytes);
      if (blobId !== undefined) blobIds.set(name, blobId);
      if (skip) on({ type: 'skip', skip });
      if (file) yield file;
    }
    // Not when the analyzer throws in between: the signals then still name the file.
    Atomics.store(signals, Signal.file, -1);
    if (request.readOnly) cancelled.abort();
  }
  // While the analyzer waits for something, events in hand go out all the same, and a cancel is seen.
  const timer = setInterval(() => {
    if (Atomics.load(signals, Signal.cancel) === 1) cancelled.abort();
    flush();
  }, bunchMs);
  alive();
  try {
    const change = { files: files(), fileCount: request.files.length, removed: request.removed };
    await analyzer.analyse(change, on, cancelled.signal);
    flush();
    return cancelled.signal.aborted ? { type: 'cancelled' } : { type: 'done' };
  } catch (error) {
    flush();
    return cancelled.signal.aborted ? { type: 'cancelled' } : { type: 'failed', message: messageOf(error) };
  } finally {
    clearInterval(timer);
  }
}

function named(finding: Finding, blobIds: ReadonlyMap<string, string>): AnalysisEvent {
  const blobId = blobIds.get(finding.file);
  return { type: 'finding', finding: blobId === undefined ? finding : { ...finding, blobId } };
}

/** @throws with the folders searched, when the module is in none of them */
async function findModule(folders: readonly string[], name: string): Promise<Uint8Array> {
  for (const folder of folders) {
    try {
      return await readFile(path.join(folder, name));
    } catch {
      // The next folder may have it.
    }
  }
  throw new Error(`${name} is in none of the folders ${folders.join(', ')}. Install Parapet again.`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
