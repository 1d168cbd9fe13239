import * as l10n from '@vscode/l10n';
import type { ViewBadge } from 'vscode';
import type { BranchNews } from './branch-news.ts';

/** The number at the view: how many components the branch brings; none where it brings none, or nobody knows. */
export function newsBadge(news: BranchNews | undefined): ViewBadge | undefined {
  const count = news?.ids.size ?? 0;
  if (!news || count === 0) return undefined;
  const bases = news.bases.join(', ');
  const tooltip =
    count === 1
      ? l10n.t('1 AI component is new since {0}', bases)
      : l10n.t('{0} AI components are new since {1}', count, bases);
  return { value: count, tooltip };
}
