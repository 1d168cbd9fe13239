import { publishedScore } from '../cvss/published.ts';
import type { Finding } from '../finding.ts';
import { fingerprint } from '../fingerprint.ts';
import { weaknessOf } from '../weaknesses/index.ts';
import { type Concern, concerns } from './advisories/match.ts';
import { mergeByAlias } from './advisories/merge.ts';
import { type Advisory, type AdvisorySource, type AffectedSymbols, isMalicious } from './advisory.ts';
import { vulnerabilityName } from './cwe-names.ts';
import { ecosystemNames } from './ecosystem-names.ts';
import type { ResolvedPackage } from './graph.ts';
import type { Ecosystem, Scope } from './package.ts';
import { smallestUnaffected } from './unaffected-version.ts';
import { compareVersions } from './versions/index.ts';
import type { PackageStep, VulnerableDependency } from './vulnerable.ts';

/** A vulnerability of a package, before anybody looked whether the product reaches it. */
export interface FoundVulnerability {
  readonly finding: Finding & { readonly dependency: VulnerableDependency };
  /** What is vulnerable in the package; empty where no advisory says. */
  readonly symbols: readonly AffectedSymbols[];
}

export interface MatchedPackages {
  readonly vulnerabilities: readonly FoundVulnerability[];
  /** Packages of which it cannot be told, with the reason in a sentence. */
  readonly unknown: readonly { readonly found: ResolvedPackage; readonly reason: string }[];
}

/** The text of the lines where the project asks for a package, trimmed, as `Location.snippet`. */
export type LineOf = (asked: ResolvedPackage['asked']) => string;

/** Packages of development score at most as a low issue: they do not run where the product does. */
const developmentScore = 39;
/** Of an advisory that says nothing of its severity. */
const unratedScore = 50;
/** Of a malicious package: whoever installs it runs it, in development, too. */
const maliciousScore = 95;
const wordScores = { CRITICAL: 90, HIGH: 75, MEDIUM: 50, LOW: 25 } as const;

/** Only what a registry serves under its name is what an advisory of that name is about. */
const isLookedUp = ({ entry }: ResolvedPackage): boolean =>
  entry.origin === 'registry' && entry.version !== undefined;

/** A package in one version, as a source of advisories is asked for it. */
export interface AskedPackage {
  readonly ecosystem: Ecosystem;
  readonly name: string;
  readonly version: string;
}

/** Returns what is looked up of packages, each version once. */
export function lookedUpIn(packages: readonly ResolvedPackage[]): readonly AskedPackage[] {
  const asked = new Map<string, AskedPackage>();
  for (const found of packages) {
    const { ecosystem, name, version } = found.entry;
    if (version !== undefined && isLookedUp(found))
      asked.set(JSON.stringify([ecosystem, name, version]), { ecosystem, name, version });
  }
  return [...asked.values()];
}

/**
 * Matches packages with advisories: one finding for each manifest, package and advisory, at the place where the project
 * asks for it. Versions of one package that stand beside each other in a lock file are one finding.
 */
export function vulnerabilitiesOf(
  packages: readonly ResolvedPackage[],
  sources: readonly AdvisorySource[],
  lineOf: LineOf,
): MatchedPackages {
  const known = new Map<string, readonly Advisory[]>();
  const advisoriesOf = (ecosystem: Ecosystem, name: string): readonly Advisory[] => {
    const key = `${ecosystem} ${name}`;
    let found = known.get(key);
    if (!found) {
      const told = sources.flatMap((source) => source.find(ecosystem, name));
      found = told.length === 0 ? [] : mergeByAlias(told);
      known.set(key, found);
    }
    return found;
  };
  const safe = new Map<string, string | undefined>();
  const safeVersionOf: SafeVersionOf = (ecosystem, name, version) => {
    const key = JSON.stringify([ecosystem, name, version]);
    if (!safe.has(key))
      safe.set(key, smallestUnaffected(advisoriesOf(ecosystem, name), ecosystem, name, version));
    return safe.get(key);
  };
  const groups = new Map<string, Affected[]>();
  const unknown: MatchedPackages['unknown'][number][] = [];
  for (const found of packages) {
    if (!isLookedUp(found)) continue;
    const { ecosystem, name, version = '' } = found.entry;
    for (const advisory of advisoriesOf(ecosystem, name)) {
      const concern = concerns(advisory, ecosystem, name, version);
      if (!concern) continue;
      if (concern.affected === 'unknown') {
        unknown.push({ found, reason: concern.reason });
        continue;
      }
      const key = JSON.stringify([found.asked.file, ecosystem, name, advisory.id]);
      const group = groups.get(key) ?? [];
      group.push({ found, advisory, concern });
      groups.set(key, group);
    }
  }
  return {
    vulnerabilities: [...groups.values()].flatMap((group) => toVulnerability(group, safeVersionOf, lineOf)),
    unknown,
  };
}

type SafeVersionOf = (ecosystem: Ecosystem, name: string, version: string) => string | undefined;

interface Affected {
  readonly found: ResolvedPackage;
  readonly advisory: Advisory;
  readonly concern: Concern;
}

const scopeRank = { production: 0, unknown: 1, development: 2 } as const satisfies Record<Scope, number>;

