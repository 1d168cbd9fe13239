import * as vscode from 'vscode';
import type { ScanDetail } from '../../api/contract/scans/scans.ts';
import type { ScanStatus } from '../../api/contract/vocabulary.ts';
import { uriOf } from '../issues/locations.ts';
import { isFinished, type RunningScan } from '../scan-activity.ts';
import type { Session } from '../session.ts';
import { TickingRows } from '../ticking-rows.ts';
import type { OnDemandScans } from './on-demand/on-demand-scans.ts';
import { isUnderWay, type Run } from './on-demand/run.ts';
import { type RunNode, runFacts } from './on-demand/run-nodes.ts';
import { runText } from './on-demand/words.ts';
import {
  agoText,
  coverageNodes,
  type FactNode,
  type ScanNode,
  scanDescription,
  scanLabel,
} from './scan-nodes.ts';

type Node = ScanNode | RunNode | FactNode;

/** The Scans view: what ran, how it ended, what it covered and what it left out, and why. */
export class ScansView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #session: Session;
  readonly #detail: (scanId: string) => Promise<ScanDetail>;
  readonly #onDemand: OnDemandScans;
  readonly #refresh = new vscode.EventEmitter<Node | undefined>();
  readonly onDidChangeTreeData = this.#refresh.event;
  readonly #view: vscode.TreeView<Node>;
  readonly #nodes = new Map<string, ScanNode>();
  readonly #runNodes = new Map<string, RunNode>();
  readonly #parents = new WeakMap<FactNode, Node>();
  readonly #ticking: TickingRows<Node>;
  readonly #subscriptions: { dispose(): void }[];
  #shown: readonly string[] = [];

  constructor(session: Session, detail: (scanId: string) => Promise<ScanDetail>, onDemand: OnDemandScans) {
    this.#session = session;
    this.#detail = detail;
    this.#onDemand = onDemand;
    this.#view = vscode.window.createTreeView<Node>('parapet.scans', { treeDataProvider: this });
    this.#ticking = new TickingRows(this.#view, (node) => this.#refresh.fire(node));
    this.#subscriptions = [
      this.#ticking,
      this.#view,
      this.#refresh,
      session.onDidChange(() => this.#update()),
      onDemand.onDidChange(() => this.#updateRuns()),
    ];
  }

  get onDidChangeVisibility(): vscode.Event<vscode.TreeViewVisibilityChangeEvent> {
    return this.#view.onDidChangeVisibility;
  }

  get isVisible(): boolean {
    return this.#view.visible;
  }

  /** Opens the latest scan that skipped something, down to the reasons. */
  async revealSkipped(): Promise<void> {
    const past = this.#session.latest.find(
      ({ scan }) => scan.coverage && scan.coverage.filesSkipped + scan.coverage.filesPartial > 0,
    );
    await vscode.commands.executeCommand('parapet.scans.focus');
    if (!past) {
      void vscode.window.showInformationMessage(vscode.l10n.t('The last scan skipped nothing.'));
      return;
    }
    const node = this.#scanNodes().find(({ id }) => id === past.scan.id);
    if (!node) return;
    await this.#view.reveal(node, { expand: true, select: true, focus: true });
    const children = await this.getChildren(node);
    const skipped = children.find((child) => child.kind === 'fact' && child.id.includes('/skip/'));
    if (skipped) await this.#view.reveal(skipped, { expand: true, select: true, focus: true });
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node === undefined) return [...this.#onDemandNodes(), ...this.#scanNodes()];
    const children =
      node.kind === 'fact'
        ? [...node.children]
        : node.kind === 'run'
          ? runFacts(node.run)
          : isFinished(node.past.scan.status)
            ? coverageNodes(node.past, await this.#detail(node.id))
            : [];
    for (const child of children) this.#parents.set(child, node);
    return children;
  }

  getParent(node: Node): Node | undefined {
    return node.kind === 'fact' ? this.#parents.get(node) : undefined;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    switch (node.kind) {
      case 'fact':
        return factItem(node);
      case 'run':
        return runItem(
          node,
          this.#ticking.text(node.id, node, () => runText(node.run, agoText(node.run.at, Date.now()))),
        );
      case 'scan':
        return this.#scanItem(node);
    }
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Draws one run again while it gets on, and the list when one came, ended or went. */
  #updateRuns(): void {
    const { runs } = this.#onDemand;
    const before = [...this.#runNodes.values()].map(shapeOf).join();
    for (const id of [...this.#runNodes.keys()])
      if (!runs.some((run) => run.id === id)) this.#runNodes.delete(id);
    for (const run of runs) {
      const node = this.#runNodes.get(run.id);
      if (node) node.run = run;
      else this.#runNodes.set(run.id, { kind: 'run', id: run.id, run });
    }
    const nodes = [...this.#runNodes.values()];
    if (nodes.map(shapeOf).join() !== before) this.#refresh.fire(undefined);
    else for (const node of nodes) if (isUnderWay(node.run.state)) this.#refresh.fire(node);
  }

  #onDemandNodes(): RunNode[] {
    return this.#onDemand.runs.flatMap(({ id }) => this.#runNodes.get(id) ?? []);
  }

  #scanNodes(): ScanNode[] {
    const running = [...this.#runs().values()]
      .filter(({ scanId }) => !this.#session.history.some(({ scan }) => scan.id === scanId))
      .map((run) => run.scanId);
    return [...running, ...this.#session.history.map(({ scan }) => scan.id)].flatMap(
      (id) => this.#nodes.get(id) ?? [],
    );
  }

  #runs(): Map<string, RunningScan> {
    const { activity } = this.#session;
    return new Map(activity.kind === 'scanning' ? activity.runs.map((run) => [run.scanId, run]) : []);
  }

  #update(): void {
    for (const past of this.#session.history) {
      const node = this.#nodes.get(past.scan.id);
      if (node) node.past = past;
      else this.#nodes.set(past.scan.id, { kind: 'scan', id: past.scan.id, past });
    }
    for (const run of this.#runs().values()) {
      if (!this.#nodes.has(run.scanId)) {
        this.#nodes.set(run.scanId, {
          kind: 'scan',
          id: run.scanId,
          past: { folder: run.folder, scan: run.scan },
        });
      }
    }
    const ids = this.#scanNodes().map(({ id, past }) => `${id} ${past.scan.status}`);
    if (ids.join() !== this.#shown.join()) {
      this.#shown = ids;
      this.#refresh.fire(undefined);
      return;
    }
    for (const id of this.#runs().keys()) this.#refresh.fire(this.#nodes.get(id));
  }

  #scanItem(node: ScanNode): vscode.TreeItem {
    const run = this.#runs().get(node.id);
    const status = run?.status ?? node.past.scan.status;
    const folders = new Set(this.#session.history.map(({ folder }) => folder.uri));
    const item = new vscode.TreeItem(
      scanLabel(node.past, folders.size > 1),
      isFinished(status) ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.None,
    );
    item.id = node.id;
    item.description = this.#ticking.text(node.id, node, () =>
      scanDescription(node.past, this.#runs().get(node.id), Date.now()),
    );
    const isPartial = isFinished(status) && (node.past.scan.coverage?.filesPartial ?? 0) > 0;
    const isLatest = this.#session.latest.some(({ scan }) => scan.id === node.id);
    const mayGoDeeper = isPartial && isLatest && node.past.scan.depth !== 'deep';
    const finished = mayGoDeeper ? 'scan.finished.partial' : 'scan.finished';
    item.contextValue = isFinished(status) ? finished : 'scan.running';
    item.iconPath = status === 'COMPLETED' && isPartial ? partialIcon() : statusIcon(status);
    const when = new Date(node.past.scan.createdAt).toLocaleString();
    item.tooltip = [vscode.l10n.t('Started {0}', when), node.past.scan.errorMessage ?? '']
      .filter((part) => part !== '')
      .join('\n');
    item.accessibilityInformation = {
      label: `${vscode.l10n.t('Scan of {0}', String(item.label))}, ${item.description}`,
    };
    return item;
  }
}

