import assert from 'node:assert/strict';
import { body, lower, show, showStatement } from './support.ts';

/** The body of a function of the module, as text. */
async function functionBody(text: string, index: number, path = 'a.js'): Promise<string[]> {
  const module = await lower(text, path);
  return (module.functions[index]?.body ?? []).map((statement) => showStatement(statement, module));
}

describe('JavaScript lowering: expressions', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['a.b["c"][d][0]', 'a.b.c[d].0'],
    ['a?.b?.[c]?.(d)', 'a.b[c](d)'],
    ['a === b || c !== d', '((a == b) || (c != d))'],
    ['x = y ?? z', 'x = (y ?? z)'],
    ['x ||= y', 'x ||= y'],
    ['x.n += `<${y}>`', 'x.n += `"<"|y|">"`'],
    ['i++', 'i += 1'],
    ['--o.i', 'o.i -= 1'],
    ['-5', '-5'],
    ['!a', '! a'],
    ['typeof a', 'typeof a'],
    ['(a, b, c)', '(a; b; c)'],
    ["'it\\'s \\x41\\u{42}\\n'", '"it\'s AB\\n"'],
    ['0x1f + 1_000 + 10n', '((31 + 1000) + 10)'],
    ['/a\\/b+/gi.test(x)', '/a\\/b+/gi.test(x)'],
    ["new RegExp('^a+$', 'i')", '/^a+$/i'],
    ['new RegExp(x)', 'new RegExp(x)'],
    ['new (f())(1)', 'new f()(1)'],
    ['f(...a, b)', 'f(...a, b)'],
    ['[1, ...a]', '[1, ...a]'],
    ['({ a, b: 1, [c]: 2, ["d"]: 3, ...e, "f-g": 4 })', '{a: a, b: 1, [c]: 2, d: 3, ...e, f-g: 4}'],
    ['({ a, b: { c = 1 }, ...d } = e)', '{a: a, b: {c: c = 1}, ...d} = e'],
    ['[a, , b = 2, ...c] = d', '[a, _, b = 2, ...c] = d'],
    ['[, /* , */ a] = d', '[_, a] = d'],
    ["require('node:fs').readFile", 'import(fs).readFile'],
    ['require(name)', 'import(name)'],
    ["await import('./m')", 'await import(./m)'],
    ['sql`select ${a}${b}`', 'sql`"select "|a|""|b|""`'],
    ['`plain`', '"plain"'],
    ['delete a[b]', 'delete a[b]'],
    ['"k" in o', '("k" in o)'],
    ['a instanceof B', '(a instanceof B)'],
    ['c ? a : b', '(c ? a : b)'],
  ];
  for (const [source, expected] of cases) {
    it(source, async () => {
      const [first] = await body(
        `${source.startsWith('{') ? `(${source})` : `${source};`}`.replace(/^'/, "_ = '"),
      );
      assert.equal(first?.replace(/^_ {2}?= /, '').replace(/^_ = /, ''), expected);
    });
  }

  it('a call is placed at its last name', async () => {
    const text = 'a.b\n  .c(x)';
    const module = await lower(text);
    const statement = module.functions[0]?.body[0];
    assert.ok(statement?.k === 'expr' && statement.value.k === 'call');
    assert.equal(text.slice(statement.value.at, statement.value.end), 'c(x)');
  });
});

describe('JavaScript lowering: statements', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['var a = 1;', 'function a = 1'],
    ['let { a: b = 1 } = c;', 'block {a: b = 1} = c'],
    ['if (a) b(); else if (c) d();', 'if a b() else if c d()'],
    ['for (let i = 0; i < n; i++) f(i);', 'loop (block i = 0; (i < n); i += 1) f(i)'],
    ['for (;;) { break }', 'loop (; ; ) { break }'],
    ['for (const k in o) f(k);', 'foreach block k keys o f(k)'],
    ['for (const [k, v] of m) f(k);', 'foreach block [k, v] values m f(k)'],
    ['for (x of y) f(x);', 'foreach x values y f(x)'],
    ['do { f() } while (a)', 'loop-do (; a; ) { f() }'],
    ['switch (a) { case 1: f(); break; case 2: default: g() }', 'switch a [1] f(); break [2]  ↓ [] g() ↓'],
    [
      'try { f() } catch ({ message }) { g() } finally { h() }',
      'try { f() } catch {message: message} { g() } finally { h() }',
    ],
    ['out: for (;;) { continue out }', 'out: loop (; ; ) { continue out }'],
  ];
  for (const [source, expected] of cases) {
    for (const path of ['a.js', 'a.ts', 'a.tsx']) {
      it(`${source} (${path})`, async () => assert.deepEqual(await body(source, path), [expected]));
    }
  }
  it('leaves directives out', async () => assert.deepEqual(await body("'use strict'; f()"), ['f()']));
});

