import * as vscode from 'vscode';
import type { KeptPack, PackKind } from '../../connection/repository/pack-api.ts';
import type { KeptRule, RuleCheck } from '../../connection/repository/rule-api.ts';
import type { KeptState, Scope } from './kept.ts';
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
      readonly state: KeptState<KeptRule>;
    }
  | { readonly kind: 'keptRule'; readonly scope: Scope; readonly kept: KeptRule }
  /** The packs of one kind, or why they are not known. */
  | {
      readonly kind: 'packs';
      readonly scope: Scope;
      readonly packKind: PackKind;
      readonly packs: readonly KeptPack[];
    }
  | { readonly kind: 'pack'; readonly scope: Scope; readonly kept: KeptPack }
  | {
      readonly kind: 'template';
      readonly scope: Scope;
      readonly kept: KeptPack;
      readonly template: KeptPack['pack']['templates'][number];
    };

/** A row with a check box. */
export type SwitchNode = Extract<RuleNode, { kind: 'rule' | 'keptRule' | 'pack' | 'template' }>;

export const isSwitchNode = (node: RuleNode): node is SwitchNode =>
  node.kind === 'rule' ||
  ((node.kind === 'keptRule' || node.kind === 'pack' || node.kind === 'template') && node.kept.mayChange);

export function isOn(node: SwitchNode): boolean {
  switch (node.kind) {
    case 'rule':
      return node.rule.enabled;
    case 'keptRule':
      return node.kept.rule.enabled;
    case 'pack':
      return node.kept.pack.enabled;
    case 'template':
      return node.template.enabled;
  }
}

export function titleOf(node: SwitchNode): string {
  switch (node.kind) {
    case 'rule':
      return node.rule.id;
    case 'keptRule':
      return node.kept.rule.name;
    case 'pack':
      return node.kept.pack.title;
    case 'template':
      return node.template.title;
  }
}

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
      return state.items.map((kept) => ({ kind: 'keptRule', scope, kept }));
  }
}

const packKinds: readonly PackKind[] = ['rule', 'source', 'sink'];

/** The rows of packs that a service keeps; none where it has no packs. */
export function packRows(scope: Scope, state: KeptState<KeptPack>): RuleNode[] {
  if (state.kind === 'failed') return [{ kind: 'notice', text: state.message, isFailure: true }];
  if (state.kind === 'loading') return [];
  return packKinds.flatMap((packKind): RuleNode[] => {
    const packs = state.items.filter(({ kind }) => kind === packKind);
    return packs.length === 0 ? [] : [{ kind: 'packs', scope, packKind, packs }];
  });
}

/** What stands below the packs of a kind. */
export const belowPacks = ({ scope, packs }: Extract<RuleNode, { kind: 'packs' }>): RuleNode[] =>
  packs.map((kept) => ({ kind: 'pack', scope, kept }));

/** What stands below a pack. */
export const belowPack = ({ scope, kept }: Extract<RuleNode, { kind: 'pack' }>): RuleNode[] =>
  kept.pack.templates.map((template) => ({ kind: 'template', scope, kept, template }));
