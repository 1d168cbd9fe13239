/**
 * What lowering makes of a file grows with the file: no operand is lowered twice at each level of a nesting. Each construct is
 * nested in itself and in each other, and the nodes are counted.
 */
import assert from 'node:assert/strict';
import { resolveScopes } from '../../../../src/engine/ir/scopes.ts';
import { Parsing } from '../../../../src/engine/languages/parsing.ts';
import { engineOptions } from '../../../support/engine.ts';

interface Constructs {
  readonly path: string;
  /** The file around an expression. */
  readonly file: (expression: string) => string;
  /** Expressions; `#` is the operand that holds the next level. */
  readonly expressions: readonly string[];
}

const javascript: Constructs = {
  path: 'a.ts',
  file: (expression) => `f(${expression});`,
  expressions: [
    ...['--(#)', '(#)--', '-(#)', '!(#)', 'typeof (#)', 'void (#)', 'await (#)', 'delete (#)'],
    ...[
      '(#) + b',
      'a + (#)',
      '(#) ** 2',
      '(#) < 3',
      '(#) in o',
      '(#) instanceof C',
      '(#) ?? b',
      'a && (#)',
      '(#) || b',
    ],
    ...['(#) ? b : c', 'a ? (#) : c', 'a ? b : (#)', '((#), b)', '(a, (#))'],
    ...[
      '(#).b',
      '(#)?.b',
      '(#)?.[0]',
      'a[(#)]',
      '(#)[0]',
      'a?.[(#)]',
      '(#)(b)',
      'f((#))',
      'f(...(#))',
      '(#)?.(b)',
    ],
    ...['new (#)(b)', 'new C((#))', 'new RegExp((#))', '`a${(#)}b`', 't`a${(#)}b`', '(#)`b`'],
    ...[
      '[(#)]',
      '[...(#)]',
      '({ a: (#) })',
      '({ [(#)]: b })',
      '({ ...(#) })',
      '({ [(#)]() {} })',
      '({ get [(#)]() { return 1 } })',
    ],
    ...[
      'a = (#)',
      'a += (#)',
      'a[(#)] = b',
      'a[(#)] += b',
      '(#) = b',
      '(#) += b',
      'a ??= (#)',
      '(#).b = c',
      'a[(#)]++',
    ],
    ...[
      '[a = (#)] = b',
      '({ a = (#) } = b)',
      '({ [(#)]: a } = b)',
      '({ a: { b = (#) } } = c)',
      '[[a = (#)]] = b',
      '[a[(#)]] = b',
    ],
    ...[
      '() => (#)',
      'async () => (#)',
      '(a = (#)) => a',
      '({ a = (#) }) => a',
      'function () { return (#) }',
      'function* () { yield (#) }',
    ],
    ...[
      'class { a = (#) }',
      'class { [(#)]() {} }',
      'class { [(#)] = 1 }',
      'class extends (#) {}',
      'class { static { f((#)) } }',
    ],
    ...['class { constructor(private a = (#)) {} }', 'class { m(@d((#)) a) {} }', 'class { @d((#)) m() {} }'],
    ...['(#) as T', '(#) satisfies T', '(#)!', '<T>(#)', 'import((#))', 'require((#))'],
    ...[
      '() => { if (#) { f() } else f() }',
      '() => { switch (#) { case (#): f() } }',
      '() => { for (const a of (#)) f() }',
    ],
    ...[
      '() => { for (let a = (#); a; a++) f() }',
      '() => { while (#) f() }',
      '() => { do f(); while (#) }',
      '() => { try { (#) } finally {} }',
    ],
    ...[
      '() => { const { a = (#) } = b }',
      '() => { throw (#) }',
      '() => { l: (#) }',
      '() => { enum E { A = (#) } }',
    ],
  ],
};

const jsx: Constructs = {
  path: 'a.tsx',
  file: (expression) => `f(${expression});`,
  expressions: [
    '<A b={(#)} />',
    '<A {...(#)} />',
    '<A>{(#)}</A>',
    '<>{(#)}</>',
    '<A>{...(#)}</A>',
    'a[(#)]++',
  ],
};

