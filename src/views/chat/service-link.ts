import { Failure, type FailureAction } from '../../connection/failure.ts';
import type { ChatHostParts } from './chat-ports.ts';
import type { ServiceView, ToPage } from './messages.ts';
import { noFolder, numbered, type Reached, reachService, toldOf } from './reach.ts';

const fresh: ServiceView = {
  state: 'idle',
  message: '',
  actions: [],
  repositories: [],
  repositoryId: null,
  analyst: { kind: 'deterministic', model: '', asks: null },
  canConnectModel: false,
};

/** Whether the chat can be used, as the page is told it, with what can be done where it cannot. */
export class ServiceLink {
  readonly #parts: ChatHostParts;
  #view: ServiceView = fresh;
  #connecting: Promise<void> | undefined;
  #actions: readonly FailureAction[] = [];

  constructor(parts: ChatHostParts) {
    this.#parts = parts;
  }

  get isReady(): boolean {
    return this.#view.state === 'ready';
  }

  /** Of the folder that a new conversation would be about. */
  get repositoryId(): string | null {
    return this.#view.repositoryId;
  }

  nameOf(repositoryId: string): string {
    return this.#view.repositories.find(({ id }) => id === repositoryId)?.name ?? '';
  }

  /** What a button of the page does, by the number that the page was told last. */
  actionOf(id: number): FailureAction | undefined {
    return this.#actions[id];
  }

  /** The service is another one now. */
  reset(): void {
    this.#connecting = undefined;
    this.#view = fresh;
  }

  /** The page is told that nobody was asked yet. */
  tellUnused(): void {
    this.#tellReached(this.#parts.window.hasFolder ? { state: 'idle' } : noFolder());
  }

  /** Who answers may be another one now. @param repositoryId what is spoken of */
  async tellAnalyst(repositoryId: string | null): Promise<void> {
    if (!this.isReady) return;
    const analyst = await this.#parts.analyst(repositoryId, new AbortController().signal);
    this.#tell({ analyst });
  }

  /** Callers at the same time share one attempt. */
  async connect(isAnew = false): Promise<void> {
    if (!isAnew && this.isReady) return;
    this.#connecting ??= this.#reach().finally(() => {
      this.#connecting = undefined;
    });
    await this.#connecting;
  }

  /** @throws Failure where the service cannot be used */
  async ready(): Promise<void> {
    await this.connect();
    if (this.isReady) return;
    throw new Failure({
      what: this.#view.message,
      ...(this.#actions.length > 0 ? { actions: this.#actions } : {}),
    });
  }

  /** The page is told what failed, and what can be done about it. */
  tellFailure(what: Extract<ToPage, { type: 'failed' }>['what'], error: unknown): void {
    const { message, actions } = toldOf(error);
    this.#actions = actions;
    this.#parts.log(`Chat: ${message}`);
    this.#parts.post({ type: 'failed', what, message, actions: numbered(actions) });
  }

  async #reach(): Promise<void> {
    const { window, service, analyst, connectModel } = this.#parts;
    const { signal } = new AbortController();
    const { hasFolder } = window;
    if (hasFolder && !this.isReady) this.#tellReached({ state: 'connecting', message: '', offers: [] });
    const reached = await reachService({
      hasFolder,
      repositories: async () => [...(await window.repositories(signal))],
      access: (repositoryId) => service.access(repositoryId, signal),
      analyst: (repositoryId) => analyst(repositoryId, signal),
      canConnectModel: async () => (await connectModel()) !== undefined,
    });
    this.#tellReached(reached);
  }

  #tellReached({ offers, ...change }: Reached): void {
    if (offers) this.#actions = offers;
    this.#tell({ ...change, ...(offers ? { actions: numbered(offers) } : {}) });
  }

  #tell(change: Partial<ServiceView>): void {
    this.#view = { ...this.#view, ...change };
    this.#parts.post({ type: 'service', service: this.#view });
  }
}
