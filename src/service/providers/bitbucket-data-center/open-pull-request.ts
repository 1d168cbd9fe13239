import type { z } from 'zod';
import { type ApiClient, segments } from '../api-client.ts';
import { ProviderFailure } from '../failure.ts';
import type { Change } from '../provider.ts';
import * as schemas from './schemas.ts';

type PullRequest = z.output<typeof schemas.PullRequest>;

/** This host changes one file a commit. @param repository see `repositoryOf` */
export async function openPullRequest(
  api: ApiClient,
  repository: string,
  change: Change,
  signal?: AbortSignal,
): Promise<PullRequest> {
  const branch = `refs/heads/${change.branch}`;
  const query = { at: branch, direction: 'OUTGOING', state: 'OPEN' };
  const opened = schemas.page(schemas.PullRequest);
  const at = `${repository}/pull-requests`;
  const [earlier] = (await api.read(opened, at, { query, signal })).values;
  if (earlier) return earlier;
  await commitFiles(api, repository, change, signal);
  const json = {
    title: change.title,
    description: change.body,
    fromRef: { id: branch },
    toRef: { id: `refs/heads/${change.baseBranch}` },
  };
  return await api.read(schemas.PullRequest, at, { method: 'POST', json, signal });
}

async function commitFiles(
  api: ApiClient,
  repository: string,
  { branch, baseCommit, files, message }: Change,
  signal?: AbortSignal,
): Promise<void> {
  try {
    const json = { name: branch, startPoint: baseCommit };
    await api.send(`${repository}/branches`, { method: 'POST', json, signal });
  } catch (error) {
    // 409: an earlier try, whose answer was lost, has made the branch.
    if (!(error instanceof ProviderFailure && error.fault === 'conflict')) throw error;
    const query = { filterText: branch };
    const { values } = await api.read(schemas.page(schemas.Branch), `${repository}/branches`, {
      query,
      signal,
    });
    const made = values.find(({ displayId }) => displayId === branch);
    // It has its commits, or was left as it was made.
    if (made && made.latestCommit !== baseCommit) return;
  }
  let last = baseCommit;
  for (const { path, content } of files) {
    const form = new FormData();
    // A form changes the line ends of texts, and not of files.
    form.set('content', new Blob([content]), 'content');
    form.set('message', message.split('\n', 1)[0] ?? '');
    form.set('branch', branch);
    form.set('sourceCommitId', last);
    const at = `${repository}/browse/${segments(...path.split('/'))}`;
    last = (await api.read(schemas.Commit, at, { method: 'PUT', multipart: form, signal })).id;
  }
}
