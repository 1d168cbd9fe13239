import type { Client } from '../api/client.ts';
import {
  approvePatch,
  cancelPatch,
  generatePatch,
  getPatch,
  maximumPatchesAsked,
  type Patch,
  type PatchStatusItem,
  patchStatuses,
} from '../api/contract/patches.ts';

/** Patches, as the extension asks for them. */
export class PatchApi {
  /** Issues that one request may name. */
  readonly limit = maximumPatchesAsked;
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Has patches made, of all these issues or of none. @param issueIds at most `limit` */
  async generate(
    issueIds: readonly string[],
    force: boolean,
    signal: AbortSignal,
  ): Promise<readonly PatchStatusItem[]> {
    const { patches } = await this.#client.call(
      generatePatch,
      { issueIds: [...issueIds], force },
      { signal },
    );
    return patches;
  }

  /** @param issueIds at most `limit` */
  async statuses(issueIds: readonly string[], signal: AbortSignal): Promise<readonly PatchStatusItem[]> {
    const { patches } = await this.#client.call(patchStatuses, { issueIds: [...issueIds] }, { signal });
    return patches;
  }

  async get(issueId: string, signal: AbortSignal): Promise<Patch> {
    const { patch } = await this.#client.call(getPatch, { issueId }, { signal });
    return patch;
  }

  /** Stops patches that are being made; what an issue had before is there again. @param issueIds at most `limit` */
  async cancel(issueIds: readonly string[], signal: AbortSignal): Promise<readonly PatchStatusItem[]> {
    const { patches } = await this.#client.call(cancelPatch, { issueIds: [...issueIds] }, { signal });
    return patches;
  }

  /** Says that a person took the patch. */
  async approve(issueId: string, signal: AbortSignal): Promise<void> {
    await this.#client.call(approvePatch, { issueId }, { signal });
  }
}
