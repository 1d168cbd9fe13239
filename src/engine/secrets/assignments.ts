/** Literals assigned to a name that says they are secret: `dbPassword = "…"`, `API_KEY=…`, `<password>…</password>`. */
import type { FileContext } from './context.ts';
import { type SecretKind, secretKindOf } from './names.ts';
import { isSecretValue } from './values.ts';

/** Parts of names; each is looked at with the name around it. */
export const nameParts: readonly string[] = [
  'passw',
  'passphrase',
  'passcode',
  'pwd',
  'secret',
  'token',
  'credential',
  'key',
  '_pass',
  '-pass',
  '.pass',
  'pass"',
  "pass'",
  'pass=',
  'pass =',
  'pass:',
];

export interface Assignment {
  readonly start: number;
  readonly end: number;
  readonly kind: SecretKind;
  readonly name: string;
  readonly weak: boolean;
}

const maximumName = 80;

/** What stands between a name and a quoted value. Its groups: the operator, the opening quote. */
const quotedAfter =
  /(?<closed>["'`]?)\]?\s{0,3}(?::\s{0,2}(?:&(?:'\w{1,20}\s)?)?[A-Za-z][\w.<>[\]| ]{0,30}?\s{0,2}(?==[^=>]))?(?<operator>=>|:=|[=!]==?|\?\?=?|\|\|=?|=|:|,|\()\s{0,6}(?:\(\s{0,2})?(?:@|[rRbBuULf]{1,2}(?=["']))?(?<quote>["'`])/y;
const attributeAfter = /["']\s{1,4}(?:value|content|val)\s{0,2}=\s{0,2}(?<quote>["'])/y;
const elementAfter = /(?:\s[^<>\n]{0,80})?>(?<value>[^<>\n]{4,200})<\//y;
const bareAfter =
  /["']?[ \t]{0,3}(?:=|:)[ \t]{0,6}(?<value>[^\s"'#,;`&|<>()[\]{}][^\s"'`;&|<>]{3,200})[ \t]*(?=$|[\r\n]|[ \t]#)/my;
/** Within a connection string; only where others of its parts are near. */
const partAfter = /=(?<value>[^;"'\s&<>]{4,100})(?=[;"'&\s]|$)/y;
const connectionString =
  /(?:data source|server|host|jdbc:\w+|user id|uid|username|initial catalog|database)\s*[=:]/i;

/** Looks for assignments in one text, in about ascending order; each name is looked at once. */
export class Assignments {
  readonly #text: string;
  readonly #file: FileContext;
  #seenUntil = 0;

  constructor(text: string, file: FileContext) {
    this.#text = text;
    this.#file = file;
  }

  /**
   * @param part where one of `nameParts` begins
   * @returns the assigned secret when the name around it is one of a secret and a secret is assigned to it
   */
  at(part: number): Assignment | undefined {
    if (this.#file.prose || part < this.#seenUntil) return undefined;
    let start = part;
    while (start > 0 && part - start < maximumName && isNameCharacter(this.#text.charCodeAt(start - 1), true))
      start--;
    let end = part;
    while (end - start < maximumName && isNameCharacter(this.#text.charCodeAt(end), false)) end++;
    this.#seenUntil = end;
    if (end - start >= maximumName) return undefined;
    if (this.#text[end - 1] === '-') end--;
    return assignmentTo(this.#text, start, end, this.#file);
  }
}

/** Letters, digits, `_`, `$`, `-`, and before the part also `.`: a property of something. */
function isNameCharacter(code: number, dot: boolean): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 36 ||
    code === 45 ||
    (dot && code === 46)
  );
}

function assignmentTo(text: string, start: number, end: number, file: FileContext): Assignment | undefined {
  const name = text.slice(start, end);
  const kind = secretKindOf(name.slice(name.lastIndexOf('.') + 1)) ?? secretKindOf(name);
  // `"Vendor::Service::ApiKey"` names a type, `(?i)password` and `pwd$` are patterns.
  if (!kind || text.startsWith('::', start - 2) || text[start - 1] === ')' || name.endsWith('$'))
    return undefined;
  const accepted = (from: number, to: number, quoted: boolean, weak: boolean): Assignment | undefined =>
    isSecretValue(text.slice(from, to), { kind, name, quoted, weak })
      ? { start: from, end: to, kind, name, weak }
      : undefined;

  const quoted = matchAt(quotedAfter, text, end);
  if (quoted) {
    const { operator = '', closed = '', quote = '' } = quoted.groups ?? {};
    const from = end + quoted[0].length;
    const to = closingQuote(text, from, quote);
    if (to === undefined) return undefined;
    // An argument beside a name needs the name in quotes and first; a call, a setter.
    if (
      operator === ',' &&
      (closed === '' || !/\(\s?$/.test(text.slice(Math.max(0, start - 3), start - 1)))
    ) {
      return undefined;
    }
    if (operator === '(' && !/^(?:set|with|use)|^password$/i.test(name.slice(name.lastIndexOf('.') + 1)))
      return undefined;
    return accepted(from, to, true, /^(?:,|\(|[=!]==?$|[?|])/.test(operator) && operator !== '=');
  }
  const attribute = matchAt(attributeAfter, text, end);
  if (attribute) {
    const from = end + attribute[0].length;
    const to = closingQuote(text, from, attribute.groups?.['quote'] ?? '"');
    return to === undefined ? undefined : accepted(from, to, true, false);
  }
  if (text[start - 1] === '<') {
    const value = matchAt(elementAfter, text, end);
    const from = value ? end + value[0].length - 2 - (value.groups?.['value']?.length ?? 0) : 0;
    return value ? accepted(from, end + value[0].length - 2, true, false) : undefined;
  }
  if (file.bare || (file.shell && /(?:^|[\s;])$/.test(text.slice(Math.max(0, start - 1), start)))) {
    const value = matchAt(bareAfter, text, end);
    if (value) {
      const raw = value.groups?.['value'] ?? '';
      const from = end + value[0].indexOf(raw, 1);
      return accepted(from, from + raw.length, false, false);
    }
  }
  const piece = matchAt(partAfter, text, end);
  const before = text.slice(Math.max(0, start - 200), start);
  if (piece && /[;&?]\s?$/.test(before) && connectionString.test(before)) {
    const from = end + 1;
    return accepted(from, from + (piece.groups?.['value']?.length ?? 0), true, false);
  }
  return undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** @returns where the literal ends; undefined when not on this line, or too far */
function closingQuote(text: string, from: number, quote: string): number | undefined {
  const limit = Math.min(text.length, from + 500);
  for (let at = from; at < limit; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (character === '\n') return undefined;
    else if (character === quote) return at;
  }
  return undefined;
}
