import { type ApiClient, segments } from '../api-client.ts';
import { ProviderFailure } from '../failure.ts';
import type { HostedComment, Provider } from '../provider.ts';
import { repositoryOf } from './paths.ts';
import * as schemas from './schemas.ts';

/** @param us the id of whom the credentials belong to */
export function azureThreads(
  api: ApiClient,
  us: (signal?: AbortSignal) => Promise<string>,
): Pick<Provider, 'comments' | 'addComment' | 'updateComment' | 'setResolved'> {
  const threadsOf = (path: string, number: number): string =>
    `${repositoryOf(path)}/pullRequests/${number}/threads`;
  return {
    comments: async (path, number, marker, signal) => {
      const our = await us(signal);
      const { value } = await api.read(schemas.list(schemas.Thread), threadsOf(path, number), { signal });
      return value.flatMap(({ id, status, isDeleted, threadContext, comments }): HostedComment[] => {
        const [first] = comments;
        const body = first?.content ?? '';
        if (!first || isDeleted || first.author?.id !== our || !body.includes(marker)) return [];
        const isResolved = status !== 'active' && status !== 'pending' && Boolean(threadContext?.filePath);
        return [{ id: String(first.id), thread: String(id), body, isResolved }];
      });
    },

    addComment: async (path, { number }, { body, place }, signal) => {
      const json = {
        comments: [{ parentCommentId: 0, content: body, commentType: 'text' }],
        // What is said of the whole waits for nobody.
        status: place ? 'active' : 'closed',
        ...(place && {
          threadContext: {
            filePath: `/${place.file}`,
            rightFileStart: { line: place.line, offset: 1 },
            rightFileEnd: { line: place.line, offset: 1 },
          },
        }),
      };
      try {
        await api.send(threadsOf(path, number), { method: 'POST', json, signal });
        return true;
      } catch (error) {
        if (place && error instanceof ProviderFailure && error.fault === 'refused') return false;
        throw error;
      }
    },

    updateComment: async (path, number, { id, thread }, body, signal) => {
      const at = `${threadsOf(path, number)}/${segments(thread ?? '')}/comments/${segments(id)}`;
      await api.send(at, { method: 'PATCH', json: { content: body }, signal });
    },

    setResolved: async (path, number, { thread }, isResolved, signal) => {
      if (thread === undefined) return;
      const json = { status: isResolved ? 'fixed' : 'active' };
      await api.send(`${threadsOf(path, number)}/${segments(thread)}`, { method: 'PATCH', json, signal });
    },
  };
}
