import { Client } from '../api/client.ts';
import { healthz } from '../api/contract/health.ts';
import type { Discovery } from '../api/discovery.ts';

/** Milliseconds in which a living service on this machine has answered. */
const aliveTimeoutMs = 3_000;
/** On this machine nothing is gained by waiting long: what is gone is looked for, and started, again. */
const localRetries = { attempts: 3, firstPauseMs: 100, longestPauseMs: 500 };
/** The name that the service answers under; every connection is made to the socket. */
const baseUrl = 'http://localhost';

/** The client of the service that the discovery names. It sends nothing to a socket that is not this user's own. */
export function embeddedClient({ socket, tokenId, tokenSecret }: Discovery, product: string): Client {
  return new Client({
    baseUrl,
    credentials: { tokenId, tokenSecret },
    product,
    retries: localRetries,
    socket,
  });
}

/** Whether a service of this user answers on the socket that the discovery names. */
export async function isAlive({ socket }: Discovery, signal: AbortSignal): Promise<boolean> {
  await using client = new Client({ baseUrl, retries: { attempts: 1 }, socket });
  try {
    await client.call(healthz, {}, { signal, timeoutMs: aliveTimeoutMs });
    return true;
  } catch (error) {
    if (signal.aborted) throw error;
    return false;
  }
}
