import * as l10n from '@vscode/l10n';
import type { IssueListItem } from '../../api/contract/issue.ts';
import type { Category, Severity } from '../../api/contract/vocabulary.ts';
import { severityRank } from './ranking.ts';

/** As the contract has them; it is not imported here, because that would load its schemas at activation. */
export const categories = ['SAST', 'SCA', 'SECRETS', 'IAC'] as const satisfies readonly Category[];

/**
 * What the user's settings let be shown, in the tree, in Problems, in the editor and in the Explorer alike. A filter
 * (`filter.ts`) narrows the tree alone.
 */
export interface Scope {
  /** The lowest severity shown. */
  readonly minimum: Severity;
  readonly categories: ReadonlySet<Category>;
  /** Whether issues outside of the product are shown: in tests, examples, build scripts. */
  readonly outside: boolean;
}

export const everything: Scope = { minimum: 'INFO', categories: new Set(categories), outside: true };

export function inScope(
  issue: Pick<IssueListItem, 'severity' | 'category' | 'codeRole'>,
  scope: Scope,
): boolean {
  return (
    passes(issue.severity, scope.minimum) &&
    scope.categories.has(issue.category) &&
    (scope.outside || issue.codeRole === undefined)
  );
}

/** Whether an issue of this severity is shown when `minimum` is the lowest one wanted. */
export function passes(severity: Severity, minimum: Severity): boolean {
  return severityRank(severity) <= severityRank(minimum);
}

export function categoryLabel(category: Category): string {
  switch (category) {
    case 'SAST':
      return l10n.t('Code');
    case 'SCA':
      return l10n.t('Dependencies');
    case 'SECRETS':
      return l10n.t('Secrets');
    case 'IAC':
      return l10n.t('Infrastructure');
  }
}
