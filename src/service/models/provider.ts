import type { LanguageModel } from 'ai';
import type { ModelConnection } from './connection.ts';

/** The model of a connection as the AI SDK speaks with it. The libraries are loaded with the first use. */
export async function languageModel(
  { provider, name, baseUrl, apiKey }: ModelConnection,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModel> {
  // The library would print its warnings where the service speaks with whoever started it.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  if (provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    // A key of the environment is not to be taken where none was given.
    return createAnthropic({ baseURL: baseUrl, apiKey: apiKey ?? 'none', fetch })(name);
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const made = createOpenAICompatible({
    name: provider,
    baseURL: baseUrl,
    includeUsage: true,
    fetch,
    ...(apiKey !== undefined && { apiKey }),
  });
  return made(name);
}
