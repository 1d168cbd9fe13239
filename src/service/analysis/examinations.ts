import { wantedOf, withEvidence } from '../../engine/dependencies/evidence.ts';
import type { Reachability, WantedPackage } from '../../engine/dependencies/reachability/reachability.ts';
import type { Finding, Skip } from '../../engine/finding.ts';
import { isInfrastructure } from '../../engine/infrastructure/index.ts';
import { type FileRoles, withRole } from '../../engine/roles/code-role.ts';
import type { ScanAssets } from './assets.ts';
import { askBeside, type BesideAbout, type BesideKind } from './beside-questions.ts';
import { Collector } from './collector.ts';
import {
  DependencyExamination,
  isAboutPackages,
  type MatchedAdvisories,
  type PackageChoices,
} from './dependency-examination.ts';
import { type ExaminationOptions, FileExamination } from './file-examination.ts';
import type { Listing } from './files/listing.ts';
import { InventoryScan } from './inventory.ts';
import type { ScanLimits } from './limits.ts';
import type { ScanEvent } from './scan-event.ts';
import type { AnswerTo, Question } from './worker/protocol.ts';

interface Examined {
  readonly findings: Iterable<Finding>;
  readonly skips: Iterable<Skip>;
}

export interface Surroundings {
  readonly listing: Listing;
  readonly roles: FileRoles;
  /** What the analysis of the code found. */
  readonly found: Iterable<Finding>;
  /** How far the product's code gets into packages. */
  readonly reach: (
    wanted: readonly WantedPackage[],
    signal?: AbortSignal,
  ) => Promise<ReadonlyMap<string, Reachability>>;
}

/** What is found in a folder beside its code's flows: AI components, packages and their vulnerabilities, infrastructure. */
export class Examinations {
  readonly inventory: InventoryScan;
  readonly #dependencies: DependencyExamination;
  readonly #infrastructure: FileExamination<'infrastructure'>;
  readonly #assets: ScanAssets;
  readonly #limits: ScanLimits;
  #inventoried: Collector | undefined;
  /** Packages and infrastructure. */
  #beside: Collector | undefined;
  /** Those of the packages. */
  #ecosystems: ReadonlySet<string> = new Set();

