import { ApiError } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { IssueListItem } from '../../api/contract/issue.ts';
import { listIssues, searchIssues } from '../../api/contract/issues.ts';
import { pages } from '../../api/paging.ts';

/** Issues read at once: reading them is done in one go, during which the window does nothing else. */
const issuesAtOnce = 250;
/** The most that the specified search has in a page. */
const searchedAtOnce = 100;

/** The search at the address that the specification names. */
const specifiedSearch = { ...searchIssues, method: 'GET', path: '/issues/search' } as const;

/**
 * All issues of a repository, worst first, a page at a time. A service without the listing in large pages is searched.
 * @param branch those of this one alone
 * @throws ApiError
 */
export async function* allIssues(
  client: Client,
  repositoryId: string,
  branch: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<readonly IssueListItem[], void> {
  const filters = { repositoryIds: [repositoryId], ...(branch === undefined ? {} : { branch }) };
  const options = { signal, ahead: true };
  try {
    for await (const { issues } of pages(client, listIssues, { ...filters, limit: issuesAtOnce }, options))
      yield issues;
    return;
  } catch (error) {
    const isWithout = error instanceof ApiError && ['notOffered', 'notFound'].includes(error.kind);
    if (!isWithout) throw error;
  }
  const request = { ...filters, limit: searchedAtOnce };
  for await (const { issues } of pages(client, specifiedSearch, request, options)) yield issues;
}
