import {
  type AiFile,
  examineFile,
  type FileFacts,
  isEmpty,
  type Literal,
  mayBeModel,
  mayTell,
  tellingTexts,
} from '../../../engine/ai-inventory/index.ts';
import { type AnalyzerOptions, defaultLimits } from '../../../engine/analysis.ts';
import { decode } from '../../../engine/files/decode.ts';
import { Parsing } from '../../../engine/languages/parsing.ts';
import { fileLanguage } from '../../../engine/languages/registry.ts';
import { readHead } from '../files/read.ts';
import { Cancelled, type Desk } from './desk.ts';
import type { RequestOf } from './protocol.ts';

/** Lock files are larger than sources; what a model says of itself stands at its beginning. */
const textBytes = 16 * 1024 * 1024;
const headBytes = 64 * 1024;

/** Examines files for AI components; says with every file that it gets on, and stops when asked to. @throws Cancelled */
export async function examineFiles(
  { files, texts, parse }: RequestOf<'inventory'>,
  desk: Desk,
): Promise<readonly FileFacts[]> {
  const facts: FileFacts[] = [];
  const reader = new Reader(parse ? desk.setup.fileBytes : 0, desk.options);
  for (const [index, name] of files.entries()) {
    desk.at(index);
    desk.beat();
    if (desk.isCancelled) throw new Cancelled();
    const file = read(name, desk.setup.root);
    if (!file) continue;
    const found = examineFile(file, texts.get(name) ?? (await reader.textsOf(file)));
    if (!isEmpty(found)) facts.push(found);
  }
  desk.at(-1);
  return facts;
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
