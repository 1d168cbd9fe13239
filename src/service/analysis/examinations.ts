import { formatOf } from '../../engine/dependencies/reading.ts';
import type { Finding, Skip } from '../../engine/finding.ts';
import { isInfrastructure } from '../../engine/infrastructure/index.ts';
import { type FileRoles, withRole } from '../../engine/roles/code-role.ts';
import type { ScanAssets } from './assets.ts';
import { Collector } from './collector.ts';
import { type ExaminationOptions, FileExamination } from './file-examination.ts';
import type { Listing } from './files/listing.ts';
import { InventoryScan } from './inventory.ts';
import type { ScanLimits } from './limits.ts';
import type { ScanEvent } from './scan-event.ts';

interface Examined {
  readonly findings: Iterable<Finding>;
  readonly skips: Iterable<Skip>;
}

export interface Surroundings {
  readonly listing: Listing;
  readonly roles: FileRoles;
  /** What the analysis of the code found. */
  readonly found: Iterable<Finding>;
}

/** What is found in a folder beside its code's flows: AI components, packages and their vulnerabilities, infrastructure. */
export class Examinations {
  readonly inventory: InventoryScan;
  readonly #dependencies: FileExamination<'dependencies'>;
  readonly #infrastructure: FileExamination<'infrastructure'>;
  #collectors: readonly Collector[] = [];

  constructor(assets: ScanAssets, limits: ScanLimits) {
    this.inventory = new InventoryScan(assets, limits);
    this.#dependencies = dependencyExamination(assets, limits);
    this.#infrastructure = new FileExamination(assets, limits, {
      isWanted: isInfrastructure,
      question: (files) => ({ kind: 'infrastructure', files }),
      nothing: { findings: [], skips: [] },
      what: 'The examination of infrastructure',
    });
  }

  /** What the last examination found. */
  get collectors(): readonly Collector[] {
    return this.#collectors;
  }

  /** What was found in the last scan is told again only if it is found again. */
  forget(): void {
    this.#collectors = [];
  }

  /** Examines the folder and tells what it finds. @throws the signal's reason */
  async take(
    { listing, roles, found }: Surroundings,
    options: ExaminationOptions,
    on: (event: ScanEvent) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    const tell = (examined: Examined): void => {
      const collector = collected(examined, roles);
      this.#collectors = [...this.#collectors, collector];
      for (const skip of collector.skips) on({ type: 'skip', skip });
      for (const finding of collector.findings) on({ type: 'finding', finding });
    };
    const inventory = await this.inventory.take(listing, options, signal);
    for (const component of inventory.components) on({ type: 'component', component });
    tell({ ...inventory, findings: withoutKnownSecrets(inventory.findings, found) });
    const { answer: dependencies, skips } = await this.#dependencies.take(listing, options, signal);
    for (const each of dependencies.packages) on({ type: 'package', package: each });
    tell({
      findings: dependencies.vulnerabilities.map(({ finding }) => finding),
      skips: [...skips, ...dependencies.skips],
    });
    const infrastructure = await this.#infrastructure.take(listing, options, signal);
    tell({
      findings: infrastructure.answer.findings,
      skips: [...infrastructure.skips, ...infrastructure.answer.skips],
    });
  }
}

/** Manifests and lock files, matched with the advisories of the snapshots. */
export const dependencyExamination = (
  assets: ScanAssets,
  limits: ScanLimits,
): FileExamination<'dependencies'> =>
  new FileExamination(assets, limits, {
    isWanted: (path) => formatOf(path) !== undefined,
    question: (files) => ({ kind: 'dependencies', files, snapshots: assets.advisories }),
    nothing: { packages: [], vulnerabilities: [], skips: [], problems: [] },
    what: 'The search for vulnerable packages',
  });

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
