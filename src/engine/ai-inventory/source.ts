/** Source code: what it imports, which models it calls directly, which MCP servers it is. */
import { LineIndex } from '../files/lines.ts';
import type { Finding } from '../finding.ts';
import { isOfTests } from '../roles/path-roles.ts';
import { packageNamed } from './catalog/index.ts';
import type { AiComponent } from './component.ts';
import { type Endpoint, endpointOf, mayCallProviders, plainModelAddress } from './endpoints.ts';
import type { AiFile, Import, Loaded } from './facts.ts';
import { type Literal, literalsOf } from './literals.ts';
import { loadedIn, mayLoad } from './loaded.ts';
import { isToolingPath } from './paths.ts';
import { riskFinding } from './risks.ts';
import { mayHavePrompts, promptOf } from './source-prompts.ts';
import { unsafeLoads } from './unsafe-loads.ts';

/** Longer sources are generated. */
const longestText = 2_000_000;

const extension =
  /\.(?:([cm]?[jt]sx?|vue|svelte)|(pyw?|ipynb)|(java|kts?|scala|groovy)|(cs|fs|vb)|(go)|(rs)|(rb)|(php)|(swift|dart|sh|bash|zsh|ps1|lua|ex|exs|cpp|c|h|hpp))$/;
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
/** Packages of which each brings the same modules. */
const otherPackages: Readonly<Record<string, readonly string[]>> = {
  'llama-index': ['llama-index-core'],
  'faiss-cpu': ['faiss-gpu', 'faiss-gpu-cu12'],
  onnxruntime: ['onnxruntime-gpu', 'onnxruntime-directml'],
  tensorflow: ['tensorflow-cpu', 'tensorflow-gpu', 'tensorflow-macos', 'tf-nightly'],
  pyautogen: ['autogen', 'ag2'],
  'haystack-ai': ['farm-haystack'],
  pinecone: ['pinecone-client'],
  chromadb: ['chromadb-client'],
  fastembed: ['fastembed-gpu'],
  'google-cloud-aiplatform': ['vertexai'],
  'openai-whisper': ['whisper'],
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
  readonly loaded: Loaded[];
}

/** @param texts those of the parsed file that may tell something; all literals, by a lexer, where it was not parsed */
export function sourceFacts(file: AiFile, texts?: readonly Literal[]): Sourced {
  const text = file.text ?? '';
  const kind = extension.exec(file.path);
  const sourced: Sourced = { imports: [], components: [], findings: [], loaded: [] };
  if (!kind) return sourced;
  const [, script, python] = kind;
  const lines = text.length > longestText ? [] : linesOf(file.path, text);
  const mcp = mcpSignature(text, Boolean(script), Boolean(python));
  const loads = python !== undefined && /\bload_dataset\s*\(/.test(text) && /\bdatasets\b/.test(text);
  const loading = (script !== undefined || python !== undefined) && mayLoad(text);
  const isCompact = file.path.endsWith('.ipynb') && !text.trimEnd().includes('\n');
  for (const [index, line] of lines.entries()) {
    const number = isCompact ? 1 : index + 1;
    if (line.length > 2_000 || isComment(line, python !== undefined)) continue;
    if (script !== undefined) addScriptImport(line, number, sourced.imports);
    else if (python !== undefined) addPythonImport(line, number, sourced.imports);
    if (loading) sourced.loaded.push(...loadedIn(line, number, text));
    if (loads) addDataset(file, line, number, sourced.components);
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
          number,
          'An MCP server is made here.',
        ),
      );
    }
  }
  if (text.length <= longestText) {
    addTexts(file, text, texts, sourced);
    if (python !== undefined) sourced.findings.push(...unsafeLoads(file.path, text));
  }
  return sourced;
}

