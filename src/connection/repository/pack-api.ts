import { ApiError } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { whoAmI } from '../../api/contract/organizations/sign-in.ts';
import {
  listCustomSinkPacks,
  listCustomSourcePacks,
  listRulePacks,
  type Pack,
  toggleCustomSinkPack,
  toggleCustomSourcePack,
  toggleRulePack,
} from '../../api/contract/rules/packs.ts';

const operations = {
  rule: { list: listRulePacks, toggle: toggleRulePack },
  source: { list: listCustomSourcePacks, toggle: toggleCustomSourcePack },
  sink: { list: listCustomSinkPacks, toggle: toggleCustomSinkPack },
} as const;

export type PackKind = keyof typeof operations;
const kinds: readonly PackKind[] = ['rule', 'source', 'sink'];

/** A pack of a service, and whether the caller may switch it. */
export interface KeptPack {
  readonly kind: PackKind;
  readonly pack: Pack;
  readonly mayChange: boolean;
}

/** Packs of rules, sources and sinks of a service, as the extension asks for them. */
export class PackApi {
  readonly #client: Pick<Client, 'call'>;

  constructor(client: Pick<Client, 'call'>) {
    this.#client = client;
  }

  /**
   * The packs of all kinds; none where the service offers no packs.
   * @param organizationId undefined for a caller's only one
   * @throws ApiError, or the signal's reason
   */
  async all(organizationId: string | undefined, signal: AbortSignal): Promise<readonly KeptPack[]> {
    try {
      const { organizations } = await this.#client.call(whoAmI, {}, { signal });
      const own = organizations.find(({ id }) => id === organizationId) ?? organizations[0];
      const mayChange = own?.role === 'ADMIN';
      const found: KeptPack[] = [];
      for (const kind of kinds) {
        const { packs } = await this.#client.call(operations[kind].list, {}, { signal });
        found.push(...packs.map((pack) => ({ kind, pack, mayChange })));
      }
      return found;
    } catch (error) {
      if (error instanceof ApiError && ['notOffered', 'notThisInterface'].includes(error.kind)) return [];
      throw error;
    }
  }

  /** Switches a pack, or one template of it. @returns the pack as it is then @throws ApiError, or the signal's reason */
  async toggle(
    kind: PackKind,
    which: { readonly packId: string; readonly templateId?: string; readonly enabled: boolean },
    signal: AbortSignal,
  ): Promise<Pack> {
    return (await this.#client.call(operations[kind].toggle, which, { signal })).pack;
  }
}
