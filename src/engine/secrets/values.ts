/** What a literal that is assigned to a secret's name is. Written against noise: when in doubt, it is not. */
import { isGuessable } from './guessable.ts';
import { isHumanText } from './human-text.ts';
import { type SecretKind, secretKindOf } from './names.ts';
import { entropyOf, isHash, isPlaceholder, isUuid } from './placeholders.ts';
import { isPublished } from './published-keys.ts';

/** How the literal stands in the file. */
export interface ValueContext {
  readonly kind: SecretKind;
  /** The name that it is assigned to. */
  readonly name: string;
  /** False for what stands bare in configuration files. */
  readonly quoted: boolean;
  /** The assignment is only probable: an argument beside a name, a comparison. */
  readonly weak: boolean;
}

/** Words that are values of options called `…password`, `…secret` or `…token`, and kinds of fields. */
const optionWords = new Set(
  `string text hidden bearer basic none null undefined nil true false required optional password input default local
   digest plain disabled enabled unset empty unknown object number integer varchar boolean ldap oauth oauth2 prompt email
   username login account reset forgot change update create delete token secret apikey header query body cookie session
   submit button label field name value auth authorization credentials kerberos saml manual auto always never user file
   path env variable environment encrypted private public random generated masked yes no on off`.split(/\s+/),
);

const secretWord = /pass(?:word|wd|phrase|code)?|pwd|secret|token|credential|api[_-]?key|auth/i;

/**
 * What a secret's value is: `random` or at least not to be guessed; a `guessable` one, which is a default rather than a
 * secret; the `hash` of a password.
 */
export type ValueNature = 'random' | 'guessable' | 'hash';

/** Returns what the value of a secret is; undefined for what is no secret. */
export function natureOf(value: string, context: ValueContext): ValueNature | undefined {
  if (value.length < 3 || value.length > 500) return undefined;
  if (isNameOf(value, context.name)) return undefined;
  if (isWellKnown(value, context)) return 'guessable';
  if (value.length < 5 || isNoSecret(value) || isPublished(value)) return undefined;
  const { kind } = context;
  if (kind === 'key' || kind === 'token') return isRandom(value) ? 'random' : undefined;
  if (kind === 'password' && isHash(value)) return 'hash';
  if (!isPassword(value, context)) return undefined;
  return isGuessable(value) ? 'guessable' : 'random';
}

const isNoSecret = (value: string): boolean =>
  [
    isPlaceholder,
    isUuid,
    isConstant,
    isHumanText,
    isProse,
    isLocator,
    isRoute,
    isNamePath,
    isNameOfSecret,
    isCode,
    isCharacter,
  ].some((isOne) => isOne(value));

/** Passwords that everyone tries first, and the secrets of tutorials. They look like stand-ins, and they are used. */
const wellKnownPasswords =
  /^(?:admin|root|toor|letmein|qwerty|welcome|111111|123456(?:7(?:89?0?)?)?|passw0rd)$/;
const wellKnownSecrets =
  /^(?:keyboard cat|s3cr3t|secret|secret[_-]?key|my[_-]?secret|super[_-]?secret|dev|shhh+)$/;
/** Names of secrets that something is signed with: who guesses one signs for himself. */
const signs = /jwt|session|cookie|sign|hmac|secret[_-]?key|app[_-]?secret/i;

/** Whether something is signed with the secret of a name. */
export const isForSigning = (name: string): boolean => signs.test(name);

function isWellKnown(value: string, { kind, name, quoted, weak }: ValueContext): boolean {
  if (!quoted || weak) return false;
  if (kind === 'password') return wellKnownPasswords.test(value);
  return (
    kind === 'secret' && (value === 'keyboard cat' || (signs.test(name) && wellKnownSecrets.test(value)))
  );
}

