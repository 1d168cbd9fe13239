import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Count, organizationScope } from '../fields.ts';
import { tolerance } from '../tolerance.ts';

/**
 * Packs of templates that an organization switches on or off, each or all of a pack: built-in rules, whose data is followed, and further
 * sinks (specification, section 1).
 */

const Name = z.string().min(1).max(100);

export const PackTemplate = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  enabledByDefault: z.boolean(),
});
export type PackTemplate = z.output<typeof PackTemplate>;

export const Pack = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  enabled: z.boolean().describe('Whether all of its templates are on.'),
  partial: z.boolean().describe('Whether some of its templates are on, and others off.'),
  templates: z.array(PackTemplate),
});
export type Pack = z.output<typeof Pack>;
tolerance.add(PackTemplate, { missing: { description: '', enabledByDefault: true } });
tolerance.add(Pack, { missing: { description: '', partial: false, templates: [] } });

/** A template of a pack, as the coverage of a scan names it. */
const SwitchedTemplate = z.object({
  kind: z.enum(['rule', 'source', 'sink']),
  pack: z.string(),
  template: z.string(),
  title: z.string().describe('Of pack and template.'),
});

/** Extension. Templates of packs that are on, or off, other than by default; a scan has none where that is nothing. */
export const SwitchedPacks = z.object({
  switchedOn: z.array(SwitchedTemplate),
  switchedOff: z.array(SwitchedTemplate),
  findings: Count.describe('What was found by rules that are switched off, and not reported.'),
});

tolerance.add(SwitchedPacks, { missing: { switchedOn: [], switchedOff: [], findings: 0 } });

const listed = z.strictObject(organizationScope);
const list = z.object({ packs: z.array(Pack) });
const toggled = z.strictObject({
  ...organizationScope,
  packId: Name,
  templateId: Name.optional().describe('One template; the whole pack when omitted.'),
  enabled: z.boolean(),
});
const one = z.object({ pack: Pack });

export const listRulePacks = endpoint({
  id: 'rulePacks.list',
  method: 'POST',
  path: '/api/v2/rulePacks/list',
  summary:
    'List packs of built-in rules with their templates, which are on unless somebody switched them off',
  source: 'extended',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: listed,
  response: list,
});

export const toggleRulePack = endpoint({
  id: 'rulePacks.toggle',
  method: 'POST',
  path: '/api/v2/rulePacks/toggle',
  summary: 'Switch a pack of rules or one template of it on or off, for all repositories; for an ADMIN',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: toggled,
  response: one,
});

export const listCustomSourcePacks = endpoint({
  id: 'customSourcePacks.list',
  method: 'POST',
  path: '/api/v2/customSourcePacks/list',
  summary: 'List packs of sources with their templates: whose data scans follow',
  source: 'extended',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: listed,
  response: list,
});

export const toggleCustomSourcePack = endpoint({
  id: 'customSourcePacks.toggle',
  method: 'POST',
  path: '/api/v2/customSourcePacks/toggle',
  summary: 'Switch a pack of sources or one template of it on or off, for all repositories; for an ADMIN',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: toggled,
  response: one,
});

export const listCustomSinkPacks = endpoint({
  id: 'customSinkPacks.list',
  method: 'POST',
  path: '/api/v2/customSinkPacks/list',
  summary: 'List packs of further sinks with their templates, which are off unless somebody switched them on',
  source: 'extended',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: listed,
  response: list,
});

export const toggleCustomSinkPack = endpoint({
  id: 'customSinkPacks.toggle',
  method: 'POST',
  path: '/api/v2/customSinkPacks/toggle',
  summary: 'Switch a pack of sinks or one template of it on or off, for all repositories; for an ADMIN',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: toggled,
  response: one,
});