const java: Constructs = {
  path: 'A.java',
  file: (expression) => `class A { Object f(Object a) { return ${expression}; } }`,
  expressions: [
    ...[
      '--(#)',
      '(#)++',
      '-(#)',
      '!(#)',
      '~(#)',
      '(#) + b',
      'a / (#)',
      '(#) / 2',
      'a && (#)',
      '(#) || b',
      '(#) == b',
    ],
    ...[
      '(#) ? b : c',
      'a ? (#) : c',
      'a ? b : (#)',
      '(String) (#)',
      '(#).b',
      '(#).b()',
      'f((#))',
      'a.f((#))',
      'a[(#)]',
      '(#)[0]',
    ],
    ...['new B((#))', 'new int[(#)]', 'new int[] { (#) }', 'new B() { Object c = (#); }', 'new B((#)) { }'],
    ...[
      'a = (#)',
      '(#) = b',
      'a += (#)',
      '(#) += b',
      'a[(#)] = b',
      'a[(#)] += b',
      'a[(#)]++',
      '(#).b = c',
      '(#).b++',
    ],
    ...[
      '(#) instanceof B',
      '(#) instanceof B b',
      '(#) instanceof R(B b, C c)',
      '(#) instanceof R(S(B b, C c), D d)',
    ],
    ...[
      '() -> (#)',
      'b -> { return (#); }',
      '(#)::b',
      '((B) (#))::b',
      'switch (#) { case 1 -> b; default -> c; }',
    ],
    ...[
      'switch (a) { case 1 -> (#); case 2 -> b; default -> c; }',
      'switch (a) { case B b when (#) -> b; default -> c; }',
    ],
    ...[
      'switch (a) { case 1: yield (#); default: yield c; }',
      'switch (#) { case B b -> b; case R(C c, D d) -> c; default -> c; }',
    ],
    ...[
      '() -> { a[(#)] = switch (a) { case 1 -> b; case 2 -> c; default -> d; }; }',
      '() -> { (#)++; }',
      '() -> { --(#); }',
    ],
    ...[
      '() -> { Object b = switch (#) { case 1 -> b; default -> (c); }; }',
      '() -> { for (a = (#); (b); (#)++) f(); }',
    ],
    ...[
      '() -> { do f(); while (#); }',
      '() -> { for (B b : (B) (#)) f(); }',
      '() -> { try (B b = (#)) { f(); } }',
    ],
    ...[
      '() -> { synchronized (#) { f(); } }',
      '() -> { throw (#); }',
      '() -> { class C { Object d = (#); } }',
      '() -> { l: f((#)); }',
    ],
  ],
};

const python: Constructs = {
  path: 'a.py',
  file: (expression) => `f(${expression})\n`,
  expressions: [
    ...[
      '-(#)',
      'not (#)',
      '~(#)',
      'await (#)',
      '(#) + b',
      'a % (#)',
      '"%s" % (#)',
      '"%s %s" % (#)',
      '"%s %s" % ((#), b)',
    ],
    ...[
      '"%(a)s %(b)s" % (#)',
      '"%(a)s %(a)s" % {"a": (#)}',
      '"%(a)s %(b)s" % {**(#)}',
      '"%(a)s" % dict(a=(#))',
      '(#) % b',
    ],
    ...[
      '(#) < b',
      'a < (#) < c',
      'a < (#) <= b < c',
      'a < b < (#)',
      '(#) in a',
      'a not in (#)',
      'a not in (#) not in b',
      '(#) is b',
    ],
    ...['(#) and b', 'a or (#)', '(#) if b else c', 'a if (#) else c', 'a if b else (#)', '(a := (#))'],
    ...[
      '(#).b',
      '(#)[0]',
      'a[(#)]',
      'a[(#):b]',
      'a[b:(#)]',
      'a[(#), b]',
      '(#)(b)',
      'f((#))',
      'f(*(#))',
      'f(**(#))',
      'f(a=(#))',
    ],
    ...[
      'getattr((#), "b")',
      'getattr((#), "b", (c))',
      'getattr(a, "b", (#))',
      'dict(a=(#))',
      'cast(T, (#))',
      'super((#)).b',
    ],
    ...[
      '[(#)]',
      '[*(#)]',
      '{(#)}',
      '{"a": (#)}',
      '{(#): b}',
      '{**(#)}',
      '((#), b)',
      'lambda: (#)',
      'lambda a=(#): a',
    ],
    ...[
      '[(#) for a in b]',
      '[a for a in (#)]',
      '[a for a in b if (#)]',
      '{(#): b for a in c}',
      '{a: (#) for a in c}',
      '((#) for a in b)',
    ],
    ...[
      '[a for a[(#)] in b]',
      'f"{(#)}"',
      'f"{(#)!r}"',
      'f"{(#):>{b}}"',
      'f"{a:{(#)}}"',
      '"{} {}".format((#), b)',
      'print((#))',
    ],
  ],
};

/** Nodes that everything after lowering walks over. */
function sizeOf(parsing: Parsing, path: string, text: string): number {
  const { module } = parsing.lower(path, text);
  assert.ok(module, text.slice(0, 200));
  return resolveScopes(module).reduce((sum, { size }) => sum + size, module.functions.length);
}

const least = 4;

/** How much more there is of twice the levels: twice where it is linear, four times where it is quadratic. */
const mostGrowth = 6;

describe('lowering', () => {
  for (const { path, file, expressions } of [javascript, jsx, java, python]) {
    it(`makes no more of nested expressions than their number: ${path}`, async () => {
      const parsing = await Parsing.create(engineOptions, 60_000);
      await parsing.prepare(path);
      const nested = (levels: number, ...layers: readonly string[]): string => {
        let text = 'x';
        for (let i = 0; i < levels; i++)
          text = layers.reduceRight((inner, layer) => layer.replaceAll('#', () => inner), text);
        return file(text);
      };
      const once = (layer: string): string =>
        layer.replace('#', '\u0000').replaceAll('#', 'y').replace('\u0000', '#');
      const singles = expressions.map(once);
      const grown: string[] = [];
      for (const outer of singles) {
        for (const inner of singles) {
          const few = sizeOf(parsing, path, nested(least, outer, inner));
          const many = sizeOf(parsing, path, nested(2 * least, outer, inner));
          if (many / few > mostGrowth) grown.push(`${outer} · ${inner}: ${few} → ${many}`);
        }
      }
      assert.deepEqual(grown, []);
    }).timeout(120_000);
  }
});
