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
  request: ParsedRequestOf<Operations['createCustomSink']>,
): Promise<ResponseOf<Operations['createCustomSink']>> {
  return { customSink: toModel(await createModel(core, caller, 'sink', request)) };
}

export async function list(
  core: Core & Paged,
  caller: Caller,
  request: ParsedRequestOf<Operations['listCustomSinks']>,
): Promise<ResponseOf<Operations['listCustomSinks']>> {
  const { told, end } = await listDefinitions(core, caller, 'sink', request);
  return { customSinks: told.map(toModel), ...end };
}

export async function get(
  core: Core,
  caller: Caller,
  { organizationId, customSinkId: id }: ParsedRequestOf<Operations['getCustomSink']>,
): Promise<ResponseOf<Operations['getCustomSink']>> {
  return { customSink: toModel(await seenDefinition(core, caller, 'sink', { organizationId, id })) };
}

/** @throws Refusal as `createModel` */
export async function update(
  core: Core,
  caller: Caller,
  { customSinkId: id, ...request }: ParsedRequestOf<Operations['updateCustomSink']>,
): Promise<ResponseOf<Operations['updateCustomSink']>> {
  return { customSink: toModel(await updateModel(core, caller, 'sink', { ...request, id })) };
}

/** @throws Refusal 404, 403 */
export async function toggle(
  core: Core,
  caller: Caller,
  { customSinkId: id, ...request }: ParsedRequestOf<Operations['toggleCustomSink']>,
): Promise<ResponseOf<Operations['toggleCustomSink']>> {
  return { customSink: toModel(await updateModel(core, caller, 'sink', { ...request, id })) };
}

/** @throws Refusal 404, 403 */
export async function remove(
  core: Core,
  caller: Caller,
  { organizationId, customSinkId: id }: ParsedRequestOf<Operations['deleteCustomSink']>,
): Promise<ResponseOf<Operations['deleteCustomSink']>> {
  return await deleteDefinition(core, caller, 'sink', { organizationId, id });
}
