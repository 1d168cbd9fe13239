import type { Finding, Location, Skip } from '../finding.ts';
import type { AdvisorySource } from './advisory.ts';
import type { FoundPackage } from './found-package.ts';
import { dependencyGraph, type ResolvedPackage } from './graph.ts';
import { licenseText, parseLicense } from './licenses/expression.ts';
import { licenseFindings } from './licenses/findings.ts';
import type { LicensePolicy } from './licenses/policy.ts';
import type { ManifestProblem, ManifestReading, ProjectFiles } from './package.ts';
import { readManifests } from './reading.ts';
import { examineSupplyChain } from './supply-chain/index.ts';
import {
  type AskedPackage,
  type FoundVulnerability,
  type LineOf,
  lookedUpIn,
  vulnerabilitiesOf,
} from './vulnerabilities.ts';

/** What the manifests and lock files of a project come to. */
export interface DependencyReport {
  readonly packages: readonly FoundPackage[];
  /** What advisories were looked up of. */
  readonly lookedUp: readonly AskedPackage[];
  readonly vulnerabilities: readonly FoundVulnerability[];
  /** What is wrong with where packages come from, and with what runs when they are installed. */
  readonly supplyChain: readonly Finding[];
  /** Packages whose licence the policy refuses; none where there is no policy. */
  readonly licenses: readonly Finding[];
  /** Manifests and lock files that could not be read, or not to their end: what they hide may be there all the same. */
  readonly skips: readonly Skip[];
  /** Parts of files that were left out, and packages of which it cannot be told whether they are vulnerable. */
  readonly problems: readonly DependencyProblem[];
}

export interface DependencyProblem extends ManifestProblem {
  readonly file: string;
}

const maximumProblems = 1_000;
const maximumSnippet = 400;

/** What is asked for beside vulnerabilities. */
export interface DependencyChoices {
  /** Whether what may well be as it should be is told, too. */
  readonly hints?: boolean | undefined;
  /** Which licences packages may have; any where undefined. */
  readonly licenses?: LicensePolicy | undefined;
}

/**
 * Reads a project's manifests and lock files, matches what they resolve to with advisories and a policy of licences, and
 * examines where it comes from.
 */
export function examineDependencies(
  files: ProjectFiles,
  sources: readonly AdvisorySource[],
  { hints = false, licenses }: DependencyChoices = {},
): DependencyReport {
  const snippetOf = snippetReader(files);
  const readings = readManifests(files);
  const resolved = dependencyGraph(readings);
  const lineOf: LineOf = ({ file, entry: { range } }) => snippetOf({ file, range });
  const { vulnerabilities, unknown } = vulnerabilitiesOf(resolved, sources, lineOf);
  return {
    packages: resolved.map(toFound),
    lookedUp: lookedUpIn(resolved),
    vulnerabilities,
    supplyChain: examineSupplyChain(readings, resolved, files, snippetOf, hints),
    licenses: licenses ? licenseFindings(resolved, licenses, lineOf) : [],
    skips: readings.flatMap((reading) => skipsOf(reading, readings)),
    problems: [
      ...readings.flatMap(({ file, problems }) => problems.map((problem) => ({ file, ...problem }))),
      ...unknown.map(({ found, reason }) => ({
        file: found.file,
        line: found.entry.range.startLine,
        message: `Whether an advisory concerns ${found.entry.name} is not known: ${reason}`,
      })),
    ].slice(0, maximumProblems),
  };
}

/** Reads lines of manifests, each file once. */
function snippetReader(files: ProjectFiles): (place: Omit<Location, 'snippet'>) => string {
  const lines = new Map<string, readonly string[]>();
  return ({ file, range }) => {
    let known = lines.get(file);
    if (!known) {
      known = (files.read(file) ?? '').split(/\r\n|\r|\n/);
      lines.set(file, known);
    }
    return known
      .slice(range.startLine - 1, range.endLine)
      .join('\n')
      .trim()
      .slice(0, maximumSnippet);
  };
}

/** A text that is no SPDX expression says nothing that others could read. */
function expressionsOf(license: string | undefined): readonly string[] {
  const parsed = license === undefined ? undefined : parseLicense(license);
  return parsed ? [licenseText(parsed)] : [];
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
  licenses: expressionsOf(entry.license),
});

/** A lock file that was not read hides what its manifests resolve to: these were not examined to the end either. */
function skipsOf(
  { file, kind, packages, problems }: ManifestReading,
  all: readonly ManifestReading[],
): Skip[] {
  const [first, ...others] = problems;
  if (!first) return [];
  if (packages.length > 0) {
    const more = others.length === 0 ? '' : ` ${others.length} more such places follow.`;
    const detail = `Line ${first.line}: ${first.message}${more}`;
    return [{ file, reason: 'syntax-errors', detail, partial: true }];
  }
  const own: Skip = {
    file,
    reason: 'syntax-errors',
    detail: `Its packages could not be read: ${first.message}`,
    partial: false,
  };
  if (kind === 'manifest') return [own];
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
