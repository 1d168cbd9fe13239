import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id, Instant, organizationScope } from '../fields.ts';
import { page, pageEnd } from '../paging.ts';

/** Tags: repositories under one name, to say what something is for. */

export const Tag = z.object({
  id: Id,
  organizationId: Id,
  name: z.string(),
  repositoryIds: z.array(Id),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Tag = z.output<typeof Tag>;

const TagName = z.string().trim().min(1).max(100);
const repositoryIds = z.array(Id).max(1_000);

export const listTags = endpoint({
  id: 'tags.list',
  method: 'POST',
  path: '/api/v2/tags/list',
  summary: 'Tags by name, each with its repositories',
  source: 'extended',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, ...page }),
  response: z.object({ tags: z.array(Tag), ...pageEnd }),
});

export const createTag = endpoint({
  id: 'tags.create',
  method: 'POST',
  path: '/api/v2/tags/create',
  summary: 'Add a tag; its repositories must be the organization’s',
  source: 'extended',
  effect: 'changes',
  success: 201,
  errors: [403, 404, 409, 422],
  idempotent: false,
  request: z.strictObject({ ...organizationScope, name: TagName, repositoryIds: repositoryIds.default([]) }),
  response: z.object({ tag: Tag }),
});

export const updateTag = endpoint({
  id: 'tags.update',
  method: 'POST',
  path: '/api/v2/tags/update',
  summary: 'Change a tag; what is omitted stays',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404, 409, 422],
  idempotent: true,
  request: z.strictObject({
    ...organizationScope,
    tagId: Id,
    name: TagName.optional(),
    repositoryIds: repositoryIds.optional(),
  }),
  response: z.object({ tag: Tag }),
});

export const deleteTag = endpoint({
  id: 'tags.delete',
  method: 'POST',
  path: '/api/v2/tags/delete',
  summary: 'Delete a tag; its repositories stay',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, tagId: Id }),
  response: z.object({ deleted: z.boolean() }),
});
