import type { ScanCoverage, ScanRequest } from '../domain/scan-runner.ts';
import { ProjectScanner, type ScanOptions, type WorkersUse } from '../scan/index.ts';

/** What a scanner knows is kept this long after a scan, so that the next one costs what was changed. */
const keptMs = 5 * 60_000;
/** A larger project's analysis takes too much memory to be kept. */
const keptBytes = 32 * 1024 * 1024;

/** The scanner of the folder that was scanned last, with its worker threads, for the next scan of the same. */
export class KeptScanner {
  readonly #options: ScanOptions;
  readonly #use: WorkersUse;
  #kept: { readonly root: string; readonly scanner: ProjectScanner } | undefined;
  #forgetting: NodeJS.Timeout | undefined;

  constructor(options: ScanOptions, use: WorkersUse) {
    this.#options = options;
    this.#use = use;
  }

  async scan({ root, on, signal }: Omit<ScanRequest, 'again'>): Promise<ScanCoverage> {
    clearTimeout(this.#forgetting);
    if (this.#kept?.root !== root) await this.forget();
    this.#kept ??= { root, scanner: new ProjectScanner(root, this.#options, this.#use) };
    try {
      const summary = await this.#kept.scanner.scan(on, signal);
      if (summary.bytesListed > keptBytes) await this.forget();
      return summary;
    } catch (error) {
      // Whatever went wrong, the next scan begins from nothing.
      await this.forget();
      throw error;
    } finally {
      this.#forgetting = setTimeout(() => void this.forget(), keptMs);
      this.#forgetting.unref();
    }
  }

  async forget(): Promise<void> {
    clearTimeout(this.#forgetting);
    const { scanner } = this.#kept ?? {};
    this.#kept = undefined;
    await scanner?.close();
  }
}
