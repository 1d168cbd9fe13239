import * as vscode from 'vscode';
import type { Connection } from '../../connection/connection.ts';
import { changesOf, usualBase } from '../../workspace/changes.ts';
import { requireTrust } from '../../workspace/trust.ts';
import type { Session } from '../session.ts';
import { TickingRows } from '../ticking-rows.ts';
import type { Action, AiComponentsFeature } from './feature.ts';
import type { Grouping } from './grouping.ts';
import type { AiNode } from './nodes.ts';

export interface AiComponentsOptions {
  readonly connection: Connection;
  readonly session: Session;
  readonly memory: vscode.Memento;
  readonly log: vscode.LogOutputChannel;
  readonly version: string;
}

/** The AI Components view, its code loaded with the first look at it. */
export class AiComponents
  implements vscode.TreeDataProvider<AiNode>, vscode.HoverProvider, vscode.Disposable
{
  readonly #options: AiComponentsOptions;
  readonly #refresh = new vscode.EventEmitter<AiNode | undefined>();
  readonly onDidChangeTreeData = this.#refresh.event;
  readonly #view: vscode.TreeView<AiNode>;
  readonly #ticking: TickingRows<AiNode>;
  readonly #subscriptions: readonly { dispose(): void }[];
  #feature: AiComponentsFeature | undefined;
  #loading: Promise<AiComponentsFeature> | undefined;

  constructor(options: AiComponentsOptions) {
    this.#options = options;
    this.#view = vscode.window.createTreeView<AiNode>('parapet.aiComponents', {
      treeDataProvider: this,
      showCollapseAll: true,
    });
    this.#ticking = new TickingRows(this.#view, (node) => this.#refresh.fire(node));
    // Until its code is there, it is asked again whenever something happens while it is looked at.
    const first = options.session.onDidChange(() => {
      if (!this.#feature && this.#view.visible) this.#refresh.fire(undefined);
    });
    const service = options.connection.onDidChangeService(() => this.#feature?.forget());
    this.#subscriptions = [first, service, this.#ticking, this.#view, this.#refresh];
  }

  get onDidChangeVisibility(): vscode.Event<vscode.TreeViewVisibilityChangeEvent> {
    return this.#view.onDidChangeVisibility;
  }

  get isVisible(): boolean {
    return this.#view.visible;
  }

  async run(action: Action, args: readonly unknown[] = []): Promise<void> {
    await (await this.#loaded()).run(action, args);
  }

  async groupBy(grouping: Grouping): Promise<void> {
    (await this.#loaded()).groupBy(grouping);
  }

  /** Nothing is loaded before the extension was used in this window. */
  async getChildren(node?: AiNode): Promise<AiNode[]> {
    const isUnused = !this.#feature && this.#options.session.activity.kind === 'unused';
    return isUnused ? [] : await (await this.#loaded()).children(node);
  }

  getTreeItem(node: AiNode): vscode.TreeItem {
    const itemOf = () => this.#feature?.item(node) ?? new vscode.TreeItem('');
    // How long ago a repository was scanned.
    if (node.kind === 'repository')
      this.#ticking.text(node.id, node, () => String(itemOf().description ?? ''));
    return itemOf();
  }

  getParent(node: AiNode): AiNode | undefined {
    return this.#feature?.parent(node);
  }

  async provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.Hover | undefined> {
    if (this.#options.session.activity.kind !== 'settled') return undefined;
    return await (await this.#loaded()).hover(document, position);
  }

  dispose(): void {
    this.#feature?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #loaded(): Promise<AiComponentsFeature> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<AiComponentsFeature> {
    const { connection, session, memory, log, version } = this.#options;
    const { AiComponentsFeature: Feature } = await import('./feature.ts');
    this.#feature = new Feature({
      view: this.#view,
      draw: (node) => this.#refresh.fire(node),
      use: (signal, work, folder) => connection.use(signal, (api) => work(api.inventory), folder),
      scopes: () => connection.scopes,
      session,
      memory,
      branchChanges,
      log: (message) => log.warn(message),
      version,
    });
    return this.#feature;
  }
}

async function branchChanges(folder: vscode.Uri, signal: AbortSignal) {
  requireTrust(vscode.l10n.t('This workspace is not trusted, so its repository is not asked for changes.'));
  const base = await usualBase(folder.fsPath);
  return base === undefined
    ? undefined
    : { base, changes: await changesOf(folder.fsPath, { kind: 'branch', base }, signal) };
}
