import * as z from 'zod';
import type { Place } from '../../api/contract/agent/message.ts';
import {
  type AiComponent,
  AiComponentKind,
  AiDetectionSource,
  AiTier,
  AiUsage,
  searchAiComponents,
} from '../../api/contract/ai-inventory.ts';
import type { RequestOf } from '../../api/contract/endpoint.ts';
import { listOrganizations } from '../../api/contract/organizations/organizations.ts';
import { Cursor } from '../../api/contract/paging.ts';
import { answer } from '../answer.ts';
import { code, visible, words } from '../data.ts';
import { type ToolContext, ToolFailure } from '../tool.ts';
import { define } from './define.ts';
import { count, inWords, moreLine } from './issue-words.ts';
import { anyRepositoryInput, repositoryFilter } from './repository.ts';

/** The AI components of repositories. */

const ComponentRow = z.object({
  kind: AiComponentKind,
  name: z.string(),
  provider: z.string().optional(),
  usage: AiUsage,
  tier: AiTier,
  detectionSource: AiDetectionSource,
  version: z.string().optional(),
  purl: z.string().optional(),
  direct: z.boolean().optional(),
  repository: z.string(),
  file: z.string(),
  line: z.int().optional(),
});

const paging = {
  limit: z.int().min(1).max(50).default(25),
  cursor: Cursor.optional(),
};
const output = z.object({ components: z.array(ComponentRow), nextCursor: z.string().optional() });

export const listAiComponents = define({
  name: 'list_ai_components',
  title: 'List AI components',
  description:
    'The AI components of a repository: MCP servers, SDKs of language models, agent frameworks, vector stores, models, prompts, agent instructions and more, each with its place.',
  input: z.strictObject({
    repository: anyRepositoryInput,
    kinds: z.array(AiComponentKind).min(1).max(AiComponentKind.options.length).optional(),
    usages: z.array(AiUsage).min(1).max(3).optional(),
    tiers: z.array(AiTier).min(1).max(2).optional(),
    providers: z.array(z.string().min(1).max(100)).min(1).max(20).optional(),
    query: z.string().min(1).max(200).optional().describe('Part of a name, provider or path.'),
    ...paging,
  }),
  output,
  effect: 'none',
  run: async ({ repository, query, ...filters }, context) => {
    const request = { ...filters, ...(query !== undefined && { searchQuery: query }) };
    const found = await search(repository, request, context);
    return told(found, filters.cursor);
  },
});

type Request = Omit<RequestOf<typeof searchAiComponents>, 'organizationId' | 'repositoryIds'>;

async function search(repository: string | undefined, request: Request, context: ToolContext) {
  const repositoryId = await repositoryFilter(repository, context);
  return await context.service.call(
    searchAiComponents,
    {
      ...request,
      organizationId: await organizationIdOf(context),
      ...(repositoryId !== undefined && { repositoryIds: [repositoryId] }),
    },
    { signal: context.signal },
  );
}

async function organizationIdOf({ organizationId, service, signal }: ToolContext): Promise<string> {
  if (organizationId !== undefined) return organizationId;
  const { organizations } = await service.call(listOrganizations, { limit: 2 }, { signal });
  const [only, ...others] = organizations;
  if (only && others.length === 0) return only.id;
  throw new ToolFailure('The token is of several organizations; say which one is meant.');
}

function told(
  {
    components,
    nextCursor,
  }: { readonly components: readonly AiComponent[]; readonly nextCursor?: string | undefined },
  cursor: string | undefined,
) {
  const head =
    components.length === 0 && cursor === undefined
      ? 'No AI component was found by the latest scans.'
      : `${count(components.length, 'AI component')}${nextCursor === undefined ? '' : ' on this page'}:`;
  const lines = components.map((component) => {
    const version = component.version === undefined ? '' : ` ${code(component.version, 60)}`;
    const provider = component.provider === undefined ? '' : ` of ${words(component.provider, 60)}`;
    const at = component.line === undefined ? component.filePath : `${component.filePath}:${component.line}`;
    return `- ${code(component.name, 120)}${version}${provider}: ${inWords(component.kind)}, ${inWords(component.usage)} · ${code(at)}`;
  });
  return answer(
    `${[head, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n')}${moreLine(lines.length, undefined, nextCursor)}`,
    { components: components.map(row), nextCursor },
    components.map(placeOf),
  );
}

function row(component: AiComponent): z.output<typeof ComponentRow> {
  const { kind, name, provider, usage, tier, detectionSource, version, purl, direct, line } = component;
  return {
    kind,
    name,
    ...(provider !== undefined && { provider }),
    usage,
    tier,
    detectionSource,
    ...(version !== undefined && { version }),
    ...(purl !== undefined && { purl }),
    ...(direct !== undefined && { direct }),
    repository: component.repositoryName,
    file: component.filePath,
    ...(line !== undefined && { line }),
  };
}

function placeOf({ filePath, line, name }: AiComponent): Place {
  return { label: visible(name), path: filePath, ...(line !== undefined && { line }) };
}
