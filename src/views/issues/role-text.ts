import * as l10n from '@vscode/l10n';
import type { IssueListItem } from '../../api/contract/issue.ts';
import type { CodeRole } from '../../api/contract/vocabulary.ts';

/** What code outside of the product is, in a word or two. */
export function roleText(role: CodeRole): string {
  switch (role) {
    case 'test':
      return l10n.t('test code');
    case 'example':
      return l10n.t('example');
    case 'tooling':
      return l10n.t('build or tooling script');
    case 'generated':
      return l10n.t('generated code');
    case 'vendored':
      return l10n.t('vendored code');
  }
}

/** Returns why an issue is ranked low, with what shows it; empty in the product. */
export const outsideText = ({ codeRole }: Pick<IssueListItem, 'codeRole'>): string =>
  codeRole ? l10n.t('Not product code: {0} ({1})', roleText(codeRole.role), codeRole.evidence) : '';
