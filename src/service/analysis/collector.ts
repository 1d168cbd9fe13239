import type { AnalysisEvent } from '../../engine/analysis.ts';
import type { FoundEndpoint } from '../../engine/endpoints/endpoint.ts';
import type { Coverage, Finding, Range, Skip } from '../../engine/finding.ts';
import { OccurrenceNumbering } from '../../engine/occurrences.ts';
import { redact } from '../../engine/secrets/report.ts';
import { compareSkips, type Incomplete, incompleteOf, inOrder } from './incomplete.ts';

export interface CollectedCoverage extends Coverage {
  /** Files of which nothing was analysed, and files of which a part was. */
  readonly filesSkipped: number;
  readonly filesPartial: number;
  readonly incomplete: Incomplete;
  /** Complete, where `skips` may be cut. */
  readonly skipCounts: Readonly<Partial<Record<Skip['reason'], number>>>;
  readonly skipsTruncated: boolean;
}

/**
 * What one analysis of one family came to, without the repetitions that a restarted worker brings.
 * Passes on every new finding and skip; equal findings are numbered.
 */
export class Collector {
  readonly #numbering = new OccurrenceNumbering();
  readonly #analysed: Map<string, { readonly language: string; readonly bytes: number }>;
  readonly #skips: Map<string, Skip>;
  readonly #findings = new Map<string, Finding>();
  readonly #endpoints: FoundEndpoint[] = [];
  /** Places of secrets by file: what the text shows, the structure shows too. */
  readonly #secrets = new Map<string, { readonly ruleId: string; readonly range: Range }[]>();

  /** @param before the family's collector of the last analysis; what it knows of unchanged files still holds */
  constructor(before?: Collector, changed?: ReadonlySet<string>, present?: ReadonlySet<string>) {
    const holds = (file: string): boolean => present?.has(file) === true && changed?.has(file) !== true;
    this.#analysed = new Map([...(before ? before.#analysed : [])].filter(([file]) => holds(file)));
    this.#skips = new Map([...(before ? before.#skips : [])].filter(([, skip]) => holds(skip.file)));
  }

