import * as vscode from 'vscode';
import { checkbox, setUnswitchable, whoMayChange } from './check-box.ts';
import type { Match, RuleNode } from './nodes.ts';
import { packItem, packsItem, templateItem } from './pack-items.ts';
import type { RuleFileState } from './rule-checker.ts';
import { nameOf } from './rule-files.ts';

type NodeOf<K extends RuleNode['kind']> = Extract<RuleNode, { kind: K }>;

/** How a node looks and sounds. */
export function itemOf(node: RuleNode, state: RuleFileState | undefined): vscode.TreeItem {
  switch (node.kind) {
    case 'file':
      return fileItem(node.file, state);
    case 'rule':
      return ruleItem(node);
    case 'match':
      return matchItem(node);
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
    case 'kept':
      return keptItem(node);
    case 'keptRule':
      return keptRuleItem(node);
    case 'packs':
      return packsItem(node);
    case 'pack':
      return packItem(node);
    case 'template':
      return templateItem(node);
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

function ruleItem({ rule, matches, file, isSearched }: NodeOf<'rule'>): vscode.TreeItem {
  const { None, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(rule.id, matches.length === 0 ? None : Collapsed);
  item.id = `${file.toString()} ${rule.id}`;
  item.description = !rule.enabled
    ? vscode.l10n.t('off')
    : isSearched
      ? countText(matches.length)
      : vscode.l10n.t('searched when saved');
  item.checkboxState = checkbox(rule.id, rule.enabled);
  item.command = openAt(file, rule.line, 1);
  return item;
}

function matchItem({ match, uri }: NodeOf<'match'>): vscode.TreeItem {
  const item = new vscode.TreeItem(match.snippet);
  item.description = `${match.file}:${match.startLine}`;
  const steps = match.flow?.map(({ file, startLine, message }) => `${file}:${startLine} ${message}`) ?? [];
  item.tooltip = [match.message, ...steps].join('\n');
  item.iconPath = new vscode.ThemeIcon(match.flow ? 'git-commit' : 'search');
  item.command = openAt(uri, match.startLine, match.startColumn, match);
  return item;
}

function keptItem({ scope, organization, state }: NodeOf<'kept'>): vscode.TreeItem {
  const label =
    organization === undefined
      ? vscode.l10n.t('Rules of the service')
      : vscode.l10n.t('Rules of {0}', organization);
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Expanded);
  item.id = `kept ${scope ?? ''}`;
  item.iconPath = new vscode.ThemeIcon(state.kind === 'loading' ? 'loading~spin' : 'organization');
  item.description = keptText(state);
  return item;
}

function keptText(state: NodeOf<'kept'>['state']): string {
  switch (state.kind) {
    case 'loading':
      return vscode.l10n.t('loading…');
    case 'failed':
      return vscode.l10n.t('could not be loaded');
    case 'there': {
      const on = state.items.filter(({ rule }) => rule.enabled).length;
      return vscode.l10n.t('{0} of {1} on', on, state.items.length);
    }
  }
}

function keptRuleItem({ scope, kept }: NodeOf<'keptRule'>): vscode.TreeItem {
  const { rule, mayChange } = kept;
  const item = new vscode.TreeItem(rule.name);
  item.id = `kept ${scope ?? ''} ${rule.id}`;
  const where = rule.allRepositories ? vscode.l10n.t('all repositories') : vscode.l10n.t('some repositories');
  const state = rule.enabled ? vscode.l10n.t('on') : vscode.l10n.t('off');
  item.description = [state, where].join(' · ');
  const says = [rule.ruleId, rule.description].filter((text) => text !== '').join('\n');
  item.tooltip = says;
  if (mayChange) item.checkboxState = checkbox(rule.name, rule.enabled);
  else setUnswitchable(item, rule.name, rule.enabled, whoMayChange(kept));
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
