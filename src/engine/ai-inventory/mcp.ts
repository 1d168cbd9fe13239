/** MCP servers as clients' configurations name them: one component a key. Values of environments and headers are never read. */
import type { Finding } from '../finding.ts';
import { packageNamed } from './catalog/index.ts';
import type { AiComponent } from './component.ts';
import type { AiFile } from './facts.ts';
import { isOfProgram } from './mcp-files.ts';
import { fetched, hostOf, isPinned, runnerOf } from './mcp-program.ts';
import {
  isRecord,
  type JsonNode,
  keyOffset,
  lineAt,
  lineOfWord,
  members,
  parseJson,
  parseToml,
  parseYaml,
  recordIn,
  textOf,
} from './parsing.ts';
import { riskFinding } from './risks.ts';

interface Server {
  readonly name: string;
  readonly command?: string;
  readonly args: readonly string[];
  readonly url?: string;
  readonly disabled: boolean;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** The names and values that are looked at for a literal credential, and never kept. */
  readonly secrets: readonly (readonly [name: string, value: string])[];
}

export interface McpFacts {
  readonly components: AiComponent[];
  readonly findings: Finding[];
}

export function mcpServers(file: AiFile): McpFacts {
  const text = file.text ?? '';
  const servers = /\.(?:json|jsonc|code-workspace)$/.test(file.path)
    ? fromJson(file.path, text)
    : fromRecords(file.path, text);
  return {
    components: servers.map((server) => componentOf(file.path, server)),
    findings: servers.flatMap((server) => risksOf(file.path, text, server)),
  };
}

function fromJson(path: string, text: string): Server[] {
  const root = members(parseJson(text));
  const base = path.slice(path.lastIndexOf('/') + 1);
  const nested = (...keys: readonly string[]): JsonNode | undefined => {
    let at: JsonNode | undefined = root.get(keys[0] ?? '');
    for (const key of keys.slice(1)) at = members(at).get(key);
    return at;
  };
  const places = [
    nested('mcpServers'),
    nested('context_servers'),
    nested('amp.mcpServers'),
    nested('mcp', 'servers'),
    nested('mcp', 'mcpServers'),
    nested('settings', 'mcp', 'servers'),
    nested('customizations', 'vscode', 'mcp', 'servers'),
    ...(/^\.?mcp\.json$/.test(base) ? [nested('servers')] : []),
    ...(/^(?:opencode\.jsonc?|\.?crush\.json)$/.test(base) ? [nested('mcp')] : []),
  ];
  return places.flatMap((place) =>
    [...members(place)].flatMap(([name, value]) => {
      const entry = members(value);
      const command = entry.get('command');
      const parts =
        command?.type === 'array'
          ? (command.children ?? []).map(textOf)
          : [textOf(command) ?? textOf(members(command).get('path'))];
      const args = entry.get('args') ?? members(command).get('args');
      const words = [...parts, ...(args?.children ?? []).map(textOf)].filter((word) => word !== undefined);
      const url = textOf(entry.get('url')) ?? textOf(entry.get('httpUrl')) ?? textOf(entry.get('serverUrl'));
      const settings = entry.get('source') ?? entry.get('settings');
      if (words.length === 0 && url === undefined && settings === undefined) return [];
      const secrets = ['env', 'environment', 'headers'].flatMap((key) =>
        [...members(entry.get(key))].map(([each, given]) => [each, textOf(given) ?? ''] as const),
      );
      const start = keyOffset(value);
      return [
        server(
          name,
          words,
          url,
          entry.get('disabled')?.value === true || entry.get('enabled')?.value === false,
          lineAt(text, start),
          start,
          start + name.length + 2,
          secrets,
        ),
      ];
    }),
  );
}

function fromRecords(path: string, text: string): Server[] {
  const root: unknown = path.endsWith('.toml') ? parseToml(text) : parseYaml(text);
  const listed = isRecord(root) ? root['mcpServers'] : undefined;
  const entries: [string, unknown][] = Array.isArray(listed)
    ? listed.map((each: unknown): [string, unknown] => [isRecord(each) ? String(each['name']) : '', each])
    : [
        ...Object.entries(recordIn(root, 'mcp_servers')),
        ...Object.entries(recordIn(root, 'mcpServers')),
        ...Object.entries(recordIn(recordIn(root, 'mcp'), 'servers')),
        ...(path.includes('goose') ? Object.entries(recordIn(root, 'extensions')) : []),
      ];
  return entries.flatMap(([name, value]) => {
    if (!isRecord(value)) return [];
    const text0 = (key: string): string | undefined =>
      typeof value[key] === 'string' ? value[key] : undefined;
    const args = Array.isArray(value['args'])
      ? value['args'].filter((each): each is string => typeof each === 'string')
      : [];
    const command = text0('command') ?? text0('cmd');
    const url = text0('url') ?? text0('uri');
    if (command === undefined && url === undefined) return [];
    const line = lineOfWord(text, name);
    const start = Math.max(0, text.indexOf(name));
    const secrets = ['env', 'headers', 'http_headers'].flatMap((key) =>
      Object.entries(recordIn(value, key)).map(
        ([each, given]) => [each, typeof given === 'string' ? given : ''] as const,
      ),
    );
    return [
      server(
        name,
        command === undefined ? args : [command, ...args],
        url,
        value['enabled'] === false,
        line,
        start,
        start + name.length,
        secrets,
      ),
    ];
  });
}

