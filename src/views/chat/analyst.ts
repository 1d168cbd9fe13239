import type { Client } from '../../api/client.ts';
import type { ServiceView } from './messages.ts';

/** The command that connects a language model. */
export const connectModelCommand: string | undefined = undefined;

/** Who answers in the service: the built-in analyst, or a model that is connected. */
export async function analystOf(
  _use: <T>(work: (client: Client) => Promise<T>) => Promise<T>,
  _signal: AbortSignal,
): Promise<ServiceView['analyst']> {
  return { kind: 'deterministic', model: '' };
}
