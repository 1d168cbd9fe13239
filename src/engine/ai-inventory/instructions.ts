/** What tells agents how to work: instructions, configuration, skills, prompts. */
import type { AiComponent, AiComponentKind } from './component.ts';
import type { AiFile } from './facts.ts';
import { isRecord, members, parseJson, parseYaml, textOf } from './parsing.ts';

interface Place {
  readonly kind: AiComponentKind;
  readonly provider?: string;
  readonly path: RegExp;
  readonly what: string;
}

const md = String.raw`[^/]+\.(?:md|mdc|markdown|txt)$`;
const places: readonly Place[] = [
  at(
    'AGENT_INSTRUCTIONS',
    undefined,
    String.raw`AGENTS?(?:\.local|\.override)?\.md$`,
    'instructions that many agents read',
  ),
  at(
    'AGENT_INSTRUCTIONS',
    'Anthropic',
    String.raw`CLAUDE(?:\.local)?\.md$|\.claude/rules/(?:.*/)?${md}`,
    "Claude Code's instructions",
  ),
  at(
    'AGENT_INSTRUCTIONS',
    'Google',
    String.raw`GEMINI\.md$|\.idx/airules\.md$|\.agent/rules/${md}`,
    "Gemini's instructions",
  ),
  at('AGENT_INSTRUCTIONS', 'Alibaba', String.raw`QWEN\.md$`, "Qwen Code's instructions"),
  at(
    'AGENT_INSTRUCTIONS',
    'GitHub',
    String.raw`\.github/copilot-instructions\.md$|\.github/instructions/(?:.*/)?[^/]+\.instructions\.md$`,
    "Copilot's instructions",
  ),
  at(
    'AGENT_INSTRUCTIONS',
    'Cursor',
    String.raw`\.cursorrules$|\.cursor/rules/(?:.*/)?${md}`,
    "Cursor's rules",
  ),
  at(
    'AGENT_INSTRUCTIONS',
    'Windsurf',
    String.raw`\.windsurfrules$|\.windsurf/rules/(?:.*/)?${md}`,
    "Windsurf's rules",
  ),
  at('AGENT_INSTRUCTIONS', 'Cline', String.raw`\.clinerules$|\.clinerules/(?:.*/)?${md}`, "Cline's rules"),
  at(
    'AGENT_INSTRUCTIONS',
    'Roo Code',
    String.raw`\.roorules(?:-[\w-]+)?$|\.roo/rules(?:-[\w-]+)?/(?:.*/)?${md}`,
    "Roo Code's rules",
  ),
  at(
    'AGENT_INSTRUCTIONS',
    'JetBrains',
    String.raw`\.junie/(?:guidelines|AGENTS)\.md$|\.aiassistant/rules/${md}`,
    "Junie's guidelines",
  ),
  at(
    'AGENT_INSTRUCTIONS',
    'Amazon',
    String.raw`\.amazonq/rules/(?:.*/)?${md}|\.kiro/steering/(?:.*/)?${md}`,
    "Amazon's agents' rules",
  ),
  at(
    'AGENT_INSTRUCTIONS',
    'Continue',
    String.raw`\.continuerules$|\.continue/rules/(?:.*/)?${md}`,
    "Continue's rules",
  ),
  at(
    'AGENT_INSTRUCTIONS',
    'Augment',
    String.raw`\.augment-guidelines$|\.augment/rules/(?:.*/)?${md}`,
    "Augment's rules",
  ),
  at('AGENT_INSTRUCTIONS', 'Block', String.raw`\.goosehints$`, "Goose's hints"),
  at('AGENT_INSTRUCTIONS', 'Charm', String.raw`CRUSH(?:\.local)?\.md$`, "Crush's instructions"),
  at('AGENT_INSTRUCTIONS', 'Warp', String.raw`WARP\.md$`, "Warp's rules"),
  at('AGENT_INSTRUCTIONS', 'Zed', String.raw`\.rules$`, "Zed's rules"),
  at('AGENT_INSTRUCTIONS', 'ByteDance', String.raw`\.trae/rules/(?:.*/)?${md}`, "Trae's rules"),
  at(
    'AGENT_INSTRUCTIONS',
    'OpenHands',
    String.raw`\.openhands/microagents/(?:.*/)?${md}`,
    "OpenHands' microagents",
  ),
  at(
    'AGENT_CONFIG',
    'Anthropic',
    String.raw`\.claude/settings(?:\.local)?\.json$|\.claude/agents/(?:.*/)?[^/]+\.md$|\.claude-plugin/(?:plugin|marketplace)\.json$`,
    "Claude Code's configuration",
  ),
  at('AGENT_CONFIG', 'OpenAI', String.raw`\.codex/config\.toml$`, "Codex's configuration"),
  at(
    'AGENT_CONFIG',
    'Google',
    String.raw`\.gemini/settings\.json$|gemini-extension\.json$`,
    "Gemini's configuration",
  ),
  at(
    'AGENT_CONFIG',
    'GitHub',
    String.raw`\.github/agents/[^/]+\.md$|\.github/chatmodes/[^/]+\.chatmode\.md$|\.github/workflows/copilot-setup-steps\.ya?ml$`,
    "Copilot's configuration",
  ),
  at(
    'AGENT_CONFIG',
    'Cursor',
    String.raw`\.cursor/(?:hooks|environment|cli)\.json$`,
    "Cursor's configuration",
  ),
  at(
    'AGENT_CONFIG',
    'Continue',
    String.raw`\.continue/config\.(?:json|ya?ml)$|\.continue/agents/[^/]+\.(?:ya?ml|md)$`,
    "Continue's configuration",
  ),
  at('AGENT_CONFIG', 'Aider', String.raw`\.aider\.conf\.ya?ml$`, "Aider's configuration"),
  at(
    'AGENT_CONFIG',
    'opencode',
    String.raw`opencode\.jsonc?$|\.opencode/agents?/[^/]+\.md$`,
    "opencode's configuration",
  ),
  at('AGENT_CONFIG', 'Roo Code', String.raw`\.roomodes$`, "Roo Code's modes"),
  at(
    'AGENT_CONFIG',
    'Amazon',
    String.raw`\.amazonq/cli-agents/[^/]+\.json$|\.kiro/(?:hooks|agents)/[^/]+$`,
    "Amazon's agents' configuration",
  ),
  at(
    'PROMPT_TEMPLATE',
    'GitHub',
    String.raw`\.github/prompts/(?:.*/)?[^/]+\.prompt\.md$`,
    'a prompt file of Copilot',
  ),
  at(
    'PROMPT_TEMPLATE',
    'Anthropic',
    String.raw`\.claude/commands/(?:.*/)?[^/]+\.md$`,
    'a command of Claude Code',
  ),
  at('PROMPT_TEMPLATE', 'OpenAI', String.raw`\.codex/prompts/[^/]+\.md$`, 'a prompt of Codex'),
  at(
    'PROMPT_TEMPLATE',
    'Google',
    String.raw`\.gemini/commands/(?:.*/)?[^/]+\.toml$`,
    'a command of Gemini CLI',
  ),
];