/** A notebook that was written without line breaks has its code's lines in one. */
function linesOf(path: string, text: string): readonly string[] {
  const lines = text.split('\n');
  return path.endsWith('.ipynb') && !text.trimEnd().includes('\n') ? text.split(/(?<=\\n"),/) : lines;
}

const isComment = (line: string, python: boolean): boolean =>
  (python ? /^\s*#/ : /^\s*(?:\/\/|\*|\/\*)/).test(line);

function component(
  file: AiFile,
  kind: AiComponent['kind'],
  name: string,
  provider: string | undefined,
  line: number,
  detail: string,
): AiComponent {
  const tooling = isOfTests(file.path) ? 'Tests' : isToolingPath(file.path) ? 'Tooling' : undefined;
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
  /^\s*(?:(?:import\s(?:[^'"]*\sfrom)?|export\s[^'"]*\sfrom|\}\s*from)\s*|(?:(?:const|let|var)\s[^=]*=\s*)?(?:await\s+)?(?:require|import)\s*\(\s*)["']((?:npm:)?(?:@[\w.~-]+\/)?[\w.~-]+)/;

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
    : (match?.[2] ?? '').split(',').map((part) => part.trim().split(/\s/, 1)[0] ?? '');
  for (const module of modules) {
    const parts = module.split('.');
    const first = parts[0] ?? '';
    const firstTwo = parts.slice(0, 2).join('.');
    const name = pythonModules[firstTwo] ?? pythonModules[first] ?? first;
    const as = firstTwo in pythonModules ? firstTwo : first;
    const known = first === '' ? undefined : packageNamed('pypi', name);
    if (!known) continue;
    const or = otherPackages[known.name];
    imports.push({ ecosystem: 'pypi', name: known.name, as, ...(or && { or }), module: first, line: number });
  }
}

/** Whether the import alone says which package is meant, where no manifest names it. */
export const isTelling = ({ ecosystem, module }: Import): boolean =>
  ecosystem !== 'pypi' || !vagueModules.has(module);

/** What texts say: providers that are called directly, each host once, and prompts, each name once. */
function addTexts(
  file: AiFile,
  text: string,
  texts: readonly Literal[] | undefined,
  { components, findings }: Sourced,
): void {
  const callsProviders = mayCallProviders(text);
  const hasPrompts = mayHavePrompts(text) && !isOfTests(file.path);
  if (!callsProviders && !hasPrompts) return;
  const lines = new LineIndex(text);
  const lineOf = (offset: number): number => lines.lineOf(offset) + 1;
  const seen = new Set<string>();
  const isNew = (key: string): boolean => !seen.has(key) && Boolean(seen.add(key));
  for (const literal of texts ?? literalsOf(file.path, text)) {
    const endpoint = callsProviders ? endpointOf(literal) : undefined;
    if (endpoint) {
      const { host, provider, kind, start } = endpoint;
      const detail = "The provider's HTTP interface is called directly.";
      if (isNew(`host ${host}`))
        components.push(
          component(
            file,
            kind,
            kind === 'LOCAL_MODEL_CONFIG' ? `${host}:11434` : host,
            provider,
            lineOf(start),
            detail,
          ),
        );
      if (endpoint.isPlain && !isOfTests(file.path) && isNew(`plain ${host}`))
        findings.push(plainCall(file.path, text, endpoint));
      continue;
    }
    const plain = callsProviders && !isOfTests(file.path) ? plainModelAddress(literal, text) : undefined;
    if (plain && isNew(`plain ${plain.host}`)) findings.push(plainCall(file.path, text, plain));
    const prompt = hasPrompts ? promptOf(literal) : undefined;
    if (prompt !== undefined && isNew(`prompt ${prompt}`)) {
      const detail = 'A text that instructs a model, by its name and its words.';
      components.push(component(file, 'PROMPT_TEMPLATE', prompt, undefined, lineOf(literal.start), detail));
    }
  }
}

/** Of the data sets' library: what only says how a file is read. */
const builders =
  /^(?:csv|json|parquet|arrow|text|pandas|imagefolder|audiofolder|videofolder|webdataset|xml|sql)$/;

function addDataset(file: AiFile, line: string, number: number, components: AiComponent[]): void {
  const name = /\bload_dataset\s*\(\s*(?:path\s*=\s*)?\\?["']([\w.-]{2,100}(?:\/[\w.-]{1,100})?)\\?["']/.exec(
    line,
  )?.[1];
  if (name === undefined || builders.test(name)) return;
  if (components.some((known) => known.kind === 'DATASET' && known.name === name)) return;
  const detail = 'A data set that the code loads by its name.';
  components.push(component(file, 'DATASET', name, 'Hugging Face', number, detail));
}

function plainCall(
  path: string,
  text: string,
  { host, start, end }: Pick<Endpoint, 'host' | 'start' | 'end'>,
): Finding {
  return riskFinding(path, text, {
    vulnClass: 'cleartext-transmission',
    rule: 'model-over-http',
    title: 'A model is called over plain HTTP',
    message: `What is sent to ${host}, the key included, and what it answers can be read and changed on the way. Use https.`,
    cwes: ['CWE-319'],
    start,
    end,
    score: 50,
    confidence: 88,
    snippet: `http://${host}`,
  });
}

function mcpSignature(text: string, script: boolean, python: boolean): RegExp | undefined {
  if (script)
    return /["']@modelcontextprotocol\/(?:sdk|server)|["']fastmcp["']/.test(text)
      ? /\bnew\s+(?:McpServer|Server|FastMCP)\s*(?:<[^<>]*>\s*)?\(/
      : undefined;
  if (python)
    return /^[ \t]*(?:from|import)\s+(?:mcp|fastmcp)\b/m.test(text)
      ? /=\s*(?:FastMCP|Server)(?:\[[^[\]]*\])?\s*\(/
      : undefined;
  if (text.includes('mark3labs/mcp-go') || text.includes('modelcontextprotocol/go-sdk'))
    return /\b(?:server\.NewMCPServer|mcp\.NewServer)\s*\(/;
  if (text.includes('io.modelcontextprotocol')) return /\bMcpServer\.(?:sync|async)\s*\(|=\s*Server\s*\(/;
  return /using\s+ModelContextProtocol|AddMcpServer/.test(text) ? /\.AddMcpServer\s*\(/ : undefined;
}
