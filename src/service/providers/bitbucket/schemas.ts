import * as z from 'zod';

/** What is read of the answers of Bitbucket Cloud (version 2.0). */

export const User = z.object({
  uuid: z.string(),
  display_name: z.string().nullish(),
  nickname: z.string().nullish(),
});

export const Repository = z.object({
  full_name: z.string(),
  name: z.string(),
  mainbranch: z.object({ name: z.string() }).nullish(),
  is_private: z.boolean(),
});

export const page = <T extends z.ZodType>(item: T) =>
  z.object({ values: z.array(item), next: z.string().nullish() });

const side = z.object({
  branch: z.object({ name: z.string() }),
  commit: z.object({ hash: z.string() }).nullish(),
  repository: z.object({ full_name: z.string() }).nullish(),
});

export const PullRequest = z.object({
  id: z.int(),
  title: z.string(),
  state: z.string(),
  author: z.object({ display_name: z.string().nullish(), nickname: z.string().nullish() }).nullish(),
  links: z.object({ html: z.object({ href: z.string() }) }),
  source: side,
  destination: side,
});

export const Commit = z.object({ hash: z.string() });

export const Comment = z.object({
  id: z.int(),
  content: z.object({ raw: z.string() }),
  user: z.object({ uuid: z.string() }).nullish(),
  inline: z.object({ path: z.string() }).nullish(),
  parent: z.object({ id: z.int() }).nullish(),
  deleted: z.boolean().nullish(),
  resolution: z.object({}).nullish(),
});
