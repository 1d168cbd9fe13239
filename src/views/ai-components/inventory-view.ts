import * as vscode from 'vscode';
import type { FailureText } from '../../connection/failure.ts';
import { type BranchNews, branchNews } from './branch-news.ts';
import { Everywhere, rowKey } from './everywhere.ts';
import {
  filterSummary,
  type InventoryFilter,
  isActive,
  matcher,
  noFilter,
  readFilter,
  toQuery,
} from './filter.ts';
import { type Grouping, groupings, groupsOf, type KnownComponent } from './grouping.ts';
import { newsBadge } from './news-badge.ts';
import type { AiNode, GroupNode, KindNode, MoreNode, RepositoryNode } from './nodes.ts';
import { failed, failureOf, nothingFound, noticesOf, notListed, notScanned } from './notices.ts';
import type { AiComponentsParts } from './parts.ts';
import { type FolderInventory, inventoryOf } from './workspace-inventory.ts';

export type Scope = 'workspace' | 'everywhere';

const filterKey = 'parapet.ai.filter';
const groupingKey = 'parapet.ai.grouping';

/** What the view shows: the components of this window's folders in groups, or the rows of the search over all. */
export class InventoryView {
  readonly #parts: AiComponentsParts;
  #scope: Scope = 'workspace';
  #grouping: Grouping;
  #filter: InventoryFilter;
  #inventories: readonly FolderInventory[] | undefined;
  /** Which scans the inventories are of. */
  #of = '';
  #failure: FailureText | undefined;
  #novelty: BranchNews | undefined;
  #everywhere: Everywhere | undefined;
  #activity = '';
  #loading: Promise<void> | undefined;
  #stop = new AbortController();

  constructor(parts: AiComponentsParts) {
    this.#parts = parts;
    const grouping = parts.memory.get(groupingKey);
    this.#grouping = groupings.find((one) => one === grouping) ?? 'kind';
    this.#filter = readFilter(parts.memory.get(filterKey));
    this.#describe();
  }

  get scope(): Scope {
    return this.#scope;
  }

  get filter(): InventoryFilter {
    return this.#filter;
  }

