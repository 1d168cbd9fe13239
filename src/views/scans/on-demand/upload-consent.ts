import type { LeftOut } from '../../../workspace/submission.ts';

/** Exactly what is about to leave the machine. */
export interface Upload {
  /** Address of the service. */
  readonly service: string;
  readonly repository: { readonly key: string; readonly name: string };
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly detail?: 'before' }[];
  /** What stays here, and why. */
  readonly held: readonly LeftOut[];
}

/** What the editor offers to remember things with. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const rememberedKey = 'parapet.uploads';

/** Permissions to send code to a service: asked for once a repository and service, remembered, and taken back. */
export class UploadConsent {
  readonly #memory: Memory;
  readonly #ask: (upload: Upload, signal: AbortSignal) => Promise<boolean>;

  constructor(memory: Memory, ask: (upload: Upload, signal: AbortSignal) => Promise<boolean>) {
    this.#memory = memory;
    this.#ask = ask;
  }

  /** How many are remembered. */
  get size(): number {
    return this.#remembered().length;
  }

  /** @returns whether the upload may be made; a yes holds for the repository from then on, a no for this time */
  async allows(upload: Upload, signal: AbortSignal): Promise<boolean> {
    const entry = JSON.stringify([upload.service, upload.repository.key]);
    if (this.#remembered().includes(entry)) return true;
    if (!(await this.#ask(upload, signal))) return false;
    await this.#memory.update(rememberedKey, [...new Set([...this.#remembered(), entry])]);
    return true;
  }

  /** From now on, every repository is asked about again. */
  async forget(): Promise<void> {
    await this.#memory.update(rememberedKey, undefined);
  }

  #remembered(): readonly string[] {
    const value = this.#memory.get(rememberedKey);
    return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
  }
}
