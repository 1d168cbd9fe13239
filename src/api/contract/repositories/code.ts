import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Branch, Count, Id, organizationScope, RepositoryPath } from '../fields.ts';
import { page, pageEnd, pageUpTo } from '../paging.ts';

/** Code inspection: search and read the source of a repository. Paths are relative to its root. */

export const maximumReadLines = 5000;

const where = { ...organizationScope, repositoryId: Id, branch: Branch.optional() };

export const searchCode = endpoint({
  id: 'code.search',
  method: 'GET',
  path: '/code/search',
  summary: 'Lines that contain a text, in any case',
  source: 'specified',
  effect: 'reads',
  errors: [404, 422],
  idempotent: true,
  request: z.strictObject({
    ...where,
    query: z.string().min(1).max(1024),
    pathPrefix: RepositoryPath.optional(),
    ...page,
  }),
  response: z.object({
    matches: z.array(
      z.object({
        file: z.string(),
        line: z.int().min(1),
        startColumn: z.int().min(1),
        endColumn: z.int().min(1),
        text: z.string(),
      }),
    ),
    ...pageEnd,
  }),
});

export const readCode = endpoint({
  id: 'code.read',
  method: 'GET',
  path: '/code/read',
  summary: 'The contents of a file, or the lines from startLine to endLine, both included',
  source: 'specified',
  effect: 'reads',
  errors: [404, 413, 422],
  idempotent: true,
  request: z
    .strictObject({
      ...where,
      path: RepositoryPath.min(1),
      startLine: z.int().min(1).optional(),
      endLine: z.int().min(1).optional(),
    })
    .refine(({ startLine = 1, endLine }) => endLine === undefined || endLine >= startLine, {
      path: ['endLine'],
      error: 'endLine must not be before startLine.',
    }),
  response: z.object({
    path: z.string(),
    content: z.string(),
    startLine: z.int().min(1),
    endLine: Count,
    totalLines: Count,
    /** True when lines were left out because of a limit. */
    truncated: z.boolean(),
  }),
});

export const listFiles = endpoint({
  id: 'code.listFiles',
  method: 'GET',
  path: '/code/listFiles',
  summary: 'Files and directories of a path, directories first',
  source: 'specified',
  effect: 'reads',
  errors: [404, 422],
  idempotent: true,
  request: z.strictObject({
    ...where,
    path: RepositoryPath.default('').describe('The root when omitted.'),
    ...pageUpTo(1000, 100),
  }),
  response: z.object({
    entries: z.array(
      z.object({
        name: z.string(),
        path: z.string(),
        type: z.enum(['file', 'directory']),
        size: Count.optional(),
      }),
    ),
    ...pageEnd,
  }),
});
