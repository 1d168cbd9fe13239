/** The ways in which a value stands beside its name, in code, markup, configuration, addresses and shells. */
import type { FileContext } from './context.ts';

export interface AssignedValue {
  readonly start: number;
  readonly end: number;
  /** False for what stands bare in configuration files and shells. */
  readonly quoted: boolean;
  /** Only probable: an argument beside a name, a comparison. */
  readonly weak: boolean;
}

/** A name in a text: `[start, end)`. */
interface Named {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly file: FileContext;
}

/** What follows a name in every form: most names are just used, and need no look at what they say. */
export const mayBeAssigned = (text: string, end: number): boolean =>
  /["'`\]\s=:!?|,(<>]/.test(text[end] ?? '');

/** @returns what the first form that fits reads; undefined when nothing is assigned */
export function assignedValue(named: Named): AssignedValue | undefined {
  for (const form of forms) {
    const value = form(named);
    if (value !== undefined) return value === 'nothing' ? undefined : value;
  }
  return undefined;
}

/** `nothing`: the form fits and there is no value, so no other form need be tried. */
type Form = (named: Named) => AssignedValue | 'nothing' | undefined;

const quotedAfter =
  /(?<closed>["'`]?)\]?\s{0,3}(?::\s{0,2}(?:&(?:'\w{1,20}\s)?)?[A-Za-z][\w.<>[\]| ]{0,30}?\s{0,2}(?==[^=>]))?(?<operator>=>|:=|[=!]==?|\?\?=?|\|\|=?|=|:|,|\()\s{0,6}(?:\(\s{0,2})?(?:@|[rRbBuULf]{1,2}(?=["']))?(?<quote>["'`])/y;

/** `name = "value"`, `"name": "value"`, `name: string = 'value'`, `set_name("value")`, `put("name", "value")`. */
const quoted: Form = ({ text, start, end, name }) => {
  const found = matchAt(quotedAfter, text, end);
  if (!found) return undefined;
  const { operator = '', closed = '', quote = '' } = found.groups ?? {};
  const from = end + found[0].length;
  const to = closingQuote(text, from, quote);
  if (to === undefined) return 'nothing';
  // An argument beside a name needs the name in quotes and first; a call, a setter.
  const first = /\(\s?$/.test(text.slice(Math.max(0, start - 3), start - 1));
  if (operator === ',' && (closed === '' || !first)) return 'nothing';
  const setter = /^(?:set|with|use)|^password$/i.test(name.slice(name.lastIndexOf('.') + 1));
  if (operator === '(' && !setter) return 'nothing';
  // `hasPassword ? 'password' : 'password/new'`
  if (operator === ':' && closed !== '' && /\?\s{0,4}["'`]$/.test(text.slice(Math.max(0, start - 6), start)))
    return 'nothing';
  return {
    start: from,
    end: to,
    quoted: true,
    weak:
      /^(?:,|\(|[=!]==?)$/.test(operator) &&
      !/\bdefine\(\s{0,4}["']$/.test(text.slice(Math.max(0, start - 16), start)),
  };
};

const attributeAfter = /["']\s{1,4}(?:value|content|val)\s{0,2}=\s{0,2}(?<quote>["'])/y;

/** `name="…password" value="value"`. */
const attribute: Form = ({ text, end }) => {
  const found = matchAt(attributeAfter, text, end);
  if (!found) return undefined;
  const from = end + found[0].length;
  const to = closingQuote(text, from, found.groups?.['quote'] ?? '"');
  return to === undefined ? 'nothing' : { start: from, end: to, quoted: true, weak: false };
};

const defaultAfter = /"\s{0,2}\{[^{}]{0,300}?\bdefault\s{0,20}=\s{0,4}"(?<value>[^"\n]{4,200})"/y;
const namedElementAfter = /["'][^<>\n]{0,60}>(?<value>[^<>\n]{4,200})<\//y;
const keyAndString = /<\/key>\s{0,20}<string>(?<value>[^<>\n]{4,200})<\/string>/y;
const elementAfter = /(?:\s[^<>\n]{0,80})?>(?<value>[^<>\n]{4,200})<\//y;

/** `variable "name" { default = "value" }`, `<x name="name">value</x>`, `<key>name</key><string>value</string>`. */
const within: Form = ({ text, start, end }) => {
  const opened = text[start - 1] === '<';
  for (const pattern of [defaultAfter, namedElementAfter, keyAndString, ...(opened ? [elementAfter] : [])]) {
    const value = group(pattern, text, end);
    if (value) return { ...value, quoted: true, weak: false };
  }
  return opened ? 'nothing' : undefined;
};

const parameterAfter = /=(?<value>[\w.~%+/-]{16,300})(?=[&"'`\s<)\]]|$)/y;
const partAfter = /=(?<value>[^;"'\s&<>]{4,100})(?=[;"'&\s]|$)/y;
const connection =
  /(?:data source|server|host|jdbc:\w+|user id|uid|username|initial catalog|database)\s*[=:]/i;

/** `?name=value` of an address, `;name=value` of a connection string. */
const part: Form = ({ text, start, end }) => {
  const before = text.slice(Math.max(0, start - 200), start);
  if (!/[;&?]\s?$/.test(before)) return undefined;
  const value = group(connection.test(before) ? partAfter : parameterAfter, text, end);
  return value && { ...value, quoted: true, weak: false };
};

const bareAfter =
  /["']?[ \t]{0,3}(?:=|:)[ \t]{0,6}(?<value>[^\s"'#,;`&|<>()[\]{}][^\s"'`;&|<>]{3,200})[ \t]*(?=$|[\r\n]|[ \t]#)/my;
const environmentAfter = /[ \t]{1,4}(?<value>[^\s"'`;&|<>$]{4,200})[ \t]*(?=$|[\r\n])/my;

/** `name=value`, `name: value`, and `ENV name value` of a container's recipe. */
const bare: Form = ({ text, start, end, file }) => {
  const before = text.slice(Math.max(0, start - 8), start);
  const inShell = file.shell && /(?:^|[\s;])$/.test(before);
  if (!file.bare && !inShell) return undefined;
  const pattern = /(?:^|\n)ENV[ \t]{1,2}$/.test(before) && text[end] !== '=' ? environmentAfter : bareAfter;
  const value = group(pattern, text, end);
  return value && { ...value, quoted: false, weak: false };
};

const forms: readonly Form[] = [quoted, attribute, within, part, bare];

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** @returns where the group `value` of a match here is */
function group(pattern: RegExp, text: string, at: number): { start: number; end: number } | undefined {
  const found = matchAt(pattern, text, at);
  const value = found?.groups?.['value'];
  if (!found || value === undefined) return undefined;
  const start = at + found[0].lastIndexOf(value);
  return { start, end: start + value.length };
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
