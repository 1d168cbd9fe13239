import * as z from 'zod';
import { type ApiClient, segments } from '../api-client.ts';
import { ProviderFailure } from '../failure.ts';
import type { HostedComment, HostedPullRequest, Provider } from '../provider.ts';
import { mergeRequestOf } from './paths.ts';
import * as schemas from './schemas.ts';

const pageSize = 100;
/** Pages of discussions that are read. */
const mostPages = 10;

/** @param oldNameOf how a file of a merge request was called before */
export function gitLabDiscussions(
  api: ApiClient,
  account: (signal?: AbortSignal) => Promise<string>,
  oldNameOf: (pullRequest: HostedPullRequest, file: string) => string,
): Pick<Provider, 'comments' | 'addComment' | 'updateComment' | 'setResolved'> {
  return {
    comments: async (path, number, marker, signal) => {
      const us = await account(signal);
      const found: HostedComment[] = [];
      for (let page = 1; page <= mostPages; page++) {
        const discussions = await api.read(
          z.array(schemas.Discussion),
          `${mergeRequestOf(path, number)}/discussions`,
          { query: { per_page: pageSize, page }, signal },
        );
        for (const { id, individual_note: isAlone, notes } of discussions) {
          const [first] = notes;
          if (first?.author.username !== us || !first.body.includes(marker)) continue;
          const thread = isAlone ? undefined : id;
          found.push({ id: String(first.id), thread, body: first.body, isResolved: first.resolved === true });
        }
        if (discussions.length < pageSize) break;
      }
      return found;
    },

    addComment: async (path, pullRequest, { body, place }, signal) => {
      const at = mergeRequestOf(path, pullRequest.number);
      if (!place) {
        await api.send(`${at}/notes`, { method: 'POST', json: { body }, signal });
        return true;
      }
      const { diff, headCommit } = pullRequest;
      if (!diff) return false;
      const position = {
        position_type: 'text',
        base_sha: diff.base,
        start_sha: diff.start,
        head_sha: headCommit,
        old_path: oldNameOf(pullRequest, place.file),
        new_path: place.file,
        new_line: place.line,
      };
      try {
        await api.send(`${at}/discussions`, { method: 'POST', json: { body, position }, signal });
        return true;
      } catch (error) {
        // 400: the line is no part of the change.
        if (error instanceof ProviderFailure && error.fault === 'refused') return false;
        throw error;
      }
    },

    updateComment: async (path, number, { id, thread }, body, signal) => {
      const at = mergeRequestOf(path, number);
      const note =
        thread === undefined
          ? `${at}/notes/${segments(id)}`
          : `${at}/discussions/${segments(thread)}/notes/${segments(id)}`;
      await api.send(note, { method: 'PUT', json: { body }, signal });
    },

    setResolved: async (path, number, { thread }, resolved, signal) => {
      if (thread === undefined) return;
      const at = `${mergeRequestOf(path, number)}/discussions/${segments(thread)}`;
      await api.send(at, { method: 'PUT', query: { resolved }, signal });
    },
  };
}
