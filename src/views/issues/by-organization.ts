import type { IssueStore } from './issue-store.ts';

/** Issues that one request may be about, and a folder that says in which organization. */
export interface IssuesOfOrganization {
  /** URI of the folder of the first of them; undefined where it is not known. */
  readonly folder: string | undefined;
  readonly ids: readonly string[];
}

/** Parts issues by their organization, in their order; a service that names none is taken to have one a folder. */
export function byOrganization(
  store: Pick<IssueStore, 'get'>,
  ids: readonly string[],
): readonly IssuesOfOrganization[] {
  const parts = new Map<string, { readonly folder: string | undefined; readonly ids: string[] }>();
  for (const id of ids) {
    const known = store.get(id);
    const key = known?.issue.organizationId || `in ${known?.folder}`;
    const part = parts.get(key);
    if (part) part.ids.push(id);
    else parts.set(key, { folder: known?.folder, ids: [id] });
  }
  return [...parts.values()];
}
