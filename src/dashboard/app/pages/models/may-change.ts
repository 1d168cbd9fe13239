import { getRepository } from '../../../../api/contract/repositories/repositories.ts';
import { call } from '../../api.ts';

interface Scoped {
  readonly allRepositories: boolean;
  readonly repositoryIds: readonly string[];
}

/** A rule, source or sink, and whether the person may change it. */
export interface Changeable<T> {
  readonly item: T;
  readonly mayChange: boolean;
}

/** Which of them the person may change: an ADMIN all, others those of repositories that they manage, all of them. */
export async function asChangeable<T extends Scoped>(
  items: readonly T[],
  { organizationId, isAdmin }: { readonly organizationId: string; readonly isAdmin: boolean },
  signal: AbortSignal,
): Promise<Changeable<T>[]> {
  if (isAdmin) return items.map((item) => ({ item, mayChange: true }));
  const asked = new Map<string, Promise<boolean>>();
  const manages = (id: string): Promise<boolean> => {
    const known =
      asked.get(id) ??
      call(getRepository, { organizationId, id }, signal).then(({ permissions = [] }) =>
        permissions.includes('REPOSITORY_MANAGE'),
      );
    asked.set(id, known);
    return known;
  };
  const rows: Changeable<T>[] = [];
  for (const item of items) {
    let mayChange = !item.allRepositories && item.repositoryIds.length > 0;
    for (const id of item.repositoryIds) mayChange &&= await manages(id);
    rows.push({ item, mayChange });
  }
  return rows;
}
