import type { Memento, SecretStorage } from 'vscode';

/** Which language model was connected, without its key, which is in the editor's secret storage. */
export interface RememberedModel {
  /** Address of the service that it answers for; `local` for the one on this machine. */
  readonly service: string;
  readonly kind: 'openai-compatible' | 'anthropic' | 'ollama' | 'editor';
  /** As its provider calls it; of the editor's models, their id. */
  readonly model: string;
  readonly title: string;
  readonly baseUrl: string;
  readonly contextTokens?: number | undefined;
}

const memoryKey = 'parapet.model';
const secretKey = 'parapet.model.key';

/** Keeps the choice of a model over sessions. */
export class ModelMemory {
  readonly #state: Pick<Memento, 'get' | 'update'>;
  readonly #secrets: Pick<SecretStorage, 'get' | 'store' | 'delete'>;

  constructor(
    state: Pick<Memento, 'get' | 'update'>,
    secrets: Pick<SecretStorage, 'get' | 'store' | 'delete'>,
  ) {
    this.#state = state;
    this.#secrets = secrets;
  }

  /** The model that was connected to this service. */
  modelFor(service: string): RememberedModel | undefined {
    const kept = this.#state.get<RememberedModel>(memoryKey);
    return kept?.service === service ? kept : undefined;
  }

  /** Its key, where it has one and the storage works. Kept with the address, so that it is never sent to another. */
  async keyOf({ baseUrl }: RememberedModel): Promise<string | undefined> {
    const stored = await Promise.resolve(this.#secrets.get(secretKey)).catch(() => undefined);
    const [address, key] = stored?.split('\n') ?? [];
    return address === baseUrl ? key : undefined;
  }

  /** @returns whether a key outlives this window */
  async keep(model: RememberedModel, key: string | undefined): Promise<boolean> {
    await this.#state.update(memoryKey, model);
    try {
      if (key === undefined) await this.#secrets.delete(secretKey);
      else await this.#secrets.store(secretKey, `${model.baseUrl}\n${key}`);
      return true;
    } catch {
      return key === undefined;
    }
  }

  async forget(): Promise<void> {
    await this.#state.update(memoryKey, undefined);
    await Promise.resolve(this.#secrets.delete(secretKey)).catch(() => undefined);
  }
}
