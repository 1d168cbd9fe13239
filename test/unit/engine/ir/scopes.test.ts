import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ModuleIR, Var } from '../../../../src/engine/ir/ir.ts';
import { type FunctionScope, resolveScopes } from '../../../../src/engine/ir/scopes.ts';
import { walk } from '../../../../src/engine/ir/walk.ts';
import { lower as lowerScript } from '../javascript/support.ts';
import { lower as lowerPython } from '../python/lower.ts';

interface Resolved {
  readonly module: ModuleIR;
  readonly scopes: readonly FunctionScope[];
}

async function script(text: string, path = 'a.js'): Promise<Resolved> {
  const module = await lowerScript(text, path);
  return { module, scopes: resolveScopes(module) };
}

function python(text: string): Resolved {
  const module = lowerPython(text);
  return { module, scopes: resolveScopes(module) };
}

function scopeOf({ module, scopes }: Resolved, name: string): FunctionScope {
  const fn = module.functions.find((candidate) => candidate.name === name);
  assert.ok(fn, `no function ${name}`);
  return scopes[fn.index] as FunctionScope;
}

const kindOf = (resolved: Resolved, fn: string, name: string): string | undefined =>
  scopeOf(resolved, fn).bindings.get(name)?.kind;

function ownerOf(resolved: Resolved, fn: string, name: string): string | undefined {
  const binding = scopeOf(resolved, fn).bindings.get(name);
  return binding?.kind === 'environment' ? resolved.module.functions[binding.owner]?.name : undefined;
}

/** The names of the variables in a function's own body, in order of their places, as they were made unique. */
function namesIn({ module }: Resolved, name: string): readonly string[] {
  const fn = module.functions.find((candidate) => candidate.name === name);
  const found: Var[] = [];
  for (const statement of fn?.body ?? [])
    walk(statement, (node) => {
      if (node.k === 'var') found.push(node);
      return undefined;
    });
  return found.toSorted((a, b) => a.at - b.at).map((variable) => variable.name);
}

