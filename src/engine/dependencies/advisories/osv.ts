import type { Advisory, AffectedPackage } from '../advisory.ts';
import { canonicalName } from '../names.ts';
import { cweOf, dateOf, ecosystemOf, idOf, namesOf, severityOf, sortedVectors, vectorOf } from './facts.ts';
import { list, member, text, texts } from './json-values.ts';
import { readRanges } from './osv-ranges.ts';
import { readSymbols } from './osv-symbols.ts';

/** What one record says, and what of it could not be read. */
export interface AdvisoryReading {
  /** Undefined where nothing of it concerns packages that Parapet reads. */
  readonly advisory?: Advisory;
  /** Sentences. */
  readonly problems: readonly string[];
}

/** Bounds of one record; the largest published ones are far below. */
const mostIds = 100;
const mostPackages = 2_000;
const mostVersions = 5_000;
const mostReferences = 100;

/** Notes on a package that are no vulnerability: RustSec marks them so. */
const notices: readonly unknown[] = ['unmaintained', 'notice'];

/**
 * Reads a record of the Open Source Vulnerability format (OSV schema 1.7).
 * @param source what the record is from, e.g. `golang/vulndb`, or what says so by the record's own id
 */
export function readOsv(json: unknown, source: string | ((id: string) => string)): AdvisoryReading {
  const ids = [idOf(member(json, 'id')), ...list(member(json, 'aliases'), mostIds).map(idOf)];
  const names = ids[0] === undefined ? undefined : namesOf(ids.flatMap((id) => id ?? []));
  if (!names) return { problems: ['A record without an id was left out.'] };
  const problems: string[] = [];
  const entries = list(member(json, 'affected'), mostPackages);
  const affected = entries.flatMap((entry) => {
    const found = affectedOf(entry);
    problems.push(...(found?.problems ?? []));
    return found?.affected ?? [];
  });
  if (affected.length === 0) return { problems };
  const from = typeof source === 'string' ? source : source(ids[0] ?? '');
  return { advisory: { ...names, ...describe(json, entries), affected, sources: [from] }, problems };
}

function affectedOf(
  entry: unknown,
): { readonly affected: readonly AffectedPackage[]; readonly problems: readonly string[] } | undefined {
  const named = member(entry, 'package');
  const ecosystem = ecosystemOf(member(named, 'ecosystem'));
  const name = text(member(named, 'name'));
  if (ecosystem === undefined || name === undefined) return undefined;
  if (notices.includes(member(member(entry, 'database_specific'), 'informational'))) return undefined;
  const { ranges, problems } = readRanges(ecosystem, entry);
  const versions = texts(member(entry, 'versions'), mostVersions);
  if (ranges.length === 0 && versions.length === 0) return { affected: [], problems };
  const symbols = readSymbols(entry);
  return {
    affected: [{ ecosystem, name: canonicalName(ecosystem, name), ranges, versions, symbols }],
    problems,
  };
}

function describe(
  json: unknown,
  entries: readonly unknown[],
): Pick<
  Advisory,
  'summary' | 'cwes' | 'cvss' | 'severity' | 'published' | 'modified' | 'withdrawn' | 'references'
> {
  const specific = member(json, 'database_specific');
  const [summary, severity] = [text(member(json, 'summary'), 500), severityOf(member(specific, 'severity'))];
  const published = dateOf(member(json, 'published'));
  const modified = dateOf(member(json, 'modified'));
  // A withdrawal with an odd date is one all the same.
  const withdrawn = dateOf(member(json, 'withdrawn')) ?? text(member(json, 'withdrawn'), 40);
  const scores = [json, ...entries].flatMap((one) => list(member(one, 'severity'), 10));
  return {
    ...(summary !== undefined && { summary }),
    ...(severity !== undefined && { severity }),
    ...(published !== undefined && { published }),
    ...(modified !== undefined && { modified }),
    ...(withdrawn !== undefined && { withdrawn }),
    cwes: [...new Set(list(member(specific, 'cwe_ids'), 50).flatMap((id) => cweOf(id) ?? []))],
    cvss: sortedVectors(scores.flatMap((score) => vectorOf(member(score, 'score')) ?? [])),
    references: list(member(json, 'references'), mostReferences).flatMap((reference) => {
      const url = text(member(reference, 'url'), 2_000);
      return url !== undefined && /^https?:\/\//i.test(url) ? [url] : [];
    }),
  };
}
