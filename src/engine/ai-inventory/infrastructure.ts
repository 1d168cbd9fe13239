/** Containers and cloud resources that run models or what belongs to them. */
import type { AiComponent, AiComponentKind } from './component.ts';
import type { AiFile } from './facts.ts';
import { lineAt } from './parsing.ts';

type Known = readonly [pattern: RegExp, kind: AiComponentKind, provider: string, tier?: AiComponent['tier']];

/** Repositories of images, without registry, tag and digest. */
const images: readonly Known[] = [
  [/^ollama\/ollama$/, 'ML_RUNTIME', 'Ollama'],
  [/^vllm\/vllm-(?:openai|cpu)$/, 'ML_RUNTIME', 'vLLM'],
  [/^lmsysorg\/sglang$/, 'ML_RUNTIME', 'SGLang'],
  [/^huggingface\/(?:text-generation-inference|text-embeddings-inference)$/, 'ML_RUNTIME', 'Hugging Face'],
  [/^localai\/localai$/, 'ML_RUNTIME', 'LocalAI'],
  [/^(?:ggml-org|ggerganov)\/llama\.cpp$/, 'ML_RUNTIME', 'llama.cpp'],
  [/^nvidia\/tritonserver$/, 'ML_RUNTIME', 'NVIDIA', 'CLASSIC_ML'],
  [/^nim\/[\w.-]+\/[\w.-]+$/, 'ML_RUNTIME', 'NVIDIA'],
  [/^tensorflow\/serving$/, 'ML_RUNTIME', 'Google', 'CLASSIC_ML'],
  [/^pytorch\/torchserve$/, 'ML_RUNTIME', 'Meta', 'CLASSIC_ML'],
  [/^(?:pytorch\/pytorch|tensorflow\/tensorflow)$/, 'ML_FRAMEWORK', 'Community', 'CLASSIC_ML'],
  [/^berriai\/litellm(?:-database)?$/, 'LLM_SDK', 'BerriAI'],
  [/^open-webui\/open-webui$/, 'AGENT_FRAMEWORK', 'Open WebUI'],
  [/^(?:flowiseai\/flowise|langflowai\/langflow|langgenius\/dify-api)$/, 'AGENT_FRAMEWORK', 'Community'],
  [/^docker\/mcp-gateway$|^mcp\/[\w.-]+$/, 'MCP_SERVER', 'Docker'],
  [/^qdrant\/qdrant$/, 'VECTOR_DB', 'Qdrant'],
  [/^(?:chromadb\/chroma|chroma-core\/chroma)$/, 'VECTOR_DB', 'Chroma'],
  [/^(?:semitechnologies|weaviate)\/weaviate$/, 'VECTOR_DB', 'Weaviate'],
  [/^milvusdb\/milvus$/, 'VECTOR_DB', 'Milvus'],
  [/^(?:pgvector\/pgvector|ankane\/pgvector)$/, 'VECTOR_DB', 'pgvector'],
  [/^langfuse\/langfuse(?:-worker)?$/, 'AI_OBSERVABILITY', 'Langfuse'],
  [/^arizephoenix\/phoenix$/, 'AI_OBSERVABILITY', 'Arize'],
  [/^mlflow\/mlflow$/, 'AI_OBSERVABILITY', 'MLflow', 'CLASSIC_ML'],
  [/^onerahmet\/openai-whisper-asr-webservice$/, 'SPEECH_AUDIO', 'OpenAI', 'CLASSIC_ML'],
];

const resources: readonly Known[] = [
  [/^aws_bedrock(?:agent(?:core)?)?_\w+$/, 'LLM_SDK', 'Amazon'],
  [
    /^aws_sagemaker_(?:endpoint|model|endpoint_configuration|training_job|notebook_instance|domain|pipeline)$/,
    'ML_RUNTIME',
    'Amazon',
    'CLASSIC_ML',
  ],
  [/^google_vertex_ai_\w+$/, 'ML_RUNTIME', 'Google', 'CLASSIC_ML'],
  [/^azurerm_cognitive_deployment$/, 'LLM_SDK', 'Azure'],
  [/^azurerm_machine_learning_\w+$/, 'ML_RUNTIME', 'Azure', 'CLASSIC_ML'],
  [/^(?:pinecone_index|qdrant-cloud_\w+)$/, 'VECTOR_DB', 'Community'],
  [/^databricks_(?:model_serving|vector_search_endpoint|vector_search_index)$/, 'ML_RUNTIME', 'Databricks'],
];

/** Of CloudFormation. */
const stackResources: readonly Known[] = [
  [/^AWS::Bedrock(?:AgentCore)?::\w+$/, 'LLM_SDK', 'Amazon'],
  [
    /^AWS::SageMaker::(?:Endpoint|Model|EndpointConfig|NotebookInstance|Domain|Pipeline|InferenceComponent)$/,
    'ML_RUNTIME',
    'Amazon',
    'CLASSIC_ML',
  ],
];

