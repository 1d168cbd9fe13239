/** Files that code loads as models, or that it trains with: a reference in code says what a name alone does not. */

import { isOfTests } from '../roles/path-roles.ts';
import type { AiComponent } from './component.ts';
import type { FileFacts, Loaded } from './facts.ts';

const models =
  /\b(?:torch\.load|joblib\.load|pickle\.load\(open|load_model|load_weights|InferenceSession(?:\.create)?|loadLayersModel|loadGraphModel|Llama|YOLO|Interpreter|read_net\w*|Booster|load_learner)\s*\([^"'`\n]{0,40}["'`]([^"'`\\\n]{1,200}\.(?:pt|pth|ckpt|pkl|pickle|joblib|h5|keras|onnx|gguf|tflite|bin|model|pb|cbm|ubj|json))\\?["'`]/;
const data =
  /\b(?:read_csv|read_parquet|read_json|read_table|read_feather|loadtxt|genfromtxt|load_svmlight_file|load_dataset)\s*\([^"'\n]{0,60}["']([^"'\\\n]{1,200}\.(?:csv|tsv|parquet|json|jsonl|arrow|feather|txt|svm|npz|npy)(?:\.gz)?)\\?["']/;
/** Signs of training: others read tables too. */
const trains =
  /\.fit\s*\(|\btrain_test_split\b|\b\w*Trainer\s*\(|\bDataLoader\s*\(|\bload_dataset\s*\(|\b(?:from|import)\s+(?:sklearn|torch|tensorflow|keras|xgboost|lightgbm|catboost)\b/;

export const mayLoad = (text: string): boolean => models.test(text) || (trains.test(text) && data.test(text));

/** What a line loads. @param text of the whole file */
export function* loadedIn(line: string, number: number, text: string): Generator<Loaded> {
  const model = models.exec(line)?.[1];
  if (model !== undefined) yield { kind: 'MODEL_FILE', target: model, line: number };
  const set = data.exec(line)?.[1];
  if (set !== undefined && trains.test(text)) yield { kind: 'DATASET', target: set, line: number };
}

/** Those of them that are files of the project and were not recognised by their content. */
export function loadedFiles(
  facts: readonly FileFacts[],
  paths: readonly string[],
  known: readonly AiComponent[],
): AiComponent[] {
  if (!facts.some(({ loaded }) => loaded !== undefined)) return [];
  const present = new Set(paths);
  const seen = new Set(known.map(({ filePath }) => filePath));
  const found: AiComponent[] = [];
  for (const { path, loaded = [] } of facts) {
    if (isOfTests(path)) continue;
    for (const { kind, target, line } of loaded) {
      const file = placesOf(path, target).find((each) => present.has(each));
      if (file === undefined || seen.has(file) || isOfTests(file)) continue;
      seen.add(file);
      const isModel = kind === 'MODEL_FILE';
      found.push({
        kind,
        name: file.slice(file.lastIndexOf('/') + 1),
        usage: 'RUNTIME',
        usageReason: `${path} loads it.`,
        tier: 'CLASSIC_ML',
        detectionSource: 'FILE_CONTENT',
        filePath: file,
        detail: `${path}:${line} ${isModel ? 'loads it as a model' : 'trains with it'}.`,
      });
    }
  }
  return found;
}

/** Beside the code, in a folder above it, or from the root: where programs are started is not known. */
function placesOf(path: string, target: string): readonly string[] {
  const parts = target
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  const found: string[] = [];
  const folders = path.split('/').slice(0, -1);
  for (let depth = folders.length; depth >= 0; depth--) {
    const joined = folders.slice(0, depth);
    let isInside = true;
    for (const part of parts) {
      if (part !== '..') joined.push(part);
      else if (joined.pop() === undefined) isInside = false;
    }
    if (isInside) found.push(joined.join('/'));
  }
  return found;
}
