import { holds, someClause } from './clauses.ts';
import { compareNaturals, compareTexts, natural, successor } from './digits.ts';
import { type Allows, versionScheme } from './scheme.ts';

/** A part of a version with what stands before it; letters and digits that touch are parted by a hyphen. */
interface Token {
  readonly separator: '.' | '-';
  /** Digits without leading zeros, or a qualifier in small letters. */
  readonly value: string;
}

/**
 * Maven: the order of its POM reference, "Version Order Specification" (`ComparableVersion`), and its ranges.
 * A version alone is a recommendation, which any version satisfies. Gradle's dynamic versions are read, too.
 */
export const maven = versionScheme<readonly Token[]>({
  // Without a digit it is a name (LATEST) or a property that was not resolved.
  parse: (text) => (/^[\w.+~-]+$/.test(text) && /\d/.test(text) ? tokensOf(text.toLowerCase()) : undefined),
  compare: compareTokens,
  requirement(text) {
    if (/^[[\]()]/.test(text)) return someClause(splitIntervals(text), interval);
    if (text === '+') return () => true;
    if (text.endsWith('+')) return series(text.slice(0, -1));
    return /^[\w.~-]+$/.test(text) && /\d/.test(text) ? () => true : undefined;
  },
});

const isNumber = (value: string): boolean => /^\d/.test(value);

const shortened: Readonly<Record<string, string>> = { a: 'alpha', b: 'beta', m: 'milestone' };
const synonyms: Readonly<Record<string, string>> = { cr: 'rc', final: '', ga: '', release: '' };

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let separator: Token['separator'] = '-';
  for (const part of text.split(/([.-])/)) {
    if (part === '.' || part === '-') separator = part;
    else {
      const pieces = part === '' ? ['0'] : (part.match(/\d+|\D+/g) ?? []);
      for (const [at, piece] of pieces.entries()) {
        const isFollowed = at + 1 < pieces.length;
        tokens.push(tokenOf(piece, at === 0 ? separator : '-', isFollowed));
      }
    }
  }
  return withoutNulls(tokens);
}

function tokenOf(piece: string, separator: Token['separator'], isFollowed: boolean): Token {
  if (isNumber(piece)) return { separator, value: natural(piece) };
  const long = isFollowed && Object.hasOwn(shortened, piece) ? shortened[piece] : piece;
  const value = Object.hasOwn(synonyms, long ?? piece) ? synonyms[long ?? piece] : long;
  // A qualifier after a dot is one after a hyphen.
  return { separator: '-', value: value ?? piece };
}

const isNull = ({ value }: Token): boolean => value === '0' || value === '';

/** Drops null values at the end, and before each hyphen: `1.0-1` is `1-1`. */
function withoutNulls(tokens: readonly Token[]): readonly Token[] {
  const kept: Token[] = [];
  for (const token of tokens) {
    if (token.separator === '-') dropNulls(kept);
    kept.push(token);
  }
  dropNulls(kept);
  return kept;
}

function dropNulls(tokens: Token[]): void {
  for (let last = tokens.at(-1); last && tokens.length > 1 && isNull(last); last = tokens.at(-1))
    tokens.pop();
}

function compareTokens(left: readonly Token[], right: readonly Token[]): number {
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const [a, b] = [left[at], right[at]];
    const order = compareToken(a ?? nullFor(b), b ?? nullFor(a));
    if (order !== 0) return order;
  }
  return 0;
}

/** What a version that has ended is padded with: 0 where the other goes on with `.`, else the empty qualifier. */
function nullFor(other: Token | undefined): Token {
  return other?.separator === '.' ? { separator: '.', value: '0' } : { separator: '-', value: '' };
}

/** Qualifiers before `-number` before `.number`. */
function compareToken(left: Token, right: Token): number {
  const [kind, otherKind] = [kindOf(left), kindOf(right)];
  if (kind !== otherKind) return kind - otherKind;
  if (kind > 0) return compareNaturals(left.value, right.value);
  const [rank, otherRank] = [rankOf(left.value), rankOf(right.value)];
  return rank - otherRank || (rank === unknownRank ? compareTexts(left.value, right.value) : 0);
}

function kindOf({ separator, value }: Token): 0 | 1 | 2 {
  if (!isNumber(value)) return 0;
  return separator === '-' ? 1 : 2;
}

const qualifiers = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp'];
const unknownRank = qualifiers.length;

/** Unknown qualifiers come after the known ones. */
function rankOf(qualifier: string): number {
  const rank = qualifiers.indexOf(qualifier);
  return rank < 0 ? unknownRank : rank;
}

/** `[1,2),[3,)` as its intervals; what stands between them is kept, so that it is refused. */
function splitIntervals(text: string): readonly string[] {
  return text.split(/(?<=[\])[(])\s*,\s*(?=[[(\]])/);
}

/** `[1,2)`, `(,1]`, `[1]`, and `]1,2[`, as Gradle writes open ends. */
function interval(text: string): Allows<readonly Token[]> | undefined {
  const match = /^([[\](])([^,[\]()]*)(?:(,)([^,[\]()]*))?([\])[])$/.exec(text.replaceAll(' ', ''));
  if (!match) return undefined;
  const [, opening, low = '', comma, high = '', closing] = match;
  if (comma === undefined) {
    const exact =
      opening === '[' && closing === ']' && /\d/.test(low) ? tokensOf(low.toLowerCase()) : undefined;
    return exact && ((version) => compareTokens(version, exact) === 0);
  }
  const from = low === '' ? undefined : tokensOf(low.toLowerCase());
  const to = high === '' ? undefined : tokensOf(high.toLowerCase());
  return (version) =>
    (!from || holds(opening === '[' ? '>=' : '>', compareTokens(version, from))) &&
    (!to || holds(closing === ']' ? '<=' : '<', compareTokens(version, to)));
}

/** `1.2.+`: what begins with 1.2. */
function series(text: string): Allows<readonly Token[]> | undefined {
  const parts = /^(\d+(?:\.\d+)*)\.$/.exec(text)?.[1]?.split('.');
  if (!parts) return undefined;
  const from = tokensOf(parts.join('.'));
  const until = tokensOf([...parts.slice(0, -1), successor(natural(parts.at(-1) ?? '0'))].join('.'));
  return (version) => compareTokens(version, from) >= 0 && compareTokens(version, until) < 0;
}
