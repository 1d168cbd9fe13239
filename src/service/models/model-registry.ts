import type { ConnectedModel } from '../../api/contract/agent/models.ts';
import type { ModelConnection } from './connection.ts';

/** A model with the way to it. Its key is in the connection, in this process's memory alone. */
export interface KnownModel {
  readonly model: ConnectedModel;
  readonly connection: ModelConnection;
  /** It is a bridge of an editor's window on this machine, and ends with the window. */
  readonly isBridge?: boolean;
}

/** Which model answers in which organization: the one that was connected, else the environment's. */
export class ModelRegistry {
  readonly #connected = new Map<string, KnownModel>();
  readonly #ofEnvironment: KnownModel | undefined;

  constructor(ofEnvironment?: KnownModel) {
    this.#ofEnvironment = ofEnvironment;
  }

  of(organizationId: string): KnownModel | undefined {
    return this.#connected.get(organizationId) ?? this.#ofEnvironment;
  }

  connect(organizationId: string, known: KnownModel): void {
    this.#connected.set(organizationId, known);
  }

  disconnect(organizationId: string): void {
    this.#connected.delete(organizationId);
  }
}

/** What an agreement is about: another model, or another place, is another agreement. */
export function agreementKey({ provider, baseUrl, name }: ConnectedModel): string {
  return `${provider} ${baseUrl} ${name}`;
}
