/** Models, tokenizers, data sets: by what is in them, never by a name alone. */
import type { AiComponent, AiComponentKind } from './component.ts';
import type { AiFile } from './facts.ts';
import { frontMatter } from './front-matter.ts';
import { byFormat, type Recognised } from './model-formats.ts';
import { members, parseJson, textOf } from './parsing.ts';

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
  return text === undefined ? [] : byText(name, text, make);
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

function byText(
  name: string,
  text: string,
  make: (
    kind: AiComponentKind,
    detail: string,
    tier?: AiComponent['tier'],
    more?: Partial<AiComponent>,
  ) => AiComponent[],
): AiComponent[] {
  const json = (): ReturnType<typeof members> => members(parseJson(text));
  if (/^Modelfile(?:\.[\w-]+)?$|\.modelfile$/i.test(name)) {
    const from = /^FROM\s+(\S+)/im.exec(text)?.[1];
    const other = /^(?:RUN|COPY|ENTRYPOINT|CMD|WORKDIR)\s/m.test(text);
    return from && !other
      ? make('LOCAL_MODEL_CONFIG', 'An Ollama Modelfile.', 'GENAI', {
          name: /^[\w.:/-]{1,200}$/.test(from) ? from : name,
          provider: 'Ollama',
          detectionSource: 'CONFIG_FILE',
          line: 1,
        })
      : [];
  }
  if (name === 'config.json' && /"model_type"/.test(text)) {
    const root = json();
    const title = textOf(root.get('_name_or_path')) || textOf(root.get('model_type'));
    const isModel =
      root.has('model_type') &&
      (root.get('architectures')?.type === 'array' || root.has('transformers_version'));
    return isModel
      ? make('LOCAL_MODEL_CONFIG', 'A Hugging Face model, by its type and architecture.', 'GENAI', {
          name: title ?? name,
          provider: 'Hugging Face',
          detectionSource: 'CONFIG_FILE',
        })
      : [];
  }
  if (name === 'adapter_config.json' && /"peft_type"/.test(text))
    return make('LOCAL_MODEL_CONFIG', 'An adapter (PEFT), by its type.', 'GENAI', {
      provider: 'Hugging Face',
      detectionSource: 'CONFIG_FILE',
    });
  if (/\.(?:safetensors|bin)\.index\.json$/.test(name) && /"weight_map"\s*:/.test(text))
    return make('LOCAL_MODEL_CONFIG', 'The index of a model in several files.', 'GENAI', {
      provider: 'Hugging Face',
      detectionSource: 'CONFIG_FILE',
    });
  if (name === 'meta.json' && /"spacy_version"\s*:/.test(text) && /"pipeline"\s*:/.test(text))
    return make('LOCAL_MODEL_CONFIG', 'A spaCy pipeline.', 'CLASSIC_ML', {
      name: textOf(json().get('name')) ?? name,
      provider: 'Explosion',
      detectionSource: 'CONFIG_FILE',
    });
  if (name === 'model_index.json' && /"_diffusers_version"/.test(text))
    return make('LOCAL_MODEL_CONFIG', 'A diffusion pipeline.', 'GENAI', {
      provider: 'Hugging Face',
      detectionSource: 'CONFIG_FILE',
    });
  if (name === 'tokenizer.json' && /"added_tokens"\s*:/.test(text) && /"model"\s*:/.test(text))
    return make('TOKENIZER', 'A tokenizer, by its vocabulary.', 'GENAI', { provider: 'Hugging Face' });
  if (name === 'tokenizer_config.json' && /"tokenizer_class"/.test(text))
    return make('TOKENIZER', "A tokenizer's configuration.", 'GENAI', {
      name: textOf(json().get('tokenizer_class')) ?? name,
      provider: 'Hugging Face',
      detectionSource: 'CONFIG_FILE',
    });
  if (name === 'dataset_infos.json' && /"features"\s*:/.test(text))
    return make('DATASET', "A data set's description.", 'CLASSIC_ML', {
      provider: 'Hugging Face',
      detectionSource: 'CONFIG_FILE',
    });
  if (
    name === 'README.md' &&
    /^---/.test(text) &&
    /^(?:task_categories|dataset_info|pretty_name|base_model|pipeline_tag|library_name):/m.test(text)
  ) {
    const front = frontMatter(text) ?? {};
    if ('dataset_info' in front || 'task_categories' in front)
      return make('DATASET', 'A data set card.', 'CLASSIC_ML', {
        name: typeof front['pretty_name'] === 'string' ? front['pretty_name'] : 'README.md',
        provider: 'Hugging Face',
        line: 1,
      });
    return [];
  }
  const isList = /\.json$/i.test(name) && /^\s*\[\s*\{/.test(text);
  if (/\.jsonl$/i.test(name) || isList) {
    const end = text.indexOf('\n');
    const first = (isList ? text.trimStart().slice(1) : text.slice(0, end < 0 ? text.length : end)).slice(
      0,
      isList ? 4_000 : 20_000,
    );
    const chat =
      /^\s*\{\s*"(?:messages|conversations)"\s*:\s*\[\s*\{/.test(first) && /"(?:role|from)"\s*:/.test(first);
    // Prices and numbers of other things have these names too.
    const pairs =
      /"prompt"\s*:\s*["[{]/.test(first) && /"(?:completion|chosen|response)"\s*:\s*["[{]/.test(first);
    const instruct = /"instruction"\s*:/.test(first) && /"output"\s*:/.test(first);
    return chat || pairs || instruct
      ? make('DATASET', 'Examples for training or evaluation, by their fields.', 'GENAI', { line: 1 })
      : [];
  }
  return [];
}
