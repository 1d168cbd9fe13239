import assert from 'node:assert/strict';
import { javascriptPacks } from '../../../../src/engine/catalog/packs/javascript/index.ts';
import { packSchema } from '../../../../src/engine/catalog/schema.ts';
import { traits } from '../../../../src/engine/catalog/traits.ts';
import { weaknesses } from '../../../../src/engine/weaknesses/index.ts';

describe('JavaScript packs', () => {
  const known = new Set<string>([...weaknesses.map((entry) => entry.id), ...traits]);

  for (const pack of javascriptPacks) {
    it(`${pack.id} fits the schema and names known classes only`, () => {
      const { rows } = packSchema.parse(pack);
      for (const row of rows) {
        if (row.kind === 'sink' || row.kind === 'misuse')
          assert.ok(known.has(row.vulnClass), `${row.api}: ${row.vulnClass}`);
        if (row.kind === 'sanitizer' || row.kind === 'guard')
          for (const cleared of row.clears)
            assert.ok(cleared === '*' || known.has(cleared), `${row.api}: ${cleared}`);
        if (row.kind === 'misuse' || row.kind === 'sink')
          for (const condition of row.when ?? [])
            if (condition.matches !== undefined)
              assert.doesNotThrow(() => new RegExp(condition.matches ?? ''));
      }
    });
  }

  it('says nothing twice', () => {
    const seen = new Map<string, string>();
    for (const pack of javascriptPacks) {
      for (const row of pack.rows) {
        const text = JSON.stringify(row);
        assert.equal(seen.get(text), undefined, `${text} is in ${seen.get(text)} and ${pack.id}`);
        seen.set(text, pack.id);
      }
    }
  });

  it('gives each API one type under the same conditions', () => {
    const typeOf = new Map<string, string>();
    for (const row of javascriptPacks.flatMap((pack) => pack.rows)) {
      if (row.kind !== 'type') continue;
      const asked = JSON.stringify([row.api, row.when]);
      assert.ok(
        (typeOf.get(asked) ?? row.type) === row.type,
        `${row.api}: ${typeOf.get(asked)} or ${row.type}`,
      );
      typeOf.set(asked, row.type);
    }
  });
});
