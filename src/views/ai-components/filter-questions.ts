import * as vscode from 'vscode';
import { type InventoryFilter, longestText } from './filter.ts';
import type { InventoryView } from './inventory-view.ts';
import { keysOf, kindWords, sourceWords, tierWords, usageWords } from './words.ts';

/** Asks for a text that name, provider or path must contain. @returns undefined when the user thought better of it */
export async function askText(title: string, before: string): Promise<string | undefined> {
  const text = await vscode.window.showInputBox({
    title,
    value: before,
    placeHolder: vscode.l10n.t('Part of a name, a provider or a path; nothing for all'),
  });
  return text?.trim().slice(0, longestText);
}

interface Choice extends vscode.QuickPickItem {
  readonly change?: (filter: Draft) => void;
}

type Draft = {
  -readonly [K in Exclude<keyof InventoryFilter, 'text'>]: InventoryFilter[K][number][];
};

/** Filters by kind, tier, use, provider and how it was detected; nothing chosen of a facet means any. */
export async function askFacets(inventory: InventoryView): Promise<void> {
  const picked = await vscode.window.showQuickPick(choices(inventory), {
    title: vscode.l10n.t('Filter the AI components'),
    placeHolder: vscode.l10n.t('Choose what is shown; nothing chosen of a kind means any'),
    canPickMany: true,
  });
  if (!picked) return;
  const draft: Draft = { kinds: [], usages: [], tiers: [], providers: [], detectionSources: [] };
  for (const { change } of picked) change?.(draft);
  inventory.setFilter(draft);
}

function choices({ filter, all }: InventoryView): Choice[] {
  const heading = (label: string): Choice => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const kinds = kindWords();
  const tiers = tierWords();
  const usages = usageWords();
  const sources = sourceWords();
  const count = (is: (component: (typeof all)[number]['component']) => boolean): string => {
    const found = all.filter(({ component }) => is(component)).length;
    return found === 0 ? '' : String(found);
  };
  return [
    heading(vscode.l10n.t('Kind')),
    ...keysOf(kinds).map((kind) => ({
      label: kinds[kind].label,
      iconPath: new vscode.ThemeIcon(kinds[kind].icon),
      description: count((component) => component.kind === kind),
      picked: filter.kinds.includes(kind),
      change: (draft: Draft) => draft.kinds.push(kind),
    })),
    heading(vscode.l10n.t('Tier')),
    ...keysOf(tiers).map((tier) => ({
      label: tiers[tier],
      description: count((component) => component.tier === tier),
      picked: filter.tiers.includes(tier),
      change: (draft: Draft) => draft.tiers.push(tier),
    })),
    heading(vscode.l10n.t('Use')),
    ...keysOf(usages).map((usage) => ({
      label: usages[usage],
      description: count((component) => component.usage === usage),
      picked: filter.usages.includes(usage),
      change: (draft: Draft) => draft.usages.push(usage),
    })),
    heading(vscode.l10n.t('Provider')),
    ...providersOf({ filter, all }).map((provider) => ({
      label: provider,
      description: count((component) => component.provider?.toLowerCase() === provider.toLowerCase()),
      picked: filter.providers.includes(provider),
      change: (draft: Draft) => draft.providers.push(provider),
    })),
    heading(vscode.l10n.t('Detected')),
    ...keysOf(sources).map((source) => ({
      label: sources[source],
      description: count((component) => component.detectionSource === source),
      picked: filter.detectionSources.includes(source),
      change: (draft: Draft) => draft.detectionSources.push(source),
    })),
  ];
}

/** Those of this window's components, and those that are filtered by already. */
function providersOf({ filter, all }: Pick<InventoryView, 'filter' | 'all'>): readonly string[] {
  const known = new Map(filter.providers.map((provider) => [provider.toLowerCase(), provider]));
  for (const { component } of all)
    if (component.provider !== undefined && !known.has(component.provider.toLowerCase()))
      known.set(component.provider.toLowerCase(), component.provider);
  return [...known.values()].sort((a, b) => a.localeCompare(b));
}
