import assert from 'node:assert/strict';
import fc from 'fast-check';
import { resolveScopes } from '../../../../src/engine/ir/scopes.ts';
import { lower } from './lower.ts';

const sample = `
import os
from .models import (User, Group as G)

@app.route("/u/<name>", methods=["GET"])
async def show(name: str, *args, limit: int = 10, **kw) -> "Response":
    global counter
    match name.split(":"):
        case ["id", x] if x.isdigit(): pass
        case {"k": v, **rest}: return v
        case Point(x=0) | "a" | None: pass
        case _: pass
    with open(f"/tmp/{name!r:>{limit}}") as handle, lock:
        for i, (a, *b) in enumerate(handle):
            total += [y for y in b if (z := y)][1:limit]
    try:
        rows = await db.execute("SELECT %s" % name, **{"a": 1})
    except (ValueError, KeyError) as error:
        raise Failure(str(error)) from error
    else:
        del rows[0]
    finally:
        print(lambda q, *r: q if r else not q in "x")
    return 0 < limit <= 0x1F and name is not None

class View(Base, metaclass=Meta):
    x: dict[str, int] = {}
    @property
    def y(self): return super().y
    for _ in (): pass
`;

/** Every offset in an IR lies in the text, and no node ends before it starts. */
function checkPositions(value: unknown, length: number): void {
  if (typeof value !== 'object' || value === null) return;
  const { at, end } = value as { at?: unknown; end?: unknown };
  if (typeof at === 'number' && typeof end === 'number') {
    assert(at >= 0 && at <= end && end <= length, `${at}..${end} of ${length}`);
  }
  for (const child of Object.values(value)) checkPositions(child, length);
}

const check = (text: string): void => {
  const module = lower(text);
  checkPositions(module, text.length);
  resolveScopes(module);
};

describe('Python lowering of broken code', () => {
  it('survives truncation anywhere', () => {
    fc.assert(
      fc.property(fc.nat(sample.length), (length) => check(sample.slice(0, length))),
      { numRuns: 150 },
    );
  });

  it('survives random edits', () => {
    const edit = fc.tuple(
      fc.nat(sample.length),
      fc.nat(8),
      fc.oneof(
        fc.string({ maxLength: 6, unit: 'binary' }),
        fc.constantFrom(...'()[]{}:,"\'\\@=*.\n\t#', 'def ', 'class ', 'f"{', 'lambda', 'match '),
      ),
    );
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 8 }), (edits) => {
        let text = sample;
        for (const [at, removed, added] of edits) text = text.slice(0, at) + added + text.slice(at + removed);
        check(text);
      }),
      { numRuns: 250 },
    );
  });

  it('survives 10,000 levels of nesting, operators and alternatives', () => {
    check(`x = ${'('.repeat(10_000)}1${')'.repeat(10_000)}\n`);
    check(`x = ${'a + '.repeat(10_000)}1\n`);
    check(`if a: pass\n${'elif b: pass\n'.repeat(10_000)}`);
    check(`match v:\n${' case 1: pass\n'.repeat(3_000)}`);
    check(
      `${Array.from({ length: 500 }, (_, i) => `${' '.repeat(i)}if a:\n`).join('')}${' '.repeat(500)}f()\n`,
    );
    check(`x = ${'a.b('.repeat(3_000)}${')'.repeat(3_000)}\n`);
  });

  it('gives an empty module for an empty file', () => {
    assert.deepEqual(lower('').functions[0]?.body, []);
  });
});
