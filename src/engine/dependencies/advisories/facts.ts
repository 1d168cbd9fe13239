import type { Advisory } from '../advisory.ts';
import { type Ecosystem, ecosystems } from '../package.ts';
import { text } from './json-values.ts';

/** Single facts of advisories, as every source writes them. */

/** An OSV ecosystem without its suffix (`Maven:https://…`); undefined for one whose packages Parapet does not read. */
export function ecosystemOf(value: unknown): Ecosystem | undefined {
  const name = text(value)?.split(':')[0];
  return ecosystems.find(
    (ecosystem) => ecosystem === name && ecosystem !== 'conda' && ecosystem !== 'docker',
  );
}

/** A date or time of ISO 8601 that means something; undefined for year 1, which stands for none. */
export function dateOf(value: unknown): string | undefined {
  const date = value instanceof Date ? value.toISOString() : text(value, 40);
  if (date === undefined || !/^(?:19|20)\d\d-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/.test(date))
    return undefined;
  return Number.isNaN(Date.parse(date)) ? undefined : date;
}

/** Ids of advisories have no spaces and no addresses. */
export function idOf(value: unknown): string | undefined {
  const id = text(value, 100);
  return id !== undefined && /^[A-Za-z][\w.:+-]*$/.test(id) ? id : undefined;
}

const isCve = (id: string): boolean => /^CVE-\d{4}-\d{4,}$/.test(id);

/** The CVE, of several the first by its number, else the id of the source; and all the others. */
export function namesOf(ids: readonly string[]): Pick<Advisory, 'id' | 'aliases'> | undefined {
  const unique = [...new Set(ids)];
  const [own] = unique;
  if (own === undefined) return undefined;
  const [cve] = unique.filter(isCve).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const id = isCve(own) ? own : (cve ?? own);
  return { id, aliases: unique.filter((other) => other !== id) };
}

export function cweOf(value: unknown): string | undefined {
  const [, number] = /^(?:CWE-)?(\d{1,5})$/i.exec(text(value, 20) ?? '') ?? [];
  return number === undefined ? undefined : `CWE-${Number(number)}`;
}

/** A CVSS vector of any version. */
export function vectorOf(value: unknown): string | undefined {
  const vector = text(value)?.replace(/^\(|\)$|\/$/g, '');
  return vector !== undefined &&
    /^(?:CVSS:\d\.\d\/)?[A-Za-z]+:[A-Za-z]+(?:\/[A-Za-z]+:[A-Za-z]+){3,40}$/.test(vector)
    ? vector
    : undefined;
}

/** Each once, the newest version of CVSS first; vectors of CVSS 2 have no version in them. */
export function sortedVectors(vectors: readonly string[]): readonly string[] {
  const versionOf = (vector: string): string => /^CVSS:(\d\.\d)/.exec(vector)?.[1] ?? '2.0';
  return [...new Set(vectors)].sort((a, b) =>
    versionOf(a) < versionOf(b) ? 1 : versionOf(a) > versionOf(b) ? -1 : 0,
  );
}

const severities: Readonly<Record<string, NonNullable<Advisory['severity']>>> = {
  CRITICAL: 'CRITICAL',
  HIGH: 'HIGH',
  MODERATE: 'MEDIUM',
  MEDIUM: 'MEDIUM',
  LOW: 'LOW',
};

/** A severity by its word, whatever its case. */
export function severityOf(value: unknown): Advisory['severity'] {
  const word = text(value, 20)?.toUpperCase() ?? '';
  return Object.hasOwn(severities, word) ? severities[word] : undefined;
}
