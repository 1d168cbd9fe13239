import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { both, documented, members, neutral, sources, types } from './rows.ts';

/** What a model answers follows whoever wrote into its prompt, a page that it was shown, or a document it was given. */
const answers: readonly string[] = [
  ...members(
    'openai.OpenAI',
    'chat.completions.create chat.completions.parse completions.create responses.create responses.parse beta.chat.completions.parse createChatCompletion createCompletion',
  ),
  ...members('@anthropic-ai/sdk.Anthropic', 'messages.create completions.create beta.messages.create'),
  ...members('google.Model', 'generateContent'),
  ...members('google.Chat', 'sendMessage'),
  ...members('@google/genai.GoogleGenAI', 'models.generateContent'),
  ...members('ai', 'generateText streamText'),
  ...members('ollama', 'chat generate'),
  ...members('ollama.Ollama', 'chat generate'),
  ...members('groq-sdk.Groq', 'chat.completions.create'),
  ...members('@mistralai/mistralai.Mistral', 'chat.complete'),
  ...members('cohere-ai.CohereClient', 'chat generate'),
  ...members('langchain.Model', 'invoke call predict'),
];

const chatModels: readonly string[] = [
  '@langchain/openai.ChatOpenAI',
  '@langchain/openai.OpenAI',
  '@langchain/openai.AzureChatOpenAI',
  '@langchain/anthropic.ChatAnthropic',
  '@langchain/google-genai.ChatGoogleGenerativeAI',
  '@langchain/ollama.ChatOllama',
  '@langchain/mistralai.ChatMistralAI',
  'langchain/llms/openai.OpenAI',
  'langchain/chat_models/openai.ChatOpenAI',
];

const aliases: RowInput[] = [
  ['openai.AzureOpenAI', 'openai.OpenAI'],
  ['openai.OpenAIApi', 'openai.OpenAI'],
  ['openai.default', 'openai.OpenAI'],
  ['@anthropic-ai/sdk.default', '@anthropic-ai/sdk.Anthropic'],
  ['groq-sdk.default', 'groq-sdk.Groq'],
  ['ollama.default', 'ollama'],
].map(([api, of]): RowInput => ({ kind: 'alias', api: api as string, of: of as string }));

/** Services and libraries of language models. */
export const languageModels = definePack({
  id: 'javascript/language-models',
  languages: [...both],
  title: 'Language models',
  provenance: documented,
  rows: [
    ...aliases,
    ...types('openai.OpenAI', ['openai']),
    ...types('@anthropic-ai/sdk.Anthropic', ['@anthropic-ai/sdk']),
    ...types('groq-sdk.Groq', ['groq-sdk']),
    ...types('google.Model', ['@google/generative-ai.GoogleGenerativeAI.getGenerativeModel']),
    ...types('google.Chat', ['google.Model.startChat']),
    ...types('langchain.Model', chatModels),
    ...sources('stored', 'the answer of a language model', answers),
    ...neutral(answers),
  ],
});
