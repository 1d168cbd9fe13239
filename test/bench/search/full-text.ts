import { DatabaseSync } from 'node:sqlite';
import type { Document } from './inventory.ts';

/** What a plain full text answers: SQLite's FTS5 with Porter's stemmer, any word of the question, by BM25. */
export class FullText {
  readonly #db = new DatabaseSync(':memory:');

  constructor(documents: readonly Document[]) {
    this.#db.exec(
      "create virtual table documents using fts5(id unindexed, body, tokenize = 'porter unicode61')",
    );
    const insert = this.#db.prepare('insert into documents (id, body) values (?, ?)');
    for (const { id, texts } of documents) insert.run(id, texts.join('\n'));
  }

  /** @returns ids, the best first */
  search(query: string, limit: number): readonly string[] {
    const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
    if (words.length === 0) return [];
    return this.#db
      .prepare('select id from documents where documents match ? order by rank, id limit ?')
      .all(words.map((word) => `"${word}"`).join(' OR '), limit)
      .map(({ id }) => String(id));
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }
}
