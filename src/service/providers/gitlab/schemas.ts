import * as z from 'zod';

/** What is read of GitLab's answers (REST version 4). */

export const User = z.object({ username: z.string() });

export const Project = z.object({
  path_with_namespace: z.string(),
  name: z.string(),
  http_url_to_repo: z.string(),
  default_branch: z.string().nullish(),
  visibility: z.string().nullish(),
});

export const MergeRequest = z.object({
  iid: z.int(),
  title: z.string(),
  web_url: z.string(),
  author: z.object({ username: z.string() }).nullish(),
  state: z.string(),
  sha: z.string().nullish(),
  target_branch: z.string(),
  diff_refs: z.object({ base_sha: z.string(), start_sha: z.string(), head_sha: z.string() }).nullish(),
});

export const Diff = z.object({
  old_path: z.string(),
  new_path: z.string(),
  diff: z.string().nullish(),
  deleted_file: z.boolean().nullish(),
});

export const Discussion = z.object({
  id: z.string(),
  individual_note: z.boolean(),
  notes: z.array(
    z.object({
      id: z.int(),
      body: z.string(),
      author: z.object({ username: z.string() }),
      resolvable: z.boolean().nullish(),
      resolved: z.boolean().nullish(),
    }),
  ),
});
