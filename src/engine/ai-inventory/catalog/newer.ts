import type { CatalogGroup } from './schema.ts';

type Group = readonly [
  kind: CatalogGroup['kind'],
  provider: string,
  source: string,
  names: CatalogGroup['names'],
  tier?: CatalogGroup['tier'],
];

/** What came later than the other groups, most of it in 2025. */
const groups: readonly Group[] = [
  ['AGENT_FRAMEWORK', 'OpenAI', 'https://developers.openai.com/codex', { npm: '@openai/codex' }],
  [
    'LLM_SDK',
    'TanStack',
    'https://tanstack.com/ai',
    {
      npm: '@tanstack/ai @tanstack/ai-openai @tanstack/ai-anthropic @tanstack/ai-gemini @tanstack/ai-ollama @tanstack/ai-client @tanstack/ai-react @tanstack/ai-solid',
    },
  ],
  [
    'AGENT_FRAMEWORK',
    'assistant-ui',
    'https://www.assistant-ui.com/docs',
    {
      npm: '@assistant-ui/react @assistant-ui/react-ai-sdk @assistant-ui/react-langgraph @assistant-ui/react-markdown',
    },
  ],
  [
    'AGENT_FRAMEWORK',
    'Mem0',
    'https://docs.mem0.ai/integrations/vercel-ai-sdk',
    { npm: '@mem0/vercel-ai-provider' },
  ],
  [
    'AGENT_FRAMEWORK',
    'Supermemory',
    'https://supermemory.ai/docs',
    { npm: 'supermemory @supermemory/tools', pypi: 'supermemory' },
  ],
  [
    'AGENT_FRAMEWORK',
    'Composio',
    'https://docs.composio.dev',
    {
      npm: '@composio/vercel @composio/openai @composio/openai-agents @composio/anthropic @composio/mastra @composio/langchain',
    },
  ],
  [
    'AGENT_FRAMEWORK',
    'Mastra',
    'https://mastra.ai/docs',
    { npm: '@mastra/pg @mastra/voice-openai @mastra/voice-elevenlabs @mastra/upstash' },
  ],
  ['AGENT_FRAMEWORK', 'E2B', 'https://e2b.dev/docs', { npm: 'e2b @e2b/desktop', pypi: 'e2b e2b-desktop' }],
  [
    'AGENT_FRAMEWORK',
    'opencode',
    'https://opencode.ai/docs/sdk',
    { npm: '@opencode-ai/sdk @opencode-ai/plugin' },
  ],
  [
    'AGENT_FRAMEWORK',
    'Sourcegraph',
    'https://ampcode.com/manual/sdk',
    { npm: '@sourcegraph/amp @sourcegraph/amp-sdk' },
  ],
  ['AGENT_FRAMEWORK', 'Augment', 'https://docs.augmentcode.com/cli/overview', { npm: '@augmentcode/auggie' }],
  ['AGENT_FRAMEWORK', 'Continue', 'https://docs.continue.dev/cli/install', { npm: '@continuedev/cli' }],
  [
    'AGENT_FRAMEWORK',
    'Community',
    'https://github.com/badlogic/pi-mono',
    { npm: '@mariozechner/pi-agent-core @mariozechner/pi-coding-agent' },
  ],
  ['LLM_SDK', 'Community', 'https://github.com/badlogic/pi-mono', { npm: '@mariozechner/pi-ai' }],
  [
    'AGENT_FRAMEWORK',
    'Community',
    'https://github.com/musistudio/claude-code-router',
    { npm: '@musistudio/claude-code-router claude-flow task-master-ai' },
  ],
  ['LLM_SDK', 'Ollama', 'https://ai-sdk.dev/providers/community-providers/ollama', { npm: 'ai-sdk-ollama' }],
  [
    'LLM_SDK',
    'Google',
    'https://genkit.dev/docs/integrations/openai-compatible',
    { npm: '@genkit-ai/compat-oai' },
  ],
  ['MCP_SERVER', 'Vercel', 'https://ai-sdk.dev/docs/ai-sdk-core/mcp-tools', { npm: '@ai-sdk/mcp' }],
  ['MCP_SERVER', 'Community', 'https://github.com/honojs/middleware', { npm: '@hono/mcp tmcp skybridge' }],
  ['MCP_SERVER', 'Laravel', 'https://laravel.com/docs/boost', { composer: 'laravel/boost' }],
  [
    'MCP_SERVER',
    'WordPress',
    'https://github.com/WordPress/mcp-adapter',
    { composer: 'wordpress/mcp-adapter' },
  ],
  [
    'AI_OBSERVABILITY',
    'LangChain',
    'https://github.com/langchain-ai/openevals',
    { npm: 'openevals agentevals' },
  ],
  ['AI_OBSERVABILITY', 'Comet', 'https://www.comet.com/docs/opik', { npm: 'opik-openai opik-langchain' }],
  [
    'AI_OBSERVABILITY',
    'OpenTelemetry',
    'https://github.com/open-telemetry/opentelemetry-python-contrib',
    {
      pypi: 'opentelemetry-instrumentation-openai-v2 opentelemetry-instrumentation-google-genai opentelemetry-instrumentation-openai-agents-v2',
    },
  ],
  [
    'AI_OBSERVABILITY',
    'Microsoft',
    'https://learn.microsoft.com/dotnet/ai/evaluation/libraries',
    {
      nuget:
        'Microsoft.Extensions.AI.Evaluation Microsoft.Extensions.AI.Evaluation.Quality Microsoft.Extensions.AI.Evaluation.Safety Microsoft.Extensions.AI.Evaluation.Reporting',
    },
  ],
  [
    'LLM_SDK',
    'Microsoft',
    'https://learn.microsoft.com/dotnet/aspire/azureai/azureai-openai-integration',
    { nuget: 'Aspire.Azure.AI.OpenAI Aspire.Azure.AI.Inference Aspire.OpenAI' },
  ],
  [
    'ML_RUNTIME',
    'Microsoft',
    'https://learn.microsoft.com/azure/ai-foundry/foundry-local',
    {
      nuget:
        'Microsoft.AI.Foundry.Local CommunityToolkit.Aspire.Hosting.Ollama CommunityToolkit.Aspire.OllamaSharp',
      npm: 'foundry-local-sdk',
      pypi: 'foundry-local-sdk',
    },
  ],
  ['AGENT_FRAMEWORK', 'Pydantic', 'https://github.com/pydantic/fasta2a', { pypi: 'fasta2a' }],
  [
    'AGENT_FRAMEWORK',
    'Community',
    'https://github.com/HKUDS/LightRAG',
    { pypi: 'lightrag-hku paper-qa knowledge-storm gpt-engineer parlant raganything' },
  ],
  [
    'AGENT_FRAMEWORK',
    'BoundaryML',
    'https://docs.boundaryml.com',
    { pypi: 'baml-py', npm: '@boundaryml/baml', gem: 'baml' },
  ],
  [
    'AGENT_FRAMEWORK',
    'NVIDIA',
    'https://docs.nvidia.com/nemo/agent-toolkit',
    { pypi: 'nvidia-nat nvidia-nat-langchain' },
  ],
  [
    'AGENT_FRAMEWORK',
    'Databricks',
    'https://docs.databricks.com/generative-ai',
    { pypi: 'databricks-ai-bridge' },
  ],
  [
    'VECTOR_DB',
    'Databricks',
    'https://docs.databricks.com/generative-ai/vector-search',
    { pypi: 'databricks-vectorsearch' },
  ],
  ['SPEECH_AUDIO', 'Resemble AI', 'https://github.com/resemble-ai/chatterbox', { pypi: 'chatterbox-tts' }],
  [
    'ML_FRAMEWORK',
    'Community',
    'https://github.com/AnswerDotAI/RAGatouille',
    { pypi: 'unsloth_zoo flagembedding model2vec ragatouille colbert-ai pylate rerankers' },
  ],
  ['ML_RUNTIME', 'Lightning AI', 'https://lightning.ai/docs/litserve', { pypi: 'litserve' }],
  [
    'ML_FRAMEWORK',
    'Community',
    'https://gymnasium.farama.org',
    { pypi: 'gym pettingzoo equinox supervision surya-ocr tabpfn chronos-forecasting' },
    'CLASSIC_ML',
  ],
  [
    'AGENT_FRAMEWORK',
    'Alibaba',
    'https://github.com/agentscope-ai/agentscope-java',
    { maven: 'io.agentscope:agentscope io.agentscope:agentscope-core' },
  ],
  [
    'AGENT_FRAMEWORK',
    'Charm',
    'https://github.com/charmbracelet/fantasy',
    { go: 'charm.land/fantasy github.com/charmbracelet/fantasy' },
  ],
  ['LLM_SDK', 'Maxim', 'https://docs.getbifrost.ai', { go: 'github.com/maximhq/bifrost/core' }],
  [
    'AGENT_FRAMEWORK',
    'Community',
    'https://swiftide.rs',
    { cargo: 'swiftide swiftide-agents swiftide-integrations' },
  ],
  [
    'AGENT_FRAMEWORK',
    'Zed',
    'https://agentclientprotocol.com',
    {
      cargo: 'agent-client-protocol',
      npm: '@zed-industries/agent-client-protocol @agentclientprotocol/sdk',
      pypi: 'agent-client-protocol',
    },
  ],
  ['ML_RUNTIME', 'pyke', 'https://ort.pyke.io', { cargo: 'ort-sys' }],
  ['ML_RUNTIME', 'Community', 'https://github.com/scientist-labs/red-candle', { gem: 'red-candle' }],
  ['LLM_SDK', 'Community', 'https://github.com/Roriz/active_genie', { gem: 'active_genie' }],
  [
    'AGENT_FRAMEWORK',
    'Symfony',
    'https://github.com/php-llm/llm-chain',
    { composer: 'php-llm/llm-chain php-llm/llm-chain-bundle' },
  ],
  ['LLM_SDK', 'Drupal', 'https://www.drupal.org/project/ai', { composer: 'drupal/ai' }],
];

export const newerGroups: readonly CatalogGroup[] = groups.map(
  ([kind, provider, source, names, tier = 'GENAI']) => ({ kind, tier, provider, source, names }),
);
