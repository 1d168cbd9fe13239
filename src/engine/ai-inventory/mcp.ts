/** MCP servers as clients' configurations name them: one component a key. Values of environments and headers are never read. */
import type { Finding } from '../finding.ts';
import { packageNamed } from './catalog/index.ts';
import type { AiComponent } from './component.ts';
import type { AiFile } from './facts.ts';
import { isOfProgram } from './mcp-files.ts';
import { type Fetched, fetched, hostOf, isPinned, runnerOf } from './mcp-program.ts';
import { risksOf } from './mcp-risks.ts';
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
import { purlOf } from './purl.ts';

/** A server as a configuration names it. */
export interface Server {
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
    rest.length === 0 &&
    /^(?:npx|uvx|uv|docker|podman|node|python3?|bunx?|deno|pnpm|npm|yarn|pipx|dnx|dotnet|go)\s/.test(first)
      ? first.split(/\s+/)
      : words;
  const [command, ...args] = withoutShell(parts);
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

/** `cmd /c npx …` and `sh -c "npx …"`, where what the shell is given is words alone. */
function withoutShell(parts: readonly string[]): readonly string[] {
  const [shell = '', flag = '', line = '', ...more] = parts;
  if (/^cmd(?:\.exe)?$/i.test(shell) && /^\/c$/i.test(flag)) return parts.slice(2);
  const isLine = /^(?:.*\/)?(?:ba|z|da)?sh$/.test(shell) && /^-l?c$/.test(flag) && more.length === 0;
  return isLine && /^(?:exec\s+)?[\w@./:=+-]+(?:\s+[\w@./:=+-]+)*$/.test(line)
    ? line.replace(/^exec\s+/, '').split(/\s+/)
    : parts;
}

function componentOf(path: string, found: Server): AiComponent {
  const source = fetched(found);
  const known = source && isOfRegistry(source) ? packageNamed(source.ecosystem, source.name) : undefined;
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
    ...(source &&
      source.ecosystem !== 'git' && {
        ecosystem: source.ecosystem,
        ...purlOf(source.ecosystem, source.name, isPinned(source) ? source.version : undefined),
      }),
    direct: true,
    filePath: path,
    line: found.line,
    detail: `An MCP server, ${how}${found.disabled ? '; switched off' : ''}.`,
  };
}

const isOfRegistry = (
  source: Fetched,
): source is Fetched & { readonly ecosystem: Exclude<Fetched['ecosystem'], 'docker' | 'git'> } =>
  source.ecosystem !== 'docker' && source.ecosystem !== 'git';