  constructor(assets: ScanAssets, limits: ScanLimits, choices: PackageChoices) {
    this.#assets = assets;
    this.#limits = limits;
    this.inventory = new InventoryScan(assets, limits);
    this.#dependencies = new DependencyExamination(assets, limits, choices);
    this.#infrastructure = new FileExamination(assets, limits, {
      isWanted: isInfrastructure,
      question: (files, texts) => ({ kind: 'infrastructure', files, texts }),
      nothing: { findings: [], skips: [] },
      what: 'The examination of infrastructure',
    });
  }

  /** The advisories that the packages of the last examination were matched with. */
  get advisories(): readonly MatchedAdvisories[] {
    return this.#dependencies.matched(this.#ecosystems);
  }

  /** What the last examination found. @param beside what was found of packages and infrastructure with other texts, in its place */
  collectors(beside = this.#beside): readonly Collector[] {
    return [...(this.#inventoried ? [this.#inventoried] : []), ...(beside ? [beside] : [])];
  }

  find(file: string, fingerprint: string): Finding | undefined {
    const found = this.collectors().flatMap((collector) => [...collector.findings]);
    return found.find((finding) => finding.file === file && finding.fingerprint === fingerprint);
  }

  /** Whether packages or infrastructure are read in a file of this path. */
  isAbout(path: string): boolean {
    return isAboutPackages(path) || isInfrastructure(path);
  }

  /** What was found in the last scan is told again only if it is found again. */
  forget(): void {
    this.#inventoried = undefined;
    this.#beside = undefined;
  }

  /** Examines the folder and tells what it finds. @throws the signal's reason */
  async take(
    { listing, roles, found, reach }: Surroundings,
    options: ExaminationOptions,
    on: (event: ScanEvent) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    const tell = (collector: Collector): Collector => {
      for (const skip of collector.skips) on({ type: 'skip', skip });
      for (const finding of collector.findings) on({ type: 'finding', finding });
      return collector;
    };
    const inventory = await this.inventory.take(listing, options, signal);
    for (const component of inventory.components) on({ type: 'component', component });
    on({ type: 'applications', folders: inventory.applications });
    const { skips } = inventory;
    const findings = withoutKnownSecrets(inventory.findings, found);
    this.#inventoried = tell(collected({ findings, skips }, roles));
    const dependencies = await this.#dependencies.take(listing, options, signal);
    this.#ecosystems = new Set(dependencies.answer.lookedUp.map(({ ecosystem }) => ecosystem));
    for (const each of dependencies.answer.packages) on({ type: 'package', package: each });
    const { vulnerabilities } = dependencies.answer;
    const evidence = await reach(vulnerabilities.map(wantedOf), signal);
    const infrastructure = await this.#infrastructure.take(listing, options, signal);
    this.#beside = tell(besideCode(dependencies, infrastructure, roles, evidence));
  }

  /** Packages and infrastructure if some files had other texts. @throws the signal's reason */
  async with(
    texts: Readonly<Record<string, string>>,
    { listing, roles }: Pick<Surroundings, 'listing' | 'roles'>,
    options: ExaminationOptions,
    signal?: AbortSignal,
  ): Promise<Collector> {
    const dependencies = await this.#dependencies.with(texts, listing, options, signal);
    const infrastructure = await this.#infrastructure.with(texts, listing, options, signal);
    return besideCode(dependencies, infrastructure, roles);
  }

  /**
   * Asks a worker about the folder's manifests and infrastructure.
   * @returns undefined where the worker gave up
   * @throws the signal's reason, or ScanError
   */
  async ask<K extends BesideKind>(
    question: (about: BesideAbout) => Question<K>,
    listing: Listing,
    { lend }: Pick<ExaminationOptions, 'lend'>,
    signal?: AbortSignal,
  ): Promise<AnswerTo<K> | undefined> {
    const { snapshots } = this.#dependencies;
    return await askBeside(
      question,
      listing,
      { assets: this.#assets, limits: this.#limits, snapshots, lend },
      signal,
    );
  }
}

function besideCode(
  dependencies: { readonly answer: AnswerTo<'dependencies'>; readonly skips: readonly Skip[] },
  infrastructure: { readonly answer: AnswerTo<'infrastructure'>; readonly skips: readonly Skip[] },
  roles: FileRoles,
  evidence: ReadonlyMap<string, Reachability> = new Map(),
): Collector {
  const both = [dependencies, infrastructure];
  const findings = [
    ...dependencies.answer.vulnerabilities.map((found) => withEvidence(found, evidence)),
    ...dependencies.answer.supplyChain,
    ...dependencies.answer.licenses,
    ...infrastructure.answer.findings,
  ];
  return collected(
    { findings, skips: both.flatMap(({ skips, answer }) => [...skips, ...answer.skips]) },
    roles,
  );
}

function collected({ findings, skips }: Examined, roles: FileRoles): Collector {
  const collector = new Collector();
  for (const skip of skips) collector.take({ type: 'skip', skip });
  for (const finding of findings)
    collector.take({ type: 'finding', finding: withRole(finding, roles.get(finding.file)) });
  collector.settle();
  return collector;
}

/** A credential that the search for secrets found on the same lines is not told again. */
function withoutKnownSecrets(findings: readonly Finding[], found: Iterable<Finding>): readonly Finding[] {
  const files = new Set(
    [...found].filter(({ vulnClass }) => vulnClass === 'hard-coded-secret').map(({ file }) => file),
  );
  return findings.filter(({ vulnClass, file }) => vulnClass !== 'hard-coded-secret' || !files.has(file));
}