describe('scopes', () => {
  describe('of JavaScript', () => {
    it('tell a shadowing variable of a block from the outer one', async () => {
      const found = await script('function f() { let x = a; { let x = b; use(x); } use(x); }');
      assert.deepEqual(namesIn(found, 'f'), ['x', 'a', "x'2", 'b', 'use', "x'2", 'use', 'x']);
    });

    it('tell variables apart three blocks deep', async () => {
      const found = await script('function f() { let x; { let x; { let x; x; } x; } x; }');
      assert.deepEqual(namesIn(found, 'f'), ['x', "x'2", "x'3", "x'3", "x'2", 'x']);
    });

    it('hoist var out of blocks and functions to the top of their block', async () => {
      const found = await script('function f() { use(x); g(); if (a) { var x = 1; } function g() {} }');
      assert.equal(kindOf(found, 'f', 'x'), 'local');
      assert.equal(kindOf(found, 'f', 'g'), 'local');
      assert.equal(kindOf(found, 'f', 'a'), 'free');
    });

    it('do not let what a block declares out of it', async () => {
      const found = await script('function f() { { let x = 1; } return x; }');
      assert.deepEqual(namesIn(found, 'f').length, 2);
      const resolved = await script('let x = 0; function f() { { let x = 1; use(x); } return x; }');
      assert.equal(ownerOf(resolved, 'f', 'x'), undefined);
    });

    it('give each loop its own variable', async () => {
      const found = await script(
        'function f() { let i = 0; for (let i = 1; i < 2; i++) use(i); for (const i of xs) use(i); return i; }',
      );
      const names = namesIn(found, 'f');
      assert.equal(names[0], 'i');
      assert.equal(names.at(-1), 'i');
      assert.ok(
        names
          .slice(1, -1)
          .filter((name) => name.startsWith('i'))
          .every((name) => name !== 'i'),
      );
    });

    it('give catch its parameter, that may be a pattern', async () => {
      const found = await script(
        'function f(e) { try { a(); } catch (e) { use(e); } try { a(); } catch ({ code }) { use(code); } use(e); }',
      );
      const names = namesIn(found, 'f').filter((name) => name.startsWith('e'));
      assert.deepEqual(names, ["e'2", "e'2", 'e']);
      assert.equal(kindOf(found, 'f', 'code'), 'local');
    });

    it('know what inner functions capture, through functions between', async () => {
      const found = await script(
        'function f(p) { let q = 1; let r = 2; function g() { function h() { return p + q; } return h; } return g; }',
      );
      assert.deepEqual([...scopeOf(found, 'f').captured].toSorted(), ['p', 'q']);
      assert.equal(kindOf(found, 'f', 'r'), 'local');
      assert.equal(ownerOf(found, 'h', 'p'), 'f');
      assert.equal(ownerOf(found, 'h', 'q'), 'f');
      assert.equal(scopeOf(found, 'h').closesOver, true);
      assert.equal(scopeOf(found, 'g').closesOver, true);
      assert.equal(scopeOf(found, 'f').closesOver, false);
    });

    it('capture the variable that is meant and not one of that name', async () => {
      const found = await script(
        'function f() { let x = 1; { let x = 2; g = function g() { return x; }; } return x; }',
      );
      assert.deepEqual([...scopeOf(found, 'f').captured], ["x'2"]);
      assert.equal(ownerOf(found, 'g', "x'2"), 'f');
    });

    it('close over nothing where only the module is used', async () => {
      const found = await script('const x = 1; function f() { return () => x; }');
      assert.ok(found.scopes.every((scope) => !scope.closesOver));
      assert.deepEqual(scopeOf(found, 'f').bindings.get('x'), { kind: 'environment', owner: 0 });
    });

    it('know parameters in patterns, defaults and rests', async () => {
      const found = await script('function f({ a, b: [c], ...d }, e = a, ...g) { return [a, c, d, e, g]; }');
      for (const name of ['a', 'c', 'd', 'e', 'g']) assert.equal(kindOf(found, 'f', name), 'local', name);
    });

    it('say who speaks of this, through arrow functions and not through others', async () => {
      const found = await script(
        'function f() { return () => this.x; } function g() { return function h() { return this.x; }; }',
      );
      assert.equal(scopeOf(found, 'f').usesThis, true);
      assert.equal(scopeOf(found, 'g').usesThis, false);
      assert.equal(scopeOf(found, 'h').usesThis, true);
    });

    it('share the variables of the arms of a switch', async () => {
      const found = await script('function f(k) { switch (k) { case 1: let x = 1; case 2: x = 2; } }');
      assert.equal(kindOf(found, 'f', 'x'), 'local');
    });

    it('let a function in a default see the parameters', async () => {
      const found = await script('function f(a, b = () => a) { return b(); }');
      assert.deepEqual([...scopeOf(found, 'f').captured], ['a']);
    });
  });

  describe('of Python', () => {
    it('make what a function assigns its own, wherever', () => {
      const found = python(
        'x = 1\ndef f():\n    if a:\n        x = 2\n    for y in z:\n        pass\n    return x, y\n',
      );
      assert.equal(kindOf(found, 'f', 'x'), 'local');
      assert.equal(kindOf(found, 'f', 'y'), 'local');
    });

    it('leave global names to the module', () => {
      const found = python('x = 1\ndef f():\n    global x\n    x = 2\n');
      assert.deepEqual(scopeOf(found, 'f').bindings.get('x'), { kind: 'environment', owner: 0 });
    });

    it('leave nonlocal names to the function around', () => {
      const found = python(
        'def f():\n    x = 1\n    def g():\n        nonlocal x\n        x = 2\n    g()\n    return x\n',
      );
      assert.equal(ownerOf(found, 'g', 'x'), 'f');
      assert.deepEqual([...scopeOf(found, 'f').captured], ['x']);
    });

    it('do not look for names of a method in its class', () => {
      const found = python('x = 1\nclass C:\n    x = 2\n    def f(self):\n        return x\n');
      assert.deepEqual(scopeOf(found, 'f').bindings.get('x'), { kind: 'environment', owner: 0 });
    });

    it('let functions in a branch be called after it', () => {
      const found = python(
        'def f():\n    if a:\n        def g(): pass\n    else:\n        def g(): pass\n    g()\n',
      );
      assert.equal(kindOf(found, 'f', 'g'), 'local');
    });

    it('bind what with, except and := name', () => {
      const found = python(
        'def f():\n    with a() as b:\n        pass\n    try:\n        pass\n    except E as c:\n        use(c)\n    if (d := a()):\n        pass\n    return b, d\n',
      );
      for (const name of ['b', 'c', 'd']) assert.equal(kindOf(found, 'f', name), 'local', name);
    });
  });

  it('bind every name that is used to just one variable, whatever is nested in what', async () => {
    const name = fc.constantFrom('a', 'b', 'c');
    const { body } = fc.letrec<{ body: string; statement: string }>((tie) => ({
      body: fc.array(tie('statement'), { maxLength: 4 }).map((parts) => parts.join(' ')),
      statement: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        name.map((n) => `use(${n});`),
        name.map((n) => `let ${n} = 1;`),
        name.map((n) => `var ${n} = 1;`),
        name.map((n) => `${n} = 2;`),
        tie('body').map((b) => `{ ${b} }`),
        fc.tuple(name, tie('body')).map(([n, b]) => `for (const ${n} of x) { ${b} }`),
        fc.tuple(name, tie('body')).map(([n, b]) => `try { ${b} } catch (${n}) { ${b} }`),
        fc.tuple(name, name, tie('body')).map(([f, n, b]) => `function ${f}(${n}) { ${b} }`),
        fc.tuple(name, tie('body')).map(([n, b]) => `use((${n}) => { ${b} });`),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(body, async (text) => {
        const { module, scopes } = await script(text);
        assert.equal(scopes.length, module.functions.length);
        for (const fn of module.functions) {
          const scope = scopes[fn.index] as FunctionScope;
          for (const statement of fn.body)
            walk(statement, (node) => {
              if (node.k === 'var') assert.ok(scope.bindings.has(node.name), `${node.name} in ${text}`);
              return undefined;
            });
          for (const [bound, binding] of scope.bindings) {
            if (binding.kind !== 'environment' || binding.owner === fn.index) continue;
            const owner = scopes[binding.owner] as FunctionScope;
            assert.ok(owner.captured.has(bound), `${bound} is captured of its owner in ${text}`);
            assert.equal(owner.bindings.get(bound)?.kind, 'environment');
            if (binding.owner !== 0) assert.equal(scope.closesOver, true);
            let outer = fn.parent;
            while (outer !== undefined && outer !== binding.owner) outer = module.functions[outer]?.parent;
            assert.equal(outer, binding.owner, `the owner stands around in ${text}`);
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});
