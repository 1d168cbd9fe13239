import * as vscode from 'vscode';
import type { Category, Severity } from '../../api/contract/vocabulary.ts';
import { categories, type Scope } from './scope.ts';
import {
  categoriesOf,
  decorationsOf,
  groupingOf,
  minimumSeverityOf,
  outsideOf,
  sortingOf,
} from './setting-values.ts';
import type { Grouping } from './tree/grouping.ts';
import type { Sorting } from './tree/sorting.ts';

/** The settings under `parapet.issues`, read anew each time so that a change holds at once. */

export function groupingSetting(): Grouping {
  return groupingOf(section().get<unknown>('groupBy'));
}

export async function setGrouping(grouping: Grouping): Promise<void> {
  await set('groupBy', grouping);
}

export function sortingSetting(): Sorting {
  return sortingOf(section().get<unknown>('sortBy'));
}

export async function setSorting(sorting: Sorting): Promise<void> {
  await set('sortBy', sorting);
}

/** What tree, Problems, editor and Explorer show. */
export function scopeSetting(): Scope {
  const settings = section();
  return {
    minimum: minimumSeverityOf(settings.get<unknown>('minimumSeverity')),
    categories: categoriesOf(settings.get<unknown>('categories')),
    outside: outsideOf(settings.get<unknown>('showNonProductCode')),
  };
}

export async function setMinimumSeverity(severity: Severity): Promise<void> {
  await set('minimumSeverity', severity);
}

export async function setCategories(shown: ReadonlySet<Category>): Promise<void> {
  await set('categories', Object.fromEntries(categories.map((category) => [category, shown.has(category)])));
}

export function decorationsSetting(): boolean {
  return decorationsOf(section().get<unknown>('fileDecorations'));
}

export function affectsScope(event: vscode.ConfigurationChangeEvent): boolean {
  return (
    event.affectsConfiguration('parapet.issues.minimumSeverity') ||
    event.affectsConfiguration('parapet.issues.categories') ||
    event.affectsConfiguration('parapet.issues.showNonProductCode')
  );
}

function section(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('parapet.issues');
}

/** Sets it where the value stands now, so that the change is not hidden by it; else in the user's settings. */
async function set(key: string, value: unknown): Promise<void> {
  const inspected = section().inspect(key);
  const target =
    inspected?.workspaceValue === undefined
      ? vscode.ConfigurationTarget.Global
      : vscode.ConfigurationTarget.Workspace;
  await section().update(key, value, target);
}
