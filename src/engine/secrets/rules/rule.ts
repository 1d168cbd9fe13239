/** A token whose form is known. The form is a fact of its issuer; the pattern is ours. */
export interface TokenRule {
  /** Kebab case, stable: part of the finding's rule. */
  readonly id: string;
  /** What it is, to follow "a" or "an". */
  readonly title: string;
  /** Lower case ASCII. The pattern is tried where one of them begins, or up to `back` characters before. */
  readonly keywords: readonly string[];
  /** Sticky. Its first group, or all of it, is the secret. */
  readonly pattern: RegExp;
  /** The token may begin at most this many letters, digits, `_`, `.`, `~` and `-` before the keyword. */
  readonly back: number;
  /** Bits a character that the secret has at least; 0 switches the test off. */
  readonly entropy: number;
  readonly score: number;
  readonly confidence: number;
  /** The keyword is a name beside the secret rather than a part of it. */
  readonly byName: boolean;
}

interface Choices {
  readonly entropy?: number;
  readonly score?: number;
  readonly confidence?: number;
}

const usual = { back: 0, entropy: 3, score: 85, confidence: 90, byName: false };

/** A token that shows by how it begins. `body` is a regular expression of what follows the prefix. */
export function prefixed(
  id: string,
  title: string,
  prefixes: string | readonly string[],
  body: string,
  choices: Choices = {},
): TokenRule {
  const list = typeof prefixes === 'string' ? [prefixes] : prefixes;
  const start = list.map((prefix) => prefix.replace(/[.$+/\\*?^()[\]{}|]/g, '\\$&')).join('|');
  return {
    ...usual,
    ...choices,
    id,
    title,
    keywords: list.map((prefix) => prefix.toLowerCase()),
    pattern: new RegExp(`(?:${start})(?:${body})(?![A-Za-z0-9_])`, 'y'),
  };
}

/**
 * A token that only the name it is assigned to tells from other random text: `<name>… = "<body>"` and the like.
 * Names are matched without regard to case; a `_` in one stands for any separator or none.
 */
export function named(
  id: string,
  title: string,
  names: readonly string[],
  body: string,
  choices: Choices = {},
): TokenRule {
  const name = names.map((each) => each.replaceAll('_', '[_.-]?')).join('|');
  const assigned = '["\'`]?\\]?\\s{0,4}(?:=>|:=|={1,3}|:|,|\\()\\s{0,4}[rbu]?["\'`]?';
  return {
    ...usual,
    confidence: 80,
    ...choices,
    id,
    title,
    keywords: [...new Set(names.flatMap(beginnings))],
    pattern: new RegExp(`(?:${name})[\\w.-]{0,30}?${assigned}(${body})(?![A-Za-z0-9_+/=~-])`, 'iy'),
    byName: true,
  };
}

/** The first two words of a name, however they are parted. */
function beginnings(name: string): string[] {
  const [first = '', second] = name.split('_');
  return second === undefined ? [first] : ['_', '-', '.', ''].map((by) => `${first}${by}${second}`);
}

/** A token that shows by something within it; `pattern` describes all of it, `back` how far before that it begins. */
export function containing(
  id: string,
  title: string,
  keyword: string,
  pattern: string,
  choices: Choices & { readonly back: number },
): TokenRule {
  return {
    ...usual,
    ...choices,
    id,
    title,
    keywords: [keyword.toLowerCase()],
    pattern: new RegExp(`(?:${pattern})(?![A-Za-z0-9_])`, 'y'),
  };
}

export const hex = (count: number | string): string => `[a-f0-9]{${count}}`;
export const alnum = (count: number | string): string => `[A-Za-z0-9]{${count}}`;
export const base64url = (count: number | string): string => `[A-Za-z0-9_-]{${count}}`;
export const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** For what gives control of accounts, code or money at once. */
export const critical = { score: 92 };
