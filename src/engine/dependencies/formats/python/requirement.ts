import type { Span } from '../../../files/structured/value.ts';
import { canonicalName } from '../../names.ts';
import type { Origin } from '../../package.ts';

/** One requirement, as the dependency specifiers of Python say it (packaging.python.org, PEP 508 and PEP 440). */
export interface Requirement {
  /** In the form of PEP 503. */
  readonly name: string;
  readonly origin: Origin;
  readonly requirement?: string;
  readonly version?: string;
  /** Offsets within the text that was read. */
  readonly nameSpan: Span;
  readonly rangeSpan?: Span;
}

const head = /^\s*([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)(?=[\s[(<>=!~@;,#]|$)\s*(?:\[[^\]]*\]\s*)?/;
const clause = String.raw`(?:===\s*[^\s;,)]+|(?:[<>!=]=|~=|[<>])\s*[\w.*+!][\w.*+!-]*)`;
const clauses = new RegExp(String.raw`^(\(\s*)?(${clause}(?:\s*,\s*${clause})*)?\s*,?\s*(\))?`);

/** @returns what the text asks for; undefined where it is no requirement */
export function readRequirement(text: string): Requirement | undefined {
  const start = head.exec(text);
  const written = start?.[1];
  if (!start || written === undefined) return undefined;
  const nameStart = start[0].indexOf(written);
  const name = canonicalName('PyPI', written);
  const nameSpan = { start: nameStart, end: nameStart + written.length };
  const rest = text.slice(start[0].length);
  const address = /^@\s*(\S+)/.exec(rest)?.[1];
  if (address !== undefined) return { name, origin: originOf(address), nameSpan };
  const [whole = '', open, range, close] = clauses.exec(rest) ?? [];
  if ((open === undefined) !== (close === undefined)) return undefined;
  // pip's options for one requirement may follow: `--hash=…`, `-C …`.
  if (!/^\s*(?:[;#]|--|-[A-Z]\b|$)/.test(rest.slice(whole.length))) return undefined;
  if (range === undefined) return { name, origin: 'registry', nameSpan };
  const from = start[0].length + whole.indexOf(range);
  return {
    name,
    origin: 'registry',
    nameSpan,
    ...ofRange(range),
    rangeSpan: { start: from, end: from + range.length },
  };
}

/** The range as it is written, and the version where it is exactly one (PEP 440, "Version matching"). */
export function ofRange(range: string): { readonly requirement: string; readonly version?: string } {
  const exact = /^={2,3}\s*([^\s,;*]+)$/.exec(range.trim())?.[1];
  return { requirement: range.trim(), ...(exact !== undefined && { version: exact }) };
}

/** Where a direct reference leads (packaging.python.org, "Direct URL"). */
export function originOf(address: string): Origin {
  if (/^(?:git|hg|svn|bzr)\+|^git@|^[^#]*\.git(?:[@#]|$)/.test(address)) return 'git';
  return /^https?:/.test(address) ? 'url' : 'path';
}

const development =
  /^(?:dev|develop|development|tests?|testing|lint|docs?|ci|typing|types|format|tooling|qa|bench(?:marks?)?)(?:[-_].*)?$|[-_](?:dev|tests?)$/i;

/** Extras and groups have names only; those that the field uses for development are taken for it. */
export const scopeOfGroup = (group: string): 'production' | 'development' =>
  development.test(group) ? 'development' : 'production';
