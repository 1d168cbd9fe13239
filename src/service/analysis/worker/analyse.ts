import { blobIdOf } from '../../../api/blob-id.ts';
import type { AnalysisEvent, Analyzer, SourceFile } from '../../../engine/analysis.ts';
import type { Finding } from '../../../engine/finding.ts';
import { readSource } from '../files/read.ts';
import { Cancelled, type Desk } from './desk.ts';
import type { Outlooks } from './outlooks.ts';
import type { RequestOf } from './protocol.ts';

/** Events are sent in bunches, at the latest after this many milliseconds of work. */
const bunchMs = 50;
const bunchSize = 200;

export interface Analysing {
  readonly analyzer: Analyzer;
  readonly request: RequestOf<'analyse'>;
  /** By file; added to. */
  readonly blobIds: Map<string, string>;
  readonly tell: (events: readonly AnalysisEvent[]) => void;
  readonly outlooks?: Outlooks | undefined;
}

/** Feeds an analyzer the files as it asks for them, and tells what it finds. @throws Cancelled, and what the analyzer throws */
export async function analyse(
  desk: Desk,
  { analyzer, request, blobIds, tell, outlooks }: Analysing,
): Promise<void> {
  const cancelled = new AbortController();
  const bunch: AnalysisEvent[] = [];
  let sentAt = performance.now();
  const flush = (): void => {
    if (bunch.length > 0) tell(bunch.splice(0));
    sentAt = performance.now();
  };
  const alive = (): void => {
    desk.beat();
    if (desk.isCancelled) cancelled.abort();
  };
  const on = (event: AnalysisEvent): void => {
    alive();
    bunch.push(
      event.type === 'finding'
        ? named(outlooks?.added(event.finding, desk.text) ?? event.finding, blobIds)
        : event,
    );
    if (bunch.length >= bunchSize || performance.now() - sentAt > bunchMs) flush();
  };
  function* files(): Generator<SourceFile> {
    for (const [index, name] of request.files.entries()) {
      desk.at(index);
      alive();
      if (cancelled.signal.aborted) return;
      const given = request.texts?.[name];
      if (given !== undefined) {
        blobIds.set(name, blobIdOf(Buffer.from(given)));
        yield { path: name, text: given };
        continue;
      }
      const { file, blobId, skip } = readSource(desk.setup.root, name, desk.setup.fileBytes);
      if (blobId !== undefined) blobIds.set(name, blobId);
      if (skip) on({ type: 'skip', skip });
      if (file) yield file;
    }
    // Not when the analyzer throws in between: the signals then still name the file.
    desk.at(-1);
    if (request.readOnly) cancelled.abort();
  }
  // While the analyzer waits for something, events in hand go out all the same, and a cancel is seen.
  const timer = setInterval(() => {
    if (desk.isCancelled) cancelled.abort();
    flush();
  }, bunchMs);
  alive();
  try {
    const change = {
      files: files(),
      fileCount: request.files.length,
      removed: request.removed,
      models: request.models,
      rules: request.rules,
      threatModels: request.threatModels,
      roles: request.roles,
      hints: request.hints,
    };
    await analyzer.analyse(change, on, cancelled.signal);
  } catch (error) {
    if (!cancelled.signal.aborted) throw error;
  } finally {
    clearInterval(timer);
    flush();
  }
  if (cancelled.signal.aborted) throw new Cancelled();
}

function named(finding: Finding, blobIds: ReadonlyMap<string, string>): AnalysisEvent {
  const blobId = blobIds.get(finding.file);
  return { type: 'finding', finding: blobId === undefined ? finding : { ...finding, blobId } };
}
