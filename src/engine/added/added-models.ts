import type { Finding } from '../finding.ts';
import { ApiIndex } from '../libraries/api-index.ts';
import { Catalog } from '../libraries/catalog.ts';
import { type Row, rowsOf } from '../libraries/rows.ts';
import type { Library } from '../libraries/schema.ts';

/** Sources or sinks that an organization adds to the analysis: its own, or a template that it switched on. */
export interface AddedModel {
  /** What coverage calls it: `sink “Acme”`. */
  readonly definition: string;
  readonly library: Library;
}

/** The added sources and sinks of one language family, and the catalog in which they hold beside all other rows. */
export class AddedModels {
  readonly catalog: Catalog;
  /** By `source <api>` and `<weakness> <api>`, who says so. */
  readonly #definitions = new Map<string, string[]>();
  readonly #words: ReadonlySet<string>;
  /** Whether a file has one of the words, with the text that it had then. */
  readonly #known = new WeakMap<object, { readonly text: string; readonly has: boolean }>();

  /** @param others the rows that hold without them */
  constructor(models: readonly AddedModel[], others: readonly Row[]) {
    const rows = models.flatMap(({ definition, library }) =>
      rowsOf(library).map((row) => ({ definition, row })),
    );
    this.catalog = new Catalog(new ApiIndex([...others, ...rows.map(({ row }) => row)]));
    for (const { definition, row } of rows) {
      const key = keyOf(row);
      if (key === undefined) continue;
      const known = this.#definitions.get(key);
      if (!known) this.#definitions.set(key, [definition]);
      else if (!known.includes(definition)) known.push(definition);
    }
    this.#words = new Set(rows.flatMap(({ row }) => ('api' in row ? [lastWord(row.api)] : [])));
  }

  /** Whether any of the files has the name of an API that something is added about. */
  concerns(files: Iterable<{ readonly text: string }>): boolean {
    if (this.#words.has('')) return true;
    for (const file of files) if (this.#isAbout(file)) return true;
    return false;
  }

  #isAbout(file: { readonly text: string }): boolean {
    const { text } = file;
    const known = this.#known.get(file);
    if (known?.text === text) return known.has;
    const has = this.#hasWord(text);
    this.#known.set(file, { text, has });
    return has;
  }

  #hasWord(text: string): boolean {
    for (const [word] of text.matchAll(words)) if (this.#words.has(word)) return true;
    return false;
  }

  /** The definitions that a finding hangs on, in order; none where it does by what they say of another API. */
  definitionsOf({ sink, source, vulnClass }: Finding): readonly string[] {
    const ofSink = sink.kind === 'api' ? this.#definitions.get(`${vulnClass} ${sink.api}`) : undefined;
    const ofSource = source?.api === undefined ? undefined : this.#definitions.get(`source ${source.api}`);
    return [...new Set([...(ofSink ?? []), ...(ofSource ?? [])])].toSorted();
  }
}

function keyOf(row: Row): string | undefined {
  if (row.kind === 'source') return `source ${row.api}`;
  return row.kind === 'sink' ? `${row.vulnClass} ${row.api}` : undefined;
}

const words = /[\p{L}\p{N}_$]+/gu;

/** The last part of a path that code writes out; empty where there is none, as of `*.[]`. */
const lastWord = (api: string): string => /([\p{L}\p{N}_$]+)[^\p{L}\p{N}_$]*$/u.exec(api)?.[1] ?? '';
