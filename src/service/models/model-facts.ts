import type { ModelProvider } from '../../api/contract/agent/models.ts';
import { isLoopback } from '../../api/loopback.ts';
import { trimEndOf } from '../../api/text-runs.ts';

/** What is known of a model by how it is reached. */

/** Small enough for what is usual: a larger window has to be said. */
export function usualContextTokens(provider: ModelProvider): number {
  switch (provider) {
    case 'anthropic':
      return 180_000;
    case 'openai-compatible':
      return 100_000;
    case 'ollama':
      return 16_000;
  }
}

/** Whether what is sent to it leaves this machine. @param forwards it answers here and asks elsewhere */
export function isElsewhere(url: URL, forwards: boolean): boolean {
  return forwards || !isLoopback(url.hostname);
}

/** The address as requests are appended to it: no query, no slash at its end. */
export function withoutTail(url: URL): string {
  return trimEndOf(`${url.origin}${url.pathname}`, '/');
}
