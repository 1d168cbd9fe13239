import path from 'node:path';
import type { OnlineSource } from '../../api/contract/vocabulary.ts';
import { formatOf } from '../../engine/dependencies/reading.ts';
import { isPackageSettings } from '../../engine/dependencies/supply-chain/index.ts';
import type { AskedPackage } from '../../engine/dependencies/vulnerabilities.ts';
import type { Skip } from '../../engine/finding.ts';
import { type AdvisorySet, advisorySet } from '../dependencies/sources/advisory-set.ts';
import { type SnapshotFile, stateOf } from '../dependencies/sources/snapshot-folder.ts';
import { type ScanAssets, snapshotsOf } from './assets.ts';
import { type Answered, type ExaminationOptions, FileExamination } from './file-examination.ts';
import type { Listing } from './files/listing.ts';
import type { ScanLimits } from './limits.ts';
import type { ScanOptions } from './scan-options.ts';

type Dependencies = Answered<'dependencies'>;

/** What a scan is asked to say of packages. */
export type PackageChoices = Pick<ScanOptions, 'hints' | 'onlineSources' | 'licenses'>;

/** Whether packages, or where they come from, are read in a file of this path. */
export const isAboutPackages = (file: string): boolean =>
  formatOf(file) !== undefined || isPackageSettings(file);

/** Advisories that a scan matched with, as its coverage tells them. */
export type MatchedAdvisories = Pick<AdvisorySet, 'title' | 'advisories' | 'newest' | 'updatedAt' | 'thin'>;

/**
 * Manifests and lock files, matched with the advisories of snapshots and a policy of licences. Where sources on the network are switched on, they
 * are asked once the packages are known, and what they answer is a snapshot like the others.
 */
export class DependencyExamination {
  readonly #files: FileExamination<'dependencies'>;
  readonly #assets: ScanAssets;
  readonly #online: readonly OnlineSource[];
  #answers: readonly SnapshotFile[] = [];

  constructor(
    assets: ScanAssets,
    limits: ScanLimits,
    { hints = false, onlineSources = [], licenses }: PackageChoices,
  ) {
    this.#assets = assets;
    this.#online = onlineSources;
    this.#files = new FileExamination(assets, limits, {
      isWanted: isAboutPackages,
      question: (files, texts) => ({
        kind: 'dependencies',
        files,
        snapshots: this.snapshots,
        texts,
        hints,
        licenses,
      }),
      nothing: {
        packages: [],
        lookedUp: [],
        vulnerabilities: [],
        supplyChain: [],
        licenses: [],
        skips: [],
        problems: [],
      },
      state: () => this.snapshots.map((one) => `${one.path} ${stateOf(one.path)}`).join('\n'),
      what: 'The examination of packages',
    });
  }

  /** What packages are matched with. */
  get snapshots(): readonly SnapshotFile[] {
    return [...snapshotsOf(this.#assets), ...this.#answers];
  }

  /** Never fails a scan: what cannot be examined or asked is in the skips. @throws the signal's reason */
  async take(listing: Listing, options: ExaminationOptions, signal?: AbortSignal): Promise<Dependencies> {
    const found = await this.#files.take(listing, options, signal);
    if (this.#online.length === 0) return found;
    const { answers, skips } = await this.#ask(found.answer.lookedUp, signal);
    const isKnown = answers.map((one) => one.path).join() === this.#answers.map((one) => one.path).join();
    this.#answers = answers;
    const matched = isKnown ? found : await this.#files.take(listing, options, signal);
    return { answer: matched.answer, skips: [...matched.skips, ...skips] };
  }

  /** The answer if some files had other texts. @throws the signal's reason */
  with(
    texts: Readonly<Record<string, string>>,
    listing: Listing,
    options: Pick<ExaminationOptions, 'lend'>,
    signal?: AbortSignal,
  ): Promise<Dependencies> {
    return this.#files.with(texts, listing, options, signal);
  }

  /** What packages of these ecosystems were matched with. */
  matched(ecosystems: ReadonlySet<string>): readonly MatchedAdvisories[] {
    return this.snapshots.flatMap((file) => {
      const set = setOf(file);
      if (!set?.ecosystems.some((ecosystem) => ecosystems.has(ecosystem))) return [];
      const { title, advisories, newest, updatedAt, thin } = set;
      return [{ title, advisories, ...(newest !== undefined && { newest }), updatedAt, thin }];
    });
  }

  async #ask(
    packages: readonly AskedPackage[],
    signal: AbortSignal | undefined,
  ): Promise<{ readonly answers: readonly SnapshotFile[]; readonly skips: readonly Skip[] }> {
    const { advisoryFolder, onlineAddresses } = this.#assets;
    if (advisoryFolder === undefined) return { answers: [], skips: [] };
    // Loaded where somebody switched it on: it needs the network's code.
    const { answerOf } = await import('../dependencies/sources/online-answers.ts');
    const answers: SnapshotFile[] = [];
    const failures: string[] = [];
    for (const source of this.#online) {
      try {
        const folder = path.join(advisoryFolder, 'answers');
        const answer = await answerOf(source, packages, folder, signal, onlineAddresses?.[source]);
        if (answer) answers.push(answer);
      } catch (error) {
        signal?.throwIfAborted();
        failures.push(error instanceof Error ? error.message : String(error));
      }
    }
    const skip: Skip = {
      file: '.',
      reason: 'unreadable',
      detail: ['Packages were not looked up online.', ...failures].join(' '),
      partial: true,
    };
    return { answers, skips: failures.length > 0 ? [skip] : [] };
  }
}

/** Undefined for a snapshot that is damaged: the scan says so already. */
function setOf(file: SnapshotFile): AdvisorySet | undefined {
  try {
    return advisorySet(file);
  } catch {
    return undefined;
  }
}
