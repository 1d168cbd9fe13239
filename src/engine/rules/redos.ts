import { analyse, type Report } from 'scslre';
import { ambiguityOf } from './regex-ambiguity.ts';

/** Whether a regular expression can be made to take more than linear time. */
export interface RegexCost {
  readonly superLinear: boolean;
  /** One clause for the user: how bad, and what to repeat in the input to see it. */
  readonly reason?: string;
  /** It is slow only because the match is tried again from every position. */
  readonly byRestarts?: boolean;
}

const linear: RegexCost = { superLinear: false };

/** Past these an expression is not analysed: the analysis itself is polynomial in them. */
const maximumLength = 1_000;
const maximumQuantifiers = 60;
const maximumCached = 4_000;

const cache = new Map<string, RegexCost>();

/**
 * Says whether matching the expression takes more than linear time on some input: exponential by its automaton, the rest after
 * the method of scslre (overlapping repetitions of one character, and restarts at every position).
 * @param source the pattern between the slashes
 * @param whole the text is matched from its beginning to its end
 */
export function isSuperLinear(source: string, flags: string, whole = false): RegexCost {
  if (!mayRepeat(source)) return linear;
  const key = `${flags}${whole ? '!' : ''}/${source}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  if (cache.size >= maximumCached) cache.clear();
  const cost = measure(source, flags, whole);
  cache.set(key, cost);
  return cost;
}

/** Cheap and exact in one direction: without an unbounded repetition there is nothing to analyse. */
function mayRepeat(source: string): boolean {
  let unbounded = 0;
  let inClass = false;
  for (let i = 0; i < source.length; i++) {
    switch (source[i]) {
      case '\\':
        i++;
        break;
      case '[':
        inClass = true;
        break;
      case ']':
        inClass = false;
        break;
      case '*':
      case '+':
        if (!inClass) unbounded++;
        break;
      case '{':
        if (!inClass && /^\{\d+,\}/.test(source.slice(i, i + 12))) unbounded++;
        break;
      default:
    }
  }
  if (unbounded === 0 || unbounded > maximumQuantifiers || source.length > maximumLength) return false;
  // One repetition from a fixed start, outside any group that repeats, is tried once.
  return unbounded > 1 || source[0] !== '^' || source.includes('|') || source.includes('){');
}

/** Groups that are repeated may be slow from a single beginning, too. */
const repeatsGroups = /\)[*+{]/;

function measure(source: string, flags: string, whole: boolean): RegexCost {
  const ambiguity = ambiguityOf(source, flags, whole);
  if (ambiguity.kind === 'ambiguous') return superLinear('exponential time', ambiguity.pump, false);
  let reports: readonly Report[];
  try {
    ({ reports } = analyse({ source, flags }, { maxReports: 4 }));
  } catch {
    // Not a valid expression of this language version: the program itself throws on it.
    return linear;
  }
  // Where the automaton shows that nothing takes exponential time, a repetition that seems to is matched in the end.
  if (ambiguity.kind === 'none') reports = reports.filter((report) => !report.exponential);
  const worst = reports.find((report) => report.exponential) ?? reports[0];
  if (worst === undefined) return linear;
  const growth = worst.exponential
    ? 'exponential time'
    : worst.type === 'Move'
      ? 'quadratic time, as the match is tried again from every position'
      : 'polynomial time';
  const byRestarts =
    reports.every((report) => report.type === 'Move' && !report.exponential) &&
    (ambiguity.kind === 'none' || !repeatsGroups.test(source));
  return superLinear(growth, worst.character.pick, byRestarts);
}

const superLinear = (growth: string, repeated: unknown, byRestarts: boolean): RegexCost => ({
  superLinear: true,
  byRestarts,
  reason: `${growth} on a long run of ${JSON.stringify(repeated)}`,
});
