import assert from 'node:assert/strict';
import { javaPacks } from '../../../../src/engine/catalog/packs/java/index.ts';
import { packSchema } from '../../../../src/engine/catalog/schema.ts';
import { traits } from '../../../../src/engine/catalog/traits.ts';
import { weaknesses } from '../../../../src/engine/weaknesses/index.ts';

describe('Java packs', () => {
  const packs = javaPacks.map((pack) => packSchema.parse(pack));
  const rows = packs.flatMap((pack) => pack.rows.map((row) => ({ pack: pack.id, row })));

  it('have names of their own', () => {
    assert.equal(new Set(packs.map((pack) => pack.id)).size, packs.length);
  });

  it('name classes that exist', () => {
    const known = new Set(weaknesses.map((entry) => entry.id));
    for (const { pack, row } of rows) {
      const named =
        row.kind === 'sink' || row.kind === 'misuse'
          ? [row.vulnClass]
          : row.kind === 'sanitizer' || row.kind === 'guard'
            ? row.clears.filter((name) => name !== '*' && !traits.some((trait) => trait === name))
            : [];
      for (const name of named) assert(known.has(name), `${pack}: ${name}`);
    }
  });

  it('say nothing twice', () => {
    const seen = new Map<string, string>();
    for (const { pack, row } of rows) {
      const text = JSON.stringify(row);
      assert.equal(seen.get(text), undefined, `${pack} repeats ${seen.get(text)}: ${text}`);
      seen.set(text, pack);
    }
  });

  it('cover every class that Java code can have', () => {
    // Found in files that are no code.
    const inInventory = ['unpinned-dependency', 'hidden-text', 'unsafe-model', 'cleartext-transmission'];
    const covered = new Set(
      rows.flatMap(({ row }) => (row.kind === 'sink' || row.kind === 'misuse' ? [row.vulnClass] : [])),
    );
    // Found by structural rules, or not possible in Java.
    const elsewhere = ['prototype-pollution', 'redos', ...inInventory];
    const missing = weaknesses.map((entry) => entry.id).filter((id) => !covered.has(id));
    assert.deepEqual(
      missing.filter((id) => !elsewhere.includes(id)),
      [],
    );
  });

  it('have expressions that compile', () => {
    for (const { row } of rows) {
      if ('when' in row)
        for (const test of row.when ?? []) if (test.matches !== undefined) new RegExp(test.matches);
      if (row.kind === 'override') new RegExp(row.method);
    }
  });
});