const azureModel: Known = [/^azurerm_(?:cognitive|ai)/, 'LLM_SDK', 'Azure'];
const azureLearning: Known = [/^Microsoft\.Machine/, 'ML_RUNTIME', 'Azure', 'CLASSIC_ML'];
const kubernetesModel: Known = [/^/, 'ML_RUNTIME', 'Community', 'CLASSIC_ML'];
const composeModel: Known = [/^(?:ai|hf\.co)\//, 'LOCAL_MODEL_CONFIG', 'Docker'];
/** Accounts are of many services: their kind says of which. */
const isAzureModel = (resource: string | undefined, block: string): boolean =>
  resource === 'azurerm_ai_services' ||
  (resource === 'azurerm_cognitive_account' &&
    /^[^}]*?\bkind\s*=\s*"(?:OpenAI|AIServices)"/.test(block.slice(block.indexOf('{') + 1)));

export function infrastructure({ path, text = '' }: AiFile): AiComponent[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const docker = /^(?:Dockerfile|Containerfile)(?:\.[\w.-]+)?$|\.(?:dockerfile|containerfile)$/i.test(name);
  const pattern = docker
    ? /^[ \t]*FROM\s+(?:--\S+\s+)?(\S+)/gim
    : /\.ya?ml$/.test(name)
      ? /^[ \t]*(?:-[ \t]+)?["']?image["']?:[ \t]*["']?([^\s"'#]+)/gm
      : undefined;
  const found: AiComponent[] = [];
  const seen = new Set<string>();
  const add = (shown: string, known: Known, index: number, what: string, version?: string): void => {
    if (seen.has(shown)) return;
    seen.add(shown);
    const [, kind, provider, tier = 'GENAI'] = known;
    found.push({
      kind,
      name: shown,
      provider,
      usage: 'RUNTIME',
      usageReason: 'It is run beside the program.',
      tier,
      detectionSource: 'CONFIG_FILE',
      ...(version !== undefined && { version }),
      filePath: path,
      line: lineAt(text, index),
      detail: what,
    });
  };
  for (const match of pattern ? text.matchAll(pattern) : []) {
    const [, image = ''] = match;
    const parts =
      /^(?:(?:[\w-]+\.[\w.-]+|localhost)(?::\d+)?\/)?([\w./-]+?)(?::([\w.-]+))?(?:@sha256:[0-9a-f]+)?$/.exec(
        image,
      );
    const known = images.find(([repository]) => repository.test(parts?.[1] ?? ''));
    if (known && parts?.[1])
      add(parts[1], known, match.index + match[0].indexOf(image), 'A container image.', parts[2]);
  }
  if (/\.ya?ml$/.test(name)) {
    // A chart's values have an image in parts.
    for (const match of text.matchAll(
      /^([ \t]*)repository:[ \t]*["']?([\w./:-]+)["']?[ \t]*(?:#[^\n]*)?$(?:\n\1tag:[ \t]*["']?([\w.-]+))?/gm,
    )) {
      const repository = match[2]?.replace(/^(?:[\w-]+\.[\w.-]+|localhost)(?::\d+)?\//, '') ?? '';
      const known = images.find(([each]) => each.test(repository));
      if (known)
        add(
          repository,
          known,
          match.index + match[0].search(/\S/),
          'An image in the values of a chart.',
          match[3],
        );
    }
    const served =
      /^kind:[ \t]*(InferenceService|LLMInferenceService|ServingRuntime|SeldonDeployment)\b/m.exec(text);
    if (served?.[1] && /^apiVersion:[ \t]*(?:serving\.kserve\.io|machinelearning\.seldon\.io)\//m.test(text))
      add(served[1], kubernetesModel, served.index, 'A resource in Kubernetes.');
    // What a Compose file has Docker run as a model.
    for (const match of text.matchAll(
      /^[ \t]+model:[ \t]*["']?(ai\/[\w.-]+|hf\.co\/[\w./-]+)(?::([\w.-]+))?/gm,
    )) {
      if (match[1] && /^models:/m.test(text))
        add(
          match[1],
          composeModel,
          match.index + match[0].search(/\S/),
          'A model that Docker runs.',
          match[2],
        );
    }
  }
  if (/\.(?:ya?ml|json|template)$/.test(name) && /AWS::(?:Bedrock|SageMaker)/.test(text)) {
    for (const match of text.matchAll(/["']?Type["']?\s*:\s*["']?(AWS::\w+::\w+)/g)) {
      const known = stackResources.find(([resource]) => resource.test(match[1] ?? ''));
      if (known && match[1]) add(match[1], known, match.index, 'A resource in CloudFormation.');
    }
  }
  if (name.endsWith('.bicep')) {
    for (const match of text.matchAll(
      /'(Microsoft\.(?:CognitiveServices\/accounts(?:\/deployments)?|MachineLearningServices\/workspaces(?:\/\w+)?))@[\w-]+'/g,
    )) {
      const [, type = ''] = match;
      const block = text.slice(match.index, match.index + 1_500);
      const isModel = !type.endsWith('/accounts') || /\bkind:\s*'(?:OpenAI|AIServices)'/.test(block);
      if (isModel)
        add(type, type.includes('Machine') ? azureLearning : azureModel, match.index, 'A resource in Bicep.');
    }
  }
  if (name.endsWith('.tf')) {
    for (const match of text.matchAll(/^[ \t]*resource\s+"([\w-]+)"\s+"[^"]*"/gm)) {
      const known =
        resources.find(([resource]) => resource.test(match[1] ?? '')) ??
        (isAzureModel(match[1], text.slice(match.index, match.index + 1_000)) ? azureModel : undefined);
      if (known && match[1])
        add(match[1], known, match.index + match[0].search(/\S/), 'A resource in Terraform.');
    }
  }
  return found;
}
