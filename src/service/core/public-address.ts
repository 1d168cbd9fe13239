/** Where people and other services reach this one: in links, redirects and webhooks. */
export class PublicAddress {
  /** What the operator named (PARAPET_PUBLIC_URL). */
  readonly named: URL | undefined;
  #listening: URL | undefined;

  constructor(named: URL | undefined) {
    this.named = named;
  }

  /** The address that the service listens on, which stands in where none was named. */
  listensAt(url: URL): void {
    this.#listening = url;
  }

  /** Undefined where only the user of this machine reaches the service. */
  get url(): URL | undefined {
    return this.named ?? this.#listening;
  }

  /** Whether browsers speak TLS with the service, by whatever is in front of it. */
  get isSecure(): boolean {
    return this.url?.protocol === 'https:';
  }

  /** An address below the service's own, say of a page. */
  of(path: string): URL | undefined {
    const base = this.url;
    return base && new URL(path.replace(/^\/+/, ''), base.href.endsWith('/') ? base : `${base.href}/`);
  }
}
