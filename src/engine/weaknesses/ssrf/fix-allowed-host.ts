import { bare, type Call, callAt, callOf } from '../../fixes/calls.ts';
import type { Edit } from '../../fixes/edits.ts';
import { type Fix, type FixResult, noFix, type Strategy } from '../../fixes/fix.ts';
import { isTyped, withHelper } from '../../fixes/helpers.ts';
import { pythonModule, pythonName } from '../../fixes/python-imports.ts';
import { declaredType, resolved } from '../../fixes/scope.ts';
import type { Source } from '../../fixes/source.ts';
import { fieldOf, type SyntaxNode } from '../../languages/syntax.ts';

/** Where a request goes: an address, or the name of a host alone. */
interface Destination {
  readonly node: SyntaxNode;
  readonly kind: 'address' | 'host';
  /** `url: `, where the shorthand `{ url }` has to be written out. */
  readonly prefix: string;
}

const ofDatabase =
  'The address is a database’s, with its driver and its options, and not only its host decides what is reached. Take it from the configuration, or look it up by a name that the request gives.';

/** Requests go only to hosts that the environment lists, as origins of other sites are listed there. */
const allowedHost: Strategy = {
  languages: ['javascript', 'python', 'java'],
  fix: ({ source, finding }): FixResult => {
    const call = callAt(source, source.offsetsOf(finding.range));
    if (call && source.language === 'java' && call.name === 'getConnection') return noFix(ofDatabase);
    const destination = call && destinationOf(source, call);
    if (!destination) return undefined;
    const { node, kind, prefix } = destination;
    const { name, edits } = allowing(source, node, kind);
    return {
      strategy: 'ssrf/allowed-host',
      title: 'Ask only the hosts that the environment variable ALLOWED_HOSTS lists',
      explanation:
        'Requests go only to hosts that `ALLOWED_HOSTS` lists; any other is refused with an error. Which those are is your decision, which no rule can take. Redirects of an allowed host are followed as before.',
      needs: needsHosts('Names of the servers that may be asked', 'every request'),
      edits: [
        ...edits,
        { at: node.at, end: node.at, text: `${prefix}${name}(` },
        { at: node.end, end: node.end, text: ')' },
      ],
    };
  },
};

