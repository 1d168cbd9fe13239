import {
  cweOf,
  dateOf,
  idOf,
  namesOf,
  severityOf,
  sortedVectors,
  vectorOf,
} from '../../src/engine/dependencies/advisories/facts.ts';
import type { AdvisoryReading } from '../../src/engine/dependencies/advisories/osv.ts';
import type { Advisory, AffectedRange, AffectedSymbols } from '../../src/engine/dependencies/advisory.ts';
import { canonicalName } from '../../src/engine/dependencies/names.ts';
import type { Ecosystem } from '../../src/engine/dependencies/package.ts';

/** The facts of one record of a database's own form, not checked yet. */
export interface RecordFacts {
  readonly ids: readonly unknown[];
  readonly ecosystem: Ecosystem;
  readonly name: unknown;
  /** Undefined where the record's versions cannot be read. */
  readonly ranges: readonly AffectedRange[] | undefined;
  readonly symbols?: readonly AffectedSymbols[];
  readonly cwes?: readonly unknown[];
  readonly vectors?: readonly unknown[];
  readonly severity?: unknown;
  readonly published?: unknown;
  readonly modified?: unknown;
  readonly withdrawn?: unknown;
}

/** Makes an advisory of a record's facts, or says what it lacks. */
export function adviceOf(facts: RecordFacts, source: string): AdvisoryReading {
  const names = namesOf(facts.ids.flatMap((id) => idOf(id) ?? []));
  if (!names) return { problems: ['A record without an id was left out.'] };
  if (typeof facts.name !== 'string' || facts.name === '')
    return { problems: [`${names.id} names no package.`] };
  if (!facts.ranges) return { problems: [`The versions of ${names.id} cannot be read.`] };
  if (facts.ranges.length === 0) return { problems: [`${names.id} affects no version.`] };
  const severity = severityOf(facts.severity);
  const [published, modified] = [dateOf(facts.published), dateOf(facts.modified)];
  const withdrawn = dateOf(facts.withdrawn);
  const advisory: Advisory = {
    ...names,
    ...(severity !== undefined && { severity }),
    ...(published !== undefined && { published }),
    ...(modified !== undefined && { modified }),
    ...(withdrawn !== undefined && { withdrawn }),
    cwes: [...new Set(facts.cwes?.flatMap((id) => cweOf(id) ?? []))],
    cvss: sortedVectors(facts.vectors?.flatMap((vector) => vectorOf(vector) ?? []) ?? []),
    affected: [
      {
        ecosystem: facts.ecosystem,
        name: canonicalName(facts.ecosystem, facts.name),
        ranges: facts.ranges,
        versions: [],
        symbols: facts.symbols ?? [],
      },
    ],
    sources: [source],
    references: [],
  };
  return { advisory, problems: [] };
}

/** The severity of a CVSS score without its vector, by the scale of CVSS 3.1, §5. */
export function severityOfScore(value: unknown): Advisory['severity'] {
  const score = Number(value ?? Number.NaN);
  if (!(score > 0 && score <= 10)) return undefined;
  if (score >= 9) return 'CRITICAL';
  if (score >= 7) return 'HIGH';
  return score >= 4 ? 'MEDIUM' : 'LOW';
}
