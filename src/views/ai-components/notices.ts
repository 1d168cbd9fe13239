import * as l10n from '@vscode/l10n';
import type { FailureText } from '../../connection/failure.ts';
import { retryCanHelp } from '../../connection/retry.ts';
import type { NoticeNode } from './nodes.ts';
import { countText } from './words.ts';
import type { FolderInventory } from './workspace-inventory.ts';

/** Lines of the tree that are no component: what is not shown and why, and what can be done about it. */

export interface Shown {
  /** Groups in the tree. */
  readonly groups: number;
  /** Components of this window's folders, whatever the filter. */
  readonly found: number;
  /** The branches that are compared with, where only what is new is shown. */
  readonly bases: readonly string[] | undefined;
  readonly isFiltered: boolean;
}

export function noticesOf(inventories: readonly FolderInventory[], shown: Shown): NoticeNode[] {
  const notices: NoticeNode[] = [];
  for (const { folder, total, isListed } of inventories) {
    if (isListed) continue;
    notices.push({
      kind: 'notice',
      id: `counted ${folder.uri}`,
      icon: 'info',
      label: `${folder.name}: ${countText(total)}`,
      description: l10n.t('the service counts them, but does not list them'),
      command: 'parapet.aiSearchRepositories',
    });
  }
  if (inventories.some(({ isCut }) => isCut)) {
    notices.push({
      kind: 'notice',
      id: 'cut',
      icon: 'info',
      label: l10n.t('Not all AI components are listed'),
      description: l10n.t('the search over all repositories has the others'),
      command: 'parapet.aiSearchRepositories',
    });
  }
  return shown.groups > 0 || notices.length > 0 ? notices : [nothingShown(shown)];
}

function nothingShown({ found, bases, isFiltered }: Shown): NoticeNode {
  if (found === 0)
    return { kind: 'notice', id: 'none', icon: 'pass', label: l10n.t('No AI components were found') };
  const label =
    bases && !isFiltered
      ? l10n.t('Nothing is new since {0}', bases.join(', '))
      : l10n.t('No AI component matches the filter');
  const description = l10n.t('show all');
  return {
    kind: 'notice',
    id: 'filtered',
    icon: 'clear-all',
    label,
    description,
    command: 'parapet.aiClearFilter',
  };
}

export function notScanned(): NoticeNode {
  return {
    kind: 'notice',
    id: 'scan',
    icon: 'play',
    label: l10n.t('Scan this workspace'),
    description: l10n.t('every scan lists the AI components'),
    command: 'parapet.scanWorkspace',
  };
}

/** The search over all repositories has no row. */
export function nothingFound(isFiltered: boolean): NoticeNode {
  const label = isFiltered
    ? l10n.t('No repository has an AI component that matches')
    : l10n.t('No repository has AI components');
  return { kind: 'notice', id: 'nowhere', icon: 'pass', label };
}

export function notListed(id: string): NoticeNode {
  const label = l10n.t('The service counts components, but does not list them');
  return { kind: 'notice', id: `${id} counted`, icon: 'info', label };
}

/** A line with what went wrong; it tries again where that can help, else it leads to what does. */
export function failed(
  { what, advice, mayPass = true, actions: [action] = [] }: FailureText,
  command = 'parapet.aiRefresh',
): NoticeNode {
  const next = mayPass ? l10n.t('try again') : '';
  const description = [advice ?? '', next].filter((part) => part !== '').join(' · ');
  return {
    kind: 'notice',
    id: 'failed',
    icon: 'error',
    label: what,
    description,
    ...(mayPass ? { command } : action && { command: action.command, args: action.args ?? [] }),
  };
}

/** By its form and not by its class, of which this code has none: see `parts.ts`. */
export function failureOf(error: unknown): FailureText {
  if (typeof error === 'object' && error !== null && 'text' in error && isFailureText(error.text))
    return { ...error.text, mayPass: retryCanHelp(error) };
  return { what: error instanceof Error ? error.message : String(error), mayPass: retryCanHelp(error) };
}

function isFailureText(value: unknown): value is FailureText {
  return typeof value === 'object' && value !== null && 'what' in value && typeof value.what === 'string';
}
