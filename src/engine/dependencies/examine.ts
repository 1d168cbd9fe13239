import type { Skip } from '../finding.ts';
import type { AdvisorySource } from './advisory.ts';
import type { FoundPackage } from './found-package.ts';
import { dependencyGraph, type ResolvedPackage } from './graph.ts';
import type { ManifestReading, ProjectFiles } from './package.ts';
import { readManifests } from './reading.ts';
import { type FoundVulnerability, vulnerabilitiesOf } from './vulnerabilities.ts';

/** What the manifests and lock files of a project come to. */
export interface DependencyReport {
  readonly packages: readonly FoundPackage[];
  readonly vulnerabilities: readonly FoundVulnerability[];
  /** Manifests and lock files that were not read to the end, and packages of which it cannot be told. */
  readonly skips: readonly Skip[];
}

/** Packages of which it is told, one by one, that advisories could not be matched. */
const maximumUnknown = 20;

/** Reads a project's manifests and lock files, and matches what they resolve to with advisories. */
export function examineDependencies(
  files: ProjectFiles,
  sources: readonly AdvisorySource[],
): DependencyReport {
  const readings = readManifests(files);
  const resolved = dependencyGraph(readings);
  const { vulnerabilities, unknown } = vulnerabilitiesOf(resolved, sources);
  return {
    packages: resolved.map(toFound),
    vulnerabilities,
    skips: [
      ...readings.flatMap((reading) => skipsOf(reading, readings)),
      ...unknown.slice(0, maximumUnknown).map(({ found, reason }) => ({
        file: found.file,
        reason: 'syntax-errors' as const,
        detail: `Whether an advisory concerns ${found.entry.name} is not known: ${reason}`,
        partial: true,
      })),
    ],
  };
}

const toFound = ({ entry, file, kind, scope, direct, path, asked }: ResolvedPackage): FoundPackage => ({
  ecosystem: entry.ecosystem,
  name: entry.name,
  ...(entry.version !== undefined && { version: entry.version }),
  ...(entry.requirement !== undefined && { requirement: entry.requirement }),
  scope,
  ...(direct !== undefined && { direct }),
  path: path.map(({ name, version }) => ({ name, ...(version !== undefined && { version }) })),
  manifest: { file: asked.file, line: asked.entry.range.startLine },
  ...(kind === 'lock' && { lock: { file, line: entry.range.startLine } }),
  licenses: [],
});

/** A lock file that was not read hides what its manifests resolve to: these were not examined to the end either. */
function skipsOf(
  { file, kind, packages, problems }: ManifestReading,
  all: readonly ManifestReading[],
): Skip[] {
  const [first] = problems;
  if (!first) return [];
  const more = problems.length > 1 ? ` ${problems.length - 1} more like this.` : '';
  const own: Skip = {
    file,
    reason: 'syntax-errors',
    detail: `Line ${first.line}: ${first.message}${more}`,
    partial: packages.length > 0,
  };
  if (kind === 'manifest' || packages.length > 0) return [own];
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const hidden = all.filter((other) => other.kind === 'manifest' && other.file.startsWith(folder));
  return [
    own,
    ...hidden.map(
      (manifest): Skip => ({
        file: manifest.file,
        reason: 'syntax-errors',
        detail: `Its lock file ${file} could not be read.`,
        partial: true,
      }),
    ),
  ];
}
