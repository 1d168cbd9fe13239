import { type ApiClient, segments } from '../api-client.ts';
import { ProviderFailure } from '../failure.ts';
import type { HostedComment, Provider } from '../provider.ts';
import { repositoryOf } from './paths.ts';
import * as schemas from './schemas.ts';

/** Pages of activities that are read: 100 each. */
const mostPages = 20;

/** @param us the name of whom the credentials belong to; undefined where the host does not say */
export function dataCenterComments(
  api: ApiClient,
  us: (signal?: AbortSignal) => Promise<string | undefined>,
): Pick<Provider, 'comments' | 'addComment' | 'updateComment' | 'setResolved'> {
  const commentsOf = (path: string, number: number): string =>
    `${repositoryOf(path)}/pull-requests/${number}/comments`;
  /** Who changes a comment says which version they saw. */
  const change = async (at: string, json: object, signal?: AbortSignal): Promise<void> => {
    const { version } = await api.read(schemas.Comment, at, { signal });
    await api.send(at, { method: 'PUT', json: { ...json, version }, signal });
  };
  return {
    comments: async (path, number, marker, signal) => {
      const our = await us(signal);
      const found: HostedComment[] = [];
      for (let page = 0, start = 0; page < mostPages; page++) {
        const activities = await api.read(
          schemas.page(schemas.Activity),
          `${repositoryOf(path)}/pull-requests/${number}/activities`,
          { query: { limit: 100, start }, signal },
        );
        for (const { action, comment, commentAnchor } of activities.values) {
          if (action !== 'COMMENTED' || !comment?.text.includes(marker)) continue;
          if (our !== undefined && comment.author?.name !== our) continue;
          const id = String(comment.id);
          const isResolved = comment.threadResolved === true;
          found.push({ id, thread: commentAnchor ? id : undefined, body: comment.text, isResolved });
        }
        if (activities.isLastPage) break;
        start = activities.nextPageStart ?? start + 100;
      }
      // Activities come latest first.
      return found.reverse();
    },

    addComment: async (path, { number }, { body, place }, signal) => {
      const anchor = place && {
        ...{ path: place.file, line: place.line, lineType: 'ADDED' },
        ...{ fileType: 'TO', diffType: 'EFFECTIVE' },
      };
      try {
        const json = { text: body, ...(anchor && { anchor }) };
        await api.send(commentsOf(path, number), { method: 'POST', json, signal });
        return true;
      } catch (error) {
        // 400, 409: the line is no part of the change.
        const isElsewhere =
          error instanceof ProviderFailure && (error.fault === 'refused' || error.fault === 'conflict');
        if (place && isElsewhere) return false;
        throw error;
      }
    },

    updateComment: (path, number, { id }, body, signal) =>
      change(`${commentsOf(path, number)}/${segments(id)}`, { text: body }, signal),

    setResolved: async (path, number, { thread }, isResolved, signal) => {
      if (thread === undefined) return;
      await change(`${commentsOf(path, number)}/${segments(thread)}`, { threadResolved: isResolved }, signal);
    },
  };
}
