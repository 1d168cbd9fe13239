import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id, Instant, organizationScope } from '../fields.ts';
import { page, pageEnd } from '../paging.ts';
import { tolerance, unknownInstant } from '../tolerance.ts';
import { isOneScope, notOneScope, scopeFields } from './scope.ts';

/** Custom sources and custom sinks: they add findings to each scan, and never take one away (specification, section 1). */

/** Characters of a source or sink. */
export const maximumModelLength = 20_000;

/** What both have. */
const fields = {
  id: Id,
  organizationId: Id,
  name: z.string(),
  description: z.string(),
  library: z.string().describe('`<language>/<library>`, as the text has it.'),
  content: z.string().describe('A model file (docs/models.md) with one section.'),
  enabled: z.boolean(),
  allRepositories: z.boolean(),
  repositoryIds: z.array(Id).describe('None where it holds for all repositories.'),
  createdBy: z.object({ email: z.string(), name: z.string().optional() }).optional(),
  createdAt: Instant,
  updatedAt: Instant,
};
const missing = {
  organizationId: '',
  description: '',
  library: '',
  content: '',
  enabled: true,
  repositoryIds: [],
  createdAt: unknownInstant,
  updatedAt: unknownInstant,
} as const;

export const CustomSource = z.object(fields);
export type CustomSource = z.output<typeof CustomSource>;
tolerance.add(CustomSource, { missing });

export const CustomSink = z.object(fields);
export type CustomSink = z.output<typeof CustomSink>;
tolerance.add(CustomSink, { missing });

const texts = {
  name: z.string().trim().min(1).max(200).optional().describe('The library when omitted.'),
  description: z.string().trim().max(2_000).optional(),
  enabled: z.boolean().optional(),
};
const Content = z.string().min(1).max(maximumModelLength);
const created = { ...organizationScope, ...texts, content: Content, ...scopeFields };
const changed = { ...organizationScope, ...texts, content: Content.optional(), ...scopeFields };
const listed = z.strictObject({ ...organizationScope, ...page });
const deleted = z.object({ deleted: z.boolean() });

const ofSource = { ...organizationScope, customSourceId: Id };
const source = z.object({ customSource: CustomSource });

export const createCustomSource = endpoint({
  id: 'customSources.create',
  method: 'POST',
  path: '/api/v2/customSources/create',
  summary: 'Create a custom source, for all repositories or for some',
  source: 'extended',
  effect: 'changes',
  success: 201,
  errors: [403, 404, 422],
  idempotent: false,
  request: z.strictObject(created).refine(isOneScope, notOneScope),
  response: source,
});

export const listCustomSources = endpoint({
  id: 'customSources.list',
  method: 'POST',
  path: '/api/v2/customSources/list',
  summary: 'List custom sources, the newest first',
  source: 'extended',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: listed,
  response: z.object({ customSources: z.array(CustomSource), ...pageEnd }),
});

export const getCustomSource = endpoint({
  id: 'customSources.get',
  method: 'POST',
  path: '/api/v2/customSources/get',
  summary: 'One custom source',
  source: 'extended',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject(ofSource),
  response: source,
});

export const updateCustomSource = endpoint({
  id: 'customSources.update',
  method: 'POST',
  path: '/api/v2/customSources/update',
  summary: 'Change what is given of a custom source',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404, 422],
  idempotent: true,
  request: z.strictObject({ ...changed, ...ofSource }).refine(isOneScope, notOneScope),
  response: source,
});

export const toggleCustomSource = endpoint({
  id: 'customSources.toggle',
  method: 'POST',
  path: '/api/v2/customSources/toggle',
  summary: 'Switch a custom source on or off; the next scan follows',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({ ...ofSource, enabled: z.boolean() }),
  response: source,
});

export const deleteCustomSource = endpoint({
  id: 'customSources.delete',
  method: 'POST',
  path: '/api/v2/customSources/delete',
  summary: 'Delete a custom source; the next scan resolves its issues',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject(ofSource),
  response: deleted,
});

const ofSink = { ...organizationScope, customSinkId: Id };
const sink = z.object({ customSink: CustomSink });

export const createCustomSink = endpoint({
  id: 'customSinks.create',
  method: 'POST',
  path: '/api/v2/customSinks/create',
  summary: 'Create a custom sink, for all repositories or for some',
  source: 'extended',
  effect: 'changes',
  success: 201,
  errors: [403, 404, 422],
  idempotent: false,
  request: z.strictObject(created).refine(isOneScope, notOneScope),
  response: sink,
});

export const listCustomSinks = endpoint({
  id: 'customSinks.list',
  method: 'POST',
  path: '/api/v2/customSinks/list',
  summary: 'List custom sinks, the newest first',
  source: 'extended',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: listed,
  response: z.object({ customSinks: z.array(CustomSink), ...pageEnd }),
});

export const getCustomSink = endpoint({
  id: 'customSinks.get',
  method: 'POST',
  path: '/api/v2/customSinks/get',
  summary: 'One custom sink',
  source: 'extended',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject(ofSink),
  response: sink,
});

export const updateCustomSink = endpoint({
  id: 'customSinks.update',
  method: 'POST',
  path: '/api/v2/customSinks/update',
  summary: 'Change what is given of a custom sink',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404, 422],
  idempotent: true,
  request: z.strictObject({ ...changed, ...ofSink }).refine(isOneScope, notOneScope),
  response: sink,
});

export const toggleCustomSink = endpoint({
  id: 'customSinks.toggle',
  method: 'POST',
  path: '/api/v2/customSinks/toggle',
  summary: 'Switch a custom sink on or off; the next scan follows',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({ ...ofSink, enabled: z.boolean() }),
  response: sink,
});

export const deleteCustomSink = endpoint({
  id: 'customSinks.delete',
  method: 'POST',
  path: '/api/v2/customSinks/delete',
  summary: 'Delete a custom sink; the next scan resolves its issues',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject(ofSink),
  response: deleted,
});
