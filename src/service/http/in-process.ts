import { ToolFailure } from '../../agent/tool.ts';
import type { Endpoint, RequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import { contract } from '../../api/contract/index.ts';
import type { Patch, PatchStatusItem } from '../../api/contract/patches.ts';
import type { CallsFor, CallsOptions } from '../agent/setup.ts';
import { Refusal } from '../core/errors.ts';
import type { ServiceCore } from '../service-core.ts';
import type { Binding } from './bind.ts';

/**
 * The interface without a connection: the same requests, checks and permissions as over HTTP, for what works on a
 * person's behalf within the service.
 */
export function inProcess(core: () => ServiceCore, bindings: readonly Binding[]): CallsFor {
  const bound = new Map(bindings.map((binding) => [binding.endpoint.id, binding]));
  return (caller, options) => ({
    call: async <E extends Endpoint>(
      endpoint: E,
      request: RequestOf<E>,
      { signal }: { readonly signal?: AbortSignal } = {},
    ): Promise<ResponseOf<E>> => {
      signal?.throwIfAborted();
      const binding = bound.get(endpoint.id);
      if (!binding) throw new ToolFailure(`This service does not offer ${endpoint.id}.`);
      if (!options.mayChange && endpoint.effect === 'changes')
        throw new ToolFailure(`${endpoint.id} changes something, and nobody was asked.`);
      const parsed = endpoint.request.safeParse(scoped(endpoint, request, options));
      if (!parsed.success) throw new Refusal(400, parsed.error.issues[0]?.message ?? 'Invalid request.');
      const answer = await binding.answer(core(), caller, parsed.data);
      signal?.throwIfAborted();
      if (endpoint.id === contract.patches.getPatch.id)
        tellReady((answer as { patch: Patch }).patch, options);
      return answer as ResponseOf<E>;
    },
  });
}

function scoped(endpoint: Endpoint, request: object, { organizationId }: CallsOptions): object {
  return 'organizationId' in endpoint.request.shape ? { organizationId, ...request } : request;
}

function tellReady(patch: Patch, { onPatch }: CallsOptions): void {
  if (patch.status !== 'READY' || !onPatch) return;
  const { issueId, status, stage, validation, errorMessage, updatedAt } = patch;
  const item: PatchStatusItem = {
    issueId,
    status,
    validation,
    ...(stage === undefined ? {} : { stage }),
    ...(errorMessage === undefined ? {} : { errorMessage }),
    ...(updatedAt === undefined ? {} : { updatedAt }),
  };
  onPatch(item, patch.title ?? 'Patch');
}
