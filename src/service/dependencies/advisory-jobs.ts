import type { AdvisoryJob } from '../../api/contract/advisories.ts';
import type { Ecosystem } from '../../engine/dependencies/package.ts';
import { newId } from '../core/context.ts';
import { sourceNetwork } from './sources/bounded-request.ts';
import { importInThread } from './sources/import-in-thread.ts';
import { importMirror } from './sources/mirror.ts';
import type { ImportResult } from './sources/snapshot-file.ts';
import { snapshotOf, tidy } from './sources/snapshot-folder.ts';
import { SourceFailure } from './sources/source-failure.ts';

type Step = AdvisoryJob['steps'][number];

export interface AdvisoryJobOptions {
  /** Of the snapshots. */
  readonly folder: string;
  readonly now: () => Date;
  /** Says that the service is in use until the function that it returns is called. */
  readonly begin: () => () => void;
  readonly onError: (error: unknown) => void;
}

/** One piece of a job: an ecosystem of a mirror, or something on the disk. */
interface Piece {
  readonly title: string;
  readonly take: (tell: (change: Partial<Step>) => void, signal: AbortSignal) => Promise<ImportResult>;
}

/** Updates and imports of advisories, one at a time. What is done stays when the service ends before the rest is. */
export class AdvisoryJobs {
  readonly #options: AdvisoryJobOptions;
  #job: AdvisoryJob | undefined;
  #stop = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: AdvisoryJobOptions) {
    this.#options = options;
  }

  /** The latest one. */
  get job(): AdvisoryJob | undefined {
    return this.#job;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Begins to download the archives of ecosystems, one after the other. Nothing may be running. */
  update(base: URL, ecosystems: readonly Ecosystem[], mayBePrivate: boolean): AdvisoryJob {
    const { folder } = this.#options;
    return this.#start(
      ecosystems.map((ecosystem) => ({
        title: ecosystem,
        take: async (tell, signal) => {
          await using network = sourceNetwork(mayBePrivate);
          return await importMirror(base, ecosystem, folder, { network, mayBePrivate, signal }, (step) =>
            step.phase === 'downloading'
              ? tell({ phase: 'DOWNLOADING', bytes: step.bytes })
              : tell({ phase: 'IMPORTING', records: step.records }),
          );
        },
      })),
      base.href,
    );
  }

  /** Begins to import an archive or a folder of records. Nothing may be running. */
  import(from: string, title: string): AdvisoryJob {
    const file = snapshotOf(this.#options.folder, `import ${title}`);
    const take: Piece['take'] = (tell, signal) => {
      tell({ phase: 'IMPORTING' });
      return importInThread({ from, title, file }, signal, (records) => tell({ records }));
    };
    return this.#start([{ title, take }]);
  }

  /** Ends a job; what was there before stays. @returns undefined where there is no such job */
  async cancel(id: string): Promise<AdvisoryJob | undefined> {
    if (this.#job?.id !== id) return undefined;
    this.#stop.abort(new Error('It was cancelled.'));
    await this.#running;
    return this.#job;
  }

  /** Ends what is under way. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('The service is stopping.'));
    await this.#running;
  }

  #start(pieces: readonly Piece[], origin?: string): AdvisoryJob {
    const { now, begin, onError, folder } = this.#options;
    this.#stop = new AbortController();
    const job: AdvisoryJob = {
      id: newId(),
      status: 'RUNNING',
      ...(origin !== undefined && { origin }),
      steps: pieces.map(({ title }) => ({ title, phase: 'WAITING' })),
      startedAt: now().toISOString(),
      finishedAt: null,
    };
    this.#job = job;
    const end = begin();
    tidy(folder);
    this.#running = this.#work(pieces, this.#stop.signal)
      .catch(onError)
      .finally(() => {
        this.#running = undefined;
        end();
      });
    return job;
  }

  async #work(pieces: readonly Piece[], signal: AbortSignal): Promise<void> {
    for (const [at, { take }] of pieces.entries()) {
      if (signal.aborted) break;
      try {
        const { advisories, skipped } = await take((change) => this.#tell(at, change), signal);
        this.#tell(at, { phase: 'DONE', advisories, skipped });
      } catch (error) {
        if (signal.aborted) break;
        if (!(error instanceof SourceFailure)) this.#options.onError(error);
        this.#tell(at, { phase: 'FAILED', errorMessage: failureText(error) });
      }
    }
    const steps = this.#job?.steps ?? [];
    const isDone = steps.some(({ phase }) => phase === 'DONE');
    this.#change({
      status: signal.aborted ? 'CANCELLED' : isDone ? 'COMPLETED' : 'FAILED',
      finishedAt: this.#options.now().toISOString(),
    });
  }

  #tell(at: number, change: Partial<Step>): void {
    const steps = this.#job?.steps ?? [];
    this.#change({ steps: steps.map((step, index) => (index === at ? { ...step, ...change } : step)) });
  }

  #change(change: Partial<AdvisoryJob>): void {
    if (this.#job) this.#job = { ...this.#job, ...change };
  }
}

/** What is no failure of a source may name files of the service: its log has it. */
const failureText = (error: unknown): string =>
  error instanceof SourceFailure ? error.message : 'It could not be stored. The service’s log says why.';
