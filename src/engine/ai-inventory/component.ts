/** What the detection of AI components reports. The words are the interface's (specification, section 2.3). */

export type AiComponentKind =
  | 'MCP_SERVER'
  | 'LLM_SDK'
  | 'AGENT_FRAMEWORK'
  | 'ML_FRAMEWORK'
  | 'ML_RUNTIME'
  | 'VECTOR_DB'
  | 'GUARDRAILS'
  | 'AI_OBSERVABILITY'
  | 'SPEECH_AUDIO'
  | 'TOKENIZER'
  | 'MODEL_FILE'
  | 'DATASET'
  | 'AGENT_CONFIG'
  | 'AGENT_INSTRUCTIONS'
  | 'SKILL'
  | 'PROMPT_TEMPLATE'
  | 'LOCAL_MODEL_CONFIG';

export interface AiComponent {
  readonly kind: AiComponentKind;
  readonly name: string;
  readonly provider?: string;
  readonly usage: 'RUNTIME' | 'DEV_TOOLING' | 'AMBIGUOUS';
  /** Why the usage is held for that, in a sentence. */
  readonly usageReason: string;
  readonly tier: 'GENAI' | 'CLASSIC_ML';
  readonly detectionSource: 'SCA_PACKAGE' | 'FILE_PATH' | 'FILE_CONTENT' | 'CONFIG_FILE';
  readonly version?: string;
  readonly ecosystem?: string;
  /** Package URL. */
  readonly purl?: string;
  /** Whether the project asks for it itself, and not by way of another package. */
  readonly direct?: boolean;
  /** Relative to the scanned root, `/` as separator; so is `filePath`. */
  readonly manifestPath?: string;
  readonly filePath: string;
  /** Folder of the monorepo's application that it is a part of; absent for the repository as a whole. */
  readonly monorepoName?: string;
  /** 1-based. */
  readonly line?: number;
  /** What code that imports the package calls it, where that was seen: `google.genai`. */
  readonly importNames?: string[];
  /** What it was recognised by, in a sentence. */
  readonly detail?: string;
}
