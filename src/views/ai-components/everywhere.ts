import type { AiComponent, AiInventoryRepositoryItem } from '../../api/contract/ai-inventory.ts';
import type { InventoryApi, InventoryQuery } from '../../connection/inventory-api.ts';

type Use = <T>(signal: AbortSignal, work: (api: InventoryApi) => Promise<T>) => Promise<T>;

interface Listed<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | undefined;
}

export interface KindOfRow {
  readonly row: AiInventoryRepositoryItem;
  readonly kind: AiComponent['kind'];
}

/** The search over all repositories of one filter: pages are asked for as they are looked at, and kept. */
export class Everywhere {
  readonly #use: Use;
  readonly #query: InventoryQuery;
  #rows: Listed<AiInventoryRepositoryItem> | undefined;
  readonly #components = new Map<string, Listed<AiComponent>>();

  constructor(use: Use, query: InventoryQuery) {
    this.#use = use;
    this.#query = query;
  }

  /** The rows so far; asks for the first page where there is none yet. */
  async rows(signal: AbortSignal): Promise<Listed<AiInventoryRepositoryItem>> {
    return this.#rows ?? (await this.moreRows(signal));
  }

  async moreRows(signal: AbortSignal): Promise<Listed<AiInventoryRepositoryItem>> {
    const { items = [], nextCursor } = this.#rows ?? {};
    const page = await this.#use(signal, (api) => api.repositories(this.#query, nextCursor, signal));
    this.#rows = { items: [...items, ...page.repositories], nextCursor: page.nextCursor };
    return this.#rows;
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
    const page = await this.#use(signal, (api) => api.components(query, nextCursor, signal));
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
