import type { Category } from '../../../api/contract/vocabulary.ts';
import { producedCategories } from '../../../api/produced-categories.ts';
import type { IssueStore } from '../issue-store.ts';
import { categories } from '../scope.ts';

/**
 * Returns the categories to offer a choice of: those that are found here, that issues are of, and that are chosen
 * already. None that would always be empty.
 */
export function offeredCategories(
  store: Pick<IssueStore, 'all'>,
  chosen: Iterable<Category> = [],
): readonly Category[] {
  const offered = new Set<Category>([...producedCategories, ...chosen]);
  for (const { issue } of store.all()) offered.add(issue.category);
  return categories.filter((category) => offered.has(category));
}
