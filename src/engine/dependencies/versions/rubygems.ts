import { everyClause, holds, type Relation } from './clauses.ts';
import { compareLists, compareNaturals, compareTexts, natural, successor } from './digits.ts';
import { type Allows, versionScheme } from './scheme.ts';

/** Numbers without leading zeros, and words; zeros before the first word and at the end are left out. */
interface GemVersion {
  readonly canonical: readonly string[];
  /** The numbers before the first word, as written. */
  readonly release: readonly string[];
}

const form = /^\d+(?:\.[\da-z]+)*(?:-[\da-z-]+(?:\.[\da-z-]+)*)?$/i;

/** RubyGems: `Gem::Version` and `Gem::Requirement`. A version with a letter in it is a pre-release. */
export const rubygems = versionScheme<GemVersion>({
  parse: parseGem,
  compare: compareGems,
  requirement: (text) => everyClause(text.split(/[,&]+/), (part) => clause(part.trim())),
});

function parseGem(text: string): GemVersion | undefined {
  if (!form.test(text)) return undefined;
  const segments = (text.replaceAll('-', '.pre.').match(/\d+|[a-z]+/gi) ?? []).map((segment) =>
    isNumber(segment) ? natural(segment) : segment,
  );
  const word = segments.findIndex((segment) => !isNumber(segment));
  const release = word < 0 ? segments : segments.slice(0, word);
  const rest = word < 0 ? [] : segments.slice(word);
  return { canonical: [...withoutZeros(release), ...withoutZeros(rest)], release };
}

const isNumber = (segment: string): boolean => /^\d/.test(segment);

function withoutZeros(segments: readonly string[]): readonly string[] {
  return segments.slice(0, segments.findLastIndex((segment) => segment !== '0') + 1);
}

function compareGems(left: GemVersion, right: GemVersion): number {
  return compareLists(left.canonical, right.canonical, '0', (a, b) => {
    const [isNumeric, isOtherNumeric] = [isNumber(a), isNumber(b)];
    if (isNumeric !== isOtherNumeric) return isNumeric ? 1 : -1;
    return isNumeric ? compareNaturals(a, b) : compareTexts(a, b);
  });
}

const relations: Readonly<Record<string, Relation>> = {
  '': '=',
  '=': '=',
  '!=': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};

function clause(text: string): Allows<GemVersion> | undefined {
  const [, operator = '', rest = ''] = /^([<>=!~]*)\s*(\d\S*)$/.exec(text) ?? [];
  const bound = parseGem(rest);
  if (!bound) return undefined;
  if (operator === '~>') {
    // Up to the next number of the place before the last one; its pre-releases are past the end, too.
    const kept = bound.release.length > 1 ? bound.release.slice(0, -1) : bound.release;
    const until = parseGem([...kept.slice(0, -1), successor(kept.at(-1) ?? '0')].join('.'));
    return (version) => {
      const release = parseGem(version.release.join('.'));
      return (
        compareGems(version, bound) >= 0 &&
        release !== undefined &&
        until !== undefined &&
        compareGems(release, until) < 0
      );
    };
  }
  const relation = Object.hasOwn(relations, operator) ? relations[operator] : undefined;
  return relation && ((version) => holds(relation, compareGems(version, bound)));
}
