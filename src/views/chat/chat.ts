import * as vscode from 'vscode';
import type { ChatView } from './chat-view.ts';
import type { ChatParts } from './parts.ts';

/** The chat with the agent, its code loaded with the first look at it. */
export class Chat implements vscode.Disposable {
  readonly #parts: ChatParts;
  readonly #registration: vscode.Disposable;
  #view: Promise<ChatView> | undefined;

  constructor(parts: ChatParts) {
    this.#parts = parts;
    this.#registration = vscode.window.registerWebviewViewProvider('parapet.chat', {
      resolveWebviewView: async (view) => (await this.#loaded()).adopt(view),
    });
  }

  async newConversation(): Promise<void> {
    await (await this.#loaded()).newConversation();
  }

  async showConversations(): Promise<void> {
    await (await this.#loaded()).showConversations();
  }

  async add(args: readonly unknown[]): Promise<void> {
    await (await this.#loaded()).add(args);
  }

  async ask(args: readonly unknown[]): Promise<void> {
    await (await this.#loaded()).ask(args);
  }

  dispose(): void {
    this.#registration.dispose();
    void this.#view?.then((view) => view.dispose());
  }

  #loaded(): Promise<ChatView> {
    this.#view ??= import('./chat-view.ts').then((module) => new module.ChatView(this.#parts));
    return this.#view;
  }
}
