/** Source code: what it imports, which models it calls directly, which MCP servers it is. */
import type { Finding } from '../finding.ts';
import { packageNamed } from './catalog/index.ts';
import type { AiComponent } from './component.ts';
import type { AiFile, Import } from './facts.ts';
import { riskFinding } from './risks.ts';

const extension =
  /\.(?:([cm]?[jt]sx?|vue|svelte)|(pyw?|ipynb)|(java|kts?|scala|groovy)|(cs|fs|vb)|(go)|(rs)|(rb)|(php)|(swift|dart|sh|ps1|lua|ex|exs|cpp|c|h|hpp))$/;
export const isSource = (path: string): boolean => extension.test(path);

/** Import names that are not the package's name. */
const pythonModules: Readonly<Record<string, string>> = {
  sklearn: 'scikit-learn',
  'google.genai': 'google-genai',
  'google.generativeai': 'google-generativeai',
  'google.adk': 'google-adk',
  faiss: 'faiss-cpu',
  llama_cpp: 'llama-cpp-python',
  whisper: 'openai-whisper',
  qdrant_client: 'qdrant-client',
  llama_index: 'llama-index',
  agents: 'openai-agents',
  pydantic_ai: 'pydantic-ai',
  huggingface_hub: 'huggingface-hub',
  sentence_transformers: 'sentence-transformers',
  autogen: 'pyautogen',
  dspy: 'dspy',
  haystack: 'haystack-ai',
  guardrails: 'guardrails-ai',
  llm_guard: 'llm-guard',
  phoenix: 'arize-phoenix',
  tritonclient: 'tritonclient',
  speech_recognition: 'speechrecognition',
  ibm_watsonx_ai: 'ibm-watsonx-ai',
  strands: 'strands-agents',
  semantic_kernel: 'semantic-kernel',
};
/** Import names that the standard library or the project itself has as often as the package. */
const vagueModules: ReadonlySet<string> = new Set([
  'agents',
  'llm',
  'phoenix',
  'guardrails',
  'hume',
  'river',
  'implicit',
  'guidance',
  'cog',
  'evaluate',
  'outlines',
  'bark',
  'tts',
  'phi',
  'agno',
  'lime',
  'interpret',
  'datasets',
  'gemma',
  'beam',
  'exo',
  'weave',
  'marvin',
  'mcp',
  'voyager',
  'surprise',
  'tecton',
  'patronus',
  'athina',
  'agenta',
  'darts',
  'feast',
  'fal',
  'replicate',
  'evidently',
  'adapters',
]);

interface Sourced {
  readonly imports: Import[];
  readonly components: AiComponent[];
  readonly findings: Finding[];
}

