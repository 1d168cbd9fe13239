import type { Client } from '../../api/client.ts';
import type { RequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import { checkRules } from '../../api/contract/rules/check.ts';

export type RuleCheckRequest = RequestOf<typeof checkRules>;
export type RuleCheck = ResponseOf<typeof checkRules>;

/** Custom rules of a service, as the extension asks for them. */
export class RuleApi {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** What is wrong in a file of rules, and what its rules find. @throws ApiError, or the signal's reason */
  async check(request: RuleCheckRequest, signal: AbortSignal): Promise<RuleCheck> {
    return await this.#client.call(checkRules, request, { signal });
  }
}
