import * as vscode from 'vscode';
import { componentMarkdown } from './component-text.ts';
import { componentsAt, type Hovered } from './components-at.ts';
import type { KnownComponent } from './grouping.ts';

/** Components that one hover explains. */
const mostInOneHover = 3;

/** What the line declares or imports, explained; undefined where that is no AI component. */
export function hoverOf(
  all: readonly KnownComponent[],
  hovered: Hovered,
  isNew: (id: string) => boolean,
): vscode.Hover | undefined {
  const found = componentsAt(all, hovered).slice(0, mostInOneHover);
  if (found.length === 0) return undefined;
  return new vscode.Hover(
    found.map((component) => new vscode.MarkdownString(componentMarkdown(component, isNew(component.id)))),
  );
}