function at(kind: AiComponentKind, provider: string | undefined, path: string, what: string): Place {
  return { kind, ...(provider !== undefined && { provider }), path: new RegExp(`(?:^|/)(?:${path})`), what };
}

/** Whether text of this file reaches a model as instructions. */
export const isInstructing = ({ kind }: AiComponent): boolean =>
  kind === 'AGENT_INSTRUCTIONS' || kind === 'SKILL' || kind === 'PROMPT_TEMPLATE' || kind === 'AGENT_CONFIG';

export function agentFiles(file: AiFile): AiComponent[] {
  const name = file.path.slice(file.path.lastIndexOf('/') + 1);
  if (name === 'SKILL.md') return skill(file);
  const place = places.find(({ path }) => path.test(file.path));
  if (place)
    return [
      component(
        file,
        place.kind,
        place.provider,
        /^(?:plugin|marketplace|gemini-extension)\.json$/.test(name) ? (titleIn(file) ?? name) : name,
        'FILE_PATH',
        `This is ${place.what}, by its path.`,
      ),
    ];
  return byContent(file, name);
}

function component(
  file: AiFile,
  kind: AiComponentKind,
  provider: string | undefined,
  name: string,
  detectionSource: AiComponent['detectionSource'],
  detail: string,
  runtime = false,
): AiComponent {
  return {
    kind,
    name,
    ...(provider !== undefined && { provider }),
    usage: runtime ? 'RUNTIME' : 'DEV_TOOLING',
    usageReason: runtime
      ? 'The program loads it when it runs.'
      : 'Agents that work on the code read it; the program does not.',
    tier: 'GENAI',
    detectionSource,
    filePath: file.path,
    line: 1,
    detail,
  };
}

/** What a plugin or an extension calls itself. */
function titleIn({ text = '' }: AiFile): string | undefined {
  try {
    return textOf(members(parseJson(text)).get('name'))?.slice(0, 200);
  } catch {
    return undefined;
  }
}

export function frontMatter(text: string): Record<string, unknown> | undefined {
  const match = /^\s*---\r?\n([\s\S]{0,20000}?)\r?\n---/.exec(text);
  const parsed = match?.[1] === undefined ? undefined : parseYaml(match[1]);
  return isRecord(parsed) ? parsed : undefined;
}

function skill(file: AiFile): AiComponent[] {
  const front = skillFront(file.text ?? '');
  const name = front?.['name'];
  if (typeof name !== 'string' || typeof front?.['description'] !== 'string') return [];
  const version = front['version'];
  return [
    {
      ...component(
        file,
        'SKILL',
        undefined,
        name.slice(0, 200),
        'FILE_CONTENT',
        'A skill, by the name and description at its beginning.',
      ),
      ...(typeof version === 'string' && { version }),
    },
  ];
}

