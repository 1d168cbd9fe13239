/** Tells values that stand for a secret from secrets. */

/** Shannon entropy in bits a character, of the text's own characters. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let entropy = 0;
  for (const count of counts.values()) entropy -= (count / text.length) * Math.log2(count / text.length);
  return entropy;
}

const placeholderWords =
  /example|sample|dummy|change[_-]?(?:me|this)|replace[_-]?(?:me|with|this)|placeholder|your[_-]?[a-z]|insert[_-]|redacted|todo|fixme|not[_-]?(?:a[_-]?)?(?:real|secret|set)|fake|mock|foobar|foo[_-]?bar|lorem|xxxx|\*{3}|\.{3}|…|goes[_-]?here|-here$|_here$|put[_-]|enter[_-]?(?:your|the|a)|abcdef|1234567890|deadbeef|^(?:test|dev|local|none|null|undefined|default|string|true|false|empty|unset|value|key|token|secret|password|pass|pwd|user|username|admin@?|root@?)?$/i;

const reference =
  /\$\{|\$\(|#\{|\{\{|<%|%\(|%[sdv@](?![a-z0-9])|^%[A-Z_]+%$|^\$[A-Za-z_{]|^<[^>]*>$|^\[[^\]]*\]$|^\{[\w.]*\}$|\{\w*\}|^__\w+__$|^@[\w.]+@$|process\.env|os\.environ|getenv|^(?:op|vault|ssm|secretsmanager|keyvault|gsm|awssm|ref\+\w+|env|file|data|arn|projects|java|classpath|jndi):|^ENC[([]|^!(?:vault|secret|ref)/i;

/** The value does not pretend to be a secret: a placeholder, a reference, a pattern of one character or a counter. */
export function isPlaceholder(value: string): boolean {
  return placeholderWords.test(value) || isReference(value) || isMonotonous(value);
}

const standInWords =
  /change[_-]?(?:me|this)|replace[_-]?(?:me|with|this)|placeholder|your[ _-]?[a-z]|insert[_-]|redacted|todo|fixme|not[_-]?(?:a[_-]?)?(?:real|set)|dummy|lorem|xxxx|\*{3}|\.{3}|…|goes[_-]?here|[-_ ]here$|enter[ _-]?(?:your|the|a)|^(?:example|sample|none|null|undefined|default|string|true|false|empty|unset|value)$/i;

/** A reference with its end: random text has the beginning of one now and then. */
const wholeReference =
  /[$#]\{[\w.:?$ ()'"[\],-]*\}|\$\([^()]*\)|\{\{.*\}\}|<%.*%>|^%\w+%$|^\$[A-Za-z_]\w*$|^<[^<>]*>$|^\[[^[\]]*\]$|^\{[\w.]*\}$|^__\w+__$|process\.env|os\.environ|getenv|^(?:op|vault|ssm|secretsmanager|keyvault|env|file|arn):|^ENC[([]|^!(?:vault|secret|ref)/i;

/**
 * As `isPlaceholder`, for files that tools read their credentials from: a word that elsewhere tells an example may be
 * a part of a password there.
 */
export function isStandIn(value: string): boolean {
  return standInWords.test(value) || wholeReference.test(value) || isMonotonous(value);
}

/** A word that stands for a password in templates, and that is many people's password. */
export function isCommonWord(value: string): boolean {
  return /^(?:pass(?:word|wd)?|pwd|secret|token|key|admin|root|user(?:name)?|test|dev|guest|login|demo)$/i.test(
    value,
  );
}

/** Something else is put in its place at build or run time, or a tool fetches the secret by this name. */
export function isReference(value: string): boolean {
  return reference.test(value);
}

/** Few different characters, or characters that count up or down. */
function isMonotonous(value: string): boolean {
  if (value.length < 6) return false;
  if (new Set(value).size <= Math.min(3, value.length / 4)) return true;
  let steps = 0;
  for (let i = 1; i < value.length; i++) {
    if (Math.abs(value.charCodeAt(i) - value.charCodeAt(i - 1)) === 1) steps++;
  }
  return value.length >= 12 && steps > (value.length - 1) * 0.6;
}

/** Hexadecimal digits of digests. One that was printed as a number lost its first digit where that was 0. */
const digest =
  /^(?:[a-f0-9]{31,32}|[a-f0-9]{39,40}|[a-f0-9]{55,56}|[a-f0-9]{63,64}|[a-f0-9]{95,96}|[a-f0-9]{127,128})$/i;

/** What a system stores instead of a password, so nothing that opens a door. */
export function isHash(value: string): boolean {
  return (
    digest.test(value) ||
    /^\$(?:2[abxy]|1|5|6|y|argon2\w*|apr1|pbkdf2\S*|scrypt)\$|^\{(?:bcrypt|noop|pbkdf2|scrypt|argon2|SHA|SSHA|MD5|CRYPT)\}|^(?:pbkdf2|scrypt|argon2|bcrypt|sha\d+)[:$_-]|^sha(?:1|256|384|512)-/i.test(
      value,
    )
  );
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(value: string): boolean {
  return uuidForm.test(value);
}