function shapeOf({ id, run }: RunNode): string {
  return `${id} ${run.state.kind}`;
}

function runItem({ id, run }: RunNode, description: string): vscode.TreeItem {
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(run.target.label, isUnderWay(run.state) ? None : Collapsed);
  item.id = id;
  item.description = description;
  item.contextValue = isUnderWay(run.state) ? 'onDemand.running' : 'onDemand.finished';
  item.iconPath = runIcon(run);
  const lines = [vscode.l10n.t('On demand'), new Date(run.at).toLocaleString()];
  if (run.state.kind === 'failed') lines.push(run.state.failure.what);
  item.tooltip = lines.join('\n');
  item.accessibilityInformation = {
    label: `${vscode.l10n.t('On-demand scan of {0}', run.target.label)}, ${item.description}`,
  };
  return item;
}

function runIcon({ state, outcome }: Run): vscode.ThemeIcon {
  switch (state.kind) {
    case 'done':
      return statusIcon(outcome?.filesSent === 0 ? 'CANCELLED' : 'COMPLETED');
    case 'failed':
      return statusIcon('FAILED');
    case 'cancelled':
      return statusIcon('CANCELLED');
    default:
      return statusIcon('RUNNING');
  }
}

function partialIcon(): vscode.ThemeIcon {
  return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
}

function statusIcon(status: ScanStatus): vscode.ThemeIcon {
  switch (status) {
    case 'COMPLETED':
      return new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed'));
    case 'FAILED':
      return new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
    case 'CANCELLED':
      return new vscode.ThemeIcon('circle-slash');
    case 'QUEUED':
    case 'INDEXING':
    case 'RUNNING':
      return new vscode.ThemeIcon('sync~spin');
  }
}

function factItem(node: FactNode): vscode.TreeItem {
  const item = new vscode.TreeItem(
    node.label,
    node.children.length > 0
      ? vscode.TreeItemCollapsibleState.Collapsed
      : vscode.TreeItemCollapsibleState.None,
  );
  item.id = node.id;
  item.iconPath = new vscode.ThemeIcon(node.icon);
  if (node.description !== undefined) item.description = node.description;
  if (node.tooltip !== undefined) item.tooltip = node.tooltip;
  if (node.file !== undefined) {
    item.command = {
      command: 'vscode.open',
      title: vscode.l10n.t('Open File'),
      arguments: [uriOf(node.folder, node.file)],
    };
  }
  item.accessibilityInformation = {
    label: [node.label, node.description ?? ''].filter((part) => part !== '').join(', '),
  };
  return item;
}
