import type { AiComponent } from '../../engine/ai-inventory/component.ts';
import { combine, type FileFacts, isOfInterest, type Literal } from '../../engine/ai-inventory/index.ts';
import type { Finding, Skip } from '../../engine/finding.ts';
import type { ScanAssets } from './assets.ts';
import type { ListedFile, Listing } from './files/listing.ts';
import type { ScanLimits } from './limits.ts';
import { AnalysisWorker } from './worker/analysis-worker.ts';

export interface FolderInventory {
  readonly components: readonly AiComponent[];
  readonly findings: readonly Finding[];
  readonly skips: readonly Skip[];
  /** Folders of the applications of a monorepo. */
  readonly applications: readonly string[];
}

interface InventoryOptions {
  /** Whether what is known of files that look the same still holds. */
  readonly again?: boolean;
  /** Whether files that no analysis was told of are parsed here. */
  readonly parse?: boolean;
  /** A worker for the same folder that has nothing to do: starting one takes longer than examining a few files. */
  readonly lend?: () => AnalysisWorker | undefined;
}

/** The AI components of a folder that is looked at again and again: only what changed is examined anew. */
export class InventoryScan {
  readonly #assets: ScanAssets;
  readonly #limits: ScanLimits;
  readonly #texts = new Map<string, readonly Literal[]>();
  #known = new Map<string, { readonly file: ListedFile; readonly facts: FileFacts | undefined }>();

  constructor(assets: ScanAssets, limits: ScanLimits) {
    this.#assets = assets;
    this.#limits = limits;
  }

  /** An analysis begins with these files: what was read in them before holds no more. */
  forgetTexts(files: Iterable<string>): void {
    for (const file of files) this.#texts.delete(file);
  }

  /** What an analysis read in a file, so that it is not parsed again. */
  takeTexts(file: string, texts: readonly Literal[]): void {
    this.#texts.set(file, texts);
  }

  /** Never fails a scan: what cannot be examined is in the skips. */
  async take(
    listing: Listing,
    { again = false, parse = false, lend = () => undefined }: InventoryOptions,
    signal?: AbortSignal,
  ): Promise<FolderInventory> {
    const wanted = [...listing.files, ...listing.others].filter(({ path }) => isOfInterest(path));
    const present = new Set(listing.files.map(({ path }) => path));
    for (const file of this.#texts.keys()) if (!present.has(file)) this.#texts.delete(file);
    const before = again ? this.#known : new Map<string, never>();
    this.#known = new Map();
    const news: ListedFile[] = [];
    for (const file of wanted) {
      const known = before.get(file.path);
      if (known && known.file.bytes === file.bytes && known.file.modifiedMs === file.modifiedMs)
        this.#known.set(file.path, known);
      else news.push(file);
    }
    const skips = news.length === 0 ? [] : await this.#examine(listing.root, news, { parse, lend }, signal);
    const facts = [...this.#known.values()].flatMap((each) => each.facts ?? []);
    facts.sort((a, b) => (a.path < b.path ? -1 : 1));
    const {
      components,
      findings,
      skips: own,
      applications,
    } = combine(
      facts,
      [...listing.files, ...listing.others].map(({ path }) => path),
    );
    return { components, findings, skips: [...skips, ...own], applications };
  }

  async #examine(
    root: string,
    news: readonly ListedFile[],
    { parse, lend }: Required<Pick<InventoryOptions, 'parse' | 'lend'>>,
    signal?: AbortSignal,
  ): Promise<Skip[]> {
    const skips: Skip[] = [];
    let unread = 0;
    const queue: (readonly ListedFile[])[] = [news];
    for (let left = queue.shift(); left; left = queue.shift()) {
      if (left.length === 0) continue;
      const lent = lend();
      const worker = lent ?? new AnalysisWorker(root, this.#assets, this.#limits);
      try {
        const files = left.map(({ path }) => path);
        const texts = new Map(
          files.flatMap((file) => {
            const known = this.#texts.get(file);
            return known ? [[file, known] as const] : [];
          }),
        );
        const outcome = await worker.ask({ kind: 'inventory', files, texts, parse }, signal);
        if (outcome.type === 'answered') {
          const facts = new Map(outcome.answer.map((each) => [each.path, each]));
          for (const file of left) this.#known.set(file.path, { file, facts: facts.get(file.path) });
          continue;
        }
        if (outcome.type === 'cancelled') throw signal?.reason ?? new DOMException('Cancelled', 'AbortError');
        const at = outcome.type === 'gave-up' ? outcome.at : -1;
        const culprit = left[at];
        if (!culprit) {
          unread += left.length;
          continue;
        }
        skips.push(
          given(culprit.path, 'Its search for AI components was given up. This is a bug in Parapet.'),
        );
        queue.unshift(left.slice(0, at), left.slice(at + 1));
      } finally {
        if (!lent) await worker.close();
      }
    }
    if (unread > 0) skips.push(given('.', `${unread} files were not searched for AI components.`));
    return skips;
  }
}

const given = (file: string, detail: string): Skip => ({
  file,
  reason: 'internal-error',
  detail,
  partial: true,
});
