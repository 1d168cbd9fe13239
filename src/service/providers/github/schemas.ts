import * as z from 'zod';

/** What is read of GitHub's answers (REST version 2022-11-28, GraphQL). */

export const Account = z.object({ login: z.string() });
export const App = z.object({ slug: z.string() });

export const Repository = z.object({
  full_name: z.string(),
  name: z.string(),
  clone_url: z.string(),
  default_branch: z.string().nullish(),
  private: z.boolean(),
});

export const PullRequest = z.object({
  number: z.int(),
  title: z.string(),
  html_url: z.string(),
  state: z.enum(['open', 'closed']),
  merged: z.boolean().nullish(),
  merged_at: z.string().nullish(),
  user: z.object({ login: z.string() }).nullish(),
  head: z.object({ ref: z.string(), sha: z.string() }),
  base: z.object({ ref: z.string() }),
});

export const ChangedFile = z.object({
  filename: z.string(),
  status: z.string(),
  /** Absent where the change is too large, or of a binary file. */
  patch: z.string().nullish(),
});

export const CheckRuns = z.object({ check_runs: z.array(z.object({ id: z.int() })) });
/** What went wrong in a GraphQL request is in an answer of status 200. */
export const Mutation = z.object({ errors: z.array(z.unknown()).optional() });
export const Sha = z.object({ sha: z.string() });
export const Commit = z.object({ sha: z.string(), tree: z.object({ sha: z.string() }) });

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });
const comment = z.object({
  id: z.string(),
  body: z.string(),
  viewerDidAuthor: z.boolean(),
});

export const Comments = z.object({
  data: z.object({
    repository: z.object({
      pullRequest: z.object({ comments: z.object({ nodes: z.array(comment), pageInfo }) }).nullable(),
    }),
  }),
});

export const ReviewThreads = z.object({
  data: z.object({
    repository: z.object({
      pullRequest: z
        .object({
          reviewThreads: z.object({
            nodes: z.array(
              z.object({
                id: z.string(),
                isResolved: z.boolean(),
                comments: z.object({ nodes: z.array(comment) }),
              }),
            ),
            pageInfo,
          }),
        })
        .nullable(),
    }),
  }),
});
