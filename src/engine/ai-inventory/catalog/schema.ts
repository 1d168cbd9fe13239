import * as z from 'zod';

export const ecosystems = ['npm', 'pypi', 'maven', 'nuget', 'go', 'cargo', 'gem', 'composer'] as const;
export type Ecosystem = (typeof ecosystems)[number];

const kinds = [
  'MCP_SERVER',
  'LLM_SDK',
  'AGENT_FRAMEWORK',
  'ML_FRAMEWORK',
  'ML_RUNTIME',
  'VECTOR_DB',
  'GUARDRAILS',
  'AI_OBSERVABILITY',
  'SPEECH_AUDIO',
  'TOKENIZER',
  'DATASET',
  'PROMPT_TEMPLATE',
  'AGENT_CONFIG',
] as const;

/** Exact names, separated by white space. Maven: `group:artifact`; Go: the module's path without its major version. */
const names = z.string().regex(/^\s*[^\s]+(?:\s+[^\s]+)*\s*$/);

/** Packages of one maker and one purpose, in whatever ecosystems they are published. */
export const catalogGroup = z.strictObject({
  kind: z.enum(kinds),
  tier: z.enum(['GENAI', 'CLASSIC_ML']),
  provider: z.string().min(1),
  /** Where the maker says which packages these are. */
  source: z.url(),
  names: z.partialRecord(z.enum(ecosystems), names),
});

export type CatalogGroup = z.infer<typeof catalogGroup>;
