import { ProviderFailure } from '../failure.ts';
import type { Provider } from '../provider.ts';
import type { GitHubApi } from './api.ts';
import * as queries from './queries.ts';
import * as schemas from './schemas.ts';

/** Pages of comments that are read: 100 each. */
const mostPages = 10;

export function gitHubComments(
  api: GitHubApi,
): Pick<Provider, 'comments' | 'addComment' | 'updateComment' | 'setResolved'> {
  return {
    comments: async (path, number, marker, signal) => {
      const [owner, name] = path.split('/');
      const variables = { owner, name, number };
      const threads = await allPages(async (after) => {
        const { data } = await api.query(
          schemas.ReviewThreads,
          queries.reviewThreads,
          { ...variables, after },
          signal,
        );
        return data.repository.pullRequest?.reviewThreads;
      });
      const comments = await allPages(async (after) => {
        const { data } = await api.query(schemas.Comments, queries.comments, { ...variables, after }, signal);
        return data.repository.pullRequest?.comments;
      });
      return [
        ...threads.flatMap(({ id: thread, isResolved, comments: { nodes } }) =>
          nodes.slice(0, 1).map((first) => ({ ...first, thread, isResolved })),
        ),
        ...comments.map((each) => ({ ...each, thread: undefined, isResolved: false })),
      ].filter(({ body, viewerDidAuthor }) => viewerDidAuthor && body.includes(marker));
    },

    addComment: async (path, { number, headCommit }, { body, place }, signal) => {
      const repository = api.repository(path);
      if (!place) {
        await api.rest.send(`${repository}/issues/${number}/comments`, {
          method: 'POST',
          json: { body },
          signal,
        });
        return true;
      }
      const json = { body, commit_id: headCommit, path: place.file, line: place.line, side: 'RIGHT' };
      try {
        await api.rest.send(`${repository}/pulls/${number}/comments`, { method: 'POST', json, signal });
        return true;
      } catch (error) {
        // 422: the line is no part of the change, or the head has moved on.
        if (error instanceof ProviderFailure && error.fault === 'refused') return false;
        throw error;
      }
    },

    updateComment: async (_path, _number, { id, thread }, body, signal) => {
      const query = thread === undefined ? queries.updateIssueComment : queries.updateReviewComment;
      await api.mutate(query, { id, body }, signal);
    },

    setResolved: async (_path, _number, { thread }, isResolved, signal) => {
      if (thread === undefined) return;
      await api.mutate(isResolved ? queries.resolveThread : queries.unresolveThread, { id: thread }, signal);
    },
  };
}

interface Page<T> {
  readonly nodes: readonly T[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

async function allPages<T>(read: (after: string | null) => Promise<Page<T> | undefined>): Promise<T[]> {
  const found: T[] = [];
  let after: string | null = null;
  for (let page = 0; page < mostPages; page++) {
    const got: Page<T> | undefined = await read(after);
    found.push(...(got?.nodes ?? []));
    if (!got?.pageInfo.hasNextPage) break;
    after = got.pageInfo.endCursor;
  }
  return found;
}
