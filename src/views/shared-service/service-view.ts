import * as vscode from 'vscode';
import { checkedOut } from '../../workspace/checked-out.ts';
import type { Window } from '../window.ts';
import type { itemOf } from './items.ts';
import { isServiceNode, type ServiceNode } from './nodes.ts';
import type { ServiceTree } from './service-tree.ts';

type Parts = Pick<Window, 'connection' | 'session' | 'log'>;

interface Loaded {
  readonly tree: ServiceTree;
  readonly itemOf: typeof itemOf;
}

/** The Service view, its code loaded with the first look at it; it is there with a service elsewhere alone. */
export class ServiceView implements vscode.TreeDataProvider<ServiceNode>, vscode.Disposable {
  readonly #parts: Parts;
  readonly #refresh = new vscode.EventEmitter<ServiceNode | undefined>();
  readonly onDidChangeTreeData = this.#refresh.event;
  readonly #view: vscode.TreeView<ServiceNode>;
  readonly #subscriptions: readonly { dispose(): void }[];
  #loading: Promise<Loaded> | undefined;
  #loaded: Loaded | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#view = vscode.window.createTreeView<ServiceNode>('parapet.service', { treeDataProvider: this });
    this.#subscriptions = [
      parts.connection.onDidChangeService(() => this.#loaded?.tree.forget()),
      this.#view.onDidChangeVisibility(({ visible }) => this.#see(visible)),
      this.#view,
      this.#refresh,
    ];
  }

  get onDidChangeVisibility(): vscode.Event<vscode.TreeViewVisibilityChangeEvent> {
    return this.#view.onDidChangeVisibility;
  }

  get isVisible(): boolean {
    return this.#view.visible;
  }

  async getChildren(node?: ServiceNode): Promise<ServiceNode[]> {
    if (!this.#parts.connection.remote) return [];
    const { tree } = await this.#load();
    return [...(await tree.children(node))];
  }

  getTreeItem(node: ServiceNode): vscode.TreeItem {
    return this.#loaded?.itemOf(node) ?? new vscode.TreeItem('');
  }

  /** The row that a command is about: the one it was given, else the selected one. */
  chosen([node]: readonly unknown[]): ServiceNode | undefined {
    if (node === undefined) return this.#view.selection[0];
    return isServiceNode(node) ? node : undefined;
  }

  async tree(): Promise<ServiceTree> {
    return (await this.#load()).tree;
  }

  dispose(): void {
    this.#loaded?.tree.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #see(visible: boolean): void {
    if (this.#loaded) this.#loaded.tree.isVisible = visible;
  }

  #load(): Promise<Loaded> {
    this.#loading ??= this.#open();
    return this.#loading;
  }

  async #open(): Promise<Loaded> {
    const { connection, session, log } = this.#parts;
    const [{ ServiceTree: Tree }, items] = await Promise.all([
      import('./service-tree.ts'),
      import('./items.ts'),
    ]);
    const tree = new Tree({
      session,
      account: () => {
        const { remote, remembered } = connection;
        return (
          remote && {
            url: remote.url,
            organization: remembered.organization?.name,
            expiresAt: remembered.signIn?.expiresAt,
          }
        );
      },
      use: (signal, work, folder) => connection.use(signal, work, folder),
      headOf: async (folder) => {
        const uri = vscode.Uri.parse(folder);
        return uri.scheme === 'file' ? await checkedOut(uri.fsPath) : undefined;
      },
      draw: (node) => this.#refresh.fire(node),
      log: (message) => log.warn(message),
    });
    tree.isVisible = this.#view.visible;
    this.#loaded = { tree, itemOf: items.itemOf };
    return this.#loaded;
  }
}
