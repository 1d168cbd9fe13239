import type { ScanCoverage, ScanRequest, ScanRunner } from '../domain/scan-runner.ts';
import { gitState } from '../scan/git.ts';
import { ProjectScanner, type ScanAssets, scanFolder } from '../scan/index.ts';
import { defaultScanLimits } from '../scan/limits.ts';
import { listFiles } from '../scan/listing.ts';

/** What a scanner knows is kept this long after a scan, so that the next one costs what was changed. */
const keptMs = 5 * 60_000;
/** A larger project's analysis takes too much memory to be kept. */
const keptBytes = 32 * 1024 * 1024;

interface Kept {
  readonly root: string;
  readonly scanner: ProjectScanner;
}

/** The runner that analyses in worker threads. `assets` says where the worker and the grammars lie. */
export function createScanRunner(assets?: ScanAssets): ScanRunner {
  const options = assets ? { assets } : {};
  let kept: Kept | undefined;
  let forgetting: NodeJS.Timeout | undefined;

  async function forget(): Promise<void> {
    clearTimeout(forgetting);
    const { scanner } = kept ?? {};
    kept = undefined;
    await scanner?.close();
  }

  async function scanRepository({ root, on, signal }: ScanRequest): Promise<ScanCoverage> {
    clearTimeout(forgetting);
    if (kept?.root !== root) await forget();
    kept ??= { root, scanner: new ProjectScanner(root, options) };
    try {
      const summary = await kept.scanner.scan(on, signal);
      if (summary.bytesListed > keptBytes) await forget();
      return summary;
    } catch (error) {
      // Whatever went wrong, the next scan begins from nothing.
      await forget();
      throw error;
    } finally {
      forgetting = setTimeout(() => void forget(), keptMs);
      forgetting.unref();
    }
  }

  return {
    checkedOut: (root, signal) => gitState(root, signal),
    files: async (root, signal) => (await listFiles(root, defaultScanLimits, signal)).files,
    // What is scanned once was put there file by file: all of it is meant.
    scanFolder: (request) =>
      request.again
        ? scanRepository(request)
        : scanFolder({ ...request, ...options, selection: 'everything' }),
    close: forget,
  };
}
