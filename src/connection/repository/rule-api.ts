import { ApiError } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { RequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import { whoAmI } from '../../api/contract/organizations/sign-in.ts';
import { getRepository } from '../../api/contract/repositories/repositories.ts';
import { checkRules } from '../../api/contract/rules/check.ts';
import { listRules, type Rule, updateRule } from '../../api/contract/rules/rules.ts';
import { pages } from '../../api/paging.ts';

export type RuleCheckRequest = RequestOf<typeof checkRules>;
export type RuleCheck = ResponseOf<typeof checkRules>;

/** A rule that a service keeps, and whether the caller may switch it. */
export interface KeptRule {
  readonly rule: Rule;
  readonly mayChange: boolean;
}

const rulesAtOnce = 100;
/** As many pages as an organization may have rules. */
const maximumPages = 20;

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

  /** The rules that the service keeps, by name; none where it offers no rules. @throws ApiError, or the signal's reason */
  async kept(signal: AbortSignal): Promise<readonly KeptRule[]> {
    const rules: Rule[] = [];
    let read = 0;
    try {
      for await (const page of pages(this.#client, listRules, { limit: rulesAtOnce }, { signal })) {
        rules.push(...page.rules);
        if (++read === maximumPages) break;
      }
    } catch (error) {
      if (!isSilent(error)) throw error;
    }
    const [{ organizationId = '' } = {}] = rules;
    const isAdmin = rules.length > 0 && (await this.#isAdmin(organizationId, signal));
    const manages = new Map<string, Promise<boolean>>();
    const found: KeptRule[] = [];
    for (const rule of rules.toSorted((a, b) => a.name.localeCompare(b.name)))
      found.push({ rule, mayChange: isAdmin || (await this.#managesAll(rule, manages, signal)) });
    return found;
  }

  /** Switches a rule that the service keeps. @throws ApiError, or the signal's reason */
  async setEnabled(id: string, enabled: boolean, signal: AbortSignal): Promise<Rule> {
    return (await this.#client.call(updateRule, { id, enabled }, { signal })).rule;
  }

  /** True where the service does not say: it refuses what is not allowed. */
  async #isAdmin(organizationId: string, signal: AbortSignal): Promise<boolean> {
    try {
      const { organizations } = await this.#client.call(whoAmI, {}, { signal });
      return organizations.find(({ id }) => id === organizationId)?.role === 'ADMIN';
    } catch (error) {
      if (!isSilent(error)) throw error;
      return true;
    }
  }

  /** A rule for all repositories is an administrator's; one for some belongs to who manages all of them. */
  async #managesAll(
    { allRepositories, repositoryIds }: Rule,
    known: Map<string, Promise<boolean>>,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (allRepositories || repositoryIds.length === 0) return false;
    for (const id of repositoryIds) {
      const asked =
        known.get(id) ??
        this.#client
          .call(getRepository, { id }, { signal })
          .then(({ permissions = [] }) => permissions.includes('REPOSITORY_MANAGE'));
      known.set(id, asked);
      if (!(await asked)) return false;
    }
    return true;
  }
}

/** Whether the service does not have an operation. */
const isSilent = (error: unknown): boolean =>
  error instanceof ApiError && ['notOffered', 'notThisInterface'].includes(error.kind);
