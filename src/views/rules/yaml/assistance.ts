import * as vscode from 'vscode';
import { meaningOf } from './meanings.ts';
import { keyAt, type Place, placeAt } from './place.ts';
import { keysBelow, type RuleKey, shapeOf, valuesOf } from './words.ts';

/** Completes keys and values of a rule file. */
export function completionsAt(
  document: vscode.TextDocument,
  position: vscode.Position,
): vscode.CompletionItem[] {
  const lines = linesOf(document);
  const place = placeAt(lines, position.line, position.character);
  if (!place) return [];
  const range = new vscode.Range(position.with(undefined, place.from), position);
  const values = valuesOf(place.kind === 'value' ? place.key : (place.path.at(-1) ?? ''));
  if (values.length > 0) return values.map((value) => valueItem(value, range));
  if (place.kind === 'value') return [];
  return keysBelow(place.path).map((key, at) => keyItem(key, at, place, range));
}

/** Says what the key at a place means. */
export function hoverAt(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
  const place = keyAt(linesOf(document), position.line, position.character);
  if (!place || !keysBelow(place.path).some((key) => key === place.typed)) return undefined;
  const meaning = meaningOf(place.typed);
  if (meaning === undefined) return undefined;
  const text = new vscode.MarkdownString().appendMarkdown(`**${place.typed}**\n\n`).appendText(meaning);
  const start = position.with(undefined, place.from);
  return new vscode.Hover(text, new vscode.Range(start, start.translate(0, place.typed.length)));
}

function keyItem(key: RuleKey, at: number, place: Place, range: vscode.Range): vscode.CompletionItem {
  const item = new vscode.CompletionItem(key, vscode.CompletionItemKind.Property);
  item.range = range;
  item.documentation = meaningOf(key) ?? '';
  // In the order of the keys: those that every rule needs come first.
  item.sortText = String(at).padStart(3, '0');
  const indent = ' '.repeat(place.from);
  const shape = shapeOf(key);
  if (shape === 'list') item.insertText = `${key}:\n${indent}  - `;
  else if (shape === 'mapping') item.insertText = `${key}:\n${indent}  `;
  else item.insertText = `${key}: `;
  // The indentation is in the text already.
  item.keepWhitespace = true;
  if (shape !== 'value' || valuesOf(key).length > 0)
    item.command = { command: 'editor.action.triggerSuggest', title: '' };
  return item;
}

function valueItem(value: string, range: vscode.Range): vscode.CompletionItem {
  const item = new vscode.CompletionItem(value, vscode.CompletionItemKind.EnumMember);
  item.range = range;
  return item;
}

const linesOf = (document: vscode.TextDocument): readonly string[] => document.getText().split(/\r?\n/);
