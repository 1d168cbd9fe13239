import * as l10n from '@vscode/l10n';
import { statusLabel } from '../../words/issues.ts';
import { investigationText } from '../investigation/words.ts';
import { stageText } from '../patches/patch-words.ts';
import type { IssueState, ResolvedBy } from './issue-state.ts';

/** An issue's state in words and as an icon, for every place that shows it. */

/** The state by itself, as on the details page: `Open`, `Patch ready`, `Resolved by a scan`. */
export function stateLabel(state: IssueState): string {
  switch (state.kind) {
    case 'checking':
      return l10n.t('Checking again…');
    case 'resolved':
      return resolvedLabel(state.by);
    case 'suppressed':
      return statusLabel(state.status);
    case 'applied':
      return l10n.t('Patch applied, not checked yet');
    case 'stillFound':
      return l10n.t('Patch applied, still found by the scan');
    case 'unplaced':
      return state.why === 'outside' ? l10n.t('Outside the workspace') : l10n.t('Names no file');
    case 'gone':
      return l10n.t('The file is gone');
    case 'changed':
      return l10n.t('Code changed since the scan');
    case 'patching':
      return l10n.t('Patch: {0}', stageText(state.patch));
    case 'investigating':
      return upper(investigationText(state.investigation));
    case 'patchOutdated':
      return l10n.t('Patch outdated: the code was edited');
    case 'patchReady':
      return state.isProven ? l10n.t('Patch ready') : l10n.t('Patch without proof');
    case 'patchFailed':
      return l10n.t('Open, the patch failed');
    case 'noPatch':
      return l10n.t('Open, no automatic fix');
    case 'onDemand':
      return l10n.t('Not saved to the project');
    case 'reported':
      return state.tool;
    case 'inReview':
      return statusLabel('REVIEWING');
    case 'beingPatched':
      return statusLabel('PATCHING');
    case 'informational':
      return statusLabel('INFORMATIONAL');
    case 'open':
      return statusLabel('PENDING_REVIEW');
  }
}

/** In a few words behind a row's title; empty where the row says it in another way, or there is nothing to say. */
export function stateNote(state: IssueState): string {
  switch (state.kind) {
    case 'checking':
      return l10n.t('checking again…');
    case 'applied':
      return l10n.t('patch applied, not checked yet');
    case 'stillFound':
      return l10n.t('patch applied, still found');
    case 'unplaced':
      return state.why === 'outside' ? l10n.t('outside the workspace') : l10n.t('names no file');
    case 'gone':
      return l10n.t('the file is gone');
    case 'changed':
      return l10n.t('code changed since the scan');
    case 'patching':
      return l10n.t('patch: {0}', stageText(state.patch));
    case 'investigating':
      return investigationText(state.investigation);
    case 'patchOutdated':
      return l10n.t('patch outdated');
    case 'patchReady':
      return state.isProven ? l10n.t('patch ready') : l10n.t('patch without proof');
    case 'patchFailed':
      return l10n.t('patch failed');
    case 'noPatch':
      return l10n.t('no automatic fix');
    case 'onDemand':
      return l10n.t('on demand');
    case 'resolved':
    case 'suppressed':
    case 'reported':
    case 'inReview':
    case 'beingPatched':
    case 'informational':
    case 'open':
      return '';
  }
}

/** A codicon that tells the state by its shape; undefined where the severity's own icon stands. */
export function stateIcon(state: IssueState): string | undefined {
  switch (state.kind) {
    case 'checking':
    case 'patching':
    case 'investigating':
      return 'sync';
    case 'resolved':
      return 'pass';
    case 'suppressed':
      return 'circle-slash';
    case 'applied':
      return 'check';
    case 'gone':
    case 'changed':
      return 'question';
    case 'stillFound':
    case 'patchOutdated':
      return 'warning';
    case 'patchReady':
      return state.isProven ? 'verified' : 'diff';
    case 'patchFailed':
    case 'noPatch':
    case 'unplaced':
    case 'onDemand':
    case 'reported':
    case 'inReview':
    case 'beingPatched':
    case 'informational':
    case 'open':
      return undefined;
  }
}

function resolvedLabel(by: ResolvedBy): string {
  switch (by) {
    case 'scan':
      return l10n.t('Resolved by a scan');
    case 'patch':
      return l10n.t('Resolved by a patch');
    case 'person':
    case 'unknown':
      return statusLabel('RESOLVED');
  }
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
