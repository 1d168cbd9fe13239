import * as vscode from 'vscode';
import type { RuleCheck } from '../../connection/repository/rule-api.ts';
import { differenceText, type RuleFileState } from './rule-checker.ts';
import { folderOfRules, nameOf } from './rule-files.ts';

type Match = RuleCheck['matches'][number];

/** What stands in the Rules view. */
export type RuleNode =
  | { readonly kind: 'file'; readonly file: vscode.Uri }
  | {
      readonly kind: 'rule';
      readonly file: vscode.Uri;
      readonly rule: RuleCheck['rules'][number];
      readonly matches: readonly Match[];
      /** False for a rule that follows data: scans find what it describes. */
      readonly isSearched: boolean;
    }
  | { readonly kind: 'match'; readonly uri: vscode.Uri; readonly match: Match }
  | { readonly kind: 'problem'; readonly uri: vscode.Uri; readonly line: number; readonly text: string }
  | { readonly kind: 'notice'; readonly text: string; readonly isFailure: boolean };

/** What stands below a file. */
export function belowFile(file: vscode.Uri, state: RuleFileState | undefined): RuleNode[] {
  if (state?.kind === 'failed') return [{ kind: 'notice', text: state.message, isFailure: true }];
  if (state?.kind !== 'checked') return [];
  const { problems, rules, matches, differences, truncated, stopped, notSearched } = state.check;
  const notices = [
    ...(truncated
      ? [vscode.l10n.t('Not everything was searched, or there are more matches than are shown.')]
      : []),
    ...(stopped.length > 0
      ? [vscode.l10n.t('Stopped in some files, after too many steps: {0}', stopped.join(', '))]
      : []),
  ];
  return [
    ...problems.map(({ line, message }): RuleNode => ({ kind: 'problem', uri: file, line, text: message })),
    ...differences.map(({ path, line, kind, ruleId }): RuleNode => {
      const uri = vscode.Uri.joinPath(file, '..', path);
      return { kind: 'problem', uri, line, text: differenceText(kind, ruleId) };
    }),
    ...rules.map((rule): RuleNode => {
      const own = matches.filter(({ ruleId }) => ruleId === rule.id);
      return { kind: 'rule', file, rule, matches: own, isSearched: !notSearched.includes(rule.id) };
    }),
    ...notices.map((text): RuleNode => ({ kind: 'notice', text, isFailure: false })),
  ];
}

/** What stands below a rule. */
export function belowRule({ file, matches }: Extract<RuleNode, { kind: 'rule' }>): RuleNode[] {
  const folder = folderOfRules(file);
  if (!folder) return [];
  return matches.map((match) => ({
    kind: 'match',
    uri: vscode.Uri.joinPath(folder.uri, match.file),
    match,
  }));
}

/** How a node looks and sounds. */
export function itemOf(node: RuleNode, state: RuleFileState | undefined): vscode.TreeItem {
  switch (node.kind) {
    case 'file':
      return fileItem(node.file, state);
    case 'rule': {
      const { rule, matches, file, isSearched } = node;
      const item = new vscode.TreeItem(
        rule.id,
        matches.length === 0
          ? vscode.TreeItemCollapsibleState.None
          : vscode.TreeItemCollapsibleState.Collapsed,
      );
      item.id = `${file.toString()} ${rule.id}`;
      item.description = isSearched ? countText(matches.length) : vscode.l10n.t('found by scans');
      item.iconPath = new vscode.ThemeIcon('symbol-event');
      item.command = openAt(file, rule.line, 1);
      return item;
    }
    case 'match': {
      const { match, uri } = node;
      const item = new vscode.TreeItem(match.snippet);
      item.description = `${match.file}:${match.startLine}`;
      item.tooltip = match.message;
      item.iconPath = new vscode.ThemeIcon('search');
      item.command = openAt(uri, match.startLine, match.startColumn, match);
      return item;
    }
    case 'problem': {
      const item = new vscode.TreeItem(node.text);
      item.description = `${nameOf(node.uri)}:${node.line}`;
      item.tooltip = node.text;
      item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('problemsErrorIcon.foreground'));
      item.command = openAt(node.uri, node.line, 1);
      return item;
    }
    case 'notice': {
      const item = new vscode.TreeItem(node.text);
      item.tooltip = node.text;
      item.iconPath = new vscode.ThemeIcon(node.isFailure ? 'error' : 'info');
      return item;
    }
  }
}

function fileItem(file: vscode.Uri, state: RuleFileState | undefined): vscode.TreeItem {
  const item = new vscode.TreeItem(nameOf(file), vscode.TreeItemCollapsibleState.Expanded);
  item.id = file.toString();
  item.contextValue = 'rule.file';
  item.description = stateText(state);
  item.iconPath = new vscode.ThemeIcon(state?.kind === 'checking' ? 'loading~spin' : 'file-code');
  item.command = openAt(file, 1, 1);
  return item;
}

function stateText(state: RuleFileState | undefined): string {
  switch (state?.kind) {
    case undefined:
      return vscode.l10n.t('not checked yet');
    case 'checking':
      return vscode.l10n.t('checking…');
    case 'failed':
      return vscode.l10n.t('could not be checked');
    case 'checked': {
      const { problems, matches } = state.check;
      const wrong = problems.length === 0 ? [] : [vscode.l10n.t('Mistakes: {0}', problems.length)];
      return [...wrong, countText(matches.length)].join(' · ');
    }
  }
}

const countText = (count: number): string =>
  count === 1 ? vscode.l10n.t('1 match') : vscode.l10n.t('{0} matches', count);

/** Opens a file at a place, 1-based, and keeps the focus in the tree. */
function openAt(uri: vscode.Uri, line: number, column: number, range?: Match): vscode.Command {
  const start = new vscode.Position(line - 1, column - 1);
  const end = range ? new vscode.Position(range.endLine - 1, range.endColumn - 1) : start;
  const options: vscode.TextDocumentShowOptions = {
    selection: new vscode.Range(start, end),
    preserveFocus: true,
  };
  return { command: 'vscode.open', title: vscode.l10n.t('Open'), arguments: [uri, options] };
}
