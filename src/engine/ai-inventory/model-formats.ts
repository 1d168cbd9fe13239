/** Formats of models that one look at the first bytes tells, by the file's name and those bytes together. */
import type { AiComponent } from './component.ts';

export interface Recognised {
  readonly detail: string;
  readonly tier: AiComponent['tier'];
  readonly kind?: AiComponent['kind'];
  readonly name?: string;
}

interface Format {
  readonly name: RegExp;
  /** Of the first bytes in hexadecimal digits, or as Latin-1. */
  readonly hex?: RegExp;
  readonly bytes?: RegExp;
  readonly what: string;
  readonly tier?: AiComponent['tier'];
  readonly kind?: AiComponent['kind'];
}

const formats: readonly Format[] = [
  // Core ML: the specification's version, then the model's description.
  { name: /\.mlmodel$/i, hex: /^08(?:0[1-9a-f]|1[0-4])12/, what: 'A Core ML model.' },
  { name: /(?:^|\/)saved_model\.pb$/i, hex: /^080112/, what: 'A TensorFlow SavedModel.' },
  {
    name: /\.pb$/i,
    // A node: its name, then its operation, which is Placeholder, Const, VarHandleOp or VariableV2.
    hex: /^0a(?:..){1,60}?12..(?:506c616365686f6c646572|436f6e7374|56617248616e646c654f70|5661726961626c655632)/,
    what: 'A frozen TensorFlow graph.',
  },
  { name: /\.(?:engine|plan|trt)$/i, bytes: /^(?:ftrt|ptrt)/, what: 'A TensorRT engine.' },
  {
    name: /\.llamafile$/i,
    bytes: /^MZqFpD/,
    what: 'A llamafile: a model and its runtime in one program.',
    tier: 'GENAI',
  },
  { name: /\.pte$/i, bytes: /^[\s\S]{4}ET\d\d/, what: 'An ExecuTorch model.' },
  { name: /\.cbm$/i, bytes: /^CBM1/, what: 'A CatBoost model.' },
  { name: /\.rknn$/i, bytes: /^RKNN/, what: 'An RKNN model.' },
  { name: /\.(?:bin|ftz)$/i, hex: /^ba164f2f/, what: 'A fastText model.' },
  { name: /\.param$/i, bytes: /^7767517\r?\n\d+ \d+/, what: 'An ncnn model.' },
  { name: /\.(?:txt|model|lgb)$/i, bytes: /^tree\r?\nversion=v\d/, what: 'A LightGBM model.' },
  {
    name: /\.(?:json|ubj|model|xgb)$/i,
    bytes: /^\{[\s\S]{0,40}learner[\s\S]{0,4000}(?:gradient_booster|learner_model_param)/,
    what: 'An XGBoost model.',
  },
  { name: /\.pmml$/i, bytes: /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?<PMML\s/, what: 'A PMML model.' },
  {
    name: /\.tiktoken$/i,
    bytes: /^[A-Za-z0-9+/]+=* \d+\r?\n/,
    what: 'A tokenizer, by its ranked tokens.',
    tier: 'GENAI',
    kind: 'TOKENIZER',
  },
  {
    name: /(?:^|\/)merges\.txt$/i,
    bytes: /^#version: \d[^\n]*\n\S+ \S+\r?\n/,
    what: 'A tokenizer, by its merges.',
    tier: 'GENAI',
    kind: 'TOKENIZER',
  },
];

/** @param head the first bytes as Latin-1, at most some thousand */
export function byFormat(path: string, head: string): Recognised | undefined {
  const found = formats.find(
    ({ name, bytes, hex }) =>
      name.test(path) &&
      (bytes?.test(head) ?? hex?.test(Buffer.from(head.slice(0, 100), 'latin1').toString('hex')) ?? false),
  );
  return (
    found && { detail: found.what, tier: found.tier ?? 'CLASSIC_ML', ...(found.kind && { kind: found.kind }) }
  );
}
