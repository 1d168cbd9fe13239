import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { Count, Id, Instant } from './fields.ts';
import { Cursor } from './paging.ts';
import { tolerance } from './tolerance.ts';

/**
 * The inventory of AI components: which repositories have which, and each component by itself (specification, sections
 * 2.1 to 2.3, 4.1 and 8).
 */

export const AiComponentKind = z.enum([
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
  'MODEL_FILE',
  'DATASET',
  'AGENT_CONFIG',
  'AGENT_INSTRUCTIONS',
  'SKILL',
  'PROMPT_TEMPLATE',
  'LOCAL_MODEL_CONFIG',
]);
export type AiComponentKind = z.output<typeof AiComponentKind>;
export const AiUsage = z.enum(['RUNTIME', 'DEV_TOOLING', 'AMBIGUOUS']);
export type AiUsage = z.output<typeof AiUsage>;
export const AiTier = z.enum(['GENAI', 'CLASSIC_ML']);
export type AiTier = z.output<typeof AiTier>;
export const AiDetectionSource = z.enum(['SCA_PACKAGE', 'FILE_PATH', 'FILE_CONTENT', 'CONFIG_FILE']);
export type AiDetectionSource = z.output<typeof AiDetectionSource>;
/** What the scan read to find the components: packages alone, or other files too. */
export const AiScanType = z.enum(['sca', 'code']);
export type AiScanType = z.output<typeof AiScanType>;

export const AiInventoryKindCount = z.object({ kind: AiComponentKind, count: Count });
export type AiInventoryKindCount = z.output<typeof AiInventoryKindCount>;

/** Counts are of the components that the filters let through. */
export const AiInventoryRepositoryItem = z.object({
  repositoryId: z.string(),
  repositoryName: z.string(),
  /** Folder of the monorepo's application; null for what belongs to none, and of a repository that has none. */
  monorepoName: z.string().nullable().optional(),
  scanType: AiScanType,
  /** The latest scan that looked for any. */
  scanId: z.string(),
  scanFinishedAt: Instant,
  totalCount: Count,
  kindCounts: z.array(AiInventoryKindCount).describe('By count, the largest first; equals by kind.'),
});
export type AiInventoryRepositoryItem = z.output<typeof AiInventoryRepositoryItem>;
tolerance.add(AiInventoryRepositoryItem, { missing: { kindCounts: [], totalCount: 0 } });

/** Repositories and providers in one request: as many as a query takes. */
const maximumListed = 1000;

/** An empty list lets everything through, as one that is left out. */
const filters = {
  organizationId: z.string(),
  repositoryIds: z.array(z.string()).max(maximumListed).optional(),
  kinds: z.array(AiComponentKind).optional(),
  usages: z.array(AiUsage).optional(),
  tiers: z.array(AiTier).optional(),
  providers: z.array(z.string()).max(maximumListed).optional().describe('In any case of letters.'),
  detectionSources: z.array(AiDetectionSource).optional(),
  searchQuery: z
    .string()
    .optional()
    .describe('Part of a component’s name, provider, manifest path or file path, in any case of letters.'),
};

export const searchAiInventory = endpoint({
  id: 'aiInventory.searchRepositories',
  method: 'POST',
  path: '/api/v1/sca/ai-inventory/repositories/search',
  summary:
    'Repositories whose latest AI-bearing scan found AI components, with counts per kind, latest first',
  source: 'specified',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject({
    ...filters,
    cursor: Cursor.optional(),
    limit: z.int().min(1).max(50).default(10),
  }),
  response: z.object({
    repositories: z.array(AiInventoryRepositoryItem),
    nextCursor: Cursor.optional(),
  }),
});

export const AiComponent = z.object({
  id: Id,
  repositoryId: z.string(),
  repositoryName: z.string(),
  monorepoName: z.string().nullable().optional(),
  scanType: AiScanType,
  scanId: z.string(),
  kind: AiComponentKind,
  name: z.string(),
  provider: z.string().optional(),
  usage: AiUsage,
  /** Why the usage is held for that. */
  usageReason: z.string().optional(),
  tier: AiTier,
  detectionSource: AiDetectionSource,
  version: z.string().optional(),
  ecosystem: z.string().optional(),
  /** Package URL. */
  purl: z.string().optional(),
  /** Whether the project asks for it itself, and not by way of another package. */
  direct: z.boolean().optional(),
  manifestPath: z.string().optional(),
  filePath: z.string(),
  line: z.int().min(1).optional(),
  /** What code that imports the package calls it, where that was seen. */
  importNames: z.array(z.string()).optional(),
  /** What it was recognised by. */
  detail: z.string().optional(),
});
export type AiComponent = z.output<typeof AiComponent>;

export const searchAiComponents = endpoint({
  id: 'aiInventory.searchComponents',
  method: 'POST',
  path: '/api/v1/sca/ai-inventory/components/search',
  summary: 'The components behind the rows of the repository search',
  source: 'extended',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject({
    ...filters,
    scanId: z.string().optional(),
    scanType: AiScanType.optional(),
    monorepoName: z
      .string()
      .nullable()
      .optional()
      .describe('Of one application of a monorepo; null for what belongs to none.'),
    cursor: Cursor.optional(),
    limit: z.int().min(1).max(100).default(50),
  }),
  response: z.object({ components: z.array(AiComponent), nextCursor: Cursor.optional() }),
});
