import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import type { ModuleIR } from '../../../../src/engine/ir/ir.ts';
import { forEachChild, type IRNode } from '../../../../src/engine/ir/walk.ts';
import { loadJava, readJava } from './read.ts';

const sample = `package shop.orders;

import java.util.*;
import static java.util.Objects.requireNonNull;

@Service("orders") public class Orders<T extends Comparable<T>> extends Base implements Runnable, Iterable<T> {
  private static final String SQL = "SELECT * FROM orders WHERE id = " + 1_000L;
  private final Map<String, List<Order>> byName = new HashMap<>() {{ put("a", List.of()); }};
  static { System.out.println("up"); }
  public Orders(@Named("x") String name, int... ids) throws IOException { super(name); this.count = ids.length / 2; }
  @Override public void run() {
    try (var in = open(); Reader r = new InputStreamReader(in)) {
      outer: for (int i = 0, j = 9; i < j; i++, j--) { if (i % 2 == 0) continue outer; else break; }
      for (Order order : byName.getOrDefault("k", null)) order.lines().stream().map(Line::price).filter(p -> p > 0).forEach(System.out::println);
    } catch (IOException | RuntimeException e) { throw new IllegalStateException(e); } finally { close(); }
    String kind = switch (shape) { case Circle c when c.r() > 1 -> "big"; case Square(int a, var b) -> { yield "sq" + a; } case null, default -> """
        text
          block\\n"""; };
    if (!(shape instanceof Circle circle) || circle.r() < 0x1F) { do { x ^= ~y >>> 2; } while (x++ != -1); }
    synchronized (this) { assert ok : "no"; values[i++] = (int) (a ? b : c); }
  }
  enum Kind { A(1) { int v() { return 2; } }, B; Kind(int... v) {} int v() { return 0; } }
  record Line(String sku, double price) { Line { requireNonNull(sku); } }
  interface Shape { double AREA = 0; default void draw() {} }
  @interface Mark { String value() default "m"; }
}
`;

function checkPositions(module: ModuleIR, length: number): void {
  const visit = (node: IRNode): void => {
    assert.ok(
      node.at >= 0 && node.at <= node.end && node.end <= length,
      `${node.k} at ${node.at}-${node.end} of ${length}`,
    );
    forEachChild(node, visit);
  };
  for (const fn of module.functions) {
    assert.ok(fn.at >= 0 && fn.end <= length);
    for (const statement of fn.body) visit(statement);
  }
  for (const cls of module.classes) for (const field of cls.fields) if (field.init) visit(field.init);
}

describe('Java lowering of broken text', () => {
  before(loadJava);

  it('lowers every beginning of a file, with positions inside it', () => {
    for (let length = 0; length <= sample.length; length += 7)
      checkPositions(readJava(sample.slice(0, length)), length);
  });

  it('lowers files with pieces cut out, doubled or replaced', () => {
    const edit = fc.record({
      at: fc.nat(sample.length),
      cut: fc.nat(40),
      put: fc.oneof(
        fc.string({ maxLength: 8 }),
        fc.constantFrom(
          '{',
          '}',
          '(',
          ')',
          '"',
          '"""',
          '->',
          '::',
          'new ',
          'switch ',
          '@',
          '<',
          'class ',
          '\u0000',
          '\ud83d\ude00',
        ),
      ),
    });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), (edits) => {
        let text = sample;
        for (const { at, cut, put } of edits) text = text.slice(0, at) + put + text.slice(at + cut);
        checkPositions(readJava(text), text.length);
      }),
      { numRuns: 300 },
    );
  });

  it('survives nesting and chains that are far deeper than code is', () => {
    for (const text of [
      `class C { Object o = ${'('.repeat(5_000)}1${')'.repeat(5_000)}; }`,
      `class C { String s = ${'"a" + '.repeat(5_000)}"b"; }`,
      `class C { void m() { ${'if (a) {'.repeat(3_000)}${'}'.repeat(3_000)} } }`,
      `class C { Object o = b${'.append(1)'.repeat(5_000)}; }`,
    ]) {
      checkPositions(readJava(text), text.length);
    }
  });

  it('finds the members that stand around a broken one', () => {
    const module = readJava('class C { void a() { f(); } void b( { ;;} } void c() { g(); } }');
    const names = module.functions.map((fn) => fn.name);
    assert.ok(names.includes('a'));
    assert.ok(module.syntaxErrors > 0);
  });
});
