import type { DependencyReport } from '../../engine/dependencies/examine.ts';
import { formatOf } from '../../engine/dependencies/reading.ts';
import type { Skip } from '../../engine/finding.ts';
import type { ScanAssets } from './assets.ts';
import type { Listing } from './files/listing.ts';
import type { ScanLimits } from './limits.ts';
import { AnalysisWorker } from './worker/analysis-worker.ts';

const nothing: DependencyReport = { packages: [], vulnerabilities: [], skips: [] };

/** The dependencies of a folder that is looked at again and again: as long as no manifest changed, what is known holds. */
export class DependencyScan {
  readonly #assets: ScanAssets;
  readonly #limits: ScanLimits;
  #known: { readonly key: string; readonly report: DependencyReport } | undefined;

  constructor(assets: ScanAssets, limits: ScanLimits) {
    this.#assets = assets;
    this.#limits = limits;
  }

  /**
   * Never fails a scan: what cannot be examined is in the skips.
   * @param lend gives a worker for the same folder that has nothing to do: starting one takes longer than most manifests
   */
  async take(
    listing: Listing,
    { again, lend }: { readonly again: boolean; readonly lend: () => AnalysisWorker | undefined },
    signal?: AbortSignal,
  ): Promise<DependencyReport> {
    const wanted = [...listing.files, ...listing.others].filter(({ path }) => formatOf(path) !== undefined);
    const key = JSON.stringify(wanted.map(({ path, bytes, modifiedMs }) => [path, bytes, modifiedMs]));
    if (again && this.#known?.key === key) return this.#known.report;
    const report = wanted.length === 0 ? nothing : await this.#examine(listing, lend, signal);
    this.#known = { key, report };
    return report;
  }

  /** A file whose reading is given up is left out, and the others are read without it. */
  async #examine(
    { root, files, others }: Listing,
    lend: () => AnalysisWorker | undefined,
    signal: AbortSignal | undefined,
  ): Promise<DependencyReport> {
    const skips: Skip[] = [];
    // Manifests may include files of any name.
    for (let left = [...files, ...others].map(({ path }) => path); left.length > 0; ) {
      const lent = lend();
      const worker = lent ?? new AnalysisWorker(root, this.#assets, this.#limits);
      try {
        const question = { kind: 'dependencies', files: left, snapshots: this.#assets.advisories } as const;
        const outcome = await worker.ask(question, signal);
        if (outcome.type === 'answered')
          return { ...outcome.answer, skips: [...skips, ...outcome.answer.skips] };
        if (outcome.type === 'cancelled') throw signal?.reason ?? new DOMException('Cancelled', 'AbortError');
        const culprit = outcome.type === 'gave-up' ? left[outcome.at] : undefined;
        if (culprit === undefined) {
          skips.push(given('.', 'The search for vulnerable packages was given up. This is a bug in Parapet.'));
          break;
        }
        skips.push(
          given(culprit, 'Its search for vulnerable packages was given up. This is a bug in Parapet.'),
        );
        left = left.filter((file) => file !== culprit);
      } finally {
        if (!lent) await worker.close();
      }
    }
    return { ...nothing, skips };
  }
}

const given = (file: string, detail: string): Skip => ({
  file,
  reason: 'internal-error',
  detail,
  partial: true,
});
