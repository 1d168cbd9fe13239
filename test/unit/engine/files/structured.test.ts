import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parse as parseTomlText, stringify as tomlText } from 'smol-toml';
import { parseAllDocuments, stringify as yamlText } from 'yaml';
import { readJson } from '../../../../src/engine/files/structured/json.ts';
import { readPlainYaml } from '../../../../src/engine/files/structured/plain-yaml.ts';
import { readToml } from '../../../../src/engine/files/structured/toml.ts';
import { type LocatedValue, valueAt } from '../../../../src/engine/files/structured/value.ts';
import { readYaml } from '../../../../src/engine/files/structured/yaml.ts';

/** The value alone; literals as they are spelled. */
function plain(value: LocatedValue): unknown {
  if (value.kind === 'text') return value.text;
  if (value.kind === 'literal') return literal(value.text);
  if (value.kind === 'list') return value.items.map(plain);
  return Object.fromEntries([...value.members].map(([key, member]) => [key, plain(member.value)]));
}

const literal = (text: string): unknown => {
  if (text === 'null') return null;
  if (text === 'true' || text === 'false') return text === 'true';
  return Number.isNaN(Number(text)) ? text : Number(text);
};

const spanned = (text: string, value: LocatedValue | undefined): string =>
  value ? text.slice(value.start, value.end) : '';

const scalar = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(
    '1.0',
    'true',
    '- a',
    'a: b',
    '# a',
    '"',
    "'",
    '{',
    '|',
    '>=1',
    '~',
    'a\nb',
    'a\n\nb ',
    ' a',
    '@s/a@1',
  ),
);
const key = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.constantFrom('a', 'b', '@s/a@npm:^1', 'a b', '__proto__'),
);
const tree = fc.letrec((tie) => ({
  node: fc.oneof({ depthSize: 'small' }, scalar, fc.array(tie('node'), { maxLength: 4 }), tie('table')),
  table: fc.dictionary(key, tie('node'), { maxKeys: 5, noNullPrototype: true }),
})).table;

const isRefusal = (error: unknown): boolean => error instanceof SyntaxError || error instanceof RangeError;
const readers = [readJson, readToml, readYaml, readPlainYaml];

describe('JSON with places', () => {
  it('says what JSON.parse says', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        const read = readJson(text);
        assert.deepEqual(read.faults, []);
        assert.deepEqual(plain(read.root), JSON.parse(text));
      }),
    );
  });

  it('takes comments and trailing commas, and knows where things stand', () => {
    const text = '// a\n{"a": [1, /* two */ "\\u0062",], "c": {"d": true,},}';
    const { root, faults } = readJson(text);
    assert.deepEqual(faults, []);
    assert.deepEqual(plain(root), { a: [1, 'b'], c: { d: true } });
    assert.equal(spanned(text, valueAt(root, 'a')), '[1, /* two */ "\\u0062",]');
    assert.equal(spanned(text, valueAt(root, 'c', 'd')), 'true');
  });

  it('keeps what comes before a mistake', () => {
    for (const text of ['{"a": 1, "b', '{"a": 1, b: 2}', '{"a": 1', '{"a": 1, "b": }', '{"a": 1}}']) {
      const { root, faults } = readJson(text);
      assert.deepEqual(plain(root), { a: 1 }, text);
      assert.equal(faults.length, 1, text);
    }
  });
});

describe('TOML with places', () => {
  it('says what another parser says', () => {
    fc.assert(
      fc.property(tree, (value) => {
        let text: string;
        try {
          text = tomlText(value as Record<string, unknown>);
        } catch {
          return; // What TOML cannot say.
        }
        const read = readToml(text);
        assert.deepEqual(read.faults, [], text);
        assert.deepEqual(plain(read.root), JSON.parse(JSON.stringify(parseTomlText(text))), text);
      }),
    );
  });

  it('reads all of its notations', () => {
    const text = [
      'a.b = "x" # comment',
      "'c d' = '''\nraw \\ text'''",
      'e = """\nline \\\n   joined "quoted" """',
      'f = [1, # one\n  2,\n]',
      'g = { h.i = 1979-05-27 07:32:00Z, j = [] }',
      '[k.l]',
      'm = 0x1F',
      '[[k.n]]',
      'o = 1',
      '[[k.n]]',
      '[k.n.p]',
      'q = inf',
    ].join('\r\n');
    const { root, faults } = readToml(text);
    assert.deepEqual(faults, []);
    assert.deepEqual(plain(root), {
      a: { b: 'x' },
      'c d': 'raw \\ text',
      e: 'line joined "quoted" ',
      f: [1, 2],
      g: { h: { i: '1979-05-27 07:32:00Z' }, j: [] },
      k: { l: { m: 31 }, n: [{ o: 1 }, { p: { q: 'inf' } }] },
    });
    assert.equal(spanned(text, valueAt(root, 'a', 'b')), '"x"');
  });

  it('leaves out statements that are wrong, and says where they are', () => {
    const { root, faults } = readToml('a = 1\nb = \nc = "open\n[d\ne = 2\n= 3\na = 4\nf = 5 6\n');
    assert.deepEqual(plain(root), { a: 4, e: 2, f: 5 });
    assert.deepEqual(
      faults.map(({ offset }) => offset),
      [6, 11, 21, 30, 34, 40],
    );
  });
});