/** Agents read the fields line by line, also where they are no YAML: a description may hold a colon. */
function skillFront(text: string): Record<string, unknown> | undefined {
  try {
    return frontMatter(text);
  } catch {
    const head = /^\s*---\r?\n([\s\S]{0,20000}?)\r?\n---/.exec(text)?.[1] ?? '';
    return Object.fromEntries(
      [...head.matchAll(/^(name|description|version):[ \t]*(\S[^\r\n]*)/gm)].map(([, key, value]) => [
        key,
        value,
      ]),
    );
  }
}

function byContent(file: AiFile, name: string): AiComponent[] {
  const { text = '', path } = file;
  if (name === 'langgraph.json') {
    const root = members(parseJson(text));
    return root.get('graphs')?.type === 'object'
      ? [
          component(
            file,
            'AGENT_CONFIG',
            'LangChain',
            name,
            'CONFIG_FILE',
            'A LangGraph application, by its graphs.',
            true,
          ),
        ]
      : [];
  }
  if (/(?:^|\/)config\/(?:agents|tasks)\.ya?ml$/.test(path)) {
    const parsed = parseYaml(text);
    const entries = isRecord(parsed) ? Object.values(parsed).filter(isRecord) : [];
    const agents = entries.some((each) => 'role' in each && 'goal' in each && 'backstory' in each);
    const tasks = entries.some((each) => 'description' in each && 'expected_output' in each);
    return agents || tasks
      ? [
          component(
            file,
            'AGENT_CONFIG',
            'CrewAI',
            name,
            'CONFIG_FILE',
            'Agents or tasks of CrewAI, by their fields.',
            true,
          ),
        ]
      : [];
  }
  if (/^(?:agent|agent-card)\.json$/.test(name) && path.includes('.well-known/')) {
    const root = members(parseJson(text));
    return root.has('skills') && root.has('capabilities')
      ? [
          component(
            file,
            'AGENT_CONFIG',
            undefined,
            textOf(root.get('name')) ?? name,
            'CONFIG_FILE',
            'An agent card (A2A).',
            true,
          ),
        ]
      : [];
  }
  if (name.endsWith('.prompty') && frontMatter(text))
    return [
      component(
        file,
        'PROMPT_TEMPLATE',
        'Microsoft',
        name,
        'FILE_CONTENT',
        'A Prompty template, by its front matter.',
        true,
      ),
    ];
  if (name.endsWith('.prompt')) {
    const front = frontMatter(text);
    return front && ('model' in front || 'input' in front)
      ? [
          component(
            file,
            'PROMPT_TEMPLATE',
            'Google',
            name,
            'FILE_CONTENT',
            'A Dotprompt template, by its front matter.',
            true,
          ),
        ]
      : [];
  }
  if (/^promptfooconfig\.(?:ya?ml|json)$/.test(name))
    return [
      component(file, 'AI_OBSERVABILITY', 'Promptfoo', name, 'CONFIG_FILE', "Promptfoo's configuration."),
    ];
  if (
    /\.ya?ml$/.test(name) &&
    /^_type:\s*["']?(?:prompt|few_shot|chat_prompt)/m.test(text) &&
    /^template:|^messages:|^input_variables:/m.test(text)
  )
    return [
      component(
        file,
        'PROMPT_TEMPLATE',
        'LangChain',
        name,
        'FILE_CONTENT',
        'A LangChain prompt, by its type and template.',
        true,
      ),
    ];
  if (/\.prompt\.ya?ml$/.test(name) && /^messages:/m.test(text))
    return [
      component(
        file,
        'PROMPT_TEMPLATE',
        'GitHub',
        name,
        'FILE_CONTENT',
        'A prompt of GitHub Models, by its messages.',
        true,
      ),
    ];
  if (name === 'server.json' && text.includes('modelcontextprotocol')) {
    const root = members(parseJson(text));
    if (textOf(root.get('$schema'))?.includes('modelcontextprotocol') === true)
      return [
        component(
          file,
          'MCP_SERVER',
          undefined,
          textOf(root.get('name')) ?? name,
          'CONFIG_FILE',
          "An MCP server's manifest, by its schema.",
          true,
        ),
      ];
  }
  if (name === 'manifest.json' && /"(?:dxt_version|mcpb_version|manifest_version)"/.test(text)) {
    const root = members(parseJson(text));
    const bundle =
      root.has('dxt_version') ||
      root.has('mcpb_version') ||
      textOf(root.get('manifest_version')) !== undefined;
    if (bundle && members(root.get('server')).has('mcp_config'))
      return [
        component(
          file,
          'MCP_SERVER',
          undefined,
          textOf(root.get('name')) ?? name,
          'CONFIG_FILE',
          "An MCP bundle's manifest, by its server.",
          true,
        ),
      ];
  }
  return name === 'smithery.yaml' && /^startCommand:/m.test(text)
    ? [
        component(
          file,
          'MCP_SERVER',
          'Smithery',
          path.split('/').at(-2) ?? name,
          'CONFIG_FILE',
          "An MCP server's deployment.",
          true,
        ),
      ]
    : [];
}
