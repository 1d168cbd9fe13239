/** Models, tokenizers, data sets: by what is in them, never by a name alone. */
import type { AiComponent, AiComponentKind } from './component.ts';
import type { AiFile } from './facts.ts';
import { byFormat, type Recognised } from './model-formats.ts';
import { byText } from './model-texts.ts';

const modelExtension =
  /\.(safetensors|gguf|ggml|onnx|pt|pth|ckpt|tflite|h5|hdf5|keras|pkl|pickle|joblib|bin|mlmodel|pb|model|engine|plan|trt|llamafile|pte|cbm|rknn|ftz|param|ubj|xgb|lgb|pmml|tiktoken)$/i;
const dataExtension = /\.(parquet|arrow|feather|jsonl|tfrecord)$/i;

/** First bytes in which a format has to show. */
const formatBytes = 8_000;

/** Whether a file is worth looking at though scans of code leave it out. */
export const mayBeModel = (path: string): boolean => modelExtension.test(path) || dataExtension.test(path);

export function modelFiles(file: AiFile): AiComponent[] {
  const name = file.path.slice(file.path.lastIndexOf('/') + 1);
  const make = (
    kind: AiComponentKind,
    detail: string,
    tier: AiComponent['tier'] = 'CLASSIC_ML',
    more: Partial<AiComponent> = {},
  ): AiComponent[] => [
    {
      kind,
      name,
      usage: 'RUNTIME',
      usageReason: 'Models and their files are there to be loaded by a program.',
      tier,
      detectionSource: 'FILE_CONTENT',
      filePath: file.path,
      detail,
      ...more,
    },
  ];
  const text = file.text;
  if (text?.startsWith('version https://git-lfs.github.com/spec/v1') === true) {
    if (
      /\.(?:safetensors|gguf|onnx|tflite|keras|ckpt|pth|pt|llamafile)$|(?:^|\/)(?:pytorch_model|model|adapter_model|tf_model|diffusion_pytorch_model)[\w.-]*\.(?:bin|h5)$/i.test(
        file.path,
      )
    )
      return make(
        'MODEL_FILE',
        'A Git LFS pointer to a model.',
        /\.(?:gguf|safetensors|llamafile)$/i.test(file.path) ? 'GENAI' : 'CLASSIC_ML',
      );
    return /\.(?:parquet|arrow)$/i.test(file.path) ? make('DATASET', 'A Git LFS pointer to a data set.') : [];
  }
  const head = file.head;
  const mayHave = head !== undefined && head.length >= 8 && mayBeModel(name);
  const model =
    (mayHave ? byMagic(name, head, file.size) : undefined) ??
    byFormat(file.path, mayHave ? ascii(head, 0, formatBytes) : (text?.slice(0, formatBytes) ?? ''));
  if (model) {
    const named = model.name === undefined ? {} : { name: model.name };
    return make(model.kind ?? 'MODEL_FILE', model.detail, model.tier, named);
  }
  const described = text === undefined ? undefined : byText(name, text);
  return described ? make(described.kind, described.detail, described.tier, described.more) : [];
}

const ascii = (head: Uint8Array, start: number, end: number): string =>
  Buffer.from(head.subarray(start, end)).toString('latin1');

function byMagic(name: string, head: Uint8Array, size: number): Recognised | undefined {
  const magic = ascii(head, 0, 4);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (magic === 'GGUF') {
    const title = ggufText(head, 'general.name');
    const architecture = ggufText(head, 'general.architecture');
    return {
      detail: `A GGUF model${architecture ? ` (${architecture})` : ''}.`,
      tier: 'GENAI',
      ...(title !== undefined && { name: title }),
    };
  }
  if (/^(?:ggjt|ggla|ggml|tjgg|lmgg)$/.test(magic)) return { detail: 'A GGML model.', tier: 'GENAI' };
  if (head[8] === 0x7b && /\.safetensors$/i.test(name)) {
    const length = view.getBigUint64(0, true);
    if (length > 1n && length < 100_000_000n)
      return {
        detail: `A safetensors file${Number(length) + 8 > size ? ', cut off in its header' : ''}.`,
        tier: 'GENAI',
      };
  }
  if (ascii(head, 4, 8) === 'TFL3') return { detail: 'A TensorFlow Lite model.', tier: 'CLASSIC_ML' };
  if (
    /\.onnx$/i.test(name) &&
    head[0] === 0x08 &&
    (head[1] ?? 99) < 20 &&
    [0x12, 0x1a, 0x22, 0x2a, 0x32, 0x3a, 0x42].includes(head[2] ?? 0)
  )
    return { detail: 'An ONNX model.', tier: 'CLASSIC_ML' };
  const body = ascii(head, 0, head.length);
  if (magic === 'PK\u0003\u0004') {
    if (/\.keras$/i.test(name) && /config\.json|metadata\.json/.test(body))
      return { detail: 'A Keras model.', tier: 'CLASSIC_ML' };
    if (/\.(?:pt|pth|bin|ckpt)$/i.test(name) && /\/data\.pkl|\/version|constants\.pkl/.test(body))
      return { detail: 'A PyTorch model, a pickle in an archive.', tier: 'CLASSIC_ML' };
    return undefined;
  }
  if (
    head[0] === 0x80 &&
    (head[1] ?? 0) >= 2 &&
    (head[1] ?? 9) <= 5 &&
    /sklearn|xgboost|lightgbm|catboost|torch|keras|tensorflow|joblib|statsmodels|transformers/.test(body)
  )
    return { detail: 'A pickled model.', tier: 'CLASSIC_ML' };
  if (magic === '\u0089HDF' && /keras_version|model_weights|model_config|layer_names/.test(body))
    return { detail: 'A Keras model in HDF5.', tier: 'CLASSIC_ML' };
  if (/\.model$/i.test(name) && head[0] === 0x0a && body.includes('<unk>'))
    return { detail: 'A SentencePiece tokenizer.', tier: 'GENAI', kind: 'TOKENIZER' };
  if (
    (magic === 'PAR1' &&
      /\.parquet$/i.test(name) &&
      /(?:^|[-_.])(?:train|test|validation|val|eval)(?:[-_.]|$)/i.test(name)) ||
    (ascii(head, 0, 6) === 'ARROW1' && /^(?:data-\d|dataset|train|test|validation)/i.test(name))
  )
    return { detail: 'A data set for training or evaluation.', tier: 'CLASSIC_ML', kind: 'DATASET' };
  return undefined;
}

/** The text of a key in a GGUF header, where it stands among the first bytes. */
function ggufText(head: Uint8Array, key: string): string | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const at = bytes.indexOf(key);
  const type = at + key.length;
  if (at < 0 || type + 12 > bytes.length || bytes.readUInt32LE(type) !== 8) return undefined;
  const length = Number(bytes.readBigUInt64LE(type + 4));
  if (length === 0 || length > 200 || type + 12 + length > bytes.length) return undefined;
  return bytes.toString('utf8', type + 12, type + 12 + length);
}
