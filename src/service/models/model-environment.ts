import { ModelProvider, usualModelAddress } from '../../api/contract/agent/models.ts';
import { isElsewhere, usualContextTokens, withoutTail } from './model-facts.ts';
import type { KnownModel } from './model-registry.ts';

/**
 * The model that `parapet serve` is given by its environment: `PARAPET_MODEL`, `PARAPET_MODEL_PROVIDER`
 * (openai-compatible, anthropic, ollama), `PARAPET_MODEL_URL`, `PARAPET_MODEL_KEY`, `PARAPET_MODEL_CONTEXT_TOKENS`.
 * Whoever runs the service agrees with it for everyone.
 * @returns undefined where none is named
 * @throws Error with a sentence for the user where one is named wrongly
 */
export function modelOfEnvironment(environment: NodeJS.ProcessEnv, now: Date): KnownModel | undefined {
  const name = environment['PARAPET_MODEL']?.trim();
  if (!name) return undefined;
  const provider = ModelProvider.safeParse(
    environment['PARAPET_MODEL_PROVIDER']?.trim() || 'openai-compatible',
  );
  if (!provider.success) {
    throw new Error(`PARAPET_MODEL_PROVIDER must be one of ${ModelProvider.options.join(', ')}.`);
  }
  const address = environment['PARAPET_MODEL_URL']?.trim() || usualModelAddress[provider.data];
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error('PARAPET_MODEL_URL must be an http or https address.');
  const given = environment['PARAPET_MODEL_CONTEXT_TOKENS']?.trim();
  const contextTokens = given ? Number(given) : usualContextTokens(provider.data);
  if (!Number.isInteger(contextTokens) || contextTokens < 2_000) {
    throw new Error('PARAPET_MODEL_CONTEXT_TOKENS must be a whole number of at least 2000.');
  }
  const baseUrl = withoutTail(url);
  return {
    model: {
      provider: provider.data,
      name,
      title: name,
      baseUrl,
      isRemote: isElsewhere(url, false),
      contextTokens,
      source: 'environment',
      connectedAt: now.toISOString(),
    },
    connection: {
      provider: provider.data,
      name,
      baseUrl,
      apiKey: environment['PARAPET_MODEL_KEY']?.trim() || undefined,
      mayBePrivate: true,
    },
  };
}
