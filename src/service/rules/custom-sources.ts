import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { Caller, Core } from '../core/context.ts';
import type { Paged } from '../core/paging.ts';
import { createModel, toModel, updateModel } from './custom-models.ts';
import { deleteDefinition, listDefinitions, seenDefinition } from './definitions.ts';

type Operations = typeof contract.customModels;

/** @throws Refusal as `createModel` */
export async function create(
  core: Core,
  caller: Caller,
  request: ParsedRequestOf<Operations['createCustomSource']>,
): Promise<ResponseOf<Operations['createCustomSource']>> {
  return { customSource: toModel(await createModel(core, caller, 'source', request)) };
}

export async function list(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['listCustomSources']>,
): Promise<ResponseOf<Operations['listCustomSources']>> {
  const { told, end } = await listDefinitions(core, caller, 'source', request);
  return { customSources: told.map(toModel), ...end };
}

export async function get(
  core: Core,
  caller: Caller,
  { organizationId, customSourceId: id }: ParsedRequestOf<Operations['getCustomSource']>,
): Promise<ResponseOf<Operations['getCustomSource']>> {
  return { customSource: toModel(await seenDefinition(core, caller, 'source', { organizationId, id })) };
}

/** @throws Refusal as `createModel` */
export async function update(
  core: Core,
  caller: Caller,
  { customSourceId: id, ...request }: ParsedRequestOf<Operations['updateCustomSource']>,
): Promise<ResponseOf<Operations['updateCustomSource']>> {
  return { customSource: toModel(await updateModel(core, caller, 'source', { ...request, id })) };
}

/** @throws Refusal 404, 403 */
export async function toggle(
  core: Core,
  caller: Caller,
  { customSourceId: id, ...request }: ParsedRequestOf<Operations['toggleCustomSource']>,
): Promise<ResponseOf<Operations['toggleCustomSource']>> {
  return { customSource: toModel(await updateModel(core, caller, 'source', { ...request, id })) };
}

/** @throws Refusal 404, 403 */
export async function remove(
  core: Core,
  caller: Caller,
  { organizationId, customSourceId: id }: ParsedRequestOf<Operations['deleteCustomSource']>,
): Promise<ResponseOf<Operations['deleteCustomSource']>> {
  return await deleteDefinition(core, caller, 'source', { organizationId, id });
}
