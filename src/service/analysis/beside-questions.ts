import type { ScanAssets } from './assets.ts';
import type { ExaminationOptions } from './file-examination.ts';
import type { Listing } from './files/listing.ts';
import type { ScanLimits } from './limits.ts';
import { AnalysisWorker } from './worker/analysis-worker.ts';
import type { AnswerTo, Question, RequestOf } from './worker/protocol.ts';

/** Questions about manifests and infrastructure that are asked after a scan, for a fix. */
export type BesideKind = 'proposeBeside' | 'planUpgrade' | 'checkLock';

/** What each of them needs to know of the folder. */
export interface BesideAbout {
  /** Every path of the folder. */
  readonly files: readonly string[];
  readonly snapshots: RequestOf<'planUpgrade'>['snapshots'];
}

interface Asking extends Pick<ExaminationOptions, 'lend'> {
  readonly assets: ScanAssets;
  readonly limits: ScanLimits;
  readonly snapshots: BesideAbout['snapshots'];
}

/**
 * Asks a worker, a lent one where there is one.
 * @returns undefined where the worker gave up
 * @throws the signal's reason
 */
export async function askBeside<K extends BesideKind>(
  question: (about: BesideAbout) => Question<K>,
  { root, files, others }: Listing,
  { assets, limits, snapshots, lend }: Asking,
  signal?: AbortSignal,
): Promise<AnswerTo<K> | undefined> {
  const lent = lend();
  const worker = lent ?? new AnalysisWorker(root, assets, limits);
  try {
    const paths = [...files, ...others].map(({ path }) => path);
    const outcome = await worker.ask(question({ files: paths, snapshots }), signal);
    if (outcome.type === 'answered') return outcome.answer;
    if (outcome.type === 'cancelled') throw signal?.reason ?? new DOMException('Cancelled', 'AbortError');
    return undefined;
  } finally {
    if (!lent) await worker.close();
  }
}
