import type { AiComponentKind } from '../component.ts';

export interface AgentPlace {
  readonly kind: AiComponentKind;
  readonly provider?: string;
  readonly path: RegExp;
  readonly what: string;
}

const md = String.raw`[^/]+\.(?:md|mdc|markdown|txt)$`;
/** The files that agents look for, by their paths. */
export const agentPlaces: readonly AgentPlace[] = [
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

function at(kind: AiComponentKind, provider: string | undefined, path: string, what: string): AgentPlace {
  return { kind, ...(provider !== undefined && { provider }), path: new RegExp(`(?:^|/)(?:${path})`), what };
}
