/** Private keys in PEM and PuTTY form, and JSON Web Tokens. */
import { isPlaceholder } from './placeholders.ts';

export interface KeySpan {
  readonly start: number;
  readonly end: number;
}

const header = /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/y;
const maximumKey = 20_000;

/** Looks for private keys in one text, in ascending order; remembers where the next end is. */
export class PrivateKeys {
  readonly #text: string;
  #nextEnd = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** @param at where `-----begin` stands, never less than at the last call */
  at(at: number): KeySpan | undefined {
    header.lastIndex = at;
    const found = header.exec(this.#text);
    if (!found) return undefined;
    const from = at + found[0].length;
    if (this.#nextEnd < from) {
      const end = this.#text.indexOf('-----END', from);
      this.#nextEnd = end < 0 ? Number.POSITIVE_INFINITY : end;
    }
    if (this.#nextEnd - from > maximumKey) return undefined;
    const body = this.#text.slice(from, this.#nextEnd);
    // Within a string literal the lines are parted by escapes, quotes and operators.
    const data = body.replace(/\\[nr]|Proc-Type:.*|DEK-Info:.*|(?:Version|Comment):.*|["'`+,.\s\\]/g, '');
    if (!/^[A-Za-z0-9/=_-]{40,}$/.test(data) || isPlaceholder(data.slice(0, 60))) return undefined;
    return { start: at, end: this.#nextEnd };
  }
}

const putty =
  /PuTTY-User-Key-File-[1-9]: [\w@.-]{1,60}\r?\nEncryption: (?<encryption>[\w-]{1,40})\r?\n(?:(?!Private-Lines|PuTTY-)[^\n]{0,200}\n){1,600}?Private-Lines: \d{1,4}\r?\n(?:[A-Za-z0-9+/=]{1,80}\r?\n?){1,600}/y;

/** A key of PuTTY; one that a passphrase locks is marked. */
export function puttyKeyAt(text: string, at: number): (KeySpan & { readonly locked: boolean }) | undefined {
  putty.lastIndex = at;
  const found = putty.exec(text);
  if (!found) return undefined;
  return { start: at, end: at + found[0].trimEnd().length, locked: found.groups?.['encryption'] !== 'none' };
}

const jwt =
  /(eyJ[A-Za-z0-9_-]{10,2000})\.(eyJ[A-Za-z0-9_-]{10,4000})\.([A-Za-z0-9_-]{20,1000})(?![A-Za-z0-9_-])/y;

/** A signed token; the well-known one of documentation, made out to nobody, is not reported. */
export function webTokenAt(text: string, at: number): KeySpan | undefined {
  jwt.lastIndex = at;
  const found = jwt.exec(text);
  if (!found) return undefined;
  const [all, head = '', claims = ''] = found;
  const headText = Buffer.from(head, 'base64url').toString('latin1');
  const claimText = Buffer.from(claims, 'base64url').toString('latin1');
  if (!/"alg"\s*:/.test(headText) || !claimText.startsWith('{')) return undefined;
  if (/John Doe|1234567890|"role"\s*:\s*"anon"|example|"iss"\s*:\s*"supabase-demo"/i.test(claimText))
    return undefined;
  return { start: at, end: at + all.length };
}
