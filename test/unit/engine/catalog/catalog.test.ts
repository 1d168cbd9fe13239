import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Catalog } from '../../../../src/engine/catalog/catalog.ts';
import { javaPacks } from '../../../../src/engine/catalog/packs/java/index.ts';
import { javascriptPacks } from '../../../../src/engine/catalog/packs/javascript/index.ts';
import { pythonPacks } from '../../../../src/engine/catalog/packs/python/index.ts';
import {
  type Condition,
  type PackInput,
  packSchema,
  type RowInput,
} from '../../../../src/engine/catalog/schema.ts';
import { traits } from '../../../../src/engine/catalog/traits.ts';
import { weaknesses } from '../../../../src/engine/weaknesses/index.ts';

const families: Readonly<Record<string, readonly PackInput[]>> = {
  java: javaPacks,
  javascript: javascriptPacks,
  python: pythonPacks,
};
const packs = Object.values(families).flat();
const rows = packs.flatMap((pack) => pack.rows.map((row) => ({ pack, row })));
const classes = new Map(weaknesses.map((entry) => [entry.id, entry]));

/** Rows of which something is wrong, as a list to read. */
function complaints(wrong: (row: RowInput, pack: PackInput) => string | undefined): string[] {
  return rows.flatMap(({ pack, row }) => {
    const why = wrong(row, pack);
    return why === undefined ? [] : [`${pack.id}: ${why}: ${JSON.stringify(row)}`];
  });
}

const conditionsOf = (row: RowInput): readonly Condition[] => ('when' in row ? (row.when ?? []) : []);

const tests = ['is', 'matches', 'lessThan', 'absent', 'looksLike', 'type'] as const;

function patternsIn(row: RowInput): readonly string[] {
  const conditions = conditionsOf(row).flatMap(({ matches }) => matches ?? []);
  switch (row.kind) {
    case 'entry':
      return [row.converted ?? '', row.given ?? '', ...conditions];
    case 'answer':
      return [row.unless ?? '', ...conditions];
    case 'handler':
      return row.params.map(({ name }) => name);
    case 'override':
      return [row.method];
    default:
      return conditions;
  }
}

