/** Packages that may be malicious or mistaken: what the manifests, lock files and settings of a project show of it. */
import type { Finding, Location } from '../../finding.ts';
import { OccurrenceNumbering } from '../../occurrences.ts';
import type { ResolvedPackage } from '../graph.ts';
import type { ManifestReading, ProjectFiles } from '../package.ts';
import { buildScriptRules } from './build-scripts.ts';
import { installScriptRisks, installScriptRules } from './install-scripts.ts';
import { lockSourceRisks, lockSourceRules } from './lock-sources.ts';
import { lookalikeRisks, lookalikeRules } from './lookalikes.ts';
import { isNpmSettings } from './npm-settings.ts';
import { isRegistrySettings, registryRisks } from './registries.ts';
import { registryRules } from './registry-rules.ts';
import { findingOf, type Risk, type SupplyChainRule } from './risk.ts';
import { setupScriptRules } from './setup-scripts.ts';
import { unpinnedInstallRules } from './unpinned-installs.ts';

/** Every rule about the supply chain. */
export const supplyChainRules: readonly SupplyChainRule[] = [
  ...installScriptRules,
  ...lockSourceRules,
  ...lookalikeRules,
  ...registryRules,
  ...setupScriptRules,
  ...buildScriptRules,
  ...unpinnedInstallRules,
];

/** Whether a file that is no manifest says where packages come from. @param path relative to the root */
export const isPackageSettings = (path: string): boolean => isNpmSettings(path) || isRegistrySettings(path);

/**
 * Returns the findings about where packages come from, what they run and how they are named. Deterministic; never throws for a text.
 * @param withHints also what may well be as it should be
 */
export function examineSupplyChain(
  readings: readonly ManifestReading[],
  packages: readonly ResolvedPackage[],
  files: ProjectFiles,
  snippetOf: (place: Omit<Location, 'snippet'>) => string,
  withHints: boolean,
): readonly Finding[] {
  const risks: readonly Risk[] = [
    ...readings.flatMap((reading) => [
      ...installScriptRisks(reading, files),
      ...lockSourceRisks(reading, files),
    ]),
    ...registryRisks(readings, files),
    ...(withHints ? lookalikeRisks(packages) : []),
  ];
  const numbering = new OccurrenceNumbering();
  const first = risks
    .filter(({ rule }) => withHints || !rule.isHint)
    .flatMap((risk) => numbering.take(findingOf(risk, snippetOf)) ?? []);
  const numbered = new Map(numbering.settle().map((each) => [`${each.file} ${each.fingerprint}`, each]));
  return [
    ...first.filter(({ file, fingerprint }) => !numbered.has(`${file} ${fingerprint}`)),
    ...numbered.values(),
  ];
}
