import * as vscode from 'vscode';
import { placeOf } from '../issues/locations.ts';
import { hoverOf } from './component-hover.ts';
import { exportInventory } from './export-command.ts';
import { askFacets, askText } from './filter-questions.ts';
import { type Grouping, groupings } from './grouping.ts';
import { InventoryView } from './inventory-view.ts';
import { itemOf } from './items.ts';
import { type AiNode, isAiNode, parentOf } from './nodes.ts';
import { openComponent } from './open-component.ts';
import type { AiComponentsParts } from './parts.ts';

/** What the commands of the view are about. */
export const actions = [
  'filter',
  'filterByText',
  'clearFilter',
  'showNew',
  'searchRepositories',
  'showWorkspace',
  'export',
  'refresh',
  'open',
  'showMore',
] as const;
export type Action = (typeof actions)[number];

/** Milliseconds that a hover waits for components that are still to be loaded. */
const patienceMs = 400;

/** The AI Components view and what belongs to it. */
export class AiComponentsFeature implements vscode.Disposable {
  readonly #parts: AiComponentsParts;
  readonly #inventory: InventoryView;
  readonly #subscription: { dispose(): void };

  constructor(parts: AiComponentsParts) {
    this.#parts = parts;
    this.#inventory = new InventoryView(parts);
    this.#subscription = parts.session.onDidChange(() => this.#inventory.sessionChanged());
  }

  children(node: AiNode | undefined): Promise<AiNode[]> {
    return this.#inventory.children(node);
  }

  item(node: AiNode): vscode.TreeItem {
    return itemOf(node);
  }

  parent(node: AiNode): AiNode | undefined {
    return parentOf(node);
  }

  groupBy(grouping: Grouping): void {
    if (groupings.includes(grouping)) this.#inventory.setGrouping(grouping);
  }

  async run(action: Action, args: readonly unknown[]): Promise<void> {
    const inventory = this.#inventory;
    const [node] = args;
    switch (action) {
      case 'filter':
        return await askFacets(inventory);
      case 'filterByText': {
        const text = await askText(vscode.l10n.t('Filter the AI components by text'), inventory.filter.text);
        if (text !== undefined) inventory.setFilter({ text });
        return;
      }
      case 'clearFilter':
        return inventory.clearFilter();
      case 'showNew':
        return await inventory.showNew();
      case 'searchRepositories': {
        const title = vscode.l10n.t('Search the AI components of all repositories');
        const text = typeof node === 'string' ? node : await askText(title, inventory.filter.text);
        if (text === undefined) return;
        inventory.setFilter({ text });
        inventory.setScope('everywhere');
        await vscode.commands.executeCommand('parapet.aiComponents.focus');
        return;
      }
      case 'showWorkspace':
        return inventory.setScope('workspace');
      case 'export': {
        if (inventory.scope === 'workspace') await inventory.load();
        return await exportInventory(inventory, this.#parts, args);
      }
      case 'refresh':
        return await inventory.reload();
      case 'open': {
        const chosen = isAiNode(node) ? node : this.#parts.view.selection[0];
        if (chosen?.kind === 'component') await openComponent(chosen, args[1] === true);
        return;
      }
      case 'showMore':
        if (isAiNode(node) && node.kind === 'more') await inventory.showMore(node);
        return;
    }
  }

  /** Explains what a line of a manifest declares, or a line of code imports. */
  async hover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined> {
    const late = new Promise<void>((resolve) => setTimeout(resolve, patienceMs));
    await Promise.race([this.#inventory.load(), late]);
    const hovered = {
      ...placeOf(document.uri),
      text: document.getText(),
      languageId: document.languageId,
      line: position.line + 1,
      lineText: document.lineAt(position.line).text,
    };
    return hoverOf(this.#inventory.all, hovered, (id) => this.#inventory.isNew(id));
  }

  forget(): void {
    this.#inventory.forget();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#inventory.dispose();
  }
}
