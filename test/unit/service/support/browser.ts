import assert from 'node:assert/strict';
import { contract } from '../../../../src/api/contract/index.ts';
import type { Harness } from './harness.ts';

const { signIn } = contract;

/** A person's browser at a service: it keeps cookies, sends forms and follows what it is told. */
export class Browser {
  readonly #service: Harness;
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();

  constructor(service: Harness, publicUrl: URL) {
    this.#service = service;
    this.#origin = publicUrl.origin;
  }

  get session(): string | undefined {
    return this.#cookies.get('parapet-session');
  }

  open(address: string | URL): Promise<Response> {
    return this.#send(address, {
      headers: { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
    });
  }

  submit(address: string | URL, form: Record<string, string>): Promise<Response> {
    return this.#send(address, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { Origin: this.#origin, 'Sec-Fetch-Site': 'same-origin' },
    });
  }

  /** A request that a page of the service makes to the interface. */
  ask(path: string, body: unknown = {}): Promise<Response> {
    return this.#send(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'Content-Type': 'application/json',
        'x-parapet-session': '1',
        'Sec-Fetch-Site': 'same-origin',
      },
    });
  }

  async whoAmI() {
    const response = await this.ask(signIn.whoAmI.path);
    assert.equal(response.status, 200, await response.clone().text());
    return signIn.whoAmI.response.parse(await response.json());
  }

  async #send(address: string | URL, init: RequestInit & { headers: Record<string, string> }) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const url = new URL(address, this.#origin);
    const response = await this.#service.request(url.href, {
      ...init,
      headers: { ...init.headers, ...(cookie !== '' && { Cookie: cookie }) },
    });
    for (const set of response.headers.getSetCookie()) {
      assert.match(set, /; HttpOnly/);
      assert.match(set, /; SameSite=Lax/);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }
}
