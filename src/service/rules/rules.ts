import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { Rule, RuleExample } from '../../api/contract/rules/rules.ts';
import { type Caller, type Core, stored } from '../core/context.ts';
import { conflict } from '../core/errors.ts';
import type { Paged } from '../core/paging.ts';
import type { ServiceCore } from '../service-core.ts';
import { checkedRule } from './checked-rule.ts';
import { makerOf } from './definition-rows.ts';
import {
  addDefinition,
  changeDefinition,
  deleteDefinition,
  listDefinitions,
  requireChange,
  sameSubject,
  scopeOfNew,
  seenDefinition,
  type Told,
} from './definitions.ts';

type Operations = typeof contract.rules;
type WithRunner = Core & Pick<ServiceCore, 'runner'>;

/** @throws Refusal 422 for a rule that does not compile, and for an example that it does not do what it says in */
export async function createRule(
  core: WithRunner,
  caller: Caller,
  request: ParsedRequestOf<Operations['createRule']>,
): Promise<ResponseOf<Operations['createRule']>> {
  const { content, examples = [], enabled = true } = request;
  const scope = await scopeOfNew(core, caller, request.organizationId, request);
  const { message, ...checked } = await checkedRule(core.runner, content, examples);
  await refuseTaken(core, caller, scope.reach.organizationId, checked.subject);
  const told = await addDefinition(core, caller, 'rule', scope, {
    ...checked,
    name: request.name ?? checked.subject,
    description: request.description ?? message,
    content,
    examples: JSON.stringify(examples),
    enabled: enabled ? 1 : 0,
  });
  return { rule: toRule(told) };
}

export async function listRules(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['listRules']>,
): Promise<ResponseOf<Operations['listRules']>> {
  const { told, end } = await listDefinitions(core, caller, 'rule', request);
  return { rules: told.map(toRule), ...end };
}

export async function getRule(
  core: Core,
  caller: Caller,
  { organizationId, ruleId }: ParsedRequestOf<Operations['getRule']>,
): Promise<ResponseOf<Operations['getRule']>> {
  return { rule: toRule(await seenDefinition(core, caller, 'rule', { organizationId, id: ruleId })) };
}

/** Changes what is given. @throws Refusal as `createRule` */
export async function updateRule(
  core: WithRunner,
  caller: Caller,
  request: ParsedRequestOf<Operations['updateRule']>,
): Promise<ResponseOf<Operations['updateRule']>> {
  const { name, description, content, examples, enabled } = request;
  const before = await seenDefinition(core, caller, 'rule', request);
  await requireChange(core, caller, before);
  const { row } = before;
  const isOther = content !== undefined || examples !== undefined;
  const checked = isOther
    ? await checkedRule(core.runner, content ?? row.content, examples ?? examplesOf(row))
    : undefined;
  if (checked && checked.subject !== row.subject)
    await refuseTaken(core, caller, row.organization_id, checked.subject, row.id);
  const { message: _, ...columns } = checked ?? { message: undefined };
  const told = await changeDefinition(
    core,
    caller,
    before,
    {
      ...columns,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(content !== undefined && { content }),
      ...(examples !== undefined && { examples: JSON.stringify(examples) }),
      ...(enabled !== undefined && { enabled: enabled ? 1 : 0 }),
    },
    request,
  );
  return { rule: toRule(told) };
}

export async function deleteRule(
  core: Core,
  caller: Caller,
  { organizationId, ruleId }: ParsedRequestOf<Operations['deleteRule']>,
): Promise<ResponseOf<Operations['deleteRule']>> {
  return await deleteDefinition(core, caller, 'rule', { organizationId, id: ruleId });
}

/** Findings are known by the rule's id: of two rules with one, only the older would hold. @throws Refusal 409 */
async function refuseTaken(
  core: Core,
  caller: Caller,
  organizationId: string,
  subject: string,
  except = '',
): Promise<void> {
  const other = await sameSubject(core, caller, 'rule', { organizationId, subject, except });
  if (other)
    throw conflict(`The rule “${other.name}” has the id ${subject} already. Give this one another id.`);
}

const examplesOf = ({ examples }: { readonly examples: string }): RuleExample[] =>
  stored<RuleExample[]>(examples);

const toRule = ({ row, repositoryIds }: Told): Rule => ({
  id: row.id,
  organizationId: row.organization_id,
  name: row.name,
  description: row.description,
  ruleId: row.subject,
  severity: row.severity ?? 'MEDIUM',
  languages: stored<string[]>(row.languages),
  content: row.content,
  examples: examplesOf(row),
  enabled: row.enabled === 1,
  allRepositories: row.all_repositories === 1,
  repositoryIds: [...repositoryIds],
  ...makerOf(row),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
