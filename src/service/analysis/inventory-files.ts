import {
  type AiFile,
  examineFile,
  type FileFacts,
  isEmpty,
  type Literal,
  mayBeModel,
  mayTell,
  tellingTexts,
} from '../../engine/ai-inventory/index.ts';
import { type AnalyzerOptions, defaultLimits } from '../../engine/analysis.ts';
import { decode } from '../../engine/files/decode.ts';
import { Parsing } from '../../engine/languages/parsing.ts';
import { fileLanguage } from '../../engine/languages/registry.ts';
import { readHead } from './files/read.ts';
import { type FromWorker, type InventoryRequest, Signal, type WorkerSetup } from './protocol.ts';

/** Lock files are larger than sources; what a model says of itself stands at its beginning. */
const textBytes = 16 * 1024 * 1024;
const headBytes = 64 * 1024;

/** Examines files for AI components, in a worker; says with every file that it gets on, and stops when asked to. */
export async function examineFiles(
  { files, texts, parse }: InventoryRequest,
  setup: WorkerSetup,
  signals: Int32Array,
  options: AnalyzerOptions,
): Promise<FromWorker> {
  const facts: FileFacts[] = [];
  const reader = new Reader(parse ? setup.fileBytes : 0, options);
  for (const [index, name] of files.entries()) {
    Atomics.store(signals, Signal.file, index);
    Atomics.add(signals, Signal.beat, 1);
    if (Atomics.load(signals, Signal.cancel) === 1) return { type: 'cancelled' };
    const file = read(name, setup.root);
    if (!file) continue;
    const found = examineFile(file, texts.get(name) ?? (await reader.textsOf(file)));
    if (!isEmpty(found)) facts.push(found);
  }
  Atomics.store(signals, Signal.file, -1);
  return { type: 'inventoried', facts };
}

function read(name: string, root: string): AiFile | undefined {
  const model = mayBeModel(name);
  const found = readHead(root, name, model ? headBytes : textBytes);
  if (!found) return undefined;
  const { bytes, size } = found;
  const decoded = size > bytes.length && !/\.jsonl$/i.test(name) ? undefined : decode(bytes);
  return {
    path: name,
    size,
    ...(model && { head: bytes }),
    ...(decoded?.kind === 'text' && { text: decoded.text }),
  };
}

/** Parses what may tell something and was not analysed; a file that cannot be parsed is left to the lexer. */
class Reader {
  readonly #bytes: number;
  readonly #options: AnalyzerOptions;
  #parsing: Promise<Parsing> | undefined;

  /** @param bytes of the largest file that is parsed */
  constructor(bytes: number, options: AnalyzerOptions) {
    this.#bytes = bytes;
    this.#options = options;
  }

  async textsOf({ path, size, text }: AiFile): Promise<readonly Literal[] | undefined> {
    if (text === undefined || size > this.#bytes || !fileLanguage(path, text) || !mayTell(text))
      return undefined;
    try {
      this.#parsing ??= Parsing.create(this.#options, defaultLimits.parseSteps);
      const parsing = await this.#parsing;
      await parsing.prepare(path, text);
      const { module } = parsing.lower(path, text);
      return module && tellingTexts(module, text);
    } catch {
      return undefined;
    }
  }
}
