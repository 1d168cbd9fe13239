import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { visible } from '../agent/data.ts';
import type { Consent } from '../api/contract/agent/message.ts';

/** How a person is asked before a tool changes something. */

/** A person may be away from the keyboard. */
const patienceMs = 600_000;

export type Decision =
  | { readonly kind: 'agreed' }
  | { readonly kind: 'declined' }
  /** Nobody can be asked. */
  | { readonly kind: 'unasked' };

/** Asks through the client, where it can ask. Whatever is not a clear yes is a no. */
export async function askFor(consent: Consent, server: Server, signal: AbortSignal): Promise<Decision> {
  if (!server.getClientCapabilities()?.elicitation?.form) return { kind: 'unasked' };
  const { action } = await server.elicitInput(
    {
      mode: 'form',
      message: visible(`${consent.title}\n\n${consent.detail}`),
      requestedSchema: { type: 'object', properties: {} },
    },
    { signal, timeout: patienceMs, resetTimeoutOnProgress: true },
  );
  return { kind: action === 'accept' ? 'agreed' : 'declined' };
}

export function unaskedMessage({ title }: Consent): string {
  return `Nothing was done. "${visible(title)}" needs the consent of a person, and this client cannot ask one (MCP elicitation). Do it in the editor, or start the server with --allow-effects to leave the asking to the client.`;
}

export const declinedMessage = 'Nothing was done: the person declined.';
