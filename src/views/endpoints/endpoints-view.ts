import * as vscode from 'vscode';
import type { FailureText } from '../../connection/failure.ts';
import { failed, failureOf } from '../ai-components/notices.ts';
import type { KnownIssue } from '../issues/known-issue.ts';
import {
  type EndpointFilter,
  filterSummary,
  isActive,
  longestText,
  matcher,
  noFilter,
  readFilter,
} from './filter.ts';
import { type Grouping, groupings, groupsOf } from './grouping.ts';
import { itemOf } from './items.ts';
import {
  endpointsOfFolder,
  type FolderEndpoints,
  issuesByEndpoint,
  type KnownEndpoint,
} from './known-endpoint.ts';
import { type GroupNode, parentOf, type TreeNode } from './nodes.ts';
import { notices, notScanned } from './notices.ts';
import type { EndpointsParts } from './parts.ts';

const filterKey = 'parapet.endpoints.filter';
const groupingKey = 'parapet.endpoints.grouping';

/** What the Endpoints view shows: the endpoints of this window's folders in groups, with their issues below them. */
export class EndpointsView implements vscode.Disposable {
  readonly #parts: EndpointsParts;
  readonly #subscriptions: readonly { dispose(): void }[];
  #grouping: Grouping;
  #filter: EndpointFilter;
  #folders: readonly FolderEndpoints[] | undefined;
  /** Which scans the endpoints are of. */
  #of = '';
  #failure: FailureText | undefined;
  #issues: ReadonlyMap<string, readonly KnownIssue[]> = new Map();
  #activity = '';
  #loading: Promise<void> | undefined;
  #stop = new AbortController();

  constructor(parts: EndpointsParts) {
    this.#parts = parts;
    const grouping = parts.memory.get(groupingKey);
    this.#grouping = groupings.find((one) => one === grouping) ?? 'access';
    this.#filter = readFilter(parts.memory.get(filterKey));
    this.#subscriptions = [
      parts.session.onDidChange(() => this.#sessionChanged()),
      parts.store.onChange(() => {
        if (this.#folders === undefined) return;
        this.#match();
        this.#drawAnew();
      }),
    ];
    this.#describe();
  }

  get filter(): EndpointFilter {
    return this.#filter;
  }

  /** Of this window's folders, whatever the filter. */
  get all(): readonly KnownEndpoint[] {
    return (this.#folders ?? []).flatMap(({ endpoints }) => endpoints);
  }

  issuesOf({ endpoint }: KnownEndpoint): readonly KnownIssue[] {
    return this.#issues.get(endpoint.id) ?? [];
  }

  setGrouping(grouping: Grouping): void {
    this.#grouping = grouping;
    void this.#parts.memory.update(groupingKey, grouping);
    this.#drawAnew();
  }

  setFilter(change: Partial<EndpointFilter>): void {
    const filter = { ...this.#filter, ...change };
    this.#filter = { ...filter, text: filter.text.slice(0, longestText) };
    void this.#parts.memory.update(filterKey, isActive(filter) ? this.#filter : undefined);
    this.#drawAnew();
  }

  clearFilter(): void {
    this.setFilter(noFilter);
  }

  /** The service is another one: what is shown came from the one before. */
  forget(): void {
    this.#stop.abort();
    this.#folders = undefined;
    this.#of = '';
    this.#failure = undefined;
    this.#issues = new Map();
    this.#drawAnew();
  }

  /**
   * Loads the endpoints of the scans that the window knows, once for each state of them. What fails is shown in the
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
    void vscode.window.withProgress({ location: { viewId: 'parapet.endpoints' } }, () => loading);
    await loading;
  }

  async children(node: TreeNode | undefined): Promise<TreeNode[]> {
    switch (node?.kind) {
      case undefined:
        return await this.#roots();
      case 'group':
        return node.group.members.map((known) => ({
          kind: 'endpoint',
          id: `${node.id} ${known.folder} ${known.endpoint.id}`,
          known,
          issues: this.issuesOf(known),
          parent: node,
        }));
      case 'endpoint':
        return node.issues.map((issue) => ({
          kind: 'issue',
          id: `${node.id} ${issue.issue.id}`,
          issue,
          parent: node,
        }));
      case 'issue':
      case 'notice':
        return [];
    }
  }

  item(node: TreeNode): vscode.TreeItem {
    return itemOf(node);
  }

  parent(node: TreeNode): TreeNode | undefined {
    return parentOf(node);
  }

  dispose(): void {
    this.#stop.abort();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** After scans: loads anew what was loaded, or is looked at. */
  #sessionChanged(): void {
    const { kind } = this.#parts.session.activity;
    const isAnother = kind !== this.#activity;
    this.#activity = kind;
    if (this.#scansKey() !== this.#of) {
      if (this.#folders !== undefined || this.#parts.view.visible) void this.load();
    } else if (isAnother) this.#drawAnew();
  }

  async #load(signal: AbortSignal): Promise<void> {
    try {
      const folders: FolderEndpoints[] = [];
      for (const scan of this.#parts.session.latest)
        folders.push(
          await this.#parts.use(signal, (api) => endpointsOfFolder(api, scan, signal), scan.folder.uri),
        );
      if (signal.aborted) return;
      this.#folders = folders;
      this.#failure = undefined;
      this.#match();
    } catch (error) {
      if (signal.aborted) return;
      this.#failure = failureOf(error);
      this.#parts.log(`The endpoints were not loaded: ${this.#failure.what}`);
    }
    this.#drawAnew();
  }

  #match(): void {
    this.#issues = issuesByEndpoint(this.all, this.#parts.store.all());
  }

  async #roots(): Promise<TreeNode[]> {
    const { activity, latest } = this.#parts.session;
    if (latest.length === 0) {
      if (activity.kind === 'failed') return [failed(activity.failure, 'parapet.refresh')];
      return activity.kind === 'settled' ? [notScanned()] : [];
    }
    await this.load();
    if (this.#failure) return [failed(this.#failure, 'parapet.endpointsRefresh')];
    const groups = groupsOf(this.#shown(), this.#grouping).map(
      (group): GroupNode => ({ kind: 'group', id: `group ${this.#grouping} ${group.key}`, group }),
    );
    return [...notices(this.#folders ?? [], groups.length), ...groups];
  }

  #shown(): readonly KnownEndpoint[] {
    return this.all.filter(matcher(this.#filter, (id) => this.#issues.has(id)));
  }

  #drawAnew(): void {
    this.#describe();
    this.#parts.draw();
  }

  /** Beside the view's name, how many there are; above the tree, what narrows it, and whether a scan is under way. */
  #describe(): void {
    const { view, session } = this.#parts;
    const isNarrowed = isActive(this.#filter);
    const of = this.all.length;
    const isScanning = session.activity.kind === 'scanning' && of > 0;
    view.description = of === 0 ? '' : String(of);
    const lines = [
      isNarrowed
        ? vscode.l10n.t('Filtered by {0}: {1} of {2}', filterSummary(this.#filter), this.#shown().length, of)
        : '',
      isScanning ? vscode.l10n.t('A scan is running. These endpoints are from the scan before.') : '',
    ];
    view.message = lines.filter((line) => line !== '').join(' · ');
    void vscode.commands.executeCommand('setContext', 'parapet.endpointsFiltered', isNarrowed);
  }

  #scansKey(): string {
    const { latest } = this.#parts.session;
    return latest.map(({ folder, scan }) => `${folder.uri} ${scan.id} ${scan.status}`).join('\n');
  }
}
