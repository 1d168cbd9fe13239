import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id, Instant, organizationScope } from '../fields.ts';
import { page, pageEnd } from '../paging.ts';
import { tolerance, unknownInstant } from '../tolerance.ts';
import { Severity } from '../vocabulary.ts';
import { isOneScope, notOneScope, scopeFields } from './scope.ts';

/** Custom rules that the service keeps and gives to each scan (specification, sections 2.4 and 4.2). */

/** Characters of a rule. */
export const maximumRuleLength = 20_000;

const Lines = z.array(z.int().min(1)).max(200);

/** Without `match` and `lines`, comments in the text say it: `ruleid: my-rule` above a line that is found. */
export const RuleExample = z.strictObject({
  text: z.string().min(1).max(10_000),
  language: z.string().max(50).optional().describe('The first one of the rule when omitted.'),
  match: z.boolean().optional().describe('Whether the rule finds anything.'),
  lines: Lines.optional().describe('1-based: the lines that it finds, and no others.'),
});
export type RuleExample = z.output<typeof RuleExample>;

export const Rule = z.object({
  id: Id,
  organizationId: Id,
  name: z.string(),
  description: z.string(),
  ruleId: z.string().describe('As the rule’s text has it; findings have `custom/<ruleId>`.'),
  severity: Severity,
  languages: z.array(z.string()).describe('None for a rule about any file.'),
  content: z.string().describe('One rule in the syntax of Semgrep’s.'),
  examples: z.array(z.object(RuleExample.shape)),
  enabled: z.boolean(),
  allRepositories: z.boolean(),
  repositoryIds: z.array(Id).describe('None where it holds for all repositories.'),
  createdBy: z.object({ email: z.string(), name: z.string().optional() }).optional(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Rule = z.output<typeof Rule>;
tolerance.add(Rule, {
  missing: {
    organizationId: '',
    description: '',
    ruleId: '',
    severity: 'MEDIUM',
    languages: [],
    content: '',
    examples: [],
    enabled: true,
    repositoryIds: [],
    createdAt: unknownInstant,
    updatedAt: unknownInstant,
  },
});

const texts = {
  name: z.string().trim().min(1).max(200).optional(),
  description: z.string().trim().max(2_000).optional(),
  examples: z.array(RuleExample).max(20).optional(),
  enabled: z.boolean().optional(),
};
const Content = z.string().min(1).max(maximumRuleLength);

const response = z.object({ rule: Rule });

export const createRule = endpoint({
  id: 'rules.create',
  method: 'POST',
  path: '/rules',
  also: [{ method: 'POST', path: '/api/v2/rules/create' }],
  summary: 'Create a custom rule, for all repositories or for some; its examples are run',
  source: 'specified',
  effect: 'changes',
  success: 201,
  errors: [403, 404, 409, 422],
  idempotent: false,
  request: z
    .strictObject({ ...organizationScope, ...texts, content: Content, ...scopeFields })
    .refine(isOneScope, notOneScope),
  response,
});

export const listRules = endpoint({
  id: 'rules.list',
  method: 'GET',
  path: '/rules',
  also: [{ method: 'POST', path: '/api/v2/rules/list' }],
  summary: 'List custom rules, the newest first',
  source: 'specified',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, ...page }),
  response: z.object({ rules: z.array(Rule), ...pageEnd }),
});

export const getRule = endpoint({
  id: 'rules.get',
  method: 'POST',
  path: '/api/v2/rules/get',
  summary: 'One custom rule',
  source: 'extended',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, ruleId: Id }),
  response,
});

export const updateRule = endpoint({
  id: 'rules.update',
  method: 'PUT',
  path: '/rules/{id}',
  also: [{ method: 'POST', path: '/api/v2/rules/update' }],
  summary: 'Change what is given of a custom rule; its examples are run again',
  source: 'specified',
  effect: 'changes',
  errors: [403, 404, 409, 422],
  idempotent: true,
  request: z
    .strictObject({ id: Id, ...organizationScope, ...texts, content: Content.optional(), ...scopeFields })
    .refine(isOneScope, notOneScope),
  response,
});

export const deleteRule = endpoint({
  id: 'rules.delete',
  method: 'POST',
  path: '/api/v2/rules/delete',
  summary: 'Delete a custom rule; the next scan resolves its issues',
  source: 'extended',
  effect: 'changes',
  errors: [403, 404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, ruleId: Id }),
  response: z.object({ deleted: z.boolean() }),
});