export function sourceFacts(file: AiFile): Sourced {
  const text = file.text ?? '';
  const kind = extension.exec(file.path);
  const sourced: Sourced = { imports: [], components: [], findings: [] };
  if (!kind) return sourced;
  const [, script, python] = kind;
  const lines = text.length > 2_000_000 ? [] : text.split('\n');
  const mcp = mcpSignature(text, Boolean(script), Boolean(python));
  const hosts = new Set<string>();
  const unsafe = python !== undefined && /torch\.load|joblib\.load|trust_remote_code/.test(text);
  let offset = 0;
  for (const [index, line] of lines.entries()) {
    const start = offset;
    offset += line.length + 1;
    if (line.length > 2_000 || isComment(line, python !== undefined)) continue;
    if (script !== undefined) addScriptImport(line, index + 1, sourced.imports);
    else if (python !== undefined) addPythonImport(line, index + 1, sourced.imports);
    if (line.includes('://')) addEndpoint(file, text, line, start, index + 1, hosts, sourced);
    if (unsafe) addUnsafeLoad(file, text, line, start, sourced.findings);
    const server = mcp && line.length < 500 ? mcp.exec(line) : undefined;
    if (server && !sourced.components.some(({ kind: known }) => known === 'MCP_SERVER')) {
      const near = lines
        .slice(index, index + 6)
        .join('\n')
        .slice(server.index);
      const name =
        /(?:name\s*[:=]\s*|\(\s*&?(?:mcp\.Implementation\{\s*Name:\s*)?)["'`]([\w .@/-]{1,100})["'`]/.exec(
          near,
        )?.[1];
      sourced.components.push(
        component(
          file,
          'MCP_SERVER',
          name ?? file.path.slice(file.path.lastIndexOf('/') + 1),
          undefined,
          index + 1,
          'An MCP server is made here.',
        ),
      );
    }
  }
  return sourced;
}

const isComment = (line: string, python: boolean): boolean =>
  (python ? /^\s*#/ : /^\s*(?:\/\/|\*|\/\*)/).test(line);

export const isTestPath = (path: string): boolean =>
  /(?:^|\/)(?:tests?|__tests__|spec|e2e|testdata|fixtures?)\/|[._-](?:test|spec|e2e)\.[\w]+$|(?:^|\/)(?:test_[^/]+|conftest)\.py$|_test\.(?:go|py|rb)$|Tests?\.(?:java|kt|cs)$/.test(
    path,
  );
export const isToolingPath = (path: string): boolean =>
  /(?:^|\/)(?:scripts?|tools?|\.github|\.husky|benchmarks?|docs?)\/|(?:^|\/)[\w.-]+\.config\.[cm]?[jt]s$|(?:^|\/)(?:gulpfile|Gruntfile|noxfile|tasks)\./.test(
    path,
  );

function component(
  file: AiFile,
  kind: AiComponent['kind'],
  name: string,
  provider: string | undefined,
  line: number,
  detail: string,
): AiComponent {
  const tooling = isTestPath(file.path) ? 'Tests' : isToolingPath(file.path) ? 'Tooling' : undefined;
  return {
    kind,
    name,
    ...(provider !== undefined && { provider }),
    usage: tooling ? 'DEV_TOOLING' : 'RUNTIME',
    usageReason: tooling ? `${tooling} use it.` : 'The program itself uses it.',
    tier: 'GENAI',
    detectionSource: 'FILE_CONTENT',
    filePath: file.path,
    line,
    detail,
  };
}

const scriptImport =
  /^\s*(?:import\s+(?:[^'"]*\sfrom\s*)?|export\s+[^'"]*\sfrom\s*|\}\s*from\s*|(?:(?:const|let|var)\s[^=]*=\s*)?(?:await\s+)?(?:require|import)\s*\(\s*)["']((?:npm:)?(?:@[\w.~-]+\/)?[\w.~-]+)/;

function addScriptImport(line: string, number: number, imports: Import[]): void {
  const spec = scriptImport.exec(line)?.[1]?.replace(/^npm:/, '');
  if (spec && packageNamed('npm', spec))
    imports.push({ ecosystem: 'npm', name: spec, as: spec, module: spec, line: number });
}

function addPythonImport(line: string, number: number, imports: Import[]): void {
  const match = /^\s*(?:"\s*)?(?:from\s+([\w.]+)\s+import\b|import\s+([\w., ]+))/.exec(line);
  const from = line.includes('from google import')
    ? `google.${/import\s+(\w+)/.exec(line)?.[1] ?? ''}`
    : match?.[1];
  const modules = from
    ? [from]
    : (match?.[2] ?? '').split(',').map((part) => part.trim().split(/\s+as\s+/)[0] ?? '');
  for (const module of modules) {
    const parts = module.split('.');
    const first = parts[0] ?? '';
    const firstTwo = parts.slice(0, 2).join('.');
    const name = pythonModules[firstTwo] ?? pythonModules[first] ?? first;
    const as = firstTwo in pythonModules ? firstTwo : first;
    if (first !== '' && packageNamed('pypi', name))
      imports.push({ ecosystem: 'pypi', name, as, module: first, line: number });
  }
}

/** Whether the import alone says which package is meant, where no manifest names it. */
export const isTelling = ({ ecosystem, module }: Import): boolean =>
  ecosystem !== 'pypi' || !vagueModules.has(module);

const endpoints: readonly (readonly [host: RegExp, provider: string])[] = [
  [/^api\.openai\.com$/, 'OpenAI'],
  [/^[\w{}$-]+\.openai\.azure\.com$/, 'Azure'],
  [/^api\.anthropic\.com$/, 'Anthropic'],
  [/^generativelanguage\.googleapis\.com$|^(?:[\w{}$-]+-)?aiplatform\.googleapis\.com$/, 'Google'],
  [/^bedrock(?:-agent)?-runtime\.[\w{}$-]+\.amazonaws\.com$/, 'Amazon'],
  [/^api\.mistral\.ai$/, 'Mistral AI'],
  [/^api\.cohere\.(?:ai|com)$/, 'Cohere'],
  [/^api\.groq\.com$/, 'Groq'],
  [/^api\.together\.(?:xyz|ai)$/, 'Together AI'],
  [/^api\.deepseek\.com$/, 'DeepSeek'],
  [/^api\.x\.ai$/, 'xAI'],
  [/^api\.perplexity\.ai$/, 'Perplexity'],
  [/^api\.fireworks\.ai$/, 'Fireworks AI'],
  [/^(?:router|api-inference)\.huggingface\.co$/, 'Hugging Face'],
  [/^api\.replicate\.com$/, 'Replicate'],
  [/^dashscope(?:-intl)?\.aliyuncs\.com$/, 'Alibaba'],
  [/^api\.cerebras\.ai$/, 'Cerebras'],
  [/^integrate\.api\.nvidia\.com$/, 'NVIDIA'],
  [/^models\.(?:github\.ai|inference\.ai\.azure\.com)$/, 'GitHub'],
  [/^api\.voyageai\.com$/, 'Voyage AI'],
];

function addEndpoint(
  file: AiFile,
  text: string,
  line: string,
  start: number,
  number: number,
  hosts: Set<string>,
  { components, findings }: Sourced,
): void {
  for (const match of line.matchAll(/["'`](https?):\/\/([\w.{}$-]+)(?::(\d+))?(\/[\w./-]*)?/g)) {
    const [, scheme, host = '', port, path = ''] = match;
    const provider =
      endpoints.find(([known]) => known.test(host))?.[1] ??
      (host === 'openrouter.ai' && path.startsWith('/api') ? 'OpenRouter' : undefined);
    const local = port === '11434' && /^\/(?:api|v1)\//.test(path) ? 'Ollama' : undefined;
    if (provider === undefined && local === undefined) continue;
    const shown = host.replaceAll(/[{}$]+\w*/g, '*');
    if (!hosts.has(host)) {
      hosts.add(host);
      components.push(
        component(
          file,
          provider ? 'LLM_SDK' : 'LOCAL_MODEL_CONFIG',
          shown,
          provider ?? local,
          number,
          "The provider's HTTP interface is called directly.",
        ),
      );
    }
    const remote =
      host.includes('.') &&
      !/^(?:127\.|10\.|192\.168\.|172\.|0\.0\.0\.0)|\.(?:local|internal|test|example)$|\$|\{/.test(host);
    if (scheme === 'http' && remote && !isTestPath(file.path)) {
      findings.push(
        riskFinding(file.path, text, {
          vulnClass: 'cleartext-transmission',
          rule: 'model-over-http',
          title: 'A model is called over plain HTTP',
          message: `What is sent to ${shown}, the key included, and what it answers can be read and changed on the way. Use https.`,
          cwes: ['CWE-319'],
          start: start + match.index + 1,
          end: start + match.index + match[0].length,
          score: 50,
          confidence: 88,
          snippet: `http://${shown}`,
        }),
      );
    }
  }
}

function addUnsafeLoad(file: AiFile, text: string, line: string, start: number, findings: Finding[]): void {
  const match =
    /\btorch\.load\s*\([^#]*weights_only\s*=\s*False|\bfrom_pretrained\s*\([^#]*trust_remote_code\s*=\s*True/.exec(
      line,
    );
  if (!match || isTestPath(file.path)) return;
  const remote = match[0].startsWith('from_pretrained');
  findings.push(
    riskFinding(file.path, text, {
      vulnClass: 'unsafe-model',
      rule: remote ? 'remote-model-code' : 'unsafe-model-format',
      title: remote ? 'Code that comes with a model is run' : 'A pickled model is loaded without restraint',
      message: remote
        ? 'Whoever publishes the model, or takes over its repository, runs code here. Take a model that the library knows, or pin the revision after reading its code.'
        : 'A pickle runs whatever code it names while it is loaded. Load weights only, or use safetensors.',
      cwes: remote ? ['CWE-494'] : ['CWE-502'],
      start: start + match.index,
      end: start + match.index + match[0].length,
      score: 58,
      confidence: 85,
    }),
  );
}

function mcpSignature(text: string, script: boolean, python: boolean): RegExp | undefined {
  if (script)
    return /["']@modelcontextprotocol\/(?:sdk|server)|["']fastmcp["']/.test(text)
      ? /\bnew\s+(?:McpServer|Server|FastMCP)\s*(?:<[^>]*>)?\s*\(/
      : undefined;
  if (python)
    return /^\s*(?:from|import)\s+(?:mcp|fastmcp)\b/m.test(text)
      ? /=\s*(?:FastMCP|Server)(?:\[[^\]]*\])?\s*\(/
      : undefined;
  if (text.includes('mark3labs/mcp-go') || text.includes('modelcontextprotocol/go-sdk'))
    return /\b(?:server\.NewMCPServer|mcp\.NewServer)\s*\(/;
  if (text.includes('io.modelcontextprotocol')) return /\bMcpServer\.(?:sync|async)\s*\(|=\s*Server\s*\(/;
  return /using\s+ModelContextProtocol|AddMcpServer/.test(text) ? /\.AddMcpServer\s*\(/ : undefined;
}