  /** @returns the event when it says something new; texts are the inventory's, and usage the scanner's: they are not passed on */
  take(event: AnalysisEvent): Exclude<AnalysisEvent, { type: 'texts' | 'usage' }> | undefined {
    switch (event.type) {
      case 'progress':
        return event;
      case 'texts':
      case 'usage':
        return undefined;
      case 'endpoints':
        for (const endpoint of event.endpoints) this.#endpoints.push(endpoint);
        return event;
      case 'analysed':
        if (this.#analysed.has(event.file)) return undefined;
        this.#analysed.set(event.file, { language: event.language, bytes: event.bytes });
        return event;
      case 'skip': {
        const key = `${event.skip.reason} ${event.skip.file}`;
        if (this.#skips.has(key)) return undefined;
        this.#skips.set(key, event.skip);
        return event;
      }
      case 'finding': {
        if (this.#isKnownSecret(event.finding)) return undefined;
        const finding = this.#numbering.take(withoutLiterals(event.finding));
        if (!finding) return undefined;
        this.#keep(finding);
        return { type: 'finding', finding };
      }
    }
  }

  /** @returns the findings that had to wait for their number; some replace earlier ones of the same fingerprint */
  settle(): Finding[] {
    const settled = this.#numbering.settle();
    for (const finding of settled) this.#keep(finding);
    return settled;
  }

  get findings(): Iterable<Finding> {
    return this.#findings.values();
  }

  /** The routes of the code, as the last analysis saw them. */
  get endpoints(): readonly FoundEndpoint[] {
    return this.#endpoints;
  }

  get findingCount(): number {
    return this.#findings.size;
  }

  /** Files that are done with: analysed, or left out whole. */
  get filesDone(): number {
    let left = 0;
    for (const skip of this.#skips.values()) if (!skip.partial && !this.#analysed.has(skip.file)) left++;
    return this.#analysed.size + left;
  }

  get analysed(): ReadonlyMap<string, { readonly language: string; readonly bytes: number }> {
    return this.#analysed;
  }

  get skips(): Iterable<Skip> {
    return this.#skips.values();
  }

  /** Whether another rule found the secret at this place; its own finding again is for the numbering to tell. */
  #isKnownSecret({ vulnClass, ruleId, file, range }: Finding): boolean {
    if (vulnClass !== secretClass) return false;
    const places = this.#secrets.get(file) ?? [];
    if (places.some((known) => known.ruleId !== ruleId && overlap(known.range, range))) return true;
    places.push({ ruleId, range });
    this.#secrets.set(file, places);
    return false;
  }

  #keep(finding: Finding): void {
    this.#findings.set(`${finding.fingerprint} ${finding.file}`, finding);
  }
}

/**
 * What some of the files came to with other texts: what their family says of them, and what was left out of them now.
 * @param collectors those of all families, as of the last scan
 */
export function collectedWithin(
  collectors: readonly Collector[],
  texts: Readonly<Record<string, string>>,
  unseen: readonly Skip[],
): Collector {
  const within = new Collector();
  const before = collectors.flatMap((collector) => [...collector.skips]);
  const own = before.filter(({ file }) => Object.hasOwn(texts, file));
  for (const skip of [...own, ...unseen]) within.take({ type: 'skip', skip });
  for (const [file, text] of Object.entries(texts)) {
    const [known] = collectors.flatMap((collector) => collector.analysed.get(file) ?? []);
    const bytes = Buffer.byteLength(text);
    if (known) within.take({ type: 'analysed', file, language: known.language, bytes });
  }
  return within;
}

/** What was left out of files with other texts that was not left out before. */
export function newSkips(
  before: readonly Collector[],
  after: readonly Collector[],
  texts: Readonly<Record<string, string>>,
): Skip[] {
  const known = before.flatMap(({ skips }) => [...skips]);
  return after
    .flatMap(({ skips }) => [...skips])
    .filter(
      ({ file, reason }) =>
        (file in texts || file === '.') && !known.some((one) => one.file === file && one.reason === reason),
    );
}

/** @param listed how many skips are listed at most; what was given up first, then whole files, then parts */
export function coverageOf(
  collectors: readonly Collector[],
  listing: readonly Skip[],
  listed: number,
): CollectedCoverage {
  const filesByLanguage: Record<string, number> = {};
  let filesAnalysed = 0;
  let bytesAnalysed = 0;
  const skips: Skip[] = [...listing];
  for (const collector of collectors) {
    for (const { language, bytes } of collector.analysed.values()) {
      filesByLanguage[language] = (filesByLanguage[language] ?? 0) + 1;
      filesAnalysed++;
      bytesAnalysed += bytes;
    }
    skips.push(...collector.skips);
  }
  const skipCounts: Partial<Record<Skip['reason'], number>> = {};
  for (const { reason } of skips) skipCounts[reason] = (skipCounts[reason] ?? 0) + 1;
  // `.` stands for the scan as a whole.
  const whole = new Set(skips.filter((skip) => !skip.partial && skip.file !== '.').map((skip) => skip.file));
  const partial = new Set(skips.filter((skip) => skip.partial && skip.file !== '.').map((skip) => skip.file));
  return {
    filesAnalysed,
    bytesAnalysed,
    filesByLanguage: inOrder(filesByLanguage),
    filesSkipped: whole.size,
    filesPartial: partial.size,
    incomplete: incompleteOf(skips),
    skips: skips.toSorted(compareSkips).slice(0, listed),
    skipCounts: inOrder(skipCounts),
    skipsTruncated: skips.length > listed,
  };
}

const secretClass = 'hard-coded-secret';

function overlap(a: Range, b: Range): boolean {
  const before = (line: number, column: number, other: Range): boolean =>
    line < other.startLine || (line === other.startLine && column <= other.startColumn);
  return !before(a.endLine, a.endColumn, b) && !before(b.endLine, b.endColumn, a);
}

const literal = /(["'`])((?:\\.|(?!\1)[^\\\n]){5,})\1/g;

/** A finding about a secret shows the code, but not what stands in its string literals. */
function withoutLiterals(finding: Finding): Finding {
  if (finding.vulnClass !== secretClass || finding.category === 'SECRETS') return finding;
  const blank = <T extends { readonly snippet: string }>(place: T): T => ({
    ...place,
    snippet: place.snippet.replace(literal, (_, quote: string, text: string) => quote + redact(text) + quote),
  });
  return {
    ...blank(finding),
    codeFlows: finding.codeFlows.map(({ steps }) => ({ steps: steps.map(blank) })),
  };
}
