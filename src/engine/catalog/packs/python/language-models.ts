import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { makes, members, neutral, sources, subtypes, typed } from './rows.ts';

/** What a model answers follows whoever wrote into its prompt, a page that it was shown, or a document it was given. */
const answers = [
  ...members(
    'openai.OpenAI',
    'chat.completions.create chat.completions.parse completions.create responses.create responses.parse beta.chat.completions.parse',
  ),
  'openai.ChatCompletion.create',
  'openai.Completion.create',
  ...members('openai', 'chat.completions.create completions.create responses.create'),
  ...members('anthropic.Anthropic', 'messages.create completions.create beta.messages.create'),
  ...members('google.generativeai.GenerativeModel', 'generate_content generate_content_async'),
  'google.genai.Client.models.generate_content',
  ...members('ollama', 'chat generate'),
  ...members('ollama.Client', 'chat generate'),
  'groq.Groq.chat.completions.create',
  'mistralai.Mistral.chat.complete',
  ...members('cohere.Client', 'chat generate'),
  ...members('litellm', 'completion acompletion'),
  ...members('langchain.Model', 'invoke ainvoke predict apredict call run'),
];

const chatModels = [
  ...members('langchain_openai', 'ChatOpenAI OpenAI AzureChatOpenAI'),
  'langchain_anthropic.ChatAnthropic',
  'langchain_google_genai.ChatGoogleGenerativeAI',
  'langchain_ollama.ChatOllama',
  'langchain_mistralai.ChatMistralAI',
  ...members('langchain_community.chat_models', 'ChatOpenAI ChatOllama ChatAnthropic'),
  'langchain_community.llms.Ollama',
  ...members('langchain.llms', 'OpenAI'),
  ...members('langchain.chat_models', 'ChatOpenAI init_chat_model'),
];

/** Functions under these are called as a model decides, with arguments that it writes. */
const tools = [
  ...[
    'langchain_core.tools',
    'langchain.tools',
    'langchain.agents',
    'smolagents',
    'crewai.tools',
    'crewai_tools',
  ].map((module) => `${module}.tool`),
  'agents.function_tool',
  ...['mcp.server.fastmcp.FastMCP', 'fastmcp.FastMCP'].flatMap((server) => members(server, 'tool resource')),
  ...members('pydantic_ai.Agent', 'tool tool_plain'),
  'semantic_kernel.functions.kernel_function',
];

const contexts = [
  'mcp.server.fastmcp.Context',
  'fastmcp.Context',
  'pydantic_ai.RunContext',
  'agents.RunContextWrapper',
  'langchain_core.runnables.RunnableConfig',
];

const toolClasses = ['langchain_core.tools.BaseTool', 'langchain.tools.BaseTool', 'crewai.tools.BaseTool'];

/** Services and libraries of language models. */
export const languageModels = definePack({
  id: 'python/language-models',
  languages: ['python'],
  title: 'Language models',
  provenance: 'OpenAI, Anthropic, Google, LangChain, Pydantic AI and Model Context Protocol documentation',
  rows: [
    ...[
      ['openai.AsyncOpenAI', 'openai.OpenAI'],
      ['openai.AzureOpenAI', 'openai.OpenAI'],
      ['openai.AsyncAzureOpenAI', 'openai.OpenAI'],
      ['anthropic.AsyncAnthropic', 'anthropic.Anthropic'],
      ['groq.AsyncGroq', 'groq.Groq'],
    ].map(([api, of]): RowInput => ({ kind: 'alias', api: api as string, of: of as string })),
    ...[
      'openai.OpenAI',
      'anthropic.Anthropic',
      'groq.Groq',
      'mistralai.Mistral',
      'cohere.Client',
      'ollama.Client',
      'google.genai.Client',
      'google.generativeai.GenerativeModel',
    ].flatMap((client) => makes(client, [client])),
    ...makes('langchain.Model', chatModels),
    ...sources('stored', 'the answer of a language model', answers),
    ...neutral(answers),
    ...['mcp.server.fastmcp.FastMCP', 'fastmcp.FastMCP', 'pydantic_ai.Agent'].flatMap((type) =>
      typed(type, [type]),
    ),
    ...tools.map(
      (decorator): RowInput => ({
        kind: 'entry',
        decorator,
        source: 'remote',
        what: 'an argument that a language model chose',
        except: contexts,
      }),
    ),
    ...toolClasses.slice(1).flatMap((api) => subtypes(['langchain_core.tools.BaseTool'], [api])),
    {
      kind: 'override',
      type: 'langchain_core.tools.BaseTool',
      method: '^_a?run$',
      params: [{ source: 'remote' }, { source: 'remote' }, { source: 'remote' }],
    },
  ],
});
