import assert from 'node:assert/strict';
import { body, lower, showStatement } from './lower.ts';

const inside = (text: string): string[] => (lower(text).functions[1]?.body ?? []).map(showStatement);

describe('Python statements', () => {
  it('declares what is assigned, and assigns to what lies elsewhere', () => {
    assert.deepEqual(body('a = 1\na.b = 2\na[k] = 3\nx, (y, *z) = a\n'), [
      'declare a = 1',
      'a.b = 2',
      'a[k] = 3',
      'declare [x, [y, *z]] = a',
    ]);
  });

  it('assigns a chain of targets from the right', () => {
    assert.deepEqual(body('a = b.c = f()\n'), ['b.c = f()', 'declare a = b.c']);
  });

  it('keeps the operator of an augmented assignment', () => {
    assert.deepEqual(body('q = ""\nq += x\n'), ['declare q', 'declare q = ""', 'q += x']);
  });

  it('does not declare global and nonlocal names', () => {
    assert.deepEqual(inside('def f():\n  global a\n  a = 1\n  b = 2\n'), ['a = 1', 'declare b = 2']);
    assert.deepEqual(body('def f():\n  global a\n  a = 1\n'), ['declare a', 'def f fn1']);
  });

  it('keeps annotations', () => {
    assert.deepEqual(
      inside('from db import Session\ndef f():\n  s: Session = g()\n  t: Optional["Session"]\n'),
      ['declare s: db.Session = g()', 'declare t: db.Session'],
    );
    assert.deepEqual(
      inside(
        'from db import Session, Rows\ndef f():\n  s: "Session | None"\n  t: "Rows[int] | None"\n  u: \'Rows\'\n',
      ),
      ['declare s: db.Session', 'declare t: db.Rows', 'declare u: db.Rows'],
    );
  });

  it('lowers branches and loops', () => {
    assert.deepEqual(body('if a:\n  f()\nelif b:\n  g()\nelse:\n  h()\n'), [
      'if a { f() } else if b { g() } else { h() }',
    ]);
    assert.deepEqual(body('for k, v in d.items():\n  f(k)\nelse:\n  g()\n'), [
      'for declare [k, v] in d.items() { f(k) }',
      '{ g() }',
    ]);
    assert.deepEqual(body('while a:\n  break\n'), ['while a { break }']);
  });

  it('lowers with as a declaration', () => {
    assert.deepEqual(body('with open(p) as f, lock:\n  f.read()\n'), [
      'declare f = open(p)',
      'lock',
      'f.read()',
    ]);
    assert.deepEqual(body('with (open(p) as f):\n  f.read()\n'), ['declare f = open(p)', 'f.read()']);
  });

  it('lowers try with typed handlers', () => {
    assert.deepEqual(
      body(
        'try:\n  f()\nexcept (ValueError, os.error) as e:\n  g(e)\nexcept:\n  raise\nelse:\n  h()\nfinally:\n  i()\n',
      ),
      ['try { f(); h() } catch ValueError, os.error as e { g(e) } catch  { throw } finally { i() }'],
    );
  });

  it('lowers assert as a guard', () => {
    assert.deepEqual(body('assert a in b, "no"\n'), ['if ! (a in b) { throw "no" }']);
  });

  it('lowers del, raise and return', () => {
    assert.deepEqual(inside('def f():\n  del a[k], b\n  raise E(x) from y\n  return a, b\n'), [
      'delete a[k]',
      'delete b',
      'throw E(x)',
      'return [a, b]',
    ]);
  });

  it('reads Python 2 statements as calls', () => {
    assert.deepEqual(body('print "a", b\nexec code\n'), ['print("a", b)', 'exec(code)']);
  });

  it('lets the import win over its fallback', () => {
    assert.deepEqual(body('try:\n  import yaml\nexcept ImportError:\n  yaml = None\n'), [
      'try {  } catch ImportError {  }',
    ]);
  });

  describe('match', () => {
    it('tests constants and binds names', () => {
      assert.deepEqual(
        body('match c:\n  case "a" | "b":\n    f()\n  case x if x > 1:\n    g(x)\n  case _:\n    h()\n'),
        ['if ((c == "a") || (c == "b")) { f() } else { declare x = c; if (x > 1) { g(x) } else { h() } }'],
      );
    });

    it('evaluates its subject once and takes it apart', () => {
      assert.deepEqual(
        body(
          'match f(y):\n  case {"k": v}:\n    g(v)\n  case [a, *rest]:\n    g(a)\n  case P(x=0, y=z):\n    g(z)\n',
        ),
        [
          'declare match 6 = f(y)',
          'if opaque(match 6) { declare v = match 6.k; g(v) } else if opaque(match 6) { declare a = match 6[0]; declare rest = match 6; g(a) } else if (isinstance(match 6, P) && (match 6.x == 0)) { declare z = match 6.y; g(z) }',
        ],
      );
    });

    it('does not grow with the number of guarded cases', () => {
      const cases = Array.from({ length: 60 }, (_, i) => `  case [x, ${i}] if x > ${i}:\n    f(${i})\n`).join(
        '',
      );
      assert(JSON.stringify(lower(`match v:\n${cases}`)).length < 200_000);
    });
  });
});
