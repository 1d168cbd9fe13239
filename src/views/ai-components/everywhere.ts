import type { AiComponent, AiInventoryRepositoryItem } from '../../api/contract/ai-inventory.ts';
import type { InventoryQuery } from '../../connection/inventory-api.ts';
import type { UseInventory } from './parts.ts';

interface Listed<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | undefined;
}

export interface KindOfRow {
  readonly row: AiInventoryRepositoryItem;
  readonly kind: AiComponent['kind'];
}

/**
 * The search over all repositories of one filter: pages are asked for as they are looked at, and kept. One organization
 * after the other.
 */
export class Everywhere {
  readonly #use: UseInventory;
  readonly #query: InventoryQuery;
  readonly #scopes: readonly (string | undefined)[];
  /** Which of them the next page of rows is of, and where in it that begins. */
  #at = 0;
  #cursor: string | undefined;
  readonly #scopeOfRow = new Map<string, string | undefined>();
  #rows: Listed<AiInventoryRepositoryItem> | undefined;
  readonly #components = new Map<string, Listed<AiComponent>>();

  /** @param scopes a folder of each organization that is searched */
  constructor(use: UseInventory, query: InventoryQuery, scopes: readonly (string | undefined)[]) {
    this.#use = use;
    this.#query = query;
    this.#scopes = scopes;
  }

  /** The rows so far; asks for the first page where there is none yet. */
  async rows(signal: AbortSignal): Promise<Listed<AiInventoryRepositoryItem>> {
    return this.#rows ?? (await this.moreRows(signal));
  }

  async moreRows(signal: AbortSignal): Promise<Listed<AiInventoryRepositoryItem>> {
    const { items = [] } = this.#rows ?? {};
    const [at, cursor] = [this.#at, this.#cursor];
    const scope = this.#scopes[at];
    const page = await this.#use(signal, (api) => api.repositories(this.#query, cursor, signal), scope);
    for (const row of page.repositories) this.#scopeOfRow.set(rowKey(row), scope);
    this.#cursor = page.nextCursor;
    this.#at = page.nextCursor === undefined ? at + 1 : at;
    const isMore = this.#at < this.#scopes.length;
    this.#rows = {
      items: [...items, ...page.repositories],
      nextCursor: isMore ? (page.nextCursor ?? 'of the next organization') : undefined,
    };
    // One without rows would look like the end.
    return isMore && this.#at > at && page.repositories.length === 0
      ? await this.moreRows(signal)
      : this.#rows;
  }

  /** The components of a kind of a row, so far. @returns undefined where the service only counts them */
  async components(of: KindOfRow, signal: AbortSignal): Promise<Listed<AiComponent> | undefined> {
    return this.#components.get(keyOf(of)) ?? (await this.moreComponents(of, signal));
  }

  async moreComponents(of: KindOfRow, signal: AbortSignal): Promise<Listed<AiComponent> | undefined> {
    const { items = [], nextCursor } = this.#components.get(keyOf(of)) ?? {};
    const { repositoryId, scanId, scanType, monorepoName } = of.row;
    const query = {
      ...this.#query,
      repositoryIds: [repositoryId],
      scanId,
      scanType,
      monorepoName: monorepoName ?? null,
      kinds: [of.kind],
    };
    const scope = this.#scopeOfRow.get(rowKey(of.row));
    const page = await this.#use(signal, (api) => api.components(query, nextCursor, signal), scope);
    if (!page) return undefined;
    // A service may not know how to tell applications apart.
    const own = page.components.filter((one) => (one.monorepoName ?? null) === (monorepoName ?? null));
    const listed = { items: [...items, ...own], nextCursor: page.nextCursor };
    this.#components.set(keyOf(of), listed);
    return listed;
  }
}

const keyOf = ({ row, kind }: KindOfRow): string => `${rowKey(row)} ${kind}`;

/** What tells a row from the others. */
export const rowKey = ({ repositoryId, monorepoName, scanType }: AiInventoryRepositoryItem): string =>
  `${repositoryId} ${scanType} ${monorepoName ?? ''}`;
