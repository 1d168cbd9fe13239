import type * as vscode from 'vscode';
import type { AgentToolParts } from '../parts.ts';
import { ModelMemory } from './model-memory.ts';
import type { WindowModels } from './window-models.ts';

/** The language model of the agent; the code comes with the first command, or where one was connected before. */
export class Models implements vscode.Disposable {
  readonly #parts: AgentToolParts;
  readonly #memory: ModelMemory;
  #models: Promise<WindowModels> | undefined;

  constructor(parts: AgentToolParts) {
    this.#parts = parts;
    const { context, connection } = parts;
    this.#memory = new ModelMemory(context.globalState, context.secrets);
    connection.onOpened = async (client, signal) => {
      if (!this.#memory.modelFor(connection.remote?.url ?? 'local')) return;
      await (await this.#loaded()).resend(client, signal);
    };
  }

  async connect(): Promise<void> {
    await (await this.#loaded()).connect();
  }

  async disconnect(): Promise<void> {
    await (await this.#loaded()).disconnect();
  }

  dispose(): void {
    void this.#models?.then((models) => models.dispose());
  }

  #loaded(): Promise<WindowModels> {
    this.#models ??= import('./window-models.ts').then(
      ({ WindowModels: Loaded }) => new Loaded({ ...this.#parts, memory: this.#memory }),
    );
    return this.#models;
  }
}