describe('JavaScript lowering: functions and classes', () => {
  it('an arrow function returns its expression and has no `this` of its own', async () => {
    const module = await lower('f(async ({ q }, ...rest) => q)');
    const fn = module.functions[1];
    assert.equal(fn?.lexicalThis, true);
    assert.equal(fn?.isAsync, true);
    assert.deepEqual(
      fn?.params.map((p) => [show(p.target, module), p.rest]),
      [
        ['{q: q}', undefined],
        ['rest', 'list'],
      ],
    );
    assert.deepEqual(await functionBody('f(async ({ q }) => q)', 1), ['return q']);
  });

  it('a function expression knows itself by its name', async () => {
    assert.deepEqual(await functionBody('const f = function walk(n) { return walk(n.next) }', 1), [
      'function walk fn1',
      'return walk(n.next)',
    ]);
  });

  it('a class keeps its bases, fields, accessors and statics apart', async () => {
    const module = await lower(
      'class A extends m.B { #p = 1; static s = f(); constructor(x) { super(x) } get v() { return 1 } static make() {} static { g() } }',
    );
    const cls = module.classes[0];
    assert.ok(cls);
    assert.deepEqual(
      cls.supers.map((s) => ('k' in s ? show(s, module) : s.candidates)),
      ['m.B'],
    );
    assert.deepEqual(
      cls.fields.map((f) => [f.name, f.isStatic]),
      [
        ['#p', false],
        ['s', true],
      ],
    );
    assert.deepEqual(
      cls.methods.map((index) => {
        const fn = module.functions[index];
        return [fn?.kind, fn?.name, fn?.isStatic, fn?.cls];
      }),
      [
        ['constructor', 'constructor', false, 0],
        ['getter', 'v', false, 0],
        ['method', 'make', true, 0],
        ['initializer', '', true, 0],
      ],
    );
  });

  it("TypeScript: parameter properties, decorators, types through the file's imports", async () => {
    const module = await lower(
      `import express, { type Request as Req } from 'express';
       import { Db } from './db';
       @Controller('x') export class C implements Guard {
         constructor(private readonly db: Db, plain: string) {}
         @Get(':id') one(@Param('id') id: number, req: Req | undefined, router: express.Router, ids: string[]) {}
       }`,
      'a.ts',
    );
    const cls = module.classes[0];
    assert.ok(cls);
    assert.deepEqual(
      cls.decorators.map((d) => show(d.expr, module)),
      ['Controller("x")'],
    );
    assert.deepEqual(
      cls.supers.map((s) => ('candidates' in s ? s.candidates : s.k)),
      [['Guard']],
    );
    assert.deepEqual(
      cls.fields.map((f) => [f.name, f.type?.candidates]),
      [['db', ['./db.Db', 'Db']]],
    );
    assert.deepEqual(
      (module.functions[1]?.body ?? []).map((s) => showStatement(s, module)),
      ['this.db = db'],
    );
    const one = module.functions[2];
    assert.deepEqual(
      one?.decorators.map((d) => show(d.expr, module)),
      ['Get(":id")'],
    );
    assert.deepEqual(
      one?.params.map((p) => [p.decorators.length, p.type?.candidates[0], p.type?.array === true]),
      [
        [1, 'number', false],
        [0, 'express.Request', false],
        [0, 'express.Router', false],
        [0, 'string', true],
      ],
    );
  });

  it('TypeScript: types that say nothing are left out; assertions keep the value', async () => {
    assert.deepEqual(
      await body(
        'let a: any = x as string; let b = y as Foo; let c = z!; let d: string | { q: 1 }; let e = <T>w',
        'a.ts',
      ),
      ['block a = x', 'block b = <Foo>y', 'block c = z', 'block d', 'block e = w'],
    );
  });

  it('TypeScript: enums are objects of constants, namespaces objects of their exports', async () => {
    assert.deepEqual(
      await body("enum E { A, B = 5, C, D = 'd' } namespace N { export const x = 1 }", 'a.ts'),
      ['block E = {A: 0, B: 5, C: 6, D: "d"}', 'block x = 1', 'block N = {x: x}'],
    );
  });
});

describe('JavaScript lowering: modules', () => {
  it('binds imports', async () => {
    const module = await lower(
      "import a, { b as c, default as d } from 'node:m'; import * as e from './e'; import './side'",
    );
    assert.deepEqual(
      module.imports.map((i) => [i.local, i.module, i.member]),
      [
        ['a', 'm', 'default'],
        ['c', 'm', 'b'],
        ['d', 'm', 'default'],
        ['e', './e', '*'],
      ],
    );
    assert.deepEqual(
      (module.functions[0]?.body ?? []).map((s) => showStatement(s, module)),
      ['import(./side)'],
    );
  });

  it('exports names, re-exports and defaults; a clause is evaluated last', async () => {
    assert.deepEqual(
      await body(
        "export { x as y }; export * from './a'; export * as ns from './b'; export { p as q } from './c'; export const { x, z } = o; export default function f() {}",
      ),
      [
        'export * ./a',
        'export ns import(./b)',
        'export q import(./c).p',
        'block {x: x, z: z} = o',
        'export x x',
        'export z z',
        'function f fn1',
        'export default f',
        'export y x',
      ],
    );
    assert.deepEqual(await body('export default () => 1'), ['export default fn1']);
    assert.deepEqual(await body('export = f', 'a.ts'), ['module.exports = f']);
  });

  it("TypeScript: import x = require('m')", async () => {
    const module = await lower("import x = require('express')", 'a.ts');
    assert.deepEqual(
      module.imports.map((i) => [i.local, i.module, i.member]),
      [['x', 'express', '*']],
    );
  });
});

describe('JSX lowering', () => {
  it('is calls of createElement', async () => {
    for (const path of ['a.jsx', 'a.tsx']) {
      assert.deepEqual(
        await body('x = <div id="a" on={f} {...p} flag>text {y} <ui.Card/><Row>{...zs}</Row></div>', path),
        [
          'x = @react.createElement("div", {id: "a", on: f, ...p, flag: true}, y, @react.createElement(ui.Card, {}), @react.createElement(Row, {}, ...zs))',
        ],
      );
    }
  });
  it('a fragment has children only', async () => {
    assert.deepEqual(await body('x = <><b>{y}</b></>', 'a.jsx'), [
      'x = @react.createElement("", {}, @react.createElement("b", {}, y))',
    ]);
  });
});