/** Of several versions the one that counts most: of production, asked for, by the shortest way, the oldest. */
function worstFirst(a: Affected, b: Affected): number {
  return (
    scopeRank[a.found.scope] - scopeRank[b.found.scope] ||
    Number(b.found.direct ?? false) - Number(a.found.direct ?? false) ||
    a.found.path.length - b.found.path.length ||
    (compareVersions(a.found.entry.ecosystem, a.found.entry.version ?? '', b.found.entry.version ?? '') ?? 0)
  );
}

function toVulnerability(
  group: readonly Affected[],
  safeVersionOf: SafeVersionOf,
  lineOf: LineOf,
): FoundVulnerability[] {
  const sorted = group.toSorted(worstFirst);
  const [worst] = sorted;
  if (!worst) return [];
  const { found, advisory, concern } = worst;
  const { entry, asked, scope } = found;
  const { ecosystem, name, version = '' } = entry;
  const isAttack = isMalicious(advisory);
  const weakness = weaknessOf(isAttack ? 'malicious-package' : 'vulnerable-dependency');
  const safeVersion = safeVersionOf(ecosystem, name, version);
  const otherVersions = [...new Set(sorted.map((one) => one.found.entry.version ?? ''))].filter(
    (other) => other !== version,
  );
  const dependency: VulnerableDependency = {
    ecosystem,
    name,
    version,
    scope,
    direct: found.direct ?? false,
    path: found.path.map(stepOf),
    ...(found.kind === 'lock' && { lock: { file: found.file, line: entry.range.startLine } }),
    otherVersions,
    advisory: {
      id: advisory.id,
      aliases: advisory.aliases,
      sources: concern.sources,
      cvss: advisory.cvss,
      ...(advisory.published !== undefined && { published: advisory.published }),
      references: advisory.references,
    },
    ...(isAttack && { isMalicious: true }),
    ...(concern.fixed !== undefined && { fixedVersion: concern.fixed }),
    ...(safeVersion !== undefined && { safeVersion }),
    reachability: { level: 'UNKNOWN', evidence: 'It was not looked for.', places: [] },
  };
  const shown = `${name} ${version}`;
  const finding = {
    ruleId: `${ecosystemNames[ecosystem].rule}/${weakness.id}`,
    vulnClass: weakness.id,
    category: 'SCA' as const,
    language: ecosystemNames[ecosystem].rule,
    title: `${isAttack ? 'Malicious code' : vulnerabilityName(advisory.cwes)} in ${shown} (${advisory.id})`,
    message: messageOf(found, dependency, concern, isAttack),
    cwes: [...new Set([...advisory.cwes, ...weakness.cwes])],
    score: isAttack ? maliciousScore : scoreOf(advisory, scope),
    confidence: concern.disputedBy.length > 0 ? 70 : weakness.confidence,
    codeFlows: [],
    sink: { kind: 'text' as const },
    fingerprint: fingerprint({
      vulnClass: weakness.id,
      ruleId: ecosystem,
      language: 'text',
      sink: JSON.stringify([name, advisory.id]),
    }),
    file: asked.file,
    range: asked.entry.range,
    snippet: lineOf(asked),
    dependency,
  };
  return [{ finding, symbols: concern.symbols }];
}

const stepOf = ({ name, version, requirement }: ResolvedPackage['entry']): PackageStep => {
  const told = version ?? requirement;
  return { name, ...(told !== undefined && { version: told }) };
};

/** The publisher's score; the newest version of CVSS that has one. */
function scoreOf({ cvss, severity }: Advisory, scope: Scope): number {
  const [published] = cvss.flatMap((vector) => publishedScore(vector) ?? []);
  const score = published ? Math.round(published.score * 10) : severity ? wordScores[severity] : unratedScore;
  return scope === 'development' ? Math.min(score, developmentScore) : score;
}

const byWayOf = (between: number): string =>
  between <= 0 ? '' : between === 1 ? ' by way of another package' : ` by way of ${between} other packages`;

function messageOf(
  { asked, path }: ResolvedPackage,
  { name, version, direct, fixedVersion, advisory, otherVersions }: VulnerableDependency,
  { disputedBy }: Concern,
  isAttack: boolean,
): string {
  const [first] = path;
  const brought =
    direct || !first || path.length < 2
      ? `\`${asked.file}\` resolves \`${name}\` to ${version}`
      : `\`${first.name}\` brings \`${name}\` ${version}${byWayOf(path.length - 2)}`;
  const also = otherVersions.length > 0 ? ` (and ${otherVersions.join(', ')})` : '';
  const fix =
    fixedVersion === undefined
      ? 'No version that ends it is known'
      : `${fixedVersion} is the smallest version that ends it`;
  const disputed =
    disputedBy.length > 0 ? ` ${disputedBy.join(' and ')} names other versions as affected.` : '';
  if (isAttack) {
    const later = fixedVersion === undefined ? '' : ` ${fixedVersion} is the next version without it.`;
    return `${brought}${also}, which is malicious by ${advisory.id}.${later}${disputed} Remove it, and replace every secret that was on a machine which installed it.`;
  }
  return `${brought}${also}, which ${advisory.id} affects. ${fix}.${disputed}`;
}
