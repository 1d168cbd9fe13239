import * as vscode from 'vscode';
import type { Window } from '../window.ts';
import type { DependencyTree } from './dependency-tree.ts';
import { type DependencyNode, isDependencyNode, parentOf } from './nodes.ts';

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

  async open([node, isGlance]: readonly unknown[]): Promise<void> {
    const chosen = isDependencyNode(node) ? node : this.#view.selection[0];
    if (chosen) await (await this.#loaded()).open(chosen, isGlance === true);
  }

  async details([node]: readonly unknown[]): Promise<void> {
    const chosen = isDependencyNode(node) ? node : this.#view.selection[0];
    if (chosen) await (await this.#loaded()).details(chosen);
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
      use: (signal, work, folder) => connection.use(signal, (api) => work(api.dependencies), folder),
      session,
      store,
      log: (message) => log.warn(message),
    });
    return this.#tree;
  }
}
