/** Direct calls of providers' HTTP interfaces, by the address that a literal of the source names. */
import type { Literal } from './literals.ts';
import { isPlainRemote } from './networks.ts';

const endpoints: readonly (readonly [host: RegExp, provider: string])[] = [
  [/^api\.openai\.com$/, 'OpenAI'],
  [/^[\w*-]*\.(?:openai|services\.ai)\.azure\.com$/, 'Azure'],
  [/^[\w*.-]+\.models\.ai\.azure\.com$|^[\w*.-]+\.inference\.ml\.azure\.com$/, 'Azure'],
  [/^api\.anthropic\.com$/, 'Anthropic'],
  [/^generativelanguage\.googleapis\.com$|^(?:[\w*-]+-)?aiplatform\.googleapis\.com$/, 'Google'],
  [/^bedrock(?:-agent)?-runtime(?:-fips)?\.[\w*-]+\.amazonaws\.com$/, 'Amazon'],
  [/^runtime\.sagemaker\.[\w*-]+\.amazonaws\.com$/, 'Amazon'],
  [/^(?:api|codestral)\.mistral\.ai$/, 'Mistral AI'],
  [/^api\.cohere\.(?:ai|com)$/, 'Cohere'],
  [/^api\.groq\.com$/, 'Groq'],
  [/^api\.together\.(?:xyz|ai)$/, 'Together AI'],
  [/^api\.deepseek\.com$/, 'DeepSeek'],
  [/^api\.x\.ai$/, 'xAI'],
  [/^api\.perplexity\.ai$/, 'Perplexity'],
  [/^api\.fireworks\.ai$/, 'Fireworks AI'],
  [/^(?:router|api-inference)\.huggingface\.co$|^[\w*.-]+\.endpoints\.huggingface\.cloud$/, 'Hugging Face'],
  [/^api\.replicate\.com$/, 'Replicate'],
  [/^dashscope(?:-intl|-us)?\.aliyuncs\.com$/, 'Alibaba'],
  [/^api\.cerebras\.ai$/, 'Cerebras'],
  [/^(?:integrate|ai)\.api\.nvidia\.com$/, 'NVIDIA'],
  [/^models\.(?:github\.ai|inference\.ai\.azure\.com)$/, 'GitHub'],
  [/^api\.voyageai\.com$/, 'Voyage AI'],
  [/^api\.elevenlabs\.io$/, 'ElevenLabs'],
  [/^api\.deepgram\.com$/, 'Deepgram'],
  [/^api\.assemblyai\.com$/, 'AssemblyAI'],
  [/^api\.stability\.ai$/, 'Stability AI'],
  [/^api\.ai21\.com$/, 'AI21 Labs'],
  [/^api\.moonshot\.(?:ai|cn)$/, 'Moonshot AI'],
  [/^open\.bigmodel\.cn$|^api\.z\.ai$/, 'Zhipu AI'],
  [/^ark\.[\w*-]+\.volces\.com$/, 'ByteDance'],
  [/^api\.minimaxi?\.(?:chat|com|io)$/, 'MiniMax'],
  [/^api\.sambanova\.ai$/, 'SambaNova'],
  [/^api\.deepinfra\.com$/, 'DeepInfra'],
  [/^api\.hyperbolic\.xyz$/, 'Hyperbolic'],
  [/^api\.(?:studio|tokenfactory)\.nebius\.(?:ai|com)$/, 'Nebius'],
  [/^[\w*.-]+\.ml\.cloud\.ibm\.com$/, 'IBM'],
  [/^gateway\.ai\.cloudflare\.com$/, 'Cloudflare'],
];

/** Providers of speech, not of language models. */
const speech: ReadonlySet<string> = new Set(['ElevenLabs', 'Deepgram', 'AssemblyAI']);

/** A text that names any of them has one of these. */
export const providerWords: readonly string[] = [
  'openai',
  'anthropic',
  'googleapis',
  'amazonaws',
  'mistral.ai',
  'cohere.',
  'groq.com',
  'together.',
  'deepseek',
  'x.ai',
  'perplexity',
  'fireworks',
  'huggingface',
  'replicate',
  'dashscope',
  'cerebras',
  'nvidia',
  'models.',
  'voyageai',
  'elevenlabs',
  'deepgram',
  'assemblyai',
  'stability.ai',
  'ai21',
  'moonshot',
  'bigmodel',
  'z.ai',
  'volces',
  'minimax',
  'sambanova',
  'deepinfra',
  'hyperbolic',
  'nebius',
  'ibm.com',
  'cloudflare',
  'azure.com',
  'openrouter',
  ':11434',
  'chat/completions',
];

