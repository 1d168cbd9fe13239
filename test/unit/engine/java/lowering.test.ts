import { strict as assert } from 'node:assert';
import type { ModuleIR } from '../../../../src/engine/ir/ir.ts';
import { loadJava, readJava } from './read.ts';
import { showFunction } from './show.ts';

/** The body of method `m` of a class `C` (or of what `members` declares besides). */
function method(body: string, members = '', header = ''): string {
  return named(readJava(`${header} class C { ${members} void m(Object p) { ${body} } }`), 'm');
}

function named(module: ModuleIR, name: string): string {
  const fn = module.functions.find((candidate) => candidate.name === name);
  assert.ok(fn, `no function ${name}`);
  return showFunction(module, fn);
}

describe('Java lowering', () => {
  before(loadJava);

  describe('names', () => {
    it('resolves an unqualified name to a local before a field', () => {
      assert.equal(method('x = 1; int x = 2; x = 3;', 'int x;'), 'this.x = 1; let x: int = 2; x = 3;');
    });
    it('reaches static members through their class', () => {
      assert.equal(method('f(K);', 'static int K = 1; static void f(int i) {}'), '@C.f(@C.K);');
    });
    it('keeps the outer instance in a variable for an anonymous class', () => {
      const module = readJava(
        'class C { String s; void m() { run(new R() { public void go() { use(s); } }); } }',
      );
      assert.match(named(module, 'm'), /^let this C = this;/);
      assert.equal(named(module, 'go'), 'this.use(this C.s);');
    });
    it('tells packages, types and nested types from variables', () => {
      assert.equal(
        method(
          'a = java.util.Base64.getDecoder(); b = Map.Entry.of(); c = java.util.Map.Entry.of(); p.x.y();',
          'Object a, b, c;',
          'import java.util.Map;',
        ),
        'this.a = @java.util.Base64.getDecoder(); this.b = @java.util.Map.Entry.of(); this.c = @java.util.Map.Entry.of(); p.x.y();',
      );
    });
    it('leaves static imports to the imports and takes other names of an heir from its superclass', () => {
      const module = readJava(
        'import static a.B.help; class C extends D { void m() { help(); log(count); } }',
      );
      assert.equal(named(module, 'm'), 'help(); this.log(this.count);');
      assert.deepEqual(
        module.imports.map(({ local, module: from, member }) => [local, from, member]),
        [['help', 'a.B', 'help']],
      );
    });
    it('orders what a type name may mean as Java does', () => {
      const module = readJava(
        'package p; import q.Explicit; import r.*; class C { Explicit a; Other b; String c; Inner d; class Inner {} }',
      );
      const types = module.classes
        .find((cls) => cls.name === 'C')
        ?.fields.map((field) => field.type?.candidates);
      assert.deepEqual(types, [
        ['q.Explicit'],
        ['p.Other', 'r.Other', 'java.lang.Other'],
        ['java.lang.String'],
        ['p.C.Inner'],
      ]);
    });
    it('gives what is assigned the type that was declared', () => {
      assert.equal(
        method(
          'Connection c = null; c = open(); this.last = open(); c = null;',
          'Connection last; Connection open() { return null; }',
          'import java.sql.Connection;',
        ),
        'let c: java.sql.Connection = null; c = <java.sql.Connection>this.open(); this.last = <java.sql.Connection>this.open(); c = null;',
      );
    });
    it('keeps the arguments of types', () => {
      const module = readJava('class C { java.util.Map<String, ? extends Number[]> m; }');
      const [type] = module.classes[0]?.fields.map((field) => field.type) ?? [];
      assert.deepEqual(
        type?.args?.map((arg) => [arg.candidates[0], arg.array ?? false]),
        [
          ['java.lang.String', false],
          ['java.lang.Number', true],
        ],
      );
    });
    it('erases type parameters to their bounds', () => {
      const module = readJava('class C<T extends java.io.File> { <U> T m(T t, U u) { return t; } }');
      const params = module.functions.find((fn) => fn.name === 'm')?.params;
      assert.deepEqual(
        params?.map((param) => param.type?.candidates[0]),
        ['java.io.File', 'java.lang.Object'],
      );
    });
  });

  describe('expressions', () => {
    it('reads literals', () => {
      assert.equal(
        method(
          "f(\"a\\tb\\u0041\\101\\\"\", 'x', '\\'', 0x1F, 010, 0b11, 1_000L, 1.5f, -2, true, null);",
          'void f(Object... o) {}',
        ),
        'this.f("a\\tbAA\\"", "x", "\'", 31, 8, 3, 1000, 1.5, -2, true, null);',
      );
    });
    it('reads hexadecimal numbers with a fraction', () => {
      assert.equal(
        method('f(0x1p3, 0x.8p1, 0xA.8p0f, 0x1.p-1);', 'void f(Object... o) {}'),
        'this.f(8, 1, 10.5, 0.5);',
      );
    });
    it('takes the common indentation out of a text block', () => {
      assert.equal(
        method('f("""\n      a\n        b\\n\n      """);', 'void f(String s) {}'),
        'this.f("a\\n  b\\n\\n");',
      );
    });
    it('divides integers without remainder and other numbers with it', () => {
      assert.equal(
        method('int i = 7; double d = 2; f(i / 2, d / 2);', 'void f(double a, double b) {}'),
        'let i: int = 7; let d: double = 2; this.f((i // 2), (d / 2));',
      );
    });
    it('gives a postfix increment its value from before', () => {
      assert.equal(
        method('int i = 0; a[i++] = 1; i++;', 'int[] a;'),
        'let i: int = 0; this.a[(i += 1 - 1)] = 1; i += 1;',
      );
    });
    it('turns method references into the calls they stand for', () => {
      assert.equal(
        method(
          'f(this::g, String::trim, C::s, Integer::parseInt, C::new);',
          'void f(Object... o) {} void g(int a, int b) {} static void s(int a) {} C(int x) {}',
        ),
        'this.f((argument 0, argument 1) => {return this.g(argument 0, argument 1);}, ' +
          '(argument 0) => {return <java.lang.String>argument 0.trim();}, ' +
          '(argument 0) => {return @C.s(argument 0);}, ' +
          '(argument 0) => {return @java.lang.Integer.parseInt(argument 0);}, ' +
          '(argument 0) => {return new @C(argument 0);});',
      );
    });
    it('binds the variables of instanceof patterns for what follows', () => {
      assert.equal(
        method('if (!(p instanceof String s)) return; f(s);', 'void f(String s) {}'),
        'let s; if !((p instanceof @java.lang.String) && (s = <java.lang.String>p; true)) return; this.f(s);',
      );
    });
    it('takes records apart by their components', () => {
      const module = readJava(
        'record P(String a, int b) {} class C { void m(Object o) { if (o instanceof P(String x, int y)) f(x, y); } void f(String s, int i) {} }',
      );
      assert.match(named(module, 'm'), /x = <java\.lang\.String><P>o\.a; y = <int><P>o\.b; true/);
    });
  });

  describe('statements', () => {
    it('delivers a switch where its value goes', () => {
      assert.equal(
        method(
          'String s = switch (k) { case 1, 2 -> "a"; case 3 -> { f(); yield "b"; } default -> throw new E(); };',
          'int k; void f() {}',
        ),
        'let s: java.lang.String; yield 1: {switch this.k {1, 2 -> s = "a"; | 3 -> {this.f(); s = "b"; break yield 1;} | default -> throw new @E();}}',
      );
    });
    it('keeps the cases of an old switch falling through', () => {
      assert.equal(
        method('switch (k) { case 1: case 2: f(); break; default: f(); }', 'int k; void f() {}'),
        'switch this.k {1:  | 2: this.f(); break; | default: this.f();}',
      );
    });
    it('calls a switch within an expression in place', () => {
      assert.equal(
        method('f(switch (k) { case 1: yield "a"; default: yield "b"; });', 'int k; void f(String s) {}'),
        'this.f(() => {switch this.k {1: return "a"; | default: return "b";}}());',
      );
    });
    it('guards pattern cases and binds their variables', () => {
      assert.equal(
        method('switch (p) { case String s when s.isEmpty() -> f(s); default -> {} }', 'void f(String s) {}'),
        'let switch 1 = p; switch switch 1 {?() -> let s = <java.lang.String>switch 1; if s.isEmpty() {this.f(s);} | default -> {}}',
      );
    });
    it('declares resources, loop variables and exceptions', () => {
      assert.equal(
        method(
          'try (A a = open(); a) { use(a); } catch (X | Y e) { use(e); } finally { done(); }',
          'A open() { return null; } void use(Object o) {} void done() {}',
        ),
        'try {let a: A = this.open(); ?(a); {this.use(a);}} catch e X|Y {this.use(e);} finally {this.done();}',
      );
      assert.equal(
        method(
          'for (String s : list) f(s); for (int i = 0, j = 1; i < j; i++, j--) ;',
          'String[] list; void f(String s) {}',
        ),
        'for let s: java.lang.String; of this.list this.f(s); while {let i: int = 0; let j: int = 1;} (i < j); (i += 1; j -= 1) {}',
      );
    });
    it('leaves assertions out, since they are off where it matters', () => {
      assert.equal(method('assert p != null : "p";'), '');
    });
  });

  describe('classes', () => {
    it('gives records their constructor and accessors', () => {
      const module = readJava('record P(String a, int b) { P { check(a); } int b() { return 0; } }');
      const [cls] = module.classes;
      const methods = cls?.methods.map((index) => module.functions[index]?.name);
      assert.deepEqual(methods, ['P', 'b', 'a']);
      assert.match(named(module, 'P'), /this\.a = a; this\.b = b;$/);
      assert.equal(named(module, 'a'), 'return this.a;');
    });
    it('gives enums their constants and value methods', () => {
      const module = readJava(
        'enum E { A(1) { int g() { return 2; } }, B(3); E(int i) {} int g() { return 0; } }',
      );
      const cls = module.classes.find((candidate) => candidate.name === 'E');
      assert.deepEqual(
        cls?.fields.map((field) => [field.name, field.isStatic]),
        [
          ['A', true],
          ['B', true],
        ],
      );
      assert.equal(named(module, 'values'), 'return [@E.A, @E.B];');
      assert.equal(named(module, 'valueOf'), 'return <E>[@E.A, @E.B][?()];');
    });
    it("adds Lombok's accessors and logger", () => {
      const module = readJava(
        'import lombok.*; import lombok.extern.slf4j.Slf4j; @lombok.Data class D { private String name; private boolean on; }',
      );
      const names = module.functions.map((fn) => fn.name);
      for (const name of ['getName', 'setName', 'isOn', 'setOn']) assert.ok(names.includes(name), name);
    });
    it('marks what has no body, and keeps annotations with their arguments', () => {
      const module = readJava(
        'import a.Get; interface I { @Get("/x") String f(@Q(name = "n", required = false) String p); default void g() {} }',
      );
      const f = module.functions.find((fn) => fn.name === 'f');
      assert.equal(f?.isAbstract, true);
      assert.equal(module.functions.find((fn) => fn.name === 'g')?.isAbstract, undefined);
      const [decorator] = f?.decorators ?? [];
      assert.equal(
        decorator?.expr.k === 'call' &&
          decorator.expr.callee.k === 'type' &&
          decorator.expr.callee.type.candidates[0],
        'a.Get',
      );
      const [onParameter] = f?.params[0]?.decorators ?? [];
      assert.deepEqual(onParameter?.expr.k === 'call' && onParameter.expr.args.map((arg) => arg.name), [
        'name',
        'required',
      ]);
    });
    it('names nested, local and anonymous classes by where they stand', () => {
      const module = readJava(
        'package p; class A { class B { static class D {} } void m() { class L {} new Object() { void q() {} }; } }',
      );
      assert.deepEqual(module.classes.map((cls) => cls.qualifiedName).sort(), [
        'p.A',
        'p.A.$1L',
        'p.A.$2',
        'p.A.B',
        'p.A.B.D',
      ]);
      const anonymous = module.classes.find((cls) => cls.name === '');
      assert.equal(anonymous?.parent, module.functions.find((fn) => fn.name === 'm')?.index);
    });
  });

  it('puts a call at its name and ends it at its parenthesis', () => {
    const text = 'class C { void m(A a) { a.first().second(1, 2); } }';
    const module = readJava(text);
    const fn = module.functions.find((candidate) => candidate.name === 'm');
    const [statement] = fn?.body ?? [];
    assert.ok(statement?.k === 'expr' && statement.value.k === 'call');
    assert.equal(text.slice(statement.value.at, statement.value.end), 'second(1, 2)');
  });
});
