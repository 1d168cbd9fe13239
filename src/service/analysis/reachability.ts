import type { Ecosystem } from '../../engine/dependencies/package.ts';
import type { Reachability, WantedPackage } from '../../engine/dependencies/reachability/reachability.ts';
import type { ProductFile } from '../../engine/dependencies/reachability/usage.ts';
import type { Skip } from '../../engine/finding.ts';
import type { FileRoles } from '../../engine/roles/code-role.ts';
import type { ScanAssets } from './assets.ts';
import { ScanError } from './errors.ts';
import type { Listing } from './files/listing.ts';
import type { ScanLimits } from './limits.ts';
import { AnalysisWorker } from './worker/analysis-worker.ts';

/** Code that may import packages of an ecosystem, that of languages that are not analysed too. */
const importing: readonly (readonly [Ecosystem, RegExp])[] = [
  ['npm', /\.(?:[cm]?[jt]sx?|vue|svelte|astro|coffee|mdx)$/i],
  ['PyPI', /\.(?:pyw?|pyx|pxd|ipynb)$/i],
  ['Maven', /\.(?:java|jspx?|kts?|scala|groovy|clj)$/i],
];

/** Reasons for which what a file imports was read all the same, or is in its sources: files that are minified were built. */
const isHarmless: ReadonlySet<Skip['reason']> = new Set([
  'step-limit',
  'call-depth',
  'minified',
  'binary',
  'invalid-model',
  'invalid-rule',
]);

interface Scanned {
  readonly root: string;
  readonly skips: readonly Skip[];
  readonly roles: FileRoles;
}

/** What the product's code uses, kept between scans, and how far it gets into vulnerable packages. */
export class ReachabilityScan {
  readonly #assets: ScanAssets;
  readonly #limits: ScanLimits;
  readonly #lend: () => AnalysisWorker | undefined;
  readonly #files = new Map<string, ProductFile>();
  #scanned: Scanned | undefined;

  /** @param lend a worker of the folder that has nothing to do */
  constructor(assets: ScanAssets, limits: ScanLimits, lend: () => AnalysisWorker | undefined) {
    this.#assets = assets;
    this.#limits = limits;
    this.#lend = lend;
  }

  /** What an analysis read in a file; undefined where it is no product code. */
  take(file: string, product: ProductFile | undefined): void {
    if (product) this.#files.set(file, product);
    else this.#files.delete(file);
  }

  /** A scan begins: until it has ended, nothing is known. */
  begin(): void {
    this.#scanned = undefined;
  }

  /** The code was analysed. @param skips what was left out of it */
  settle({ root, files }: Pick<Listing, 'root' | 'files'>, roles: FileRoles, skips: readonly Skip[]): void {
    this.#scanned = { root, roles, skips };
    const present = new Set(files.map((file) => file.path));
    for (const file of this.#files.keys()) if (!present.has(file)) this.#files.delete(file);
  }

  /**
   * How far the product gets into each package, by its key; all unknown where the search is given up.
   * @throws the signal's reason, or ScanError where no scan has ended
   */
  async of(
    wanted: readonly WantedPackage[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, Reachability>> {
    if (!this.#scanned) throw new ScanError('not-analysed', 'The folder was not scanned to the end.');
    if (wanted.length === 0) return new Map();
    const lent = this.#lend();
    const worker = lent ?? new AnalysisWorker(this.#scanned.root, this.#assets, this.#limits);
    try {
      const unread = unreadIn(this.#scanned);
      const outcome = await worker.ask({ kind: 'reachability', wanted, files: this.#files, unread }, signal);
      if (outcome.type === 'answered') return outcome.answer;
      if (outcome.type === 'cancelled') throw signal?.reason ?? new DOMException('Cancelled', 'AbortError');
      const why = `The search for calls of it was given up: ${outcome.message.replace(/\.$/, '')}.`;
      return new Map(wanted.map(({ key }) => [key, { level: 'unknown', why, places: [] }]));
    } finally {
      if (!lent) await worker.close();
    }
  }
}

/** Files of the product that may import packages and were not read, or not to their end. */
function unreadIn({ skips, roles }: Scanned): Partial<Record<Ecosystem, readonly string[]>> {
  const unread: Partial<Record<Ecosystem, string[]>> = {};
  for (const { file, reason } of skips) {
    const role = roles.get(file)?.role;
    if (isHarmless.has(reason) || role === 'test' || role === 'example' || role === 'tooling') continue;
    for (const [ecosystem, files] of importing) {
      if (!files.test(file)) continue;
      const known = unread[ecosystem] ?? [];
      if (!known.includes(file)) unread[ecosystem] = [...known, file];
    }
  }
  return unread;
}
