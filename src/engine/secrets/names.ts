/** Whether a name says that what is assigned to it is secret, and of what kind. */

/** A password may be a word that people can remember; a key or token is random. */
export type SecretKind = 'password' | 'secret' | 'key' | 'token';

/** Names by their last words, the most telling first. */
const endings: readonly (readonly [words: readonly string[], kind: SecretKind])[] = [
  [['passphrase'], 'password'],
  [['password'], 'password'],
  [['passwd'], 'password'],
  [['pwd'], 'password'],
  [['passcode'], 'password'],
  [['secret', 'key', 'base'], 'secret'],
  [['secret', 'key'], 'secret'],
  [['signing', 'key'], 'secret'],
  [['encryption', 'key'], 'secret'],
  [['encrypt', 'key'], 'secret'],
  [['master', 'key'], 'secret'],
  [['jwt', 'key'], 'secret'],
  [['session', 'key'], 'key'],
  [['aes', 'key'], 'secret'],
  [['hmac', 'key'], 'secret'],
  [['cipher', 'key'], 'secret'],
  [['cookie', 'key'], 'secret'],
  [['secret'], 'secret'],
  [['api', 'key'], 'key'],
  [['apikey'], 'key'],
  [['access', 'key'], 'key'],
  [['auth', 'key'], 'key'],
  [['private', 'key'], 'key'],
  [['account', 'key'], 'key'],
  [['service', 'key'], 'key'],
  [['subscription', 'key'], 'key'],
  [['license', 'key'], 'key'],
  [['app', 'key'], 'key'],
  [['storage', 'key'], 'key'],
  [['token'], 'token'],
  [['credential'], 'token'],
  [['credentials'], 'token'],
];

/** By their last word, in order. */
const endingsIn = new Map<string, typeof endings>();
for (const ending of endings) {
  const last = ending[0].at(-1) ?? '';
  endingsIn.set(last, [...(endingsIn.get(last) ?? []), ending]);
}

/** Alone they mean many things; after one of these words they are a password. */
const shortEndings = new Set(['pass', 'pw']);
const shortOwners = new Set(
  'db database user admin root smtp mail email ftp sftp ssh mysql postgres pg redis mongo rabbitmq amqp ldap proxy login sql oracle keystore truststore key auth account server service http basic'.split(
    ' ',
  ),
);

/** Of these a pass is a run, a stage or a ticket. */
const passes = new Set(
  'by all any each first second third last final single multi one two three test tests render build compile opt optimizer shader gpu depth shadow light color main pre post analysis bus day season ski free fast boarding low high band num max skip did will must should'.split(
    ' ',
  ),
);

/** Words after which a name is about a secret and not one. Read from anywhere in the name. */
const aboutWords = new Set(
  `hash hashed hasher digest encrypted encoded label placeholder hint help regex regexp pattern url uri endpoint path
   file filename dir type length min max policy strength forgot forgotten reset show hide hidden toggle invalid missing
   wrong incorrect error errors validation message msg text title header prefix suffix public csrf xsrf csrfmiddleware
   antiforgery column attribute selector icon event action route page view component status expiry expires expired ttl
   is has no require requires required need needs enable enabled disable disabled allow use with without supports can
   should check verify verified validate generate generator create update change changed delete remove parse read get
   fetch find by count size index id name names i18n translation syntax lexer tokenizer cancellation stop next current
   last start end eof continuation page pagination sync cursor mask masked eth erc20 nft contract token0 token1`.split(
    /\s+/,
  ),
);

/** Words that may follow without changing the sense. */
const trailing =
  /^(?:\d+|value|val|str|string|text|plain|raw|default|prod|production|dev|staging|test|local|b64|base64)$/;

/** @returns the words of a name in lower case: camel case, snake case, kebab case and dots are taken apart */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])(?=[A-Z][a-z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .flatMap((word) => word.match(/^([a-z]+)(\d+)$/)?.slice(1) ?? [word])
    .filter((word) => word !== '');
}

/** Of names that were asked about, what was found: a project's files ask about the same ones again and again. */
const known = new Map<string, SecretKind | undefined>();
const maximumKnown = 5_000;

/** What the name says is assigned to it; undefined when it is no secret. */
export function secretKindOf(name: string): SecretKind | undefined {
  const kind = known.get(name);
  if (kind !== undefined || known.has(name)) return kind;
  const found = findKind(name);
  if (known.size >= maximumKnown) known.clear();
  known.set(name, found);
  return found;
}

function findKind(name: string): SecretKind | undefined {
  const words = wordsOf(name);
  while (words.length > 1 && trailing.test(words.at(-1) ?? '')) words.pop();
  const last = words.at(-1) ?? '';
  if (shortEndings.has(last)) {
    const owner = words.at(-2);
    if (owner === undefined) return undefined;
    // Variables of the environment are named so.
    const isVariable = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_PASS$/.test(name);
    return shortOwners.has(owner) || (isVariable && !passes.has(owner) && !aboutWords.has(owner))
      ? 'password'
      : undefined;
  }
  const found = endingsIn
    .get(last)
    ?.find(([ending]) => ending.every((word, i) => words.at(i - ending.length) === word));
  const kind = found?.[1] ?? kindOfJoined(last);
  if (!kind) return undefined;
  const before = words.slice(0, -(found?.[0].length ?? 1));
  return before.some((word) => aboutWords.has(word)) ? undefined : kind;
}

function kindOfJoined(word: string): SecretKind | undefined {
  switch (/^(?:[a-z]{0,12})(password|passwd|secret|secretkey|apikey|accesskey)$/.exec(word)?.[1]) {
    case 'password':
    case 'passwd':
      return 'password';
    case 'secret':
    case 'secretkey':
      return 'secret';
    case 'apikey':
    case 'accesskey':
      return 'key';
    default:
      return undefined;
  }
}
