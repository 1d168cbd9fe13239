import type { AiComponent } from '../component.ts';
import type { AiFile } from '../facts.ts';
import { frontMatter } from '../front-matter.ts';
import { isRecord, members, parseJson, parseYaml, textOf } from '../parsing.ts';
import { agentComponent } from './component.ts';

interface Looked {
  /** The last part of the path. */
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

/** Files that agents or their programs read, told by what is in them. */
interface Content extends Pick<AiComponent, 'kind' | 'provider' | 'detectionSource'> {
  readonly detail: string;
  /** Whether the rule is about the file: no other is asked then. */
  readonly isFor: (looked: Looked) => boolean;
  /** The component's name where the file is what the rule is about. */
  readonly named: (looked: Looked) => string | undefined;
  /** Whether developers' tools read it, and not the program. */
  readonly tooling?: boolean;
}

const always = ({ name }: Looked): string => name;

const contents: readonly Content[] = [
  {
    kind: 'AGENT_CONFIG',
    provider: 'LangChain',
    detectionSource: 'CONFIG_FILE',
    detail: 'A LangGraph application, by its graphs.',
    isFor: ({ name }) => name === 'langgraph.json',
    named: ({ name, text }) => (members(parseJson(text)).get('graphs')?.type === 'object' ? name : undefined),
  },
  {
    kind: 'AGENT_CONFIG',
    provider: 'CrewAI',
    detectionSource: 'CONFIG_FILE',
    detail: 'Agents or tasks of CrewAI, by their fields.',
    isFor: ({ path }) => /(?:^|\/)config\/(?:agents|tasks)\.ya?ml$/.test(path),
    named: ({ name, text }) => (isOfCrew(text) ? name : undefined),
  },
  {
    kind: 'AGENT_CONFIG',
    detectionSource: 'CONFIG_FILE',
    detail: 'An agent card (A2A).',
    isFor: ({ name, path }) => /^(?:agent|agent-card)\.json$/.test(name) && path.includes('.well-known/'),
    named: ({ name, text }) => {
      const root = members(parseJson(text));
      return root.has('skills') && root.has('capabilities') ? (textOf(root.get('name')) ?? name) : undefined;
    },
  },
  {
    kind: 'PROMPT_TEMPLATE',
    provider: 'Microsoft',
    detectionSource: 'FILE_CONTENT',
    detail: 'A Prompty template, by its front matter.',
    isFor: ({ name, text }) => name.endsWith('.prompty') && frontMatter(text) !== undefined,
    named: always,
  },
  {
    kind: 'PROMPT_TEMPLATE',
    provider: 'Google',
    detectionSource: 'FILE_CONTENT',
    detail: 'A Dotprompt template, by its front matter.',
    isFor: ({ name }) => name.endsWith('.prompt'),
    named: ({ name, text }) => {
      const front = frontMatter(text);
      return front && ('model' in front || 'input' in front) ? name : undefined;
    },
  },
  {
    kind: 'AI_OBSERVABILITY',
    provider: 'Promptfoo',
    detectionSource: 'CONFIG_FILE',
    detail: "Promptfoo's configuration.",
    isFor: ({ name }) => /^promptfooconfig\.(?:ya?ml|json)$/.test(name),
    named: always,
    tooling: true,
  },
  {
    kind: 'PROMPT_TEMPLATE',
    provider: 'LangChain',
    detectionSource: 'FILE_CONTENT',
    detail: 'A LangChain prompt, by its type and template.',
    isFor: ({ name, text }) =>
      /\.ya?ml$/.test(name) &&
      /^_type:\s*["']?(?:prompt|few_shot|chat_prompt)/m.test(text) &&
      /^template:|^messages:|^input_variables:/m.test(text),
    named: always,
  },
  {
    kind: 'PROMPT_TEMPLATE',
    provider: 'GitHub',
    detectionSource: 'FILE_CONTENT',
    detail: 'A prompt of GitHub Models, by its messages.',
    isFor: ({ name, text }) => /\.prompt\.ya?ml$/.test(name) && /^messages:/m.test(text),
    named: always,
  },
  {
    kind: 'MCP_SERVER',
    detectionSource: 'CONFIG_FILE',
    detail: "An MCP server's manifest, by its schema.",
    isFor: ({ name, text }) => name === 'server.json' && text.includes('modelcontextprotocol'),
    named: ({ name, text }) => {
      const root = members(parseJson(text));
      return textOf(root.get('$schema'))?.includes('modelcontextprotocol') === true
        ? (textOf(root.get('name')) ?? name)
        : undefined;
    },
  },
  {
    kind: 'MCP_SERVER',
    detectionSource: 'CONFIG_FILE',
    detail: "An MCP bundle's manifest, by its server.",
    isFor: ({ name, text }) =>
      name === 'manifest.json' && /"(?:dxt_version|mcpb_version|manifest_version)"/.test(text),
    named: ({ name, text }) => {
      const root = members(parseJson(text));
      const isBundle =
        root.has('dxt_version') ||
        root.has('mcpb_version') ||
        textOf(root.get('manifest_version')) !== undefined;
      return isBundle && members(root.get('server')).has('mcp_config')
        ? (textOf(root.get('name')) ?? name)
        : undefined;
    },
  },
  {
    kind: 'MCP_SERVER',
    provider: 'Smithery',
    detectionSource: 'CONFIG_FILE',
    detail: "An MCP server's deployment.",
    isFor: ({ name, text }) => name === 'smithery.yaml' && /^startCommand:/m.test(text),
    named: ({ name, path }) => path.split('/').at(-2) ?? name,
  },
];

function isOfCrew(text: string): boolean {
  const parsed = parseYaml(text);
  const entries = isRecord(parsed) ? Object.values(parsed).filter(isRecord) : [];
  return (
    entries.some((each) => 'role' in each && 'goal' in each && 'backstory' in each) ||
    entries.some((each) => 'description' in each && 'expected_output' in each)
  );
}

/** Returns what a file is to agents by its content, where its path alone does not tell. */
export function agentContent(file: AiFile, name: string): AiComponent[] {
  const looked: Looked = { name, path: file.path, text: file.text ?? '' };
  const content = contents.find(({ isFor }) => isFor(looked));
  const found = content?.named(looked);
  if (!content || found === undefined) return [];
  const { kind, provider, detectionSource, detail, tooling = false } = content;
  return [agentComponent(file, kind, provider, found, detectionSource, detail, !tooling)];
}
