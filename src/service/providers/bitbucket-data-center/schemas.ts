import * as z from 'zod';

/** What is read of the answers of Bitbucket Data Center (REST version 1.0). */

export const Repository = z.object({
  slug: z.string(),
  name: z.string(),
  public: z.boolean().nullish(),
  project: z.object({ key: z.string() }),
});

export const page = <T extends z.ZodType>(item: T) =>
  z.object({ values: z.array(item), isLastPage: z.boolean(), nextPageStart: z.int().nullish() });

export const Branch = z.object({ displayId: z.string(), latestCommit: z.string() });

export const PullRequest = z.object({
  id: z.int(),
  title: z.string(),
  state: z.string(),
  author: z.object({ user: z.object({ name: z.string() }) }).nullish(),
  fromRef: z.object({ latestCommit: z.string() }),
  toRef: z.object({ displayId: z.string() }),
  links: z.object({ self: z.array(z.object({ href: z.string() })).min(1) }),
});

export const Commit = z.object({ id: z.string() });

export const Diff = z.object({
  diffs: z.array(
    z.object({
      destination: z.object({ toString: z.string() }).nullish(),
      hunks: z
        .array(
          z.object({
            segments: z.array(
              z.object({ type: z.string(), lines: z.array(z.object({ destination: z.int() })) }),
            ),
          }),
        )
        .nullish(),
    }),
  ),
});

export const Comment = z.object({
  id: z.int(),
  version: z.int(),
  text: z.string(),
  author: z.object({ name: z.string() }).nullish(),
  threadResolved: z.boolean().nullish(),
});

/** A comment that begins a thread comes as an activity. */
export const Activity = z.object({
  action: z.string(),
  comment: Comment.nullish(),
  commentAnchor: z.object({ path: z.string() }).nullish(),
});
