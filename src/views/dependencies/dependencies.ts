import * as vscode from 'vscode';
import type { Package } from '../../api/contract/dependencies.ts';
import { Failure } from '../../connection/failure.ts';
import type { Window } from '../window.ts';
import type { DependencyTree } from './dependency-tree.ts';
import { everything, isNarrowed } from './filter.ts';
import { askFilter, askText, filterText } from './filter-questions.ts';
import { type DependencyNode, isDependencyNode, parentOf, type Vulnerability } from './nodes.ts';

/** The Dependencies view, its code loaded with the first look at it. */
export class Dependencies implements vscode.TreeDataProvider<DependencyNode>, vscode.Disposable {
  readonly #window: Pick<Window, 'connection' | 'session' | 'store' | 'log'>;
  readonly #refresh = new vscode.EventEmitter<DependencyNode | undefined>();
  readonly onDidChangeTreeData = this.#refresh.event;
  readonly #view: vscode.TreeView<DependencyNode>;
  readonly #subscriptions: readonly { dispose(): void }[];
  #tree: DependencyTree | undefined;
  #loading: Promise<DependencyTree> | undefined;

  constructor(window: Pick<Window, 'connection' | 'session' | 'store' | 'log'>) {
    this.#window = window;
    this.#view = vscode.window.createTreeView<DependencyNode>('parapet.dependencies', {
      treeDataProvider: this,
      showCollapseAll: true,
    });
    // Until its code is there, it is asked again whenever something happens while it is looked at.
    const first = window.session.onDidChange(() => {
      if (!this.#tree && this.#view.visible) this.#refresh.fire(undefined);
    });
    const service = window.connection.onDidChangeService(() => this.#tree?.forget());
    this.#subscriptions = [first, service, this.#view, this.#refresh];
  }

  get onDidChangeVisibility(): vscode.Event<vscode.TreeViewVisibilityChangeEvent> {
    return this.#view.onDidChangeVisibility;
  }

  get isVisible(): boolean {
    return this.#view.visible;
  }

  /** Nothing is loaded before the extension was used in this window. */
  async getChildren(node?: DependencyNode): Promise<DependencyNode[]> {
    const isUnused = !this.#tree && this.#window.session.activity.kind === 'unused';
    return isUnused ? [] : await (await this.#loaded()).children(node);
  }

  getTreeItem(node: DependencyNode): vscode.TreeItem {
    return this.#tree?.item(node) ?? new vscode.TreeItem('');
  }

  getParent(node: DependencyNode): DependencyNode | undefined {
    return parentOf(node);
  }

  /** The row that a command is about: the one it was given, else the selected one. */
  chosen([node]: readonly unknown[]): DependencyNode | undefined {
    if (node === undefined) return this.#view.selection[0];
    return isDependencyNode(node) ? node : undefined;
  }

  async open(args: readonly unknown[]): Promise<void> {
    const chosen = this.chosen(args);
    if (chosen) await (await this.#loaded()).open(chosen, args[1] === true);
  }

  async details(args: readonly unknown[]): Promise<void> {
    const chosen = this.chosen(args);
    if (chosen) await (await this.#loaded()).details(chosen);
  }

  /** The packages of a folder, as the latest scan found them. */
  async packages(folder: string): Promise<readonly Package[]> {
    const tree = await this.#loaded();
    await tree.load();
    return tree.packagesOf(folder);
  }

  /** Shows a vulnerable package below what brings it. */
  async way(vulnerability: Vulnerability): Promise<void> {
    const node = await (await this.#loaded()).wayTo(vulnerability);
    if (!node)
      throw new Failure({
        what: vscode.l10n.t('{0} is not in the list of packages.', vulnerability.dependency.name),
        advice: vscode.l10n.t('Scan again: the list is of the latest scan.'),
      });
    await this.#view.reveal(node, { select: true, focus: true, expand: true });
  }

  async search(): Promise<void> {
    const tree = await this.#loaded();
    const text = await askText(tree.filter.text);
    if (text !== undefined) tree.setFilter({ text });
  }

  async filter(): Promise<void> {
    const tree = await this.#loaded();
    const change = await askFilter(tree.filter);
    if (change) tree.setFilter(change);
  }

  async clearFilter(): Promise<void> {
    const tree = await this.#loaded();
    tree.setFilter({ ...everything, grouping: tree.filter.grouping });
  }

  async reload(): Promise<void> {
    await (await this.#loaded()).reload();
  }

  dispose(): void {
    this.#tree?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #loaded(): Promise<DependencyTree> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<DependencyTree> {
    const { connection, session, store, log } = this.#window;
    const { DependencyTree: Tree } = await import('./dependency-tree.ts');
    this.#tree = new Tree({
      draw: () => this.#refresh.fire(undefined),
      narrowed: (filter) => {
        this.#view.description = filterText(filter);
        void vscode.commands.executeCommand('setContext', 'parapet.dependenciesFiltered', isNarrowed(filter));
      },
      use: (signal, work, folder) => connection.use(signal, (api) => work(api.dependencies), folder),
      session,
      store,
      log: (message) => log.warn(message),
    });
    return this.#tree;
  }
}
