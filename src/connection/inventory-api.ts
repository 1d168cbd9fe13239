import * as l10n from '@vscode/l10n';
import { ApiError } from '../api/api-error.ts';
import type { Client } from '../api/client.ts';
import {
  type AiComponent,
  type AiInventoryRepositoryItem,
  searchAiComponents,
  searchAiInventory,
} from '../api/contract/ai-inventory.ts';
import type { RequestOf } from '../api/contract/endpoint.ts';
import { organizationsOf } from './account.ts';
import { Failure } from './failure.ts';

/** What the search lets through; a list that is empty or absent lets through everything. */
export type InventoryQuery = Omit<RequestOf<typeof searchAiInventory>, 'organizationId' | 'cursor' | 'limit'>;
export type ComponentQuery = Omit<
  RequestOf<typeof searchAiComponents>,
  'organizationId' | 'cursor' | 'limit'
>;

export interface InventoryPage {
  readonly repositories: readonly AiInventoryRepositoryItem[];
  readonly nextCursor?: string | undefined;
}

export interface ComponentPage {
  readonly components: readonly AiComponent[];
  readonly nextCursor?: string | undefined;
}

const rowsAtOnce = 25;
const componentsAtOnce = 100;

/** The inventory of AI components, as the extension asks for it. */
export class InventoryApi {
  readonly #client: Client;
  #organization: string | undefined;

  constructor(client: Client) {
    this.#client = client;
  }

  /** A page of the repositories that have components, the latest scan first. */
  async repositories(
    query: InventoryQuery,
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<InventoryPage> {
    const organizationId = await this.#organizationId(signal);
    const request = { ...query, organizationId, limit: rowsAtOnce, ...(cursor !== undefined && { cursor }) };
    return await this.#client.call(searchAiInventory, request, { signal });
  }

  /** A page of components. @returns undefined where the service counts them, but does not list them */
  async components(
    query: ComponentQuery,
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<ComponentPage | undefined> {
    const organizationId = await this.#organizationId(signal);
    const request = {
      ...query,
      organizationId,
      limit: componentsAtOnce,
      ...(cursor !== undefined && { cursor }),
    };
    try {
      return await this.#client.call(searchAiComponents, request, { signal });
    } catch (error) {
      const isWithout = error instanceof ApiError && ['notOffered', 'notThisInterface'].includes(error.kind);
      if (!isWithout) throw error;
      return undefined;
    }
  }

  /** These operations have to name an organization, also where a token has only one. */
  async #organizationId(signal: AbortSignal): Promise<string> {
    this.#organization ??=
      this.#client.organizationId ?? (await organizationsOf(this.#client, signal)).at(0)?.id;
    if (this.#organization === undefined) {
      throw new Failure({
        what: l10n.t(
          'The service does not say which organization the token is of, so it cannot be asked for AI components.',
        ),
      });
    }
    return this.#organization;
  }
}
