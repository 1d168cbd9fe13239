import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import type { Window } from '../window.ts';
import { itemOf } from './items.ts';
import { Kept, type Scope } from './kept.ts';
import { MatchMarks } from './match-marks.ts';
import {
  belowFile,
  belowKept,
  belowPack,
  belowPacks,
  belowRule,
  isOn,
  isSwitchNode,
  packRows,
  type RuleNode,
} from './nodes.ts';
import { examplesText, RuleChecker } from './rule-checker.ts';
import { findRuleFiles, folderOfRules, ruleFolder } from './rule-files.ts';
import { isSwitches, type KeptThings, switchesOf, switchRows } from './switches.ts';

/** The Rules view: rule files of the workspace and rules of the service, what is wrong in them, and what they match. */
export class RulesView implements vscode.TreeDataProvider<RuleNode>, vscode.Disposable {
  readonly #window: Window;
  readonly #checker: RuleChecker;
  readonly #kept: KeptThings;
  readonly #marks: MatchMarks;
  readonly #refresh = new vscode.EventEmitter<RuleNode | undefined>();
  readonly onDidChangeTreeData = this.#refresh.event;
  readonly #view: vscode.TreeView<RuleNode>;
  readonly #subscriptions: readonly { dispose(): void }[];
  #watcher: vscode.Disposable | undefined;

