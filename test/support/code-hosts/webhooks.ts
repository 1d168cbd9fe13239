import { createHmac, randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import type { Environment } from '../../../src/service/http/environment.ts';

export interface Sent {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** Sends what a code host sends. @returns the status */
export async function deliver(app: Hono<Environment>, { path, headers, body }: Sent): Promise<number> {
  const response = await app.request(`http://127.0.0.1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  await response.text();
  return response.status;
}

export const signature = (secret: string, body: unknown): string =>
  `sha256=${createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex')}`;

/** A webhook of GitHub about a pull request. */
export function gitHubPull(
  to: { readonly id: string; readonly secret: string },
  pull: { readonly url: string; readonly number: number; readonly action?: string },
  delivery: string = randomUUID(),
): Sent {
  const body = {
    action: pull.action ?? 'synchronize',
    number: pull.number,
    pull_request: { number: pull.number },
    repository: { clone_url: `${pull.url}/acme/shop.git` },
  };
  return {
    path: `/webhooks/${to.id}`,
    headers: {
      'x-github-event': 'pull_request',
      'x-github-delivery': delivery,
      'x-hub-signature-256': signature(to.secret, body),
    },
    body,
  };
}

/** Waits for something that is about to be so. @throws after ten seconds */
export async function eventually<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const end = performance.now() + 10_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error('It did not come to be.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
