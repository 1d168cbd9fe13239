import type { AiComponent } from '../../api/contract/ai-inventory.ts';
import { keysOf, kindWords, noProvider, tierWords, wholeRepository } from './words.ts';

export const groupings = ['kind', 'tier', 'provider', 'file', 'application'] as const;
export type Grouping = (typeof groupings)[number];

/** A component of a folder of this window. */
export interface KnownComponent {
  readonly component: AiComponent;
  /** URI of the workspace folder. */
  readonly folder: string;
  readonly folderName: string;
}

export interface Group {
  readonly key: string;
  readonly label: string;
  /** A codicon's name. */
  readonly icon: string;
  readonly by: Grouping;
  readonly members: readonly KnownComponent[];
}

/**
 * Groups of components: kinds and tiers in their usual order, providers by how many they have, files and applications
 * by path, what belongs to no application first. Within a
 * group by name, then place.
 */
export function groupsOf(components: readonly KnownComponent[], by: Grouping): readonly Group[] {
  const groups = new Map<
    string,
    { readonly head: Omit<Group, 'members'>; readonly members: KnownComponent[] }
  >();
  for (const known of components) {
    const head = headOf(known, by);
    const group = groups.get(head.key);
    if (group) group.members.push(known);
    else groups.set(head.key, { head, members: [known] });
  }
  const order = by === 'kind' ? keysOf(kindWords()) : by === 'tier' ? keysOf(tierWords()) : [];
  return [...groups.values()]
    .map(({ head, members }) => ({ ...head, members: members.sort(byNameAndPlace) }))
    .sort((a, b) => {
      if (by === 'kind' || by === 'tier')
        return order.indexOf(a.key as never) - order.indexOf(b.key as never);
      const more = by === 'provider' ? b.members.length - a.members.length : 0;
      const whole = by === 'application' ? Number(b.icon === 'repo') - Number(a.icon === 'repo') : 0;
      return more || whole || compare(a.label, b.label) || compare(a.key, b.key);
    });
}

function headOf({ component, folder }: KnownComponent, by: Grouping): Omit<Group, 'members'> {
  switch (by) {
    case 'kind':
      return { key: component.kind, by, ...kindWords()[component.kind] };
    case 'tier': {
      const icon = component.tier === 'GENAI' ? 'sparkle' : 'circuit-board';
      return { key: component.tier, by, label: tierWords()[component.tier], icon };
    }
    case 'provider': {
      const { provider } = component;
      return {
        key: (provider ?? '').toLowerCase(),
        by,
        label: provider ?? noProvider(),
        icon: 'organization',
      };
    }
    case 'application': {
      const name = component.monorepoName ?? '';
      return {
        key: `${folder} ${name}`,
        by,
        label: name === '' ? wholeRepository() : name,
        icon: name === '' ? 'repo' : 'package',
      };
    }
    case 'file':
      return { key: `${folder} ${component.filePath}`, by, label: component.filePath, icon: 'file' };
  }
}

/** An order that does not change from scan to scan. */
export function byNameAndPlace({ component: a }: KnownComponent, { component: b }: KnownComponent): number {
  return (
    compare(a.name.toLowerCase(), b.name.toLowerCase()) ||
    compare(a.filePath, b.filePath) ||
    (a.line ?? 0) - (b.line ?? 0)
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
