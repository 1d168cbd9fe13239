import type { Skip } from '../../engine/finding.ts';
import type { ScanAssets } from './assets.ts';
import type { Listing } from './files/listing.ts';
import type { ScanLimits } from './limits.ts';
import { AnalysisWorker } from './worker/analysis-worker.ts';
import type { AnswerTo, Question } from './worker/protocol.ts';

type Kind = 'dependencies' | 'infrastructure';

export interface ExaminationOf<K extends Kind> {
  /** Whether the answer depends on a file of this path. */
  readonly isWanted: (path: string) => boolean;
  /** @param files every path of the folder: what is read may name others */
  readonly question: (files: readonly string[], texts?: Readonly<Record<string, string>>) => Question<K>;
  readonly nothing: AnswerTo<K>;
  /** What the answer depends on beside the files. */
  readonly state?: () => string;
  /** In a sentence: `The examination of packages`. */
  readonly what: string;
}

export interface ExaminationOptions {
  /** Whether what is known of files that look the same still holds. */
  readonly again: boolean;
  /** A worker for the same folder that has nothing to do: starting one takes longer than examining a few files. */
  readonly lend: () => AnalysisWorker | undefined;
}

/** One question about files that are no programs, of a folder that is looked at again and again: its answer holds until one of them changes. */
export class FileExamination<K extends Kind> {
  readonly #assets: ScanAssets;
  readonly #limits: ScanLimits;
  readonly #of: ExaminationOf<K>;
  #known: { readonly key: string; readonly answer: Answered<K> } | undefined;

  constructor(assets: ScanAssets, limits: ScanLimits, of: ExaminationOf<K>) {
    this.#assets = assets;
    this.#limits = limits;
    this.#of = of;
  }

  /** Never fails a scan: what cannot be examined is in the skips. @throws the signal's reason */
  async take(
    { root, files, others }: Listing,
    { again, lend }: ExaminationOptions,
    signal?: AbortSignal,
  ): Promise<Answered<K>> {
    const listed = [...files, ...others];
    const wanted = listed.filter(({ path }) => this.#of.isWanted(path));
    const seen = wanted.map(({ path, bytes, modifiedMs }) => [path, bytes, modifiedMs]);
    const key = JSON.stringify([this.#of.state?.(), seen]);
    if (again && this.#known?.key === key) return this.#known.answer;
    const paths = listed.map(({ path }) => path);
    const answer =
      wanted.length === 0
        ? { answer: this.#of.nothing, skips: [] }
        : await this.#examine(root, paths, lend, signal);
    this.#known = { key, answer };
    return answer;
  }

  /** The answer if some files had other texts. @throws the signal's reason */
  async with(
    texts: Readonly<Record<string, string>>,
    { root, files, others }: Listing,
    { lend }: Pick<ExaminationOptions, 'lend'>,
    signal?: AbortSignal,
  ): Promise<Answered<K>> {
    const paths = [...files, ...others].map(({ path }) => path);
    return await this.#examine(root, paths, lend, signal, texts);
  }

  /** A file whose examination is given up is left out, and the others are examined without it. */
  async #examine(
    root: string,
    paths: readonly string[],
    lend: () => AnalysisWorker | undefined,
    signal: AbortSignal | undefined,
    texts?: Readonly<Record<string, string>>,
  ): Promise<Answered<K>> {
    const { question, nothing, what } = this.#of;
    const skips: Skip[] = [];
    for (let left = paths; ; ) {
      const lent = lend();
      const worker = lent ?? new AnalysisWorker(root, this.#assets, this.#limits);
      try {
        const outcome = await worker.ask(question(left, texts), signal);
        if (outcome.type === 'answered') return { answer: outcome.answer, skips };
        if (outcome.type === 'cancelled') throw signal?.reason ?? new DOMException('Cancelled', 'AbortError');
        const culprit = outcome.type === 'gave-up' ? left[outcome.at] : undefined;
        skips.push({
          file: culprit ?? '.',
          reason: 'internal-error',
          detail: `${what} was given up. This is a bug in Parapet.`,
          partial: true,
        });
        if (culprit === undefined) return { answer: nothing, skips };
        left = left.filter((file) => file !== culprit);
      } finally {
        if (!lent) await worker.close();
      }
    }
  }
}

export interface Answered<K extends Kind> {
  readonly answer: AnswerTo<K>;
  readonly skips: readonly Skip[];
}