describe('the catalog', () => {
  for (const pack of packs) {
    it(`has a valid pack ${pack.id}`, () => {
      const parsed = packSchema.safeParse(pack);
      assert.equal(parsed.error?.message, undefined);
      assert.ok(pack.rows.length > 0, 'it has rows');
      assert.ok(pack.provenance.length > 10, 'it says where its facts come from');
    });
  }

  for (const [language, listed] of Object.entries(families)) {
    it(`lists every pack that there is for ${language}, under its language`, async () => {
      const folder = join(import.meta.dirname, '../../../../src/engine/catalog/packs', language);
      const ids = new Set(listed.map((pack) => pack.id));
      for (const name of await readdir(folder)) {
        const exported: object = await import(join(folder, name));
        for (const value of Object.values(exported)) {
          const parsed = packSchema.safeParse(value);
          if (parsed.success) assert.ok(ids.has(parsed.data.id), `${name} is in the index`);
        }
      }
      for (const id of ids) assert.match(id, new RegExp(`^${language}/`));
    });
  }

  it('gives each pack an id of its own', () => {
    const ids = packs.map((pack) => pack.id);
    assert.deepEqual(
      ids.filter((id, i) => ids.indexOf(id) !== i),
      [],
    );
  });

  it('names classes that exist', () => {
    assert.deepEqual(
      complaints((row) => {
        const named =
          row.kind === 'sink'
            ? [row.vulnClass, row.judgedBy ?? row.vulnClass]
            : row.kind === 'misuse'
              ? [row.vulnClass]
              : row.kind === 'sanitizer' || row.kind === 'guard'
                ? row.clears.filter((name) => name !== '*' && !traits.some((trait) => trait === name))
                : [];
        const unknown = named.filter((name) => !classes.has(name));
        return unknown.length > 0 ? `unknown class ${unknown.join(', ')}` : undefined;
      }),
      [],
    );
  });

  it('leads flows to classes that flows are of, and misuse to classes of places', () => {
    assert.deepEqual(
      complaints((row) => {
        if (row.kind === 'sink' && classes.get(row.vulnClass)?.found === 'place')
          return 'no flow leads there';
        if (row.kind === 'sink' && classes.get(row.vulnClass)?.sources.length === 0) return 'takes no source';
        if (row.kind === 'misuse' && classes.get(row.vulnClass)?.found === 'flow') return 'is not of a place';
        if (row.kind === 'sanitizer' || row.kind === 'guard') {
          const idle = row.clears.filter((name) => classes.get(name)?.found === 'place');
          if (idle.length > 0) return `clears nothing: ${idle.join(', ')}`;
        }
        return undefined;
      }),
      [],
    );
  });

  it('says nothing twice', () => {
    for (const listed of Object.values(families)) {
      const seen = new Map<string, string>();
      const repeated: string[] = [];
      for (const pack of listed) {
        for (const row of pack.rows) {
          const text = JSON.stringify(row);
          const before = seen.get(text);
          if (before !== undefined) repeated.push(`${before} and ${pack.id}: ${text}`);
          seen.set(text, pack.id);
        }
      }
      assert.deepEqual(repeated, []);
    }
  });

  it('holds regular expressions that compile', () => {
    assert.deepEqual(
      complaints((row) => {
        for (const pattern of patternsIn(row)) {
          try {
            new RegExp(pattern);
          } catch (error) {
            return String(error);
          }
        }
        return undefined;
      }),
      [],
    );
  });

  it('tests one thing in each condition, so that none can never hold and none is passed over', () => {
    assert.deepEqual(
      complaints((row) => {
        for (const condition of conditionsOf(row)) {
          const { is, matches, ignoreCase, prefix } = condition;
          const made = tests.filter((test) => condition[test] !== undefined);
          if (made.length !== 1) return `tests ${made.join(' and ') || 'nothing'}`;
          if (is?.length === 0) return 'compares with nothing';
          if (prefix && matches === undefined) return 'looks at the beginning without a pattern';
          if (ignoreCase && matches === undefined && is === undefined) return 'ignores no case';
        }
        return undefined;
      }),
      [],
    );
  });

  it('does not ask for a place to be absent and to be something', () => {
    assert.deepEqual(
      complaints((row) => {
        const conditions = conditionsOf(row);
        const absent = conditions.filter((one) => one.absent === !one.not).map((one) => one.input);
        const both = conditions.filter(
          (one) => one.absent === undefined && !one.not && absent.includes(one.input),
        );
        return both.length > 0 ? `${both[0]?.input} is absent and tested` : undefined;
      }),
      [],
    );
  });

  it('writes its paths under the names that aliases lead to', () => {
    for (const listed of Object.values(families)) {
      const catalog = Catalog.of(listed);
      const dead = listed.flatMap((pack) =>
        pack.rows.flatMap((row) =>
          'api' in row && row.kind !== 'alias' && catalog.canonical(row.api) !== row.api
            ? [`${pack.id}: ${row.kind} ${row.api} is called ${catalog.canonical(row.api)}`]
            : [],
        ),
      );
      assert.deepEqual(dead, []);
    }
  });

  it('resolves aliases to names that are no aliases themselves', () => {
    for (const listed of Object.values(families)) {
      const catalog = Catalog.of(listed);
      for (const pack of listed)
        for (const row of pack.rows)
          if (row.kind === 'alias')
            assert.equal(catalog.canonical(row.of), row.of, `${pack.id}: ${row.api} is ${row.of}`);
    }
  });

  it('does not call a result neutral that data flows to', () => {
    for (const listed of Object.values(families)) {
      const all = listed.flatMap((pack) => pack.rows);
      const neutral = new Set(all.flatMap((row) => (row.kind === 'neutral' ? [row.api] : [])));
      const flowing = all.flatMap((row) =>
        row.kind === 'flow' && row.to === 'ReturnValue' && neutral.has(row.api) ? [row.api] : [],
      );
      assert.deepEqual(flowing, []);
    }
  });

  it('refuses a pack that is no pack, naming the row', () => {
    const broken = {
      ...packs[0],
      rows: [{ kind: 'sink', api: 'a b', input: 'Argument[0]', vulnClass: 'xss' }],
    };
    assert.throws(() => Catalog.validated([broken]), /rows[\s\S]*an API path has no spaces/);
  });
});

describe('the weaknesses', () => {
  it('count sources where flows lead to them, and only there', () => {
    for (const { id, found, sources } of weaknesses) assert.equal(sources.length > 0, found !== 'place', id);
  });

  it('are each found by something', () => {
    const used = new Set(
      rows.flatMap(({ row }) => (row.kind === 'sink' || row.kind === 'misuse' ? [row.vulnClass] : [])),
    );
    // Found by their form: see `patterns/`, `secrets/` and `ai-inventory/`.
    const byForm = new Set([
      'prototype-pollution',
      'hard-coded-secret',
      'weak-random',
      'redos',
      'unpinned-dependency',
      'hidden-text',
      'unsafe-model',
      'cleartext-transmission',
    ]);
    for (const { id } of weaknesses) assert.ok(used.has(id) || byForm.has(id), id);
  });
});
