/** Literals assigned to a name that says they are secret: `dbPassword = "…"`, `API_KEY=…`, `<password>…</password>`. */
import { assignedValue, mayBeAssigned } from './assigned-values.ts';
import { isCommented } from './comments.ts';
import type { FileContext } from './context.ts';
import { isFileOfLabels } from './human-text.ts';
import { type SecretKind, secretKindOf } from './names.ts';
import { isRandom, natureOf, type ValueNature } from './values.ts';

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
  readonly nature: ValueNature;
  readonly weak: boolean;
  /** In a comment: it was code, or shows how code may look. */
  readonly commented: boolean;
}

const maximumName = 80;
/** Looks for assignments in one text, in about ascending order; each name is looked at once. */
export class Assignments {
  readonly #text: string;
  readonly #file: FileContext;
  #seenUntil = 0;
  #isLabels: boolean | undefined;

  constructor(text: string, file: FileContext) {
    this.#text = text;
    this.#file = file;
  }

  /**
   * @param part where one of `nameParts` begins
   * @returns the assigned secret when the name around it is one of a secret and a secret is assigned to it
   */
  at(part: number): Assignment | undefined {
    const text = this.#text;
    if (this.#file.prose || part < this.#seenUntil) return undefined;
    let start = part;
    while (start > 0 && part - start < maximumName && isNameCharacter(text.charCodeAt(start - 1), true))
      start--;
    let end = part;
    while (end - start < maximumName && isNameCharacter(text.charCodeAt(end), false)) end++;
    this.#seenUntil = end;
    if (end - start >= maximumName) return undefined;
    if (text[end - 1] === '-') end--;
    if (!mayBeAssigned(text, end)) return undefined;
    const name = text.slice(start, end);
    const kind = secretKindOf(name.slice(name.lastIndexOf('.') + 1)) ?? secretKindOf(name);
    // `"Vendor::Service::ApiKey"` names a type, `(?i)password` and `pwd$` are patterns.
    if (!kind || text.startsWith('::', start - 2) || text[start - 1] === ')' || name.endsWith('$'))
      return undefined;
    const found = assignedValue({ text, start, end, name, file: this.#file });
    if (!found) return undefined;
    const { quoted, weak } = found;
    const value = text.slice(found.start, found.end);
    const nature = natureOf(value, { kind, name, quoted, weak });
    if (!nature || (nature === 'hash' && !this.#file.data)) return undefined;
    const commented = isCommented(text, start);
    if (commented && (weak || /[?&]/.test(text[start - 1] ?? ''))) return undefined;
    if (this.#isOpenToAll(value, start, kind) || this.#isLabel(value)) return undefined;
    return { start: found.start, end: found.end, kind, name, nature, weak, commented };
  }

  /** Texts in a language, by the path and by what most of the file is. No path makes a random value one. */
  #isLabel(value: string): boolean {
    if (isRandom(value)) return false;
    this.#isLabels ??= this.#file.translation || (this.#file.language && isFileOfLabels(this.#text));
    return this.#isLabels;
  }

  /** By custom, whoever comes as `anonymous` gives a word or an address that nobody checks. */
  #isOpenToAll(value: string, start: number, kind: SecretKind): boolean {
    if (
      kind !== 'password' ||
      !/^(?:guest|anonymous@?|anon|ftp@?|user@?|[\w.+-]{1,60}@(?:[\w-]{1,60}\.[\w.-]{1,60})?)$/i.test(value)
    )
      return false;
    return (
      /^guest$/i.test(value) || anonymousUser.test(this.#text.slice(Math.max(0, start - 160), start + 160))
    );
  }
}

/** Where a user stands that servers let in without a password. */
const anonymousUser = /["'`](?:anonymous|anon)["'`]/i;

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
