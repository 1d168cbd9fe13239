import { ApiError } from '../api/api-error.ts';
import type { Client } from '../api/client.ts';
import { agreeToModel, getModel } from '../api/contract/agent/models.ts';
import {
  approvePatch,
  cancelPatch,
  generatePatch,
  getPatch,
  maximumPatchesAsked,
  type Patch,
  type PatchStatusItem,
  patchStatuses,
  type Upgrade,
} from '../api/contract/patches.ts';

/** The language model that is asked for patches where rules know none. */
export interface PatchModel {
  /** What people call it. */
  readonly title: string;
  /** As traces of patches name it. */
  readonly traceName: string;
  readonly host: string;
  /** Whether code of the repository may be sent to it. */
  readonly isAgreed: boolean;
}

/** Patches, as the extension asks for them. */
export class PatchApi {
  /** Issues that one request may name. */
  readonly limit = maximumPatchesAsked;
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Has patches made, of all these issues or of none. @param issueIds at most `limit` @param upgrade of vulnerable packages */
  async generate(
    issueIds: readonly string[],
    force: boolean,
    signal: AbortSignal,
    upgrade?: Upgrade,
  ): Promise<readonly PatchStatusItem[]> {
    const { patches } = await this.#client.call(
      generatePatch,
      { issueIds: [...issueIds], force, ...(upgrade && { upgrade }) },
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

  /** @returns null where none is connected; undefined where the service asks no model at all */
  async model(repositoryId: string, signal: AbortSignal): Promise<PatchModel | null | undefined> {
    try {
      const { model, agreed } = await this.#client.call(getModel, { repositoryId }, { signal });
      if (!model) return null;
      const { title, provider, name, baseUrl } = model;
      const host = URL.parse(baseUrl)?.host ?? baseUrl;
      return { title, traceName: `${provider}/${name}`, host, isAgreed: agreed };
    } catch (error) {
      const isWithout = error instanceof ApiError && ['notOffered', 'notThisInterface'].includes(error.kind);
      if (!isWithout) throw error;
      return undefined;
    }
  }

  /** Code of the repository may be sent to the model that is connected. */
  async agreeToModel(repositoryId: string, signal: AbortSignal): Promise<void> {
    await this.#client.call(agreeToModel, { repositoryId, agreed: true }, { signal });
  }
}
