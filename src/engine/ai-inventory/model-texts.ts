/** Configurations, cards and examples of models: text files, by their names and by what they hold. */
import type { AiComponent, AiComponentKind } from './component.ts';
import { frontMatter } from './front-matter.ts';
import { members, parseJson, textOf } from './parsing.ts';

interface Described {
  readonly kind: AiComponentKind;
  readonly detail: string;
  readonly tier: AiComponent['tier'];
  readonly more: Partial<AiComponent>;
}

interface TextFormat {
  readonly name: RegExp;
  /** All of them match a text of this format. */
  readonly holds: readonly RegExp[];
  /** @returns undefined where a closer look shows that it is something else */
  readonly describe: (name: string, text: string) => Described | undefined;
}

/** What a text file says that it is, by the first format whose name and contents it has. */
export function byText(name: string, text: string): Described | undefined {
  const format = formats.find(
    (each) => each.name.test(name) && each.holds.every((pattern) => pattern.test(text)),
  );
  return format?.describe(name, text);
}

const configured = (detail: string, tier: AiComponent['tier'], more: Partial<AiComponent>): Described => ({
  kind: 'LOCAL_MODEL_CONFIG',
  detail,
  tier,
  more: { detectionSource: 'CONFIG_FILE', ...more },
});

const huggingFace = { provider: 'Hugging Face' } as const;

const formats: readonly TextFormat[] = [
  {
    name: /^Modelfile(?:\.[\w-]+)?$|\.modelfile$/i,
    holds: [],
    describe(name, text) {
      const from = /^FROM\s+(\S+)/im.exec(text)?.[1];
      const isOther = /^(?:RUN|COPY|ENTRYPOINT|CMD|WORKDIR)\s/m.test(text);
      if (!from || isOther) return undefined;
      const model = /^[\w.:/-]{1,200}$/.test(from) ? from : name;
      return configured('An Ollama Modelfile.', 'GENAI', { name: model, provider: 'Ollama', line: 1 });
    },
  },
  {
    name: /^config\.json$/,
    holds: [/"model_type"/],
    describe(name, text) {
      const root = members(parseJson(text));
      const title = textOf(root.get('_name_or_path')) || textOf(root.get('model_type'));
      const isModel =
        root.has('model_type') &&
        (root.get('architectures')?.type === 'array' || root.has('transformers_version'));
      return isModel
        ? configured('A Hugging Face model, by its type and architecture.', 'GENAI', {
            name: title ?? name,
            ...huggingFace,
          })
        : undefined;
    },
  },
  {
    name: /^adapter_config\.json$/,
    holds: [/"peft_type"/],
    describe: () => configured('An adapter (PEFT), by its type.', 'GENAI', huggingFace),
  },
  {
    name: /\.(?:safetensors|bin)\.index\.json$/,
    holds: [/"weight_map"\s*:/],
    describe: () => configured('The index of a model in several files.', 'GENAI', huggingFace),
  },
  {
    name: /^meta\.json$/,
    holds: [/"spacy_version"\s*:/, /"pipeline"\s*:/],
    describe: (name, text) =>
      configured('A spaCy pipeline.', 'CLASSIC_ML', {
        name: textOf(members(parseJson(text)).get('name')) ?? name,
        provider: 'Explosion',
      }),
  },
  {
    name: /^model_index\.json$/,
    holds: [/"_diffusers_version"/],
    describe: () => configured('A diffusion pipeline.', 'GENAI', huggingFace),
  },
  {
    name: /^tokenizer\.json$/,
    holds: [/"added_tokens"\s*:/, /"model"\s*:/],
    describe: () => ({
      kind: 'TOKENIZER',
      detail: 'A tokenizer, by its vocabulary.',
      tier: 'GENAI',
      more: huggingFace,
    }),
  },
  {
    name: /^tokenizer_config\.json$/,
    holds: [/"tokenizer_class"/],
    describe: (name, text) => ({
      ...configured("A tokenizer's configuration.", 'GENAI', {
        name: textOf(members(parseJson(text)).get('tokenizer_class')) ?? name,
        ...huggingFace,
      }),
      kind: 'TOKENIZER',
    }),
  },
  {
    name: /^dataset_infos\.json$/,
    holds: [/"features"\s*:/],
    describe: () => ({
      ...configured("A data set's description.", 'CLASSIC_ML', huggingFace),
      kind: 'DATASET',
    }),
  },
  {
    name: /^README\.md$/,
    holds: [/^---/, /^(?:task_categories|dataset_info|pretty_name|base_model|pipeline_tag|library_name):/m],
    describe(name, text) {
      const front = frontMatter(text) ?? {};
      if (!('dataset_info' in front || 'task_categories' in front)) return undefined;
      const title = front['pretty_name'];
      return {
        kind: 'DATASET',
        detail: 'A data set card.',
        tier: 'CLASSIC_ML',
        more: { name: typeof title === 'string' ? title : name, ...huggingFace, line: 1 },
      };
    },
  },
  {
    name: /\.jsonl$/i,
    holds: [],
    describe: (_, text) => examplesIn(text.split('\n', 1)[0]?.slice(0, longestLine) ?? ''),
  },
  {
    name: /\.json$/i,
    holds: [/^\s*\[\s*\{/],
    describe: (_, text) => examplesIn(text.trimStart().slice(1, longestElement)),
  },
];

/** Characters of the first line, or of the first elements of a list, in which the fields of examples have to show. */
const longestLine = 20_000;
const longestElement = 4_001;

function examplesIn(text: string): Described | undefined {
  const chat =
    /^\s*\{\s*"(?:messages|conversations)"\s*:\s*\[\s*\{/.test(text) && /"(?:role|from)"\s*:/.test(text);
  // Prices and numbers of other things have these names too.
  const pairs =
    /"prompt"\s*:\s*["[{]/.test(text) && /"(?:completion|chosen|response)"\s*:\s*["[{]/.test(text);
  const instruct = /"instruction"\s*:/.test(text) && /"output"\s*:/.test(text);
  if (!chat && !pairs && !instruct) return undefined;
  return {
    kind: 'DATASET',
    detail: 'Examples for training or evaluation, by their fields.',
    tier: 'GENAI',
    more: { line: 1 },
  };
}
