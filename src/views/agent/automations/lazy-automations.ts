import type { AgentToolParts } from '../parts.ts';
import type { Automations } from './automations.ts';

/** What the agent does by itself, and what it remembers; the code comes with the first command. */
export function lazyAutomations(parts: AgentToolParts): () => Promise<Automations> {
  let loading: Promise<Automations> | undefined;
  return () => {
    loading ??= import('./automations.ts').then((module) => new module.Automations(parts));
    return loading;
  };
}
