import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import type { Window } from '../window.ts';
import { belowFile, belowRule, itemOf, type RuleNode } from './nodes.ts';
import { examplesText, RuleChecker } from './rule-checker.ts';
import { findRuleFiles, folderOfRules, ruleFolder } from './rule-files.ts';

/** The Rules view: rule files of the workspace, what is wrong in them, and what their rules match. */
export class RulesView implements vscode.TreeDataProvider<RuleNode>, vscode.Disposable {
  readonly #window: Window;
  readonly #checker: RuleChecker;
  readonly #refresh = new vscode.EventEmitter<RuleNode | undefined>();
  readonly onDidChangeTreeData = this.#refresh.event;
  readonly #view: vscode.TreeView<RuleNode>;
  readonly #subscriptions: vscode.Disposable[];
  #watcher: vscode.Disposable | undefined;

  constructor(window: Window) {
    this.#window = window;
    const { connection, repositories } = window;
    this.#checker = new RuleChecker({ connection, repositories, changed: () => this.#draw() });
    this.#view = vscode.window.createTreeView<RuleNode>('parapet.rules', {
      treeDataProvider: this,
      showCollapseAll: true,
    });
    this.#subscriptions = [
      this.#view,
      this.#refresh,
      this.#checker,
      connection.onDidChangeService(() => {
        this.#checker.forget();
        this.#draw();
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#edited(document.uri);
      }),
    ];
  }

  /** Nothing is asked of a service before the extension was used in this window. */
  async getChildren(node?: RuleNode): Promise<RuleNode[]> {
    if (node?.kind === 'file') return belowFile(node.file, this.#checker.state(node.file));
    if (node?.kind === 'rule') return belowRule(node);
    if (node) return [];
    this.#watch();
    const files = await findRuleFiles();
    if (this.#window.windowSession.isUsed && vscode.workspace.isTrusted)
      for (const file of files) if (!this.#checker.state(file)) this.#checker.later(file);
    return files.map((file) => ({ kind: 'file', file }));
  }

  getTreeItem(node: RuleNode): vscode.TreeItem {
    return itemOf(node, node.kind === 'file' ? this.#checker.state(node.file) : undefined);
  }

  /** Checks every rule file anew. */
  async checkAll(): Promise<void> {
    await this.#use();
    const files = await findRuleFiles();
    await vscode.window.withProgress({ location: { viewId: 'parapet.rules' } }, () =>
      this.#checker.now(files),
    );
    this.#draw();
  }

  /** Asks for a name, writes a rule of the selected code, and checks it. */
  async add(given: unknown): Promise<void> {
    const file = await (await import('./new-rule.ts')).newRule(given);
    if (!file) return;
    await this.#use();
    this.#draw();
    this.#checker.later(file);
  }

  /** Runs the examples of a row's file, or of the rule file that is open, and tells how they went. @throws Failure */
  async runExamples(row: unknown): Promise<void> {
    const file = fileOf(row) ?? vscode.window.activeTextEditor?.document.uri;
    if (!file || !folderOfRules(file))
      throw new Failure({ what: vscode.l10n.t('Open a rule file in {0} first.', ruleFolder) });
    await this.#use();
    await this.#checker.now([file]);
    const state = this.#checker.state(file);
    if (state?.kind === 'failed') throw new Failure({ what: state.message });
    if (state?.kind !== 'checked') return;
    const text = examplesText(file, state.check);
    const isFine = state.check.examplesRun > 0 && state.check.differences.length === 0;
    // Not awaited: whoever ran the command need not wait until the message is read.
    void (isFine ? vscode.window.showInformationMessage(text) : vscode.window.showWarningMessage(text));
  }

  dispose(): void {
    this.#watcher?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** The other views show what is known, too, from now on. */
  async #use(): Promise<void> {
    const { windowSession } = this.#window;
    await windowSession.use();
    void windowSession.loadQuietly();
  }

  #edited(uri: vscode.Uri): void {
    if (folderOfRules(uri) && this.#window.windowSession.isUsed) this.#checker.later(uri);
  }

  /** From the first look on. */
  #watch(): void {
    if (this.#watcher) return;
    const watcher = vscode.workspace.createFileSystemWatcher(`**/${ruleFolder}/*.{yml,yaml}`);
    watcher.onDidCreate(() => this.#draw());
    watcher.onDidChange((uri) => this.#edited(uri));
    watcher.onDidDelete((uri) => {
      this.#checker.remove(uri);
      this.#draw();
    });
    this.#watcher = watcher;
  }

  #draw(): void {
    this.#refresh.fire(undefined);
  }
}

function fileOf(row: unknown): vscode.Uri | undefined {
  return typeof row === 'object' && row !== null && 'file' in row && row.file instanceof vscode.Uri
    ? row.file
    : undefined;
}
