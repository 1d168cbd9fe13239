import * as vscode from 'vscode';
import type { KeptRule, RuleCheck } from '../../connection/repository/rule-api.ts';
import type { KeptState, Scope } from './kept-rules.ts';
import { differenceText, type RuleFileState } from './rule-checker.ts';
import { folderOfRules } from './rule-files.ts';

export type Match = RuleCheck['matches'][number];

/** What stands in the Rules view. */
export type RuleNode =
  | { readonly kind: 'file'; readonly file: vscode.Uri }
  | {
      readonly kind: 'rule';
      readonly file: vscode.Uri;
      readonly rule: RuleCheck['rules'][number];
      readonly matches: readonly Match[];
      /** False for a rule whose data was not followed. */
      readonly isSearched: boolean;
    }
  | { readonly kind: 'match'; readonly uri: vscode.Uri; readonly match: Match }
  | { readonly kind: 'problem'; readonly uri: vscode.Uri; readonly line: number; readonly text: string }
  | { readonly kind: 'notice'; readonly text: string; readonly isFailure: boolean }
  /** Rules that the service keeps for an organization. */
  | {
      readonly kind: 'kept';
      readonly scope: Scope;
      /** Undefined for the service on this machine. */
      readonly organization: string | undefined;
      readonly state: KeptState;
    }
  | { readonly kind: 'keptRule'; readonly scope: Scope; readonly kept: KeptRule };

/** A row with a check box. */
export type SwitchNode = Extract<RuleNode, { kind: 'rule' | 'keptRule' }>;

export const isSwitchNode = (node: RuleNode): node is SwitchNode =>
  node.kind === 'rule' || (node.kind === 'keptRule' && node.kept.mayChange);

export const isOn = (node: SwitchNode): boolean =>
  node.kind === 'rule' ? node.rule.enabled : node.kept.rule.enabled;

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

/** What stands below the rules that a service keeps. */
export function belowKept({ scope, state }: Extract<RuleNode, { kind: 'kept' }>): RuleNode[] {
  switch (state.kind) {
    case 'loading':
      return [];
    case 'failed':
      return [{ kind: 'notice', text: state.message, isFailure: true }];
    case 'there':
      return state.rules.map((kept) => ({ kind: 'keptRule', scope, kept }));
  }
}
