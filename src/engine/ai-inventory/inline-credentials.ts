/** Credentials that are written into a configuration, and not named there. */

/** A name and what is given under it. The value is looked at, and never kept. */
export type Given = readonly [name: string, value: string];

const secretName =
  /(?:^|[-_.]|(?<=[a-z]))(?:key|apikey|token|secret|password|passwd|pwd|pat|authorization|credentials?)$/i;
/** Keys that are no secret. */
const openName =
  /(?:public|publishable|primary|foreign|cache|sort|partition|anon|site|idempotency|max|min|num|encryption[-_]?algorithm)[-_]?(?:key|token)s?$/i;

/** What says where the value is, or that somebody has to put one in. */
const reference = new RegExp(
  [
    String.raw`\$\{|\$\(|\$\w|\{\{|%\w+%|<[^<>]*>|\{(?:env|file|input|secrets?|vault)\b|\.{3}|…|\*{3}|x{4,}`,
    // Stores of secrets, and files.
    String.raw`^(?:op|vault|aws|awssm|gcp|gcpsm|azkv|ssm|sm|keychain|keyring|secrets?|env|file|cmd|bws|doppler|infisical)(?:\+\w+)?:`,
    String.raw`^process\.env|^os\.environ|^(?:!|/|~/|\.{1,2}/|[A-Za-z]:\\)|^\{[\w.-]+\}$|^\[[^\]]+\]$|^@\w+$`,
    '^(?:change|insert|enter|paste|put|add|todo|test|none|null|not|no|local|sample|demo|my)(?:[-_ ]|$)',
    String.raw`your|example|placeholder|replace|changeme|dummy|fake|redacted|[-_]here$|^\s*$`,
    '^(?:sk-)?(?:0?123456|abcdef|abc123|deadbeef)',
  ].join('|'),
  'i',
);
const namesVariable = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const standsForAnother = (value: string): boolean => reference.test(value) || namesVariable.test(value);

/** Whether the value is a credential by its name and its form: letters and digits in one word, nothing that stands for another. */
export function isInlineCredential([name, value]: Given): boolean {
  if (isAddressWithPassword(value)) return true;
  if (!secretName.test(name) || openName.test(name)) return false;
  return isSecretWord(value.replace(/^(?:Bearer|Basic|Token|ApiKey)\s+/i, ''));
}

const isSecretWord = (value: string): boolean =>
  value.length >= 12 &&
  !/\s/.test(value) &&
  !standsForAnother(value) &&
  /\d/.test(value) &&
  /[A-Za-z]/.test(value) &&
  new Set(value).size >= 6;

/** `scheme://user:password@host`, to a host that others reach. */
function isAddressWithPassword(value: string): boolean {
  const match = /^[a-z][a-z0-9+.-]{1,20}:\/\/([^\s:@/]*):([^\s@/]{6,})@([\w.-]+)/i.exec(value);
  const [, user = '', password = '', host = ''] = match ?? [];
  const isNear = /^(?:localhost|127\.|0\.0\.0\.0|host\.docker\.internal$|[\w-]+$)/.test(host);
  if (!match || isNear || standsForAnother(password)) return false;
  return (
    password.toLowerCase() !== user.toLowerCase() &&
    !/^(?:password|postgres|passwd|secret|admin|root|guest)\d{0,4}$/i.test(password)
  );
}

/**
 * What a command line gives by name: `--api-key value`, `--token=value`, `-e KEY=value`, `--header "Name: value"`, and
 * addresses, whose query may hold a key.
 */
export function givenByArguments(args: readonly string[]): Given[] {
  return args.flatMap((word, index): Given[] => {
    const next = args[index + 1] ?? '';
    const assigned = /^-{0,2}([A-Za-z][\w.-]{0,80})=(\S.*)$/.exec(word);
    if (assigned?.[1] !== undefined && assigned[2] !== undefined) {
      if (/^(?:header|H|env|e)$/.test(assigned[1])) return pair(assigned[2]);
      return [[assigned[1], assigned[2]]];
    }
    if (/^(?:--header|-H|--env|-e)$/.test(word)) return pair(next);
    if (/^-{1,2}[A-Za-z][\w-]{0,80}$/.test(word) && !next.startsWith('-'))
      return [[word.replace(/^-+/, ''), next]];
    return givenByAddress(word);
  });
}

function pair(text: string): Given[] {
  const match = /^([\w-]{1,80})\s*[:=]\s*(\S.*)$/.exec(text);
  return match?.[1] !== undefined && match[2] !== undefined ? [[match[1], match[2]]] : [];
}

/** The fields of an address's query, and the address itself. */
export function givenByAddress(address: string): Given[] {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(address) || !URL.canParse(address)) return [];
  return [['address', address], ...new URL(address).searchParams.entries()];
}
