/** Models that run code while they are loaded, in Python: pickles, and code that comes with a model. */
import type { Finding } from '../finding.ts';
import { isOfTests } from '../roles/path-roles.ts';
import { type Risk, riskFinding } from './risks.ts';

const hint =
  /weights_only|trust_remote_code|safe_mode|enable_unsafe_deserialization|hf_hub_download|urlopen|urlretrieve|requests\.get|cached_path|gdown/;

/** A call's arguments are read up to here. */
const longestCall = 2_000;

/** @returns what is loaded so that it may run any code, each place once; none in tests */
export function unsafeLoads(path: string, text: string): Finding[] {
  if (isOfTests(path) || !hint.test(text)) return [];
  const isNotebook = path.endsWith('.ipynb');
  // What stands in a notebook's cells are JSON texts.
  const code = isNotebook ? text.replaceAll('\\"', ' "').replaceAll('\\n"', '   ') : text;
  const bare = isNotebook ? code : withoutTexts(code);
  const found: Finding[] = [];
  let variables: ReadonlySet<string> | undefined;
  const downloaded = (variable: string): boolean => {
    variables ??= downloadedIn(bare);
    return variables.has(variable);
  };
  for (const { name, at, args, written } of callsIn(bare, code)) {
    const risk = riskOf(name, args, written, downloaded);
    if (risk) found.push(riskFinding(path, text, { ...risk, start: at, end: at + name.length }));
  }
  return found;
}

interface CallText {
  /** As it is written, `torch.load`. */
  readonly name: string;
  readonly at: number;
  /** Without what stands in literals and comments. */
  readonly args: string;
  readonly written: string;
}

const loads =
  /(?<![\w.])(?:[A-Za-z_]\w*\.)*(?:load|load_model|from_pretrained|from_config|pipeline|load_dataset|SentenceTransformer|CrossEncoder|HuggingFaceEmbeddings|LLM|enable_unsafe_deserialization)(?=\s*\()/g;

function* callsIn(bare: string, code: string): Generator<CallText> {
  for (const match of bare.matchAll(loads)) {
    const open = bare.indexOf('(', match.index + match[0].length);
    const close = closing(bare, open);
    if (/(?:^|\n)\s*def\s+$/.test(bare.slice(Math.max(0, match.index - 40), match.index))) continue;
    yield {
      name: match[0],
      at: match.index,
      args: bare.slice(open + 1, close),
      written: code.slice(open + 1, close),
    };
  }
}

function closing(text: string, open: number): number {
  let depth = 0;
  const end = Math.min(text.length, open + longestCall);
  for (let at = open; at < end; at++) {
    const char = text[at];
    if (char === '(' || char === '[' || char === '{') depth++;
    else if ((char === ')' || char === ']' || char === '}') && --depth === 0) return at;
  }
  return end;
}

type Found = Omit<Risk, 'start' | 'end'>;

const pickle: Found = {
  vulnClass: 'unsafe-model',
  rule: 'unsafe-model-format',
  title: 'A pickled model is loaded without restraint',
  message: 'A pickle runs whatever code it names while it is loaded. Load weights only, or use safetensors.',
  cwes: ['CWE-502'],
  score: 58,
  confidence: 85,
};
const remoteCode: Found = {
  vulnClass: 'unsafe-model',
  rule: 'remote-model-code',
  title: 'Code that comes with a model is run',
  message:
    'Whoever publishes the model, or takes over its repository, runs code here. Take a model that the library knows, or name the commit whose code was read as its revision.',
  cwes: ['CWE-494'],
  score: 58,
  confidence: 85,
};

function riskOf(
  name: string,
  args: string,
  written: string,
  downloaded: (variable: string) => boolean,
): Found | undefined {
  const called = name.split('.').at(-1) ?? '';
  if (called === 'enable_unsafe_deserialization')
    return /(?:^|\.)config\.|^keras/.test(name) ? keras : undefined;
  if (given(args, 'trust_remote_code') === 'True') return isOwn(written) ? undefined : remoteCode;
  if (called === 'load_model' && given(args, 'safe_mode') === 'False') return keras;
  if (called !== 'load') return undefined;
  if (name === 'torch.load' && given(args, 'weights_only') === 'False') return pickle;
  if (name === 'torch.load' && given(args, 'weights_only') === 'True') return undefined;
  const loader = /^(?:torch|joblib|pickle|cPickle|dill|cloudpickle)\.load$/.test(name);
  return loader && isDownloaded(args, downloaded)
    ? { ...pickle, message: fromElsewhere, score: 65 }
    : undefined;
}

const keras: Found = {
  ...pickle,
  title: 'A Keras model is loaded with the code that it brings',
  message: 'Layers of such a model run code that stands in its file. Load it in the safe mode.',
};
const fromElsewhere =
  'What is loaded was fetched from elsewhere, and a pickle runs whatever code it names while it is loaded. Load weights only, or use safetensors.';

const given = (args: string, name: string): string | undefined =>
  new RegExp(`\\b${name}\\s*=\\s*(\\w+)`).exec(args)?.[1];

/** A folder of the project itself, or one commit of a repository. */
const isOwn = (written: string): boolean =>
  /^\s*[rf]?["'](?:\.{0,2}\/|~)/.test(written) ||
  /\b(?:code_)?revision\s*=\s*["'][0-9a-f]{7,40}["']/.test(written) ||
  /\blocal_files_only\s*=\s*True/.test(written);

const download =
  /(?:hf_hub_download|cached_path|cached_download|urlopen|urlretrieve|gdown\.download|requests\.get|httpx\.get)\s*\(/
    .source;
const downloads = new RegExp(`\\b${download}`);
const keptDownloads = new RegExp(`^[ \\t]*([A-Za-z_]\\w*)\\s*=\\s*(?:[\\w.]+\\.)?${download}`, 'gm');

/** Variables that are given a download. */
const downloadedIn = (bare: string): ReadonlySet<string> =>
  new Set([...bare.matchAll(keptDownloads)].map(([, name = '']) => name));

/** Whether what is loaded comes from a download, written in its place or kept in a variable. */
function isDownloaded(args: string, downloaded: (variable: string) => boolean): boolean {
  if (downloads.test(args)) return true;
  const variable = /^\s*(?:open\s*\(\s*)?([A-Za-z_]\w*)/.exec(args)?.[1];
  return variable !== undefined && downloaded(variable);
}

/** Python's comments and literals as blanks of the same length; lines stay. */
function withoutTexts(code: string): string {
  return code.replace(
    /#[^\n]*|[rbfuRBFU]{0,2}(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?)/g,
    (part) => part.replaceAll(/[^\n]/g, ' '),
  );
}