/** Keys and tokens: long, without spaces, of mixed characters, close to as random as their alphabet allows. */
export function isRandom(value: string): boolean {
  if (value.length < 16 || !/^[\w+/=.~:!@#$%^&*-]+$/.test(value)) return false;
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (isWords(value)) return false;
  return entropyOf(value) >= (/^[a-f0-9]+$/i.test(value) ? 2.8 : 3.3);
}

function isPassword(value: string, { kind, name, quoted, weak }: ValueContext): boolean {
  if (/\s/.test(value)) return false;
  const mixed = /\d/.test(value) || /[^\w.-]/.test(value);
  // The name of a thing, such as of a password manager, rather than what opens it.
  if (/^\d{1,2}[-_ ]?(?:pass(?:word|code|phrase|key)s?|secrets?|tokens?|keys?)$/i.test(value)) return false;
  const plain = value.toLowerCase().replace(/[^a-z]/g, '');
  if (plain === name.toLowerCase().replace(/[^a-z]/g, '')) return false;
  if (!mixed) {
    // In configuration, `secret: app-tls-v2` is where it is kept.
    if (!quoted && kind === 'secret' && isWords(value)) return false;
    if (weak || !quoted) return false;
    if (optionWords.has(plain) || !/^[\x21-\x7e]+$/.test(value)) return false;
    // A constant's, a field's, a property's or a translation's name; a label.
    if (/^[A-Z]?[a-z]+(?:[A-Z][a-z]*)+$|^[A-Z]+(?:[_-][A-Z]+)*$|^\w+(?:\.\w+)+$|^[A-Z][a-z]+$/.test(value))
      return false;
    if (/[_-]/.test(value)) return /^(?:my|our|super|very|top|some)[_-]/i.test(value);
    if (secretWord.test(value)) return /^(?:my|our|super|very|top|the)[a-z]*$/i.test(value);
    return value.length >= 5;
  }
  // `password_1`, `token2`: a name with a number.
  if (/^[a-z]+(?:[_.-][a-z]+)*[_.-]\d{1,2}$/i.test(value) && secretWord.test(value)) return false;
  // In configuration, `secret: app-tls-v2` is where it is kept.
  if (!quoted && kind === 'secret' && isWords(value)) return false;
  if (weak || !quoted) return /\d/.test(value) || /[!@#$%^&*+=?~]/.test(value);
  return true;
}

/** Text for people. */
function isProse(value: string): boolean {
  return /\s\S+\s/.test(value) || /^[A-Za-z]+\s[A-Za-z]+$/.test(value) || /[.:?…]$/.test(value);
}

/** The name of a constant, alone or before an identifier: `__BLANK_VALUE_0b9f4c1e-…`. */
function isConstant(value: string): boolean {
  return /^_{0,2}[A-Z]{2,}\d?(?:_[A-Z]{2,}\d?)*_{0,2}(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/.test(
    value,
  );
}

/** What a constant holds that names a thing: `SECRET_KEY = 'secret-key'`. */
const isNameOf = (value: string, name: string): boolean =>
  /^[A-Z0-9]+(?:_[A-Z0-9]+)+$/.test(name) &&
  name.toLowerCase() === value.toLowerCase().replaceAll(/[.-]/g, '_');

/** Names with dots, colons or slashes between them: a setting, the key of a text, a token of a design. */
function isNamePath(value: string): boolean {
  return /^[A-Za-z][A-Za-z_-]+\d{0,2}(?:[.:/](?:[A-Za-z][A-Za-z_-]+\d{0,2}|\$\w{1,2}))+$/.test(value);
}

/** An address, a path, a type or a place where the secret is found. */
function isLocator(value: string): boolean {
  return (
    /:\/\/|^\/\/[\w-]+\.|^(?:\.{0,2}\/|~\/|[A-Za-z]:\\|\/)[\w./\\-]*$|\.(?:json|ya?ml|toml|ini|cfg|csv|txt|md|log|pem|key|crt|cer|der|p12|pfx|jks|keystore|truststore|asc|gpg|kdbx|js|jsx|mjs|cjs|ts|tsx|vue|py|java|go|rb|php|sh|sql|html?|s?css|xml|env|properties|conf|png|jpe?g|gif|svg|ico|zip|jar)$/i.test(
      value,
    ) || /^[a-z]+(?:\.[a-z][a-zA-Z0-9]*){2,}$/.test(value)
  );
}

/** A path with parameters (`/oauth2/:provider/token`, `/users/{id}`, `/<int:pk>/`), or a host with a path. */
function isRoute(value: string): boolean {
  return (
    /^(?:\/(?:[\w.~-]*|:\w+\??|\{\w+\}|<\w+(?::\w+)?>|\[\w+\]|\*+))+$/.test(value) ||
    /^(?:[a-z][a-z-]*\.)+[a-z]{2,}(?:\/[\w.~-]*)+(?:\?[\w.~=&%{}-]*)?$/.test(value)
  );
}

/** What a setting with a secret is called: `JWTKey`. Words alone; a secret that is made of words has no such last one. */
const isNameOfSecret = (value: string): boolean =>
  /^[A-Z]{2,}[a-z]+(?:[A-Z][a-z]+)*$/.test(value) && secretKindOf(value) !== undefined;

/** A character or two by their code points: a glyph of a font. */
const isCharacter = (value: string): boolean => /^(?:\\u\{?[\da-f]{4,6}\}?){1,2}$/i.test(value);

/** A call, a pattern, markup or a format rather than a value. */
function isCode(value: string): boolean {
  return /\w\(.*\)|^\^|\$$|\\[dwsb.]|\[[a-z0-9]-[a-z0-9]\]|\.\*|=>|<\/?\w|[;{}]|&\w+;|^[?:]\w*$|\|\|/i.test(
    value,
  );
}

/** Words with separators, with a version or number at most: a name, not a token. */
function isWords(value: string): boolean {
  const parts = value.split(/[_.:/-]+|(?<=[a-z])(?=[A-Z])/);
  const words = parts.filter((part) =>
    /^(?:[A-Za-z]{2,}|v?\d{1,4}|\d{0,2}1st|\d{0,2}2nd|\d{0,2}3rd|\d{1,3}th)$/.test(part),
  );
  return parts.length > 1 && words.join('').length > value.length * 0.7;
}
