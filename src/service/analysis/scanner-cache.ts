import type { OnlineSource, ScanDepth } from '../../api/contract/vocabulary.ts';
import type { LicensePolicy } from '../../engine/dependencies/licenses/policy.ts';
import { defaultThreatModels, type ThreatModel } from '../../engine/threat-models.ts';
import { answerAbout } from './folder-answers.ts';
import { deepScanLimits } from './limits.ts';
import { ProjectScanner } from './project-scanner.ts';
import type { IgnoreList, OrganizationFiles, ScanChoices } from './scan-choices.ts';
import type { ScanOptions, WorkersUse } from './scan-options.ts';
import type {
  FolderAnswer,
  FolderKind,
  FolderQuestion,
  FolderRequest,
  ScanCoverage,
  ScanRequest,
} from './scan-runner.ts';
import { createTurns } from './turns.ts';

/** What a scanner knows is kept this long after a scan, so that the next one costs what was changed. */
const keptMs = 5 * 60_000;
/** A larger project's analysis takes too much memory to be kept. */
const keptBytes = 32 * 1024 * 1024;

/** What a scanner is made for. */
interface Kept {
  readonly root: string;
  readonly depth: ScanDepth;
  readonly threatModels: readonly ThreatModel[];
  readonly hints: boolean;
  readonly onlineSources: readonly OnlineSource[];
  readonly licenses: LicensePolicy | undefined;
  readonly ignoreLists: readonly IgnoreList[];
  readonly ofOrganization: OrganizationFiles | undefined;
}

/** The scanner of the folder that was scanned last, with its worker threads, for the next scan of the same. */
export class ScannerCache {
  readonly #options: ScanOptions;
  readonly #use: WorkersUse;
  #kept: (Kept & { readonly scanner: ProjectScanner }) | undefined;
  #forgetting: NodeJS.Timeout | undefined;
  readonly #turns = createTurns();

  constructor(options: ScanOptions, use: WorkersUse) {
    this.#options = options;
    this.#use = use;
  }

  scan(request: Omit<ScanRequest, 'again' | 'isOfPullRequest'>): Promise<ScanCoverage> {
    const { on, signal } = request;
    const scan = async (scanner: ProjectScanner) => {
      const summary = await scanner.scan(on, signal);
      if (summary.bytesListed > keptBytes) await this.forget();
      return summary;
    };
    return this.#with(request, scan);
  }

  /** Waits for the scan that runs, if there is one: both need the same workers, and the memory is for one. */
  ask<K extends FolderKind>(question: FolderQuestion<K>): Promise<FolderAnswer<K>> {
    const asked: FolderRequest = question;
    asked.on?.('waiting');
    return this.#with(asked, (scanner) => answerAbout(scanner, question));
  }

  /**
   * Gives the folder's scanner to one user at a time.
   * @throws the signal's reason while waiting, and what `use` throws
   */
  #with<T>(
    { root, signal, ...choices }: Pick<FolderRequest, 'root' | 'signal'> & ScanChoices,
    use: (scanner: ProjectScanner) => Promise<T>,
  ): Promise<T> {
    return this.#turns(signal, async () => {
      clearTimeout(this.#forgetting);
      const { depth = 'standard', threatModels = defaultThreatModels, licenses, ofOrganization } = choices;
      const { hints = false, onlineSources = [], ignoreLists = [] } = choices;
      const of = { depth, threatModels, hints, onlineSources, licenses, ignoreLists, ofOrganization };
      const wanted = { root, ...of };
      if (!this.#kept || !isFor(this.#kept, wanted)) await this.forget();
      this.#kept ??= { ...wanted, scanner: this.#scannerFor(wanted) };
      try {
        return await use(this.#kept.scanner);
      } catch (error) {
        // Whatever went wrong, the next one begins from nothing.
        await this.forget();
        throw error;
      } finally {
        this.#forgetting = setTimeout(() => void this.forget(), keptMs);
        this.#forgetting.unref();
      }
    });
  }

  #scannerFor({ root, depth, ...choices }: Kept): ProjectScanner {
    const limits = depth === 'deep' ? { limits: deepScanLimits } : {};
    return new ProjectScanner(root, { ...this.#options, ...limits, ...choices }, this.#use);
  }

  async forget(): Promise<void> {
    clearTimeout(this.#forgetting);
    const { scanner } = this.#kept ?? {};
    this.#kept = undefined;
    await scanner?.close();
  }
}

const isFor = (kept: Kept, wanted: Kept): boolean =>
  kept.root === wanted.root &&
  kept.depth === wanted.depth &&
  kept.hints === wanted.hints &&
  kept.ofOrganization?.digest === wanted.ofOrganization?.digest &&
  kept.onlineSources.toSorted().join() === wanted.onlineSources.toSorted().join() &&
  JSON.stringify(kept.ignoreLists) === JSON.stringify(wanted.ignoreLists) &&
  JSON.stringify(kept.licenses) === JSON.stringify(wanted.licenses) &&
  kept.threatModels.toSorted().join() === wanted.threatModels.toSorted().join();
