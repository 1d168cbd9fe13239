import * as z from 'zod';

/** What is read of the answers of Azure DevOps (version 7.0). */

export const ConnectionData = z.object({
  authenticatedUser: z.object({ id: z.string(), providerDisplayName: z.string().nullish() }),
});

export const Repository = z.object({
  name: z.string(),
  project: z.object({ name: z.string(), visibility: z.string().nullish() }),
  defaultBranch: z.string().nullish(),
});

export const list = <T extends z.ZodType>(item: T) => z.object({ value: z.array(item) });

export const PullRequest = z.object({
  pullRequestId: z.int(),
  title: z.string(),
  status: z.string(),
  createdBy: z.object({ displayName: z.string() }).nullish(),
  sourceRefName: z.string(),
  targetRefName: z.string(),
  lastMergeSourceCommit: z.object({ commitId: z.string() }).nullish(),
  /** The merge into the target branch, which the repository keeps as `refs/pull/<id>/merge`; absent where it has conflicts. */
  lastMergeCommit: z.object({ commitId: z.string() }).nullish(),
  mergeStatus: z.string().nullish(),
  forkSource: z.object({}).nullish(),
});

export const Iteration = z.object({ id: z.int() });

export const Changes = z.object({
  changeEntries: z.array(
    z.object({ item: z.object({ path: z.string().nullish() }).nullish(), changeType: z.string() }),
  ),
  nextSkip: z.int().nullish(),
  nextTop: z.int().nullish(),
});

export const Thread = z.object({
  id: z.int(),
  status: z.string().nullish(),
  isDeleted: z.boolean().nullish(),
  threadContext: z.object({ filePath: z.string().nullish() }).nullish(),
  comments: z.array(
    z.object({
      id: z.int(),
      content: z.string().nullish(),
      author: z.object({ id: z.string() }).nullish(),
    }),
  ),
});

export const RefUpdates = z.object({
  value: z.array(z.object({ success: z.boolean(), updateStatus: z.string().nullish() })),
});