const hint = new RegExp(providerWords.map((word) => word.replaceAll('.', '\\.')).join('|'));
/** Whether a text may name any of them: far cheaper than to look at its literals. */
export const mayCallProviders = (text: string): boolean => hint.test(text);

export interface Endpoint {
  /** Parts that the program computes are `*`. */
  readonly host: string;
  readonly provider: string;
  readonly kind: 'LLM_SDK' | 'SPEECH_AUDIO' | 'LOCAL_MODEL_CONFIG';
  /** Offsets of the address in the file. */
  readonly start: number;
  readonly end: number;
  /** Over plain HTTP, to a host that is not of this machine or network. */
  readonly isPlain: boolean;
}

/** The provider's interface that a literal is the address of, or the host of; undefined for any other literal. */
export function endpointOf({ text, start, before }: Literal): Endpoint | undefined {
  const written = text.slice(0, 300);
  // Computed parts have any form; what they are is not asked for.
  const address = written.replaceAll(/\$?\{[^{}]*\}|#\{[^{}]*\}|%[sv]|\$\w+/g, '*');
  const url = /^\s*(https?|wss?):\/\/([\w.*-]+)(?::([\d*]+))?(\/[^\s?#]*)?/.exec(address);
  const isContinued = /[+.]\s*$/.test(before) && address.startsWith('.');
  const bare = url ? undefined : /^[\w.*-]+(?=$|\/)/.exec(address)?.[0];
  const host = (url?.[2] ?? bare)?.toLowerCase();
  const isHost = bare === address && /host(?:name)?['"]?\]?\s*[:=]\s*$/i.test(before);
  if (host === undefined || (bare !== undefined && !isHost && !isContinued)) return undefined;
  const [, scheme, , port, path = ''] = url ?? [];
  const provider =
    endpoints.find(([known]) => known.test(host))?.[1] ??
    (host === 'openrouter.ai' && path.startsWith('/api') ? 'OpenRouter' : undefined) ??
    (host === 'api.cloudflare.com' && path.includes('/ai/run') ? 'Cloudflare' : undefined);
  const isLocal = provider === undefined && port === '11434' && /^\/(?:api|v1)(?:\/|$)/.test(path);
  if (provider === undefined && !isLocal) return undefined;
  const isComputed = host.includes('*');
  return {
    host: host.startsWith('.') ? `*${host}` : host,
    provider: provider ?? 'Ollama',
    kind: isLocal ? 'LOCAL_MODEL_CONFIG' : speech.has(provider ?? '') ? 'SPEECH_AUDIO' : 'LLM_SDK',
    start,
    end: start + written.trimEnd().length,
    isPlain: scheme === 'http' && !isComputed && isPlainRemote(`http://${host}`),
  };
}

const speaksOpenAi = /\b(?:openai|OpenAI\w*|ChatOpenAI|AzureOpenAI|litellm|createOpenAI\w*)\b/;
const baseAddress =
  /(?:^|[^A-Za-z])(?:(?:openai|llm|model)_?)?(?:api_?)?(?:base_?(?:url|path)?|endpoint)["']?\]?\s*[:=]\s*$/i;

/**
 * The address of a model behind somebody's own name, over plain HTTP to a host that others reach: the path that only such
 * interfaces have, or what a client of one is told as its base.
 * @param source of the whole file
 */
export function plainModelAddress(
  { text, start, before }: Literal,
  source: string,
): Pick<Endpoint, 'host' | 'start' | 'end'> | undefined {
  const match = /^\s*(http:\/\/([\w.-]+)(?::\d+)?)(\/[\w./-]*)?\s*$/.exec(text.slice(0, 300));
  const [, origin = '', host = '', path = ''] = match ?? [];
  if (!match || !isPlainRemote(origin)) return undefined;
  const isModel =
    /\/chat\/completions\/?$/.test(path) ||
    (/\/v1\/?$/.test(path) && baseAddress.test(before) && speaksOpenAi.test(source));
  return isModel ? { host, start, end: start + text.trimEnd().length } : undefined;
}
