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

  /** Whether any of the texts has the name of an API that something is added about. */
  concerns(texts: Iterable<string>): boolean {
    if (this.#words.has('')) return true;
    for (const text of texts) for (const word of this.#words) if (text.includes(word)) return true;
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

/** The last part of a path that code writes out; empty where there is none, as of `*.[]`. */
const lastWord = (api: string): string => /([\p{L}\p{N}_$]+)[^\p{L}\p{N}_$]*$/u.exec(api)?.[1] ?? '';
