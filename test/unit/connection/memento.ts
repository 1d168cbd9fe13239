/** What stands in for the editor's storages in tests: state, and secrets that may fail. */

export class FakeMemento {
  readonly values = new Map<string, unknown>();

  get<T>(key: string): T | undefined;
  get<T>(key: string, fallback: T): T;
  get(key: string, fallback?: unknown): unknown {
    return this.values.get(key) ?? fallback;
  }

  async update(key: string, value: unknown): Promise<void> {
    if (value === undefined) this.values.delete(key);
    else this.values.set(key, value);
  }
}

export class FakeSecrets {
  readonly values = new Map<string, string>();
  isBroken = false;

  async get(key: string): Promise<string | undefined> {
    this.#check();
    return this.values.get(key);
  }

  async store(key: string, value: string): Promise<void> {
    this.#check();
    this.values.set(key, value);
  }

  async delete(key: string): Promise<void> {
    this.#check();
    this.values.delete(key);
  }

  #check(): void {
    if (this.isBroken) throw new Error('no key ring');
  }
}
