import { type ApiClient, segments } from '../api-client.ts';
import { ProviderFailure } from '../failure.ts';
import type { HostedComment, Provider } from '../provider.ts';
import type { BitbucketPlaces } from './adapter.ts';
import * as schemas from './schemas.ts';

/** Pages of comments that are read: 100 each. */
const mostPages = 10;

export function bitbucketComments(
  api: ApiClient,
  places: BitbucketPlaces,
): Pick<Provider, 'comments' | 'addComment' | 'updateComment' | 'setResolved'> {
  const commentsOf = (path: string, number: number): string =>
    `${places.repository(path)}/pullrequests/${number}/comments`;
  return {
    comments: async (path, number, marker, signal) => {
      const us = await ourId(api, signal);
      const found: HostedComment[] = [];
      for (let page = 1; page <= mostPages; page++) {
        const query = { pagelen: 100, page };
        const { values, next } = await api.read(schemas.page(schemas.Comment), commentsOf(path, number), {
          query,
          signal,
        });
        for (const { id, content, user, inline, parent, deleted, resolution } of values) {
          const isOurs = us === undefined || user?.uuid === us;
          if (deleted || parent || !isOurs || !content.raw.includes(marker)) continue;
          const thread = inline ? String(id) : undefined;
          found.push({ id: String(id), thread, body: content.raw, isResolved: Boolean(resolution) });
        }
        if (!next) break;
      }
      return found;
    },

    addComment: async (path, { number }, { body, place }, signal) => {
      const json = {
        content: { raw: body },
        ...(place && { inline: { path: place.file, to: place.line } }),
      };
      try {
        await api.send(commentsOf(path, number), { method: 'POST', json, signal });
        return true;
      } catch (error) {
        // 400: the line is no part of the change.
        if (place && error instanceof ProviderFailure && error.fault === 'refused') return false;
        throw error;
      }
    },

    updateComment: async (path, number, { id }, body, signal) => {
      const json = { content: { raw: body } };
      await api.send(`${commentsOf(path, number)}/${segments(id)}`, { method: 'PUT', json, signal });
    },

    setResolved: async (path, number, { thread }, isResolved, signal) => {
      if (thread === undefined) return;
      const at = `${commentsOf(path, number)}/${segments(thread)}/resolve`;
      await api.send(at, { method: isResolved ? 'POST' : 'DELETE', signal });
    },
  };
}

/** Undefined for a token of a workspace or repository, which is no user: then the marker alone tells our comments. */
async function ourId(api: ApiClient, signal?: AbortSignal): Promise<string | undefined> {
  try {
    return (await api.read(schemas.User, 'user', { signal })).uuid;
  } catch (error) {
    const isNobody =
      error instanceof ProviderFailure && ['credentials', 'forbidden', 'missing'].includes(error.fault);
    if (isNobody) return undefined;
    throw error;
  }
}
