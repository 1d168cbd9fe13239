import * as vscode from 'vscode';
import type { Connection } from '../../connection/connection.ts';
import { Failure } from '../../connection/failure.ts';
import { callOf } from '../../words/endpoints.ts';
import type { IssueStore } from '../issues/issue-store.ts';
import { uriOf } from '../issues/locations.ts';
import type { Session } from '../session.ts';
import type { EndpointsView } from './endpoints-view.ts';
import type { Grouping } from './grouping.ts';
import { type EndpointNode, isEndpointNode, type TreeNode } from './nodes.ts';

export interface EndpointsOptions {
  readonly connection: Connection;
  readonly session: Session;
  readonly store: IssueStore;
  readonly memory: vscode.Memento;
  readonly log: vscode.LogOutputChannel;
}

/** The Endpoints view, its code loaded with the first look at it. */
export class Endpoints implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #options: EndpointsOptions;
  readonly #refresh = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#refresh.event;
  readonly #view: vscode.TreeView<TreeNode>;
  readonly #subscriptions: readonly { dispose(): void }[];
  #shown: EndpointsView | undefined;
  #loading: Promise<EndpointsView> | undefined;

  constructor(options: EndpointsOptions) {
    this.#options = options;
    this.#view = vscode.window.createTreeView<TreeNode>('parapet.endpoints', {
      treeDataProvider: this,
      showCollapseAll: true,
    });
    // Until its code is there, it is asked again whenever something happens while it is looked at.
    const first = options.session.onDidChange(() => {
      if (!this.#shown && this.#view.visible) this.#refresh.fire(undefined);
    });
    const service = options.connection.onDidChangeService(() => this.#shown?.forget());
    this.#subscriptions = [first, service, this.#view, this.#refresh];
  }

  get onDidChangeVisibility(): vscode.Event<vscode.TreeViewVisibilityChangeEvent> {
    return this.#view.onDidChangeVisibility;
  }

  get isVisible(): boolean {
    return this.#view.visible;
  }

  async groupBy(grouping: Grouping): Promise<void> {
    (await this.#loaded()).setGrouping(grouping);
  }

  async filterByText(): Promise<void> {
    const { askText } = await import('./filter-questions.ts');
    await askText(await this.#loaded());
  }

  async filter(): Promise<void> {
    const { askFacets } = await import('./filter-questions.ts');
    await askFacets(await this.#loaded());
  }

  async clearFilter(): Promise<void> {
    (await this.#loaded()).clearFilter();
  }

  async refresh(): Promise<void> {
    await (await this.#loaded()).load(true);
  }

  async open(args: readonly unknown[]): Promise<void> {
    const { openEndpoint } = await import('./open-endpoint.ts');
    await openEndpoint(this.#chosen(args).known, args[1] === true);
  }

  /** Offers the endpoint's issues to go to. */
  async showIssues(args: readonly unknown[]): Promise<void> {
    const { known } = this.#chosen(args);
    const issues = (await this.#loaded()).issuesOf(known);
    const call = callOf(known.endpoint);
    if (issues.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('No open issue is known at {0}.', call));
      return;
    }
    const { issueChoice } = await import('../issues/search/issue-choice.ts');
    const picked = await vscode.window.showQuickPick(
      issues.map(({ issue }) => issueChoice(issue)),
      { title: vscode.l10n.t('Issues of {0}', call) },
    );
    if (picked) await vscode.commands.executeCommand('parapet.openIssue', picked.issue.id);
  }

  /** Begins a question to the agent, with the handler's file. */
  async askAgent(args: readonly unknown[]): Promise<void> {
    const { endpoint, folder } = this.#chosen(args).known;
    const question = vscode.l10n.t(
      'Who can call {0}, what does it do with what a caller sends, and what is missing?',
      callOf(endpoint),
    );
    await vscode.commands.executeCommand('parapet.askAgent', {
      question,
      file: uriOf(folder, endpoint.file),
    });
  }

  async copyPath(args: readonly unknown[]): Promise<void> {
    const { path } = this.#chosen(args).known.endpoint;
    await vscode.env.clipboard.writeText(path);
    vscode.window.setStatusBarMessage(vscode.l10n.t('Path copied'), 4_000);
  }

  /** Nothing is loaded before the extension was used in this window. */
  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    const isUnused = !this.#shown && this.#options.session.activity.kind === 'unused';
    return isUnused ? [] : await (await this.#loaded()).children(node);
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    return this.#shown?.item(node) ?? new vscode.TreeItem('');
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return this.#shown?.parent(node);
  }

  dispose(): void {
    this.#shown?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #chosen([node]: readonly unknown[]): EndpointNode {
    const chosen = isEndpointNode(node) ? node : this.#view.selection[0];
    if (chosen?.kind === 'endpoint') return chosen;
    throw new Failure({
      what: vscode.l10n.t('No endpoint is selected.'),
      advice: vscode.l10n.t('Select one in the Endpoints view.'),
    });
  }

  #loaded(): Promise<EndpointsView> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<EndpointsView> {
    const { connection, session, store, memory, log } = this.#options;
    const { EndpointsView: View } = await import('./endpoints-view.ts');
    this.#shown = new View({
      view: this.#view,
      draw: () => this.#refresh.fire(undefined),
      use: (signal, work, folder) => connection.use(signal, (api) => work(api.search), folder),
      session,
      store,
      memory,
      log: (message) => log.warn(message),
    });
    return this.#shown;
  }
}
