import * as l10n from '@vscode/l10n';
import type { AiComponent } from '../../api/contract/ai-inventory.ts';

/** What the inventory's words are called and look like, each list in the order in which it is shown. */

interface Word {
  readonly label: string;
  /** A codicon's name. */
  readonly icon: string;
}

export function kindWords(): Readonly<Record<AiComponent['kind'], Word>> {
  return {
    MCP_SERVER: { label: l10n.t('MCP servers'), icon: 'mcp' },
    LLM_SDK: { label: l10n.t('Language model SDKs and APIs'), icon: 'comment-discussion-sparkle' },
    AGENT_FRAMEWORK: { label: l10n.t('Agent frameworks'), icon: 'robot' },
    AGENT_CONFIG: { label: l10n.t('Agent configuration'), icon: 'settings-gear' },
    AGENT_INSTRUCTIONS: { label: l10n.t('Agent instructions'), icon: 'book' },
    SKILL: { label: l10n.t('Skills'), icon: 'mortar-board' },
    PROMPT_TEMPLATE: { label: l10n.t('Prompt templates'), icon: 'quote' },
    MODEL_FILE: { label: l10n.t('Model files'), icon: 'file-binary' },
    LOCAL_MODEL_CONFIG: { label: l10n.t('Local model configuration'), icon: 'server-process' },
    TOKENIZER: { label: l10n.t('Tokenizers'), icon: 'symbol-key' },
    DATASET: { label: l10n.t('Data sets'), icon: 'database' },
    VECTOR_DB: { label: l10n.t('Vector databases'), icon: 'layers' },
    GUARDRAILS: { label: l10n.t('Guardrails'), icon: 'shield' },
    AI_OBSERVABILITY: { label: l10n.t('AI observability'), icon: 'graph-line' },
    SPEECH_AUDIO: { label: l10n.t('Speech and audio'), icon: 'mic' },
    ML_FRAMEWORK: { label: l10n.t('Machine learning frameworks'), icon: 'circuit-board' },
    ML_RUNTIME: { label: l10n.t('Model runtimes'), icon: 'chip' },
  };
}

export function usageWords(): Readonly<Record<AiComponent['usage'], string>> {
  return {
    RUNTIME: l10n.t('used by the program'),
    DEV_TOOLING: l10n.t('development only'),
    AMBIGUOUS: l10n.t('use not certain'),
  };
}

export function tierWords(): Readonly<Record<AiComponent['tier'], string>> {
  return { GENAI: l10n.t('Generative AI'), CLASSIC_ML: l10n.t('Classic machine learning') };
}

export function sourceWords(): Readonly<Record<AiComponent['detectionSource'], string>> {
  return {
    SCA_PACKAGE: l10n.t('declared as a package'),
    CONFIG_FILE: l10n.t('in a configuration file'),
    FILE_CONTENT: l10n.t('in a file’s content'),
    FILE_PATH: l10n.t('by a file’s place'),
  };
}

export const noProvider = (): string => l10n.t('No provider known');

/** What belongs to no application of a monorepo. */
export const wholeRepository = (): string => l10n.t('The repository as a whole');

export function countText(count: number): string {
  return count === 1 ? l10n.t('1 AI component') : l10n.t('{0} AI components', count);
}

/** The keys of a record of words, in its order. */
export function keysOf<K extends string>(words: Readonly<Record<K, unknown>>): readonly K[] {
  return Object.keys(words) as K[];
}