describe('YAML with places', () => {
  it('reads what people write, with anchors and merge keys', () => {
    const { root, faults } = readYaml('x: &a {b: 1, c: two}\ny:\n  <<: *a\n  c: three\nz: *a\n');
    assert.deepEqual(faults, []);
    assert.deepEqual(plain(root), { x: { b: 1, c: 'two' }, y: { c: 'three', b: 1 }, z: { b: 1, c: 'two' } });
  });

  it('refuses aliases that grow', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let at = 1; at < 12; at++)
      lines.push(`a${at}: &a${at} [${Array.from({ length: 10 }, () => `*a${at - 1}`).join(', ')}]`);
    assert.throws(() => readYaml(lines.join('\n')), RangeError);
    const own = readYaml('a: &a [*a]');
    assert.equal(own.faults.length, 1);
  });

  it('reads lock files as another parser does', () => {
    fc.assert(
      fc.property(tree, fc.constantFrom(0, 80), (value, lineWidth) => {
        const text = yamlText(value, { lineWidth, aliasDuplicateObjects: false });
        const [document] = readPlainYaml(text);
        const [other] = parseAllDocuments(text, { uniqueKeys: false });
        if (text.trim() === '{}') return;
        assert.ok(document, text);
        assert.deepEqual(document.faults, [], text);
        assert.deepEqual(plain(document.root), other && 'toJS' in other ? other.toJS() : undefined, text);
      }),
    );
  });

  it('reads the notations of package managers', () => {
    const text = [
      '# comment',
      '---',
      'lockfileVersion: 5.4',
      "'@a/b@1.0.0': {integrity: sha512-AA==, engines: {node: '>=6'}, os: [x64, \"!arm\"]}",
      'list:',
      '- a',
      '-   b: 1',
      '    c: two words # comment',
      '- - d',
      '  - e',
      'note: >-',
      '  one',
      '  two',
      '',
      '  three',
      'text: |',
      '  a: b',
      '   - c',
      'long: a plain',
      '  text',
      '? "a very long key"',
      ': value',
      'empty:',
      'last: "x\\ty"',
      '---',
      'second: true',
    ].join('\n');
    const documents = readPlainYaml(text);
    assert.deepEqual(
      documents.flatMap(({ faults }) => faults),
      [],
    );
    assert.deepEqual(
      documents.map(({ root }) => plain(root)),
      [
        {
          lockfileVersion: 5.4,
          '@a/b@1.0.0': { integrity: 'sha512-AA==', engines: { node: '>=6' }, os: ['x64', '!arm'] },
          list: ['a', { b: 1, c: 'two words' }, ['d', 'e']],
          note: 'one two\nthree',
          text: 'a: b\n - c\n',
          long: 'a plain text',
          'a very long key': 'value',
          empty: null,
          last: 'x\ty',
        },
        { second: true },
      ],
    );
  });

  it('keeps what comes before a mistake in a lock file', () => {
    for (const bad of ['b: &x 1', 'b: "open', 'b: {c: 1', 'b: c: d']) {
      const [document] = readPlainYaml(`a: 1\n${bad}\n`);
      assert.equal(document?.faults.length, 1, bad);
      assert.deepEqual(plain(valueAt(document?.root, 'a') ?? document.root), 1, bad);
    }
  });
});

describe('readers of structured files', () => {
  it('throw nothing but SyntaxError and RangeError', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        '[[',
        ']]',
        '"',
        "'",
        ':',
        ': ',
        ',',
        '\n',
        '\n  ',
        '- ',
        '? ',
        '|',
        '>-',
        '#',
        '=',
        'a',
        '1',
        '&a',
        '*a',
        '---\n',
        '\\',
        '"""',
        '/*',
        '//',
        '\t',
        '\r\n',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        for (const read of readers) {
          try {
            read(pieces.join(''));
          } catch (error) {
            assert.ok(isRefusal(error), String(error));
          }
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('refuse what is nested too deep', () => {
    const deep = 10_000;
    assert.throws(() => readJson('['.repeat(deep)), RangeError);
    assert.throws(() => readToml(`a = ${'['.repeat(deep)}`), RangeError);
    assert.throws(() => readToml(`${'a.'.repeat(deep)}a = 1`), RangeError);
    assert.throws(() => readPlainYaml(`a: ${'['.repeat(deep)}`), RangeError);
    assert.throws(() => readPlainYaml('- '.repeat(deep)), RangeError);
    assert.throws(() => readYaml('['.repeat(deep)), isRefusal);
  });

  it('need time in proportion to the text', () => {
    const many = 50_000;
    const texts: readonly (readonly [(text: string) => unknown, string])[] = [
      [readJson, `[${'"a",'.repeat(many)}1]`],
      [readJson, `{"a": "${'\\'.repeat(many)}`],
      [readJson, `[${' '.repeat(many)}`],
      [readToml, `a = [${'"b", '.repeat(many)}]`],
      [readToml, '[[a]]\n'.repeat(many)],
      [readToml, `a = """${'\\   '.repeat(many)}"""`],
      [readToml, 'a = "\n'.repeat(many)],
      [readPlainYaml, `a: ${'b '.repeat(many)}`],
      [readPlainYaml, `a:\n${'  - b\n'.repeat(many)}`],
      [readPlainYaml, `a:\n${'  b\n'.repeat(many)}`],
      [readPlainYaml, `${'"a'.repeat(many)}`],
      [readPlainYaml, `a: |\n${'   \n'.repeat(many)}`],
    ];
    for (const [read, text] of texts) {
      const start = process.cpuUsage();
      try {
        read(text);
      } catch (error) {
        assert.ok(isRefusal(error), String(error));
      }
      const { user, system } = process.cpuUsage(start);
      assert.ok(user + system < 3_000_000, text.slice(0, 20));
    }
  }).timeout(120_000);
});
