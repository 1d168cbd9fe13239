import assert from 'node:assert/strict';
import { body, expression, lower } from './lower.ts';

const table = (cases: Readonly<Record<string, string>>): void => {
  for (const [source, expected] of Object.entries(cases))
    it(source, () => assert.equal(expression(source), expected));
};

describe('Python expressions', () => {
  describe('strings', () => {
    table({
      'f("a\\n\\x41\\u00e9\\\\")': 'f("a\\nAé\\\\")',
      "f(r'\\d+')": 'f("\\\\d+")',
      "f(b'ab' 'cd' \"ef\")": 'f("abcdef")',
      "f(f'a{x}b{{}}')": 'f(template("a", x, "b{}"))',
      "f(f'{x!r} {y:>10} {z:.2f} {w:d}')": 'f(template(repr(x), " ", y, " ", <float>z, " ", <float>w))',
      "f('a' f'{x}')": 'f(template("a", x))',
      "f('SELECT %s, %d' % (a, b))": 'f(template("SELECT ", a, ", ", <float>b))',
      "f('%(u)s%%' % {'u': a, 'v': b})": 'f(template(a, "%"))',
      "f('%05d|%-10s|%08.3f|%*d' % (a, b, c, 3, d))":
        'f(template(<float>a, "|", b, "|", <float>c, "|", <float>d))',
      "f('%(u)-8s %(v)03d %' % {'u': a, 'v': b})": 'f(template(a, " ", <float>b, " %"))',
      "f('%r' % a)": 'f(template(repr(a)))',
      'f(query % a)': 'f((query % a))',
      "f('{}'.format(a))": 'f("{}".format(a))',
    });
  });

  describe('access and calls', () => {
    table({
      "a.b['c'][0][k]": 'a.b.c[0][k]',
      'a[1:n]': 'a.slice(1, n)',
      'a[:n]': 'a.slice(undefined, n)',
      'a[::2]': 'a.slice(undefined, undefined, 2)',
      'a[i, j]': 'a[[i, j]]',
      'f(1, *a, k=2, **m)': 'f(1, *a, k=2, **m)',
      'f(x for x in y)': 'f(list(x for x in y))',
      'super().run(x)': 'super.run(x)',
      'super(A, self).run(x)': 'super.run(x)',
      'dict(a=1, **b)': '{a: 1, ...b}',
    });

    it('positions a method call at its name', () => {
      const text = 'value = (db\n  .cursor()\n  .execute(query))\n';
      const [declared] = lower(text).functions[0]?.body ?? [];
      assert(declared?.k === 'declare' && declared.init?.k === 'call');
      assert.equal(text.slice(declared.init.at, declared.init.end), 'execute(query)');
    });
  });

  describe('operators', () => {
    table({
      'a + b * 2': '(a + (b * 2))',
      'not a or b and c': '(! a || (b && c))',
      'a not in b': '! (a in b)',
      'a is None': '(a == null)',
      'a is not b': '(a != b)',
      '0 < a <= 9': '((0 < a) && (a <= 9))',
      'x if c else y': '(c ? x : y)',
      '-1': '-1',
      '~a': '~ a',
      '0x1F': '31',
      '1_000': '1000',
      '3j': 'opaque()',
    });
  });

  describe('collections and comprehensions', () => {
    table({
      "{'a': 1, b: 2, **c}": '{a: 1, [b]: 2, ...c}',
      '[1, *a]': '[1, *a]',
      '{1, a}': '[1, a]',
      'f((1, a))': 'f([1, a])',
      '[f(x) for x in y if x for z in x]': 'list(f(x) for x in y if x for z in x)',
      '{k: v for k, v in y.items()}': 'map(k: v for [k, v] in y.items())',
    });
  });

  it('declares the names that := binds at the start of the body', () => {
    assert.deepEqual(body('if (n := read()) > 1:\n  use(n)\n'), [
      'declare n',
      'if (n = read() > 1) { use(n) }',
    ]);
  });

  it('gives a lambda its own function', () => {
    const module = lower('run(lambda a, *b, c=1: a + c)\n');
    const lambda = module.functions[1];
    assert.equal(lambda?.kind, 'lambda');
    assert.deepEqual(
      lambda?.params.map((param) => param.rest),
      [undefined, 'list', undefined],
    );
    assert.equal(lambda?.body[0]?.k, 'return');
  });

  it('takes a written conversion for a cast', () => {
    assert.deepEqual(body('from typing import cast\nx = cast(int, y)\n'), ['declare x = <int>y']);
  });
});
