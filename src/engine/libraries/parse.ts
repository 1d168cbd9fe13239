import { isCollection, isMap, isNode, isPair, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import type * as z from 'zod';
import type { ModelProblem } from './problem.ts';
import { rowsOf } from './rows.ts';
import {
  type Header,
  headerNames,
  headerSchema,
  type Library,
  type SectionName,
  sectionNames,
  sections,
} from './schema.ts';
import { type Kinds, rowProblems } from './validity.ts';

export interface ParsedLibrary {
  /** What of the file is right; undefined where its beginning is not, or it is no YAML. */
  readonly library: Library | undefined;
  readonly problems: readonly ModelProblem[];
}

export interface ParseOptions {
  readonly kinds: Kinds;
  /** The model is a team's: its regular expressions have to match in linear time. */
  readonly foreign?: boolean;
}

const maximumLength = 2_000_000;
/** Rows of one file, each API counted. */
export const maximumRows = 20_000;
/** Problems that are told of one file. */
const maximumProblems = 50;

/** A model file, read: each row that is wrong is left out and named, the others hold. */
export function parseLibrary(file: string, text: string, options: ParseOptions): ParsedLibrary {
  return new Reading(file, text, options).read();
}

/** One reading of a file. */
class Reading {
  readonly #file: string;
  readonly #text: string;
  readonly #options: ParseOptions;
  readonly #lines = new LineCounter();
  readonly #problems: ModelProblem[] = [];
  #root: Node | null = null;

  constructor(file: string, text: string, options: ParseOptions) {
    this.#file = file;
    this.#text = text;
    this.#options = options;
  }

  read(): ParsedLibrary {
    if (this.#text.length > maximumLength) return this.#refuse('The file is larger than 2 MB.');
    const document = parseDocument(this.#text, {
      lineCounter: this.#lines,
      prettyErrors: false,
      uniqueKeys: true,
      merge: false,
    });
    for (const { message, pos } of document.errors.slice(0, maximumProblems)) this.#say(message, pos[0]);
    if (document.errors.length > 0) return { library: undefined, problems: this.#problems };
    this.#root = document.contents;
    const data = this.#plain(() => document.toJS({ maxAliasCount: 100 }));
    if (typeof data !== 'object' || data === null || !isMap(this.#root))
      return this.#refuse(
        'A model file is a map: "library: …", "packages: …", then sections such as "sinks:".',
      );
    const values: Readonly<Record<string, unknown>> = { ...data };
    for (const key of Object.keys(values))
      if (!headerNames.includes(key) && !sectionNames.some((name) => name === key))
        this.#say(`Unknown key "${key}". Sections are ${sectionNames.join(', ')}.`, this.#offset([key]));
    const header = headerSchema.safeParse(values);
    if (!header.success) {
      this.#issues(header.error, [], undefined);
      return { library: undefined, problems: this.#problems };
    }
    const library: Library = { ...header.data, ...this.#sections(values, header.data) };
    const count = rowsOf(library).length;
    if (count > maximumRows)
      return this.#refuse(
        `The file has ${count} rows; at most ${maximumRows} are read. Split it by library.`,
      );
    return { library, problems: this.#problems };
  }

  #plain(read: () => unknown): unknown {
    try {
      return read();
    } catch (error) {
      this.#say(error instanceof Error ? error.message : String(error), 0);
      return undefined;
    }
  }

  #sections(values: Readonly<Record<string, unknown>>, header: Header): Partial<Library> {
    const read: Partial<Record<SectionName, unknown[]>> = {};
    for (const name of sectionNames) {
      const rows = values[name];
      if (rows === undefined || rows === null) continue;
      if (!Array.isArray(rows)) {
        this.#say(`"${name}" is a list of rows, each beginning with "- ".`, this.#offset([name]));
        continue;
      }
      read[name] = rows.flatMap((row: unknown, i) => this.#row(name, i, row, header));
    }
    return read as Partial<Library>;
  }

  #row(name: SectionName, index: number, value: unknown, header: Header): unknown[] {
    const row = `${name}[${index + 1}]`;
    const parsed = sections[name].safeParse(value);
    if (!parsed.success) {
      this.#issues(parsed.error, [name, index], row);
      return [];
    }
    const problems = rowProblems(name, parsed.data, header, {
      kinds: this.#options.kinds,
      foreign: this.#options.foreign ?? false,
    });
    for (const { message, path } of problems) this.#say(message, this.#offset([name, index, ...path]), row);
    return problems.length > 0 ? [] : [parsed.data];
  }

  #refuse(message: string): ParsedLibrary {
    this.#say(message, 0);
    return { library: undefined, problems: this.#problems };
  }

  #issues(error: z.ZodError, at: readonly PropertyKey[], row: string | undefined): void {
    for (const issue of error.issues) {
      const path = [...at, ...issue.path];
      const unknownKey = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
      const field = issue.path.map(String).join('.');
      const said = unknownKey === undefined ? inWords(issue.message, field) : `Unknown key "${unknownKey}".`;
      this.#say(said, this.#offset(unknownKey === undefined ? path : [...path, unknownKey]), row);
    }
  }

  /** Where in the text the value at a path begins; the nearest that there is around it. */
  #offset(path: readonly PropertyKey[]): number {
    let node: unknown = this.#root;
    let offset = 0;
    for (const key of path) {
      if (!isCollection(node)) break;
      const pair = isMap(node)
        ? node.items.find(({ key: found }) => (isScalar(found) ? found.value : found) === key)
        : undefined;
      const next: unknown = isPair(pair) ? pair.value : node.get(key, true);
      offset = startOf(isPair(pair) ? pair.key : next) ?? offset;
      node = next;
    }
    return offset;
  }

  #say(message: string, offset: number, row?: string): void {
    if (this.#problems.length >= maximumProblems) return;
    const { line, col } = this.#lines.linePos(offset);
    this.#problems.push({
      file: this.#file,
      line: Math.max(1, line),
      column: Math.max(1, col),
      ...(row !== undefined && { row }),
      message,
    });
  }
}

const startOf = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined);

/** zod's own messages name a type but not the field. */
const inWords = (message: string, field: string): string =>
  message.startsWith('Invalid ') ? `"${field}": ${message.replace('Invalid input: ', '')}.` : message;
