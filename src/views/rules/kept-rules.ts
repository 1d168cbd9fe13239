import * as vscode from 'vscode';
import type { Connection } from '../../connection/connection.ts';
import { isCancellation, sentenceOf } from '../../connection/failure.ts';
import type { KeptRule } from '../../connection/repository/rule-api.ts';

/** The rules that the service keeps for one of the organizations of this window. */
export type KeptState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'there'; readonly rules: readonly KeptRule[] };

/** A folder of the organization; undefined for the service on this machine. */
export type Scope = string | undefined;

export interface KeptRulesParts {
  readonly connection: Pick<Connection, 'use' | 'scopes'>;
  readonly changed: () => void;
}

/** The rules that services keep, as they were loaded last. */
export class KeptRules {
  readonly #parts: KeptRulesParts;
  readonly #states = new Map<Scope, KeptState>();
  #stop = new AbortController();

  constructor(parts: KeptRulesParts) {
    this.#parts = parts;
  }

  get states(): ReadonlyMap<Scope, KeptState> {
    return this.#states;
  }

  /** Loads what was not loaded yet. */
  async load(): Promise<void> {
    const missing = this.#parts.connection.scopes.filter((scope) => !this.#states.has(scope));
    await Promise.all(missing.map(async (scope) => await this.#load(scope)));
  }

  /** Loads everything anew; what was known stays until then. */
  async reload(): Promise<void> {
    await Promise.all(this.#parts.connection.scopes.map(async (scope) => await this.#load(scope)));
  }

  /** Switches a rule. @throws Failure */
  async setEnabled(scope: Scope, id: string, enabled: boolean): Promise<void> {
    const { signal } = this.#stop;
    const { connection, changed } = this.#parts;
    const rule = await connection.use(signal, (api) => api.rules.setEnabled(id, enabled, signal), scope);
    const state = this.#states.get(scope);
    if (state?.kind === 'there') {
      const rules = state.rules.map((one) => (one.rule.id === id ? { ...one, rule } : one));
      this.#states.set(scope, { kind: 'there', rules });
    }
    changed();
  }

  /** What is known came from another service. */
  forget(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#states.clear();
  }

  dispose(): void {
    this.#stop.abort();
  }

  async #load(scope: Scope): Promise<void> {
    const { signal } = this.#stop;
    const { connection, changed } = this.#parts;
    if (!this.#states.has(scope)) this.#states.set(scope, { kind: 'loading' });
    try {
      const rules = await connection.use(signal, (api) => api.rules.kept(signal), scope);
      if (signal.aborted) return;
      this.#states.set(scope, { kind: 'there', rules });
    } catch (error) {
      if (signal.aborted) return;
      if (isCancellation(error)) this.#states.delete(scope);
      else this.#states.set(scope, { kind: 'failed', message: sentenceOf(error) });
    }
    changed();
  }
}

/** Who may switch a rule that the caller may not. */
export const whoMayChange = ({ rule }: KeptRule): string =>
  rule.allRepositories
    ? vscode.l10n.t('Only an administrator of the organization can switch this rule.')
    : vscode.l10n.t('Only who manages all of its repositories can switch this rule.');