const methods = /^["'`](?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)["'`]$/i;
const hostTakers = /^(?:HTTPS?Connection|Socket|create_connection)$/;
/** What makes an object of an address that is text. */
const makers = /^(?:URL|URI|create|Request|HttpGet|HttpPost|HttpPut|HttpDelete|HttpHead|HttpPatch)$/;

function destinationOf(source: Source, call: Call): Destination | undefined {
  const [first, second] = call.args;
  const positional = first && second && methods.test(source.textOf(first)) ? second : first;
  const given = call.keywords.get('url') ?? positional ?? receiverOf(source, call);
  if (!given) return undefined;
  if (given.type === 'object') return inOptions(source, given);
  const isHost = hostTakers.test(call.name);
  const [host] = isHost && given.type === 'tuple' ? given.children : [given];
  const node = host && textOf(source, host);
  return node && { node, kind: isHost ? 'host' : 'address', prefix: '' };
}

/** `new URL(text).openStream()`: the address is what the call is made on. */
function receiverOf(source: Source, call: Call): SyntaxNode | undefined {
  const made = call.receiver && resolved(source, call.receiver);
  return callOf(source, made)?.name === 'URL' ? made : undefined;
}

function inOptions(source: Source, options: SyntaxNode): Destination | undefined {
  for (const child of options.children) {
    const isShort = child.type === 'shorthand_property_identifier';
    const key = isShort ? child : fieldOf(child, 'key');
    const value = isShort ? child : fieldOf(child, 'value');
    const name = key && source.textOf(key).replaceAll(/['"]/g, '');
    if (!value || !name || !/^(?:url|uri|host|hostname)$/.test(name)) continue;
    const kind = name.startsWith('host') ? 'host' : 'address';
    return { node: bare(value), kind, prefix: isShort ? `${name}: ` : '' };
  }
  return undefined;
}

/** The text of an address, also where an object is made of it first; undefined where there is no text. */
function textOf(source: Source, given: SyntaxNode, depth = 0): SyntaxNode | undefined {
  const node = source.language === 'javascript' ? given : bare(given);
  if (depth > 3) return undefined;
  const type = given.type === 'cast_expression' ? fieldOf(given, 'type') : undefined;
  // What is looked at has to be text, so the cast goes with it.
  if (source.language === 'java' && type && source.textOf(type) === 'String') return given;
  const made = callOf(source, bare(node));
  if (made && makers.test(made.name) && made.args[0] && source.language !== 'javascript')
    return textOf(source, made.args[0], depth + 1);
  if (source.language !== 'java' || node.type !== 'identifier') return node;
  const value = callOf(source, resolved(source, node));
  if (value && makers.test(value.name) && value.args[0]) return textOf(source, value.args[0], depth + 1);
  const declared = declaredType(source, source.textOf(node), node);
  return declared === 'String' || declared === 'var' || declared === undefined ? node : undefined;
}

/** What has to be set for a function that lets addresses through. */
export const needsHosts = (whose: string, refused: string): NonNullable<Fix['needs']> => [
  {
    environment: 'ALLOWED_HOSTS',
    text: `${whose}, separated by commas. Until it is set, ${refused} here is refused.`,
  },
];

/** A function of the file's own that lets through what the environment lists. */
export function allowing(
  source: Source,
  at: SyntaxNode,
  kind: Destination['kind'],
): { name: string; edits: Edit[] } {
  const isHost = kind === 'host';
  switch (source.language) {
    case 'javascript':
      return inJavascript(source, at, isHost);
    case 'python':
      return inPython(source, at, isHost);
    case 'java':
      return inJava(source, at, isHost);
  }
}

const meaning = (isHost: boolean): string =>
  isHost
    ? 'The host, if the environment lists it; any other is refused.'
    : 'The address, if the environment lists its host; any other is refused.';

function inJavascript(source: Source, at: SyntaxNode, isHost: boolean): { name: string; edits: Edit[] } {
  const name = isHost ? 'allowedHost' : 'allowedAddress';
  const { quote } = source.style;
  const parameter = isHost ? 'host' : 'address';
  const listed = `(process.env.ALLOWED_HOSTS ?? ${quote}${quote}).split(${quote},${quote})`;
  const refused = `throw new Error(${quote}This host is not allowed.${quote});`;
  const edits = withHelper(source, at, name, (unit) => [
    `/** ${meaning(isHost)} */`,
    isTyped(source)
      ? `function ${name}(${parameter}: unknown): string {`
      : `function ${name}(${parameter}) {`,
    `${unit}const allowed = ${listed};`,
    ...(isHost
      ? [
          `${unit}const name = String(host);`,
          `${unit}if (!allowed.includes(name)) ${refused}`,
          `${unit}return name;`,
        ]
      : [
          `${unit}const url = new URL(String(address));`,
          `${unit}if (!/^https?:$/.test(url.protocol) || !allowed.includes(url.hostname)) ${refused}`,
          `${unit}return url.href;`,
        ]),
    '}',
  ]);
  return { name, edits };
}

function inPython(source: Source, at: SyntaxNode, isHost: boolean): { name: string; edits: Edit[] } {
  const name = isHost ? 'allowed_host' : 'allowed_address';
  const os = pythonModule(source, 'os');
  const split = isHost ? undefined : pythonName(source, 'urllib.parse', 'urlsplit');
  const edits = withHelper(source, at, name, (unit) => [
    `def ${name}(${isHost ? 'host' : 'address'}):`,
    `${unit}"""${meaning(isHost)}"""`,
    `${unit}allowed = ${os.name}.environ.get("ALLOWED_HOSTS", "").split(",")`,
    ...(split
      ? [
          `${unit}parts = ${split.name}(address)`,
          // Libraries differ in where a host ends in such addresses.
          `${unit}if parts.scheme not in ("http", "https") or "@" in parts.netloc or "\\\\" in address:`,
          `${unit}${unit}raise ValueError("This address is not allowed.")`,
          `${unit}if parts.hostname not in allowed:`,
          `${unit}${unit}raise ValueError("This host is not allowed.")`,
          `${unit}return address`,
        ]
      : [
          `${unit}if host not in allowed:`,
          `${unit}${unit}raise ValueError("This host is not allowed.")`,
          `${unit}return host`,
        ]),
  ]);
  return { name, edits: [...os.edits, ...(split?.edits ?? []), ...edits] };
}

function inJava(source: Source, at: SyntaxNode, isHost: boolean): { name: string; edits: Edit[] } {
  const name = isHost ? 'allowedHost' : 'allowedAddress';
  const parameter = isHost ? 'host' : 'address';
  const edits = withHelper(source, at, name, (unit) => [
    `/** ${meaning(isHost)} */`,
    `private static String ${name}(String ${parameter}) {`,
    ...(isHost
      ? []
      : [
          `${unit}java.net.URI uri = java.net.URI.create(address);`,
          `${unit}String host = uri.getHost();`,
          `${unit}boolean isWeb = String.valueOf(uri.getScheme()).matches("(?i)https?");`,
        ]),
    `${unit}String[] allowed = System.getenv().getOrDefault("ALLOWED_HOSTS", "").split(",");`,
    `${unit}if (${isHost ? '' : '!isWeb || '}!java.util.Arrays.asList(allowed).contains(host)) {`,
    `${unit}${unit}throw new IllegalArgumentException("This host is not allowed.");`,
    `${unit}}`,
    `${unit}return ${parameter};`,
    '}',
  ]);
  return { name, edits };
}

export const fixes: readonly Strategy[] = [allowedHost];