function server(
  name: string,
  words: readonly string[],
  url: string | undefined,
  disabled: boolean,
  line: number,
  start: number,
  end: number,
  secrets: Server['secrets'],
): Server {
  // A command may hold its arguments too.
  const [first = '', ...rest] = words;
  const parts =
    rest.length === 0 && /^(?:npx|uvx|docker|node|python3?|bunx|pnpm|pipx)\s/.test(first)
      ? first.split(/\s+/)
      : words;
  const [command, ...args] = parts[0] === 'cmd' && /^\/c$/i.test(parts[1] ?? '') ? parts.slice(2) : parts;
  return {
    name,
    ...(command !== undefined && { command }),
    args,
    ...(url !== undefined && { url }),
    disabled,
    line,
    start,
    end,
    secrets,
  };
}

function componentOf(path: string, found: Server): AiComponent {
  const source = fetched(found);
  const known =
    source && source.ecosystem !== 'docker' ? packageNamed(source.ecosystem, source.name) : undefined;
  const host = hostOf(found.url);
  const how = source
    ? `started by ${runnerOf(found)} with ${source.name}`
    : host !== undefined
      ? `reached at ${host}`
      : found.command === undefined
        ? 'provided by an extension'
        : `started by ${runnerOf(found)}`;
  return {
    kind: 'MCP_SERVER',
    name: found.name,
    ...(known && known.group.provider !== 'Community' && { provider: known.group.provider }),
    ...(isOfProgram(path)
      ? { usage: 'RUNTIME', usageReason: 'It stands among the files that the program loads.' }
      : {
          usage: 'DEV_TOOLING',
          usageReason: 'It stands in the configuration of a client that developers use.',
        }),
    tier: 'GENAI',
    detectionSource: 'CONFIG_FILE',
    ...(source && isPinned(source) && source.version !== undefined && { version: source.version }),
    ...(source && {
      ecosystem: source.ecosystem,
      purl: purlOf(source.ecosystem, source.name, isPinned(source) ? source.version : undefined),
    }),
    direct: true,
    filePath: path,
    line: found.line,
    detail: `An MCP server, ${how}${found.disabled ? '; switched off' : ''}.`,
  };
}

export function purlOf(ecosystem: string, name: string, version: string | undefined): string {
  const type = ({ go: 'golang' } as Readonly<Record<string, string>>)[ecosystem] ?? ecosystem;
  const path = (ecosystem === 'maven' ? name.replace(':', '/') : name)
    .split('/')
    .map(encodeURIComponent)
    .join('/');
  return `pkg:${type}/${path}${version === undefined ? '' : `@${encodeURIComponent(version)}`}`;
}

const secretName = /(?:^|[-_])(?:key|apikey|token|secret|password|passwd|pat|authorization|credentials?)$/i;
const reference =
  /\$\{|\$\w|\{\{|%\w+%|<[^>]*>|^(?:your|xxx|changeme|example|replace|todo|dummy|test|none|null|\.\.\.|\*+)|(?:your|example|placeholder)[-_ ]|_here$|^\s*$/i;

function risksOf(path: string, text: string, found: Server): Finding[] {
  const risks: Finding[] = [];
  const source = fetched(found);
  if (source && !isPinned(source) && !found.disabled) {
    risks.push(
      riskFinding(path, text, {
        vulnClass: 'unpinned-dependency',
        rule: 'mcp-server-unpinned',
        title: 'MCP server fetched without a fixed version',
        message: `Each start of the MCP server fetches whatever \`${source.name}\` is then, and runs it with the developer's rights. Name an exact version${source.ecosystem === 'docker' ? ' or a digest' : ''}.`,
        cwes: ['CWE-494'],
        start: found.start,
        end: found.end,
        score: 45,
        confidence: 90,
        snippet: `${found.name}: ${runnerOf(found)} ${source.name}`,
      }),
    );
  }
  const secret = found.secrets.find(
    ([name, value]) =>
      secretName.test(name) &&
      value.replace(/^(?:Bearer|Basic|token)\s+/i, '').length >= 12 &&
      !reference.test(value.replace(/^(?:Bearer|Basic|token)\s+/i, '')),
  );
  if (secret) {
    risks.push(
      riskFinding(path, text, {
        vulnClass: 'hard-coded-secret',
        rule: 'agent-credential',
        title: "A credential in an agent's configuration",
        message: `The value of ${/^[\w-]{1,60}$/.test(secret[0]) ? secret[0] : 'a variable'} is written into the configuration of this MCP server. Whoever can read the file or its history can use it: revoke it, and refer to an environment variable or an input.`,
        cwes: ['CWE-798'],
        start: found.start,
        end: found.end,
        score: 75,
        confidence: 80,
        snippet: `${found.name}: ${/^[\w-]{1,60}$/.test(secret[0]) ? secret[0] : '…'} = …`,
      }),
    );
  }
  if (found.url !== undefined && URL.canParse(found.url) && isPlainRemote(found.url)) {
    risks.push(
      riskFinding(path, text, {
        vulnClass: 'cleartext-transmission',
        rule: 'mcp-server-over-http',
        title: 'MCP server reached over plain HTTP',
        message: `What the agent sends to ${hostOf(found.url)} and what it is told can be read and changed on the way. Use https.`,
        cwes: ['CWE-319'],
        start: found.start,
        end: found.end,
        score: 50,
        confidence: 90,
        snippet: `${found.name}: http://${hostOf(found.url)}`,
      }),
    );
  }
  return risks;
}

/** Not on this machine, in a private network or behind a name that only a container network knows. */
export function isPlainRemote(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'http:') return false;
  return (
    hostname.includes('.') &&
    !/^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0|169\.254\.)|\.(?:local|localhost|internal|test|example|svc|lan)$|\.svc\.|(?:^|\.)example\.(?:com|org|net)$/.test(
      hostname,
    )
  );
}
