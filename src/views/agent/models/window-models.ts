import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Client } from '../../../api/client.ts';
import {
  type ConnectedModel,
  connectModel,
  disconnectModel,
  getModel,
  usualModelAddress,
} from '../../../api/contract/agent/models.ts';
import type { AgentToolParts } from '../parts.ts';
import { chooseModel, type ModelAnswers } from './choose-model.ts';
import { askEditorModel } from './editor-models.ts';
import { ModelBridge } from './model-bridge.ts';
import type { ModelMemory, RememberedModel } from './model-memory.ts';

type Parts = Pick<AgentToolParts, 'connection' | 'log'> & { readonly memory: ModelMemory };

/** The language model of this window's service: connected, told again to a service that is new, disconnected. */
export class WindowModels implements vscode.Disposable {
  readonly #parts: Parts;
  #bridge: { readonly id: string; readonly bridge: ModelBridge } | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  dispose(): void {
    this.#bridge?.bridge[Symbol.dispose]();
    this.#bridge = undefined;
  }

  /** Asks which model, has the service try it, and keeps it once it answered. */
  async connect(): Promise<void> {
    const { connection, memory } = this.#parts;
    const chosen = await chooseModel(connection.remote?.url);
    if (!chosen) return;
    const { key, ...answers } = chosen;
    const remembered = this.#rememberedOf(answers);
    const model = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: l10n.t('Trying {0}…', answers.title),
        cancellable: true,
      },
      async (_, token) => {
        const stop = new AbortController();
        token.onCancellationRequested(() => stop.abort(new vscode.CancellationError()));
        const [first, ...others] = connection.scopes;
        const tell = (client: Client) => this.#tell(client, remembered, key, true, stop.signal);
        const told = await connection.useClient(stop.signal, tell, first);
        for (const folder of others) await connection.useClient(stop.signal, tell, folder);
        return told;
      },
    );
    const isKept = await memory.keep(remembered, key);
    await loadAnew();
    const where = model.isRemote
      ? l10n.t('Before code of a repository is sent there, the chat asks.')
      : l10n.t('What it is sent stays on this machine.');
    const lost = isKept
      ? ''
      : ` ${l10n.t('The secret storage did not take its key: it is forgotten with this window.')}`;
    void vscode.window.showInformationMessage(
      `${l10n.t('{0} answers in the agent now.', model.title)} ${where}${lost}`,
    );
  }

  async disconnect(): Promise<void> {
    const { connection, memory } = this.#parts;
    const signal = new AbortController().signal;
    await memory.forget();
    const [first, ...others] = connection.scopes;
    const end = (client: Client) => client.call(disconnectModel, {}, { signal });
    const { model } = await connection.useClient(signal, end, first);
    for (const folder of others) await connection.useClient(signal, end, folder);
    this.dispose();
    await loadAnew();
    void vscode.window.showInformationMessage(
      model === null
        ? l10n.t(
            'No language model is connected any more, and its key is forgotten. The built-in analyst answers.',
          )
        : l10n.t(
            'Your language model is disconnected, and its key is forgotten. {0}, which whoever runs the service has set up, answers.',
            model.title,
          ),
    );
  }

  /** Tells a service that has just been reached of the model that was connected before; silent where there is none. */
  async resend(client: Client, signal: AbortSignal): Promise<void> {
    const { memory, log } = this.#parts;
    const remembered = memory.modelFor(this.#service);
    if (!remembered) return;
    try {
      const { model } = await client.call(getModel, {}, { signal });
      const isThere = model?.source === 'connected' && (remembered.kind !== 'editor' || this.#isOurs(model));
      if (isThere) return;
      await this.#tell(client, remembered, await memory.keyOf(remembered), false, signal);
      log.info(`The language model ${remembered.title} was connected again.`);
    } catch (error) {
      log.warn(`The language model ${remembered.title} could not be connected again: ${String(error)}`);
    }
  }

  get #service(): string {
    return this.#parts.connection.remote?.url ?? 'local';
  }

  #isOurs({ baseUrl }: ConnectedModel): boolean {
    return this.#bridge?.bridge.url === baseUrl;
  }

  #rememberedOf({ kind, model, title, baseUrl, contextTokens }: Omit<ModelAnswers, 'key'>): RememberedModel {
    const address = baseUrl ?? (kind === 'editor' ? '' : usualModelAddress[kind]);
    return { service: this.#service, kind, model, title, baseUrl: address, contextTokens };
  }

  async #tell(
    client: Client,
    { kind, model, title, baseUrl, contextTokens }: RememberedModel,
    key: string | undefined,
    verify: boolean,
    signal: AbortSignal,
  ): Promise<ConnectedModel> {
    const window = contextTokens === undefined ? {} : { contextTokens };
    if (kind === 'editor') {
      const bridge = await this.#bridgeTo(model);
      const request = {
        provider: 'openai-compatible' as const,
        model,
        title,
        baseUrl: bridge.url,
        socket: bridge.socket,
        apiKey: bridge.token,
        forwards: true,
        verify,
        ...window,
      };
      return (await client.call(connectModel, request, { signal })).model;
    }
    const request = {
      provider: kind,
      model,
      title,
      baseUrl,
      verify,
      ...(key !== undefined && { apiKey: key }),
      ...window,
    };
    return (await client.call(connectModel, request, { signal })).model;
  }

  async #bridgeTo(id: string): Promise<ModelBridge> {
    if (this.#bridge?.id === id) return this.#bridge.bridge;
    this.dispose();
    const bridge = await ModelBridge.start(askEditorModel(id));
    this.#bridge = { id, bridge };
    return bridge;
  }
}

/** Which issues can have a patch hangs on whether there is a model. */
const loadAnew = async (): Promise<void> => {
  await vscode.commands.executeCommand('parapet.refresh');
};