  /** Of this window's folders, whatever the filter. */
  get all(): readonly KnownComponent[] {
    return (this.#inventories ?? []).flatMap(({ components }) => components);
  }

  /** Of this window's folders, those that are shown. */
  get shown(): readonly KnownComponent[] {
    const passes = matcher(this.#filter);
    const { ids } = this.#novelty ?? {};
    return this.all.filter(({ component }) => passes(component) && (ids?.has(component.id) ?? true));
  }

  setGrouping(grouping: Grouping): void {
    this.#grouping = grouping;
    void this.#parts.memory.update(groupingKey, grouping);
    this.#scope = 'workspace';
    this.#showAnew();
  }

  setFilter(change: Partial<InventoryFilter>): void {
    const filter = { ...this.#filter, ...change };
    if (JSON.stringify(filter) === JSON.stringify(this.#filter)) return;
    this.#filter = filter;
    void this.#parts.memory.update(filterKey, isActive(filter) ? filter : undefined);
    this.#everywhere = undefined;
    this.#showAnew();
  }

  clearFilter(): void {
    this.#novelty = undefined;
    this.setFilter(noFilter);
    this.#showAnew();
  }

  setScope(scope: Scope): void {
    if (scope === 'everywhere') {
      this.#novelty = undefined;
      this.#everywhere = undefined;
    }
    this.#scope = scope;
    this.#showAnew();
  }

  /** Asks the service anew for whatever is shown. */
  async reload(): Promise<void> {
    this.#everywhere = undefined;
    if (this.#scope === 'workspace') await this.load(true);
    else this.#showAnew();
  }

  /** The service is another one: what is shown came from the one before. */
  forget(): void {
    this.#stop.abort();
    this.#inventories = undefined;
    this.#of = '';
    this.#failure = undefined;
    this.#novelty = undefined;
    this.#everywhere = undefined;
    this.#parts.view.badge = undefined;
    this.#showAnew();
  }

  /** After scans: loads anew what was loaded, or is looked at. */
  sessionChanged(): void {
    const { kind } = this.#parts.session.activity;
    const isAnother = kind !== this.#activity;
    this.#activity = kind;
    if (this.#scansKey() !== this.#of) {
      if (this.#inventories !== undefined || this.#parts.view.visible) void this.load();
    } else if (this.#inventories === undefined && isAnother) this.#parts.draw();
  }

  /**
   * Loads the components of the scans that the window knows, once for each state of them. What fails is shown in the
   * view, with a way to try again.
   */
  async load(anew = false): Promise<void> {
    const of = this.#scansKey();
    if (!anew && of === this.#of) return await this.#loading;
    this.#of = of;
    this.#stop.abort();
    const stop = new AbortController();
    this.#stop = stop;
    const loading = this.#load(stop.signal);
    this.#loading = loading;
    void vscode.window.withProgress({ location: { viewId: 'parapet.aiComponents' } }, () => loading);
    await loading;
  }

  async #load(signal: AbortSignal): Promise<void> {
    try {
      const inventories: FolderInventory[] = [];
      for (const { folder } of this.#parts.session.latest)
        inventories.push(
          await this.#parts.use(signal, (api) => inventoryOf(api, folder, signal), folder.uri),
        );
      if (signal.aborted) return;
      this.#inventories = inventories;
      this.#failure = undefined;
      if (this.#novelty) await this.#compare(signal);
      else void this.#count(signal);
    } catch (error) {
      if (signal.aborted) return;
      this.#failure = failureOf(error);
      this.#parts.log(`The AI components were not loaded: ${this.#failure.what}`);
    }
    this.#showAnew();
  }

  /** Shows only what the branches of this window's folders bring. @throws Failure when that cannot be told */
  async showNew(): Promise<void> {
    this.#scope = 'workspace';
    await this.load();
    const stop = new AbortController();
    const options = { location: { viewId: 'parapet.aiComponents' } };
    await vscode.window.withProgress(options, () => this.#compare(stop.signal));
    this.#showAnew();
  }

  async #compare(signal: AbortSignal): Promise<void> {
    this.#novelty = await branchNews(this.#inventories ?? [], this.#parts, signal);
    this.#parts.view.badge = newsBadge(this.#novelty);
  }

  /** Nobody asked for the number at the view: where it cannot be told, there is none. */
  async #count(signal: AbortSignal): Promise<void> {
    const news = await branchNews(this.#inventories ?? [], this.#parts, signal).catch(() => undefined);
    if (!signal.aborted) this.#parts.view.badge = newsBadge(news);
  }

  isNew(id: string): boolean {
    return this.#novelty?.ids.has(id) ?? false;
  }

  async children(node: AiNode | undefined): Promise<AiNode[]> {
    switch (node?.kind) {
      case undefined:
        return this.#scope === 'workspace' ? await this.#roots() : await this.#rows();
      case 'group':
        return node.group.members.map((known) => ({
          kind: 'component',
          id: `${node.id} ${known.folder} ${known.component.id}`,
          component: known.component,
          known,
          isNew: this.isNew(known.component.id),
          parent: node,
        }));
      case 'repository':
        return node.item.kindCounts.map((count) => ({
          kind: 'kind',
          id: `${node.id} ${count.kind}`,
          parent: node,
          count,
        }));
      case 'kind':
        return await this.#componentsOf(node);
      case 'component':
      case 'more':
      case 'notice':
        return [];
    }
  }

  async showMore(node: MoreNode): Promise<void> {
    const { signal } = new AbortController();
    if (node.parent) {
      const { parent } = node;
      const of = { row: parent.parent.item, kind: parent.count.kind };
      await this.#everywhere?.moreComponents(of, signal);
    } else await this.#everywhere?.moreRows(signal);
    this.#parts.draw(node.parent);
  }

  dispose(): void {
    this.#stop.abort();
  }

  async #roots(): Promise<AiNode[]> {
    const { activity, latest } = this.#parts.session;
    if (latest.length === 0) {
      if (activity.kind === 'failed') return [failed(activity.failure, 'parapet.refresh')];
      return activity.kind === 'settled' ? [notScanned()] : [];
    }
    await this.load();
    if (this.#failure) return [failed(this.#failure)];
    const inventories = this.#inventories ?? [];
    const groups = groupsOf(this.shown, this.#grouping).map(
      (group): GroupNode => ({ kind: 'group', id: `group ${this.#grouping} ${group.key}`, group }),
    );
    const found = this.all.length;
    const bases = this.#novelty?.bases;
    const isFiltered = isActive(this.#filter);
    return [...noticesOf(inventories, { groups: groups.length, found, bases, isFiltered }), ...groups];
  }

  async #rows(): Promise<AiNode[]> {
    const query = toQuery(this.#filter);
    this.#everywhere ??= new Everywhere(this.#parts.use, query, this.#parts.scopes());
    const { signal } = new AbortController();
    try {
      const { items, nextCursor } = await this.#everywhere.rows(signal);
      const rows = items.map(
        (item): RepositoryNode => ({ kind: 'repository', id: `row ${rowKey(item)}`, item }),
      );
      if (rows.length > 0) return [...rows, ...more('rows', nextCursor, undefined, rows.length)];
      return [nothingFound(isActive(this.#filter))];
    } catch (error) {
      return [failed(failureOf(error))];
    }
  }

  async #componentsOf(node: KindNode): Promise<AiNode[]> {
    const { item: row } = node.parent;
    const { signal } = new AbortController();
    try {
      const listed = await this.#everywhere?.components({ row, kind: node.count.kind }, signal);
      if (!listed) return [notListed(node.id)];
      const components = listed.items.map((component): AiNode => {
        const open = this.#parts.session.latest.find(
          ({ folder }) =>
            folder.repositoryId === component.repositoryId &&
            component.filePath.startsWith(folder.prefix ?? ''),
        );
        const known = open && { component, folder: open.folder.uri, folderName: open.folder.name };
        const id = `${node.id} ${component.id}`;
        return { kind: 'component', id, component, known, isNew: false, parent: node };
      });
      return [...components, ...more(node.id, listed.nextCursor, node, components.length)];
    } catch (error) {
      return [failed(failureOf(error))];
    }
  }

  #showAnew(): void {
    this.#describe();
    this.#parts.draw();
  }

  /** Beside the view's name, how many there are; above the tree, what narrows it, and to how many. */
  #describe(): void {
    const { view } = this.#parts;
    const isEverywhere = this.#scope === 'everywhere';
    const isNarrowed = isActive(this.#filter) || this.#novelty !== undefined;
    const of = this.all.length;
    view.description = isEverywhere || of === 0 ? '' : String(of);
    const parts = [
      isEverywhere ? vscode.l10n.t('In all repositories') : '',
      this.#novelty ? vscode.l10n.t('New since {0}', this.#novelty.bases.join(', ')) : '',
      isActive(this.#filter) ? vscode.l10n.t('Filtered by {0}', filterSummary(this.#filter)) : '',
    ].filter((part) => part !== '');
    const count = vscode.l10n.t('{0} of {1}', this.shown.length, of);
    const message = parts.join(' · ');
    view.message =
      message === '' || isEverywhere || this.#inventories === undefined ? message : `${message}: ${count}`;
    const keys = { 'parapet.aiFiltered': isNarrowed, 'parapet.aiEverywhere': isEverywhere };
    for (const [key, value] of Object.entries(keys))
      void vscode.commands.executeCommand('setContext', key, value);
  }

  #scansKey(): string {
    const { latest } = this.#parts.session;
    return latest.map(({ folder, scan }) => `${folder.uri} ${scan.id} ${scan.status}`).join('\n');
  }
}

function more(
  id: string,
  nextCursor: string | undefined,
  parent: KindNode | undefined,
  listed: number,
): MoreNode[] {
  return nextCursor === undefined ? [] : [{ kind: 'more', id: `more ${id}`, parent, listed }];
}