  constructor(window: Window) {
    this.#window = window;
    const { connection, repositories } = window;
    const changed = (): void => this.#draw();
    this.#checker = new RuleChecker({ connection, repositories, changed });
    this.#kept = {
      rules: new Kept({ connection, changed, ask: (api, _, signal) => api.rules.kept(signal) }),
      packs: new Kept({
        connection,
        changed,
        ask: (api, scope, signal) => api.packs.all(this.#organizationOf(scope)?.id, signal),
      }),
    };
    this.#marks = new MatchMarks((file) => {
      const state = this.#checker.state(file);
      return state?.kind === 'checked' ? state.check : undefined;
    });
    this.#view = vscode.window.createTreeView<RuleNode>('parapet.rules', {
      treeDataProvider: this,
      showCollapseAll: true,
      manageCheckboxStateManually: true,
    });
    this.#subscriptions = [
      this.#view,
      this.#refresh,
      this.#checker,
      this.#kept.rules,
      this.#kept.packs,
      this.#marks,
      this.#view.onDidChangeCheckboxState(({ items }) => {
        // As a command: what goes wrong is logged, and told with Retry.
        void vscode.commands.executeCommand('parapet.switchRules', switchesOf(items));
      }),
      connection.onDidChangeService(() => {
        this.#checker.forget();
        this.#kept.rules.forget();
        this.#kept.packs.forget();
        this.#draw();
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#edited(document.uri, !document.isDirty);
      }),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#edited(uri, true)),
    ];
  }

  /** Nothing is asked of a service before the extension was used in this window. */
  async getChildren(node?: RuleNode): Promise<RuleNode[]> {
    switch (node?.kind) {
      case undefined:
        return await this.#roots();
      case 'file':
        return belowFile(node.file, this.#checker.state(node.file));
      case 'rule':
        return belowRule(node);
      case 'kept':
        return belowKept(node);
      case 'packs':
        return belowPacks(node);
      case 'pack':
        return belowPack(node);
      default:
        return [];
    }
  }

  getTreeItem(node: RuleNode): vscode.TreeItem {
    return itemOf(node, node.kind === 'file' ? this.#checker.state(node.file) : undefined);
  }

  /** Checks every rule file anew, and asks the service for its rules. */
  async checkAll(): Promise<void> {
    await this.#use();
    const files = await findRuleFiles();
    await vscode.window.withProgress({ location: { viewId: 'parapet.rules' } }, async () => {
      const { rules, packs } = this.#kept;
      await Promise.all([this.#checker.now(files), rules.reload(), packs.reload()]);
    });
    this.#draw();
  }

  /** Asks for a name, writes a rule of the selected code, and checks it. */
  async add(given: unknown): Promise<void> {
    const file = await (await import('./new-rule.ts')).newRule(given);
    if (!file) return;
    await this.#use();
    this.#draw();
    this.#checker.later(file, true);
  }

  /** Adds the selected code to the examples of a rule, and runs them. @throws Failure */
  async addExample(): Promise<void> {
    await this.#use();
    const files = await findRuleFiles();
    await this.#checker.now(files.filter((file) => !this.#checker.state(file)));
    const rules = files.flatMap((file) => {
      const state = this.#checker.state(file);
      return state?.kind === 'checked' ? state.check.rules.map(({ id }) => ({ id, file })) : [];
    });
    const { addExample } = await import('./add-example.ts');
    const file = await addExample(rules);
    if (file) await this.runExamples({ file });
  }

  /** Switches rules. @param switches as the check boxes were set @throws Failure at the first that cannot be switched */
  async switch(switches: unknown): Promise<void> {
    try {
      if (isSwitches(switches)) await switchRows(switches, this.#kept);
    } catch (error) {
      // Boxes of rows that could not be switched look as before.
      this.#draw();
      throw error;
    }
  }

  /** Switches the rule whose row has the focus; opens or closes any other row, as the space bar does elsewhere. */
  async switchFocused(): Promise<void> {
    // A view tells which row is selected, not which has the focus.
    await vscode.commands.executeCommand('list.select');
    const [node] = this.#view.selection;
    if (node && isSwitchNode(node)) await this.switch([{ node, enabled: !isOn(node) }]);
    else await vscode.commands.executeCommand('list.toggleExpand');
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

  async #roots(): Promise<RuleNode[]> {
    this.#watch();
    const files = await findRuleFiles();
    const { windowSession } = this.#window;
    if (windowSession.isUsed && vscode.workspace.isTrusted) {
      for (const file of files) if (!this.#checker.state(file)) this.#checker.later(file, true);
      void this.#kept.rules.load();
      void this.#kept.packs.load();
    }
    const kept = [...this.#kept.rules.states].flatMap(([scope, state]): RuleNode[] => {
      const organization = this.#organizationOf(scope)?.name;
      const isEmpty = state.kind === 'loading' || (state.kind === 'there' && state.items.length === 0);
      return isEmpty ? [] : [{ kind: 'kept', scope, organization, state }];
    });
    const packs = [...this.#kept.packs.states].flatMap(([scope, state]) => packRows(scope, state));
    return [...files.map((file): RuleNode => ({ kind: 'file', file })), ...kept, ...packs];
  }

  /** Undefined for the service on this machine. */
  #organizationOf(scope: Scope): { readonly id: string; readonly name: string } | undefined {
    const { remote, remembered } = this.#window.connection;
    return remote && remembered.organizationOf(scope);
  }

  /** The other views show what is known, too, from now on. */
  async #use(): Promise<void> {
    const { windowSession } = this.#window;
    await windowSession.use();
    void windowSession.loadQuietly();
  }

  #edited(uri: vscode.Uri, isSaved: boolean): void {
    if (folderOfRules(uri) && this.#window.windowSession.isUsed) this.#checker.later(uri, isSaved);
  }

  /** From the first look on. */
  #watch(): void {
    if (this.#watcher) return;
    const watcher = vscode.workspace.createFileSystemWatcher(`**/${ruleFolder}/*.{yml,yaml}`);
    watcher.onDidCreate(() => this.#draw());
    watcher.onDidChange((uri) => this.#edited(uri, true));
    watcher.onDidDelete((uri) => {
      this.#checker.remove(uri);
      this.#draw();
    });
    this.#watcher = watcher;
  }

  #draw(): void {
    this.#refresh.fire(undefined);
    this.#marks.draw();
  }
}

function fileOf(row: unknown): vscode.Uri | undefined {
  return typeof row === 'object' && row !== null && 'file' in row && row.file instanceof vscode.Uri
    ? row.file
    : undefined;
}
