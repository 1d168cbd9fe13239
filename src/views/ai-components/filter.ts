import * as l10n from '@vscode/l10n';
import type { AiComponent } from '../../api/contract/ai-inventory.ts';
import type { InventoryQuery } from '../../connection/inventory-api.ts';
import { keysOf, kindWords, sourceWords, tierWords, usageWords } from './words.ts';

/** What the user wants to see for now, in the search's own terms; an empty list asks for nothing in particular. */
export interface InventoryFilter {
  readonly text: string;
  readonly kinds: readonly AiComponent['kind'][];
  readonly usages: readonly AiComponent['usage'][];
  readonly tiers: readonly AiComponent['tier'][];
  readonly providers: readonly string[];
  readonly detectionSources: readonly AiComponent['detectionSource'][];
}

export const noFilter: InventoryFilter = {
  text: '',
  kinds: [],
  usages: [],
  tiers: [],
  providers: [],
  detectionSources: [],
};

/** Characters of the text of a filter. */
export const longestText = 200;
/** Providers of one filter. */
const mostProviders = 100;

export function isActive({ text, ...lists }: InventoryFilter): boolean {
  return text.trim() !== '' || Object.values(lists).some(({ length }) => length > 0);
}

/** The filter as a service is asked. */
export function toQuery({
  text,
  kinds,
  usages,
  tiers,
  providers,
  detectionSources,
}: InventoryFilter): InventoryQuery {
  return {
    ...(kinds.length > 0 && { kinds: [...kinds] }),
    ...(usages.length > 0 && { usages: [...usages] }),
    ...(tiers.length > 0 && { tiers: [...tiers] }),
    ...(providers.length > 0 && { providers: [...providers] }),
    ...(detectionSources.length > 0 && { detectionSources: [...detectionSources] }),
    ...(text.trim() !== '' && { searchQuery: text.trim() }),
  };
}

type Filtered = Pick<
  AiComponent,
  'kind' | 'usage' | 'tier' | 'provider' | 'detectionSource' | 'name' | 'manifestPath' | 'filePath'
>;

/** Whether components pass, decided as the service decides it; made once for many components. */
export function matcher(filter: InventoryFilter): (component: Filtered) => boolean {
  const wanted = filter.text.trim().toLowerCase();
  const providers = new Set(filter.providers.map((provider) => provider.toLowerCase()));
  const among = <T>(list: readonly T[], value: T): boolean => list.length === 0 || list.includes(value);
  return ({ kind, usage, tier, provider, detectionSource, name, manifestPath, filePath }) =>
    among(filter.kinds, kind) &&
    among(filter.usages, usage) &&
    among(filter.tiers, tier) &&
    among(filter.detectionSources, detectionSource) &&
    (providers.size === 0 || providers.has((provider ?? '').toLowerCase())) &&
    (wanted === '' ||
      [name, provider, manifestPath, filePath].some((text) => text?.toLowerCase().includes(wanted)));
}

/** The filter in a few words: `“chat” · MCP servers · OpenAI`. */
export function filterSummary(filter: InventoryFilter): string {
  const kinds = kindWords();
  const usages = usageWords();
  const tiers = tierWords();
  const sources = sourceWords();
  return [
    filter.text.trim() === '' ? '' : l10n.t('“{0}”', filter.text.trim()),
    filter.kinds.map((kind) => kinds[kind].label).join(', '),
    filter.tiers.map((tier) => tiers[tier]).join(', '),
    filter.usages.map((usage) => usages[usage]).join(', '),
    filter.providers.join(', '),
    filter.detectionSources.map((source) => sources[source]).join(', '),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** The filter that was kept with the workspace; whatever is no filter of ours counts as none. */
export function readFilter(stored: unknown): InventoryFilter {
  if (typeof stored !== 'object' || stored === null) return noFilter;
  const fields = new Map<string, unknown>(Object.entries(stored));
  const text = fields.get('text');
  const providers = fields.get('providers');
  const known = <T extends string>(all: readonly T[], name: string): readonly T[] => {
    const value = fields.get(name);
    return Array.isArray(value) ? all.filter((one) => value.includes(one)) : [];
  };
  return {
    text: typeof text === 'string' ? text.slice(0, longestText) : '',
    kinds: known(keysOf(kindWords()), 'kinds'),
    usages: known(keysOf(usageWords()), 'usages'),
    tiers: known(keysOf(tierWords()), 'tiers'),
    providers: Array.isArray(providers)
      ? providers.filter((one) => typeof one === 'string').slice(0, mostProviders)
      : [],
    detectionSources: known(keysOf(sourceWords()), 'detectionSources'),
  };
}
