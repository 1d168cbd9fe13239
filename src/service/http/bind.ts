import type { AnyEndpoint, Endpoint, ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { Caller } from '../core/context.ts';
import type { ServiceCore } from '../service-core.ts';
import { audited } from './audited.ts';

/** An endpoint of the contract with what answers it. */
export interface Binding {
  readonly endpoint: Endpoint;
  /** The request as the endpoint's schema gave it; the answer as its response schema has it. */
  readonly answer: (core: ServiceCore, caller: Caller, request: unknown) => Promise<unknown>;
  /** True where the answer shows a secret, which must not be kept for an Idempotency-Key. */
  readonly showsSecret: boolean;
}

type Operation<E extends AnyEndpoint & { kind: 'json' }> = (
  core: ServiceCore,
  caller: Caller,
  request: ParsedRequestOf<E>,
) => Promise<ResponseOf<E>>;

/**
 * Binds an operation to its endpoint; the compiler checks that request and answer are the contract's. What changes something
 * is recorded in the audit log.
 */
export function bind<E extends Endpoint>(
  endpoint: E,
  operation: Operation<E>,
  { showsSecret = false }: { showsSecret?: boolean } = {},
): Binding {
  return audited({
    endpoint,
    // The request was parsed with this very endpoint's schema.
    answer: (core, caller, request) => operation(core, caller, request as ParsedRequestOf<E>),
    showsSecret,
  });
}
