import type { PullRequestState, RepositoryType } from '../../../api/contract/vocabulary.ts';
import { isRefName } from '../../../git/refs.ts';
import { newId } from '../../core/context.ts';
import { impossible } from '../../core/errors.ts';
import type { Queries } from '../../store/dialect.ts';
import type { RepositoryTable } from '../../store/tables/organization-tables.ts';
import type { PullRequestTable } from '../../store/tables/pull-request-tables.ts';

/** A pull or merge request of a repository, as whoever asks for its scan knows it. */
export interface PullRequestToScan {
  readonly number: number;
  /** A branch, or the full name of a ref of the repository; what its provider keeps for it when omitted. */
  readonly headRef?: string | undefined;
  /** The branch that it is to be merged into. */
  readonly baseRef: string;
  readonly title?: string | undefined;
  readonly url?: string | undefined;
  readonly author?: string | undefined;
}

/** What the scans and issues of a pull request have in the place of a branch: git allows no colon in a name. */
export const pullRequestBranch = (number: number): string => `pull:${number}`;

export const isPullRequestBranch = (branch: string): boolean => branch.startsWith('pull:');

/** The full name of a ref. */
export const fullRef = (name: string): string => (name.startsWith('refs/') ? name : `refs/heads/${name}`);

/** Where providers keep the heads of pull requests, those from forks, too, in the repository itself. */
const headRefs: Partial<Record<RepositoryType, (number: number) => string>> = {
  github: (number) => `refs/pull/${number}/head`,
  gitlab: (number) => `refs/merge-requests/${number}/head`,
};

/** @throws Refusal 422 */
function refsOf(repository: Pick<RepositoryTable, 'type'>, asked: PullRequestToScan) {
  const head = asked.headRef ?? headRefs[repository.type]?.(asked.number);
  if (head === undefined)
    throw impossible(
      'pullRequest.headRef',
      'Name the branch of the pull request: this provider keeps no other ref for it.',
    );
  const headRef = fullRef(head);
  const baseRef = fullRef(asked.baseRef);
  if (!isRefName(headRef)) throw impossible('pullRequest.headRef', 'This is not the name of a ref.');
  if (!isRefName(baseRef) || !baseRef.startsWith('refs/heads/'))
    throw impossible('pullRequest.baseBranch', 'This is not the name of a branch.');
  return { headRef, baseBranch: baseRef.slice('refs/heads/'.length) };
}

/** Records a pull request as it is now; it is open, as its code is to be scanned. @throws Refusal 422 */
export async function recordPullRequest(
  db: Queries,
  repository: Pick<RepositoryTable, 'id' | 'organization_id' | 'type'>,
  asked: PullRequestToScan,
  at: string,
): Promise<PullRequestTable> {
  const { headRef, baseBranch } = refsOf(repository, asked);
  const now = { head_ref: headRef, base_branch: baseBranch, state: 'OPEN', updated_at: at } as const;
  const said = {
    ...(asked.title !== undefined && { title: asked.title }),
    ...(asked.url !== undefined && { url: asked.url }),
    ...(asked.author !== undefined && { author: asked.author }),
  };
  return await db
    .insertInto('pull_requests')
    .values({
      id: newId(),
      organization_id: repository.organization_id,
      repository_id: repository.id,
      number: asked.number,
      branch: pullRequestBranch(asked.number),
      title: null,
      url: null,
      author: null,
      created_at: at,
      ...now,
      ...said,
    })
    .onConflict((on) => on.columns(['repository_id', 'number']).doUpdateSet({ ...now, ...said }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Records that a pull request was merged, closed or opened again; nothing where it was never scanned. */
export async function setPullRequestState(
  db: Queries,
  { repositoryId, number }: { readonly repositoryId: string; readonly number: number },
  state: PullRequestState,
  at: string,
): Promise<PullRequestTable | undefined> {
  return await db
    .updateTable('pull_requests')
    .set({ state, updated_at: at })
    .where('repository_id', '=', repositoryId)
    .where('number', '=', number)
    .returningAll()
    .executeTakeFirst();
}
