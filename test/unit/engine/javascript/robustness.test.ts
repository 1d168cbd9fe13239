import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import type { ModuleIR } from '../../../../src/engine/ir/ir.ts';
import { lower } from './support.ts';

/** Every position in the module, however deep. */
function positions(module: ModuleIR): number[] {
  const found: number[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        if ((key === 'at' || key === 'end' || key === 'nameAt') && typeof item === 'number') found.push(item);
        else visit(item);
      }
    }
  };
  visit(module);
  return found;
}

const samples = ['lowering.test.ts', 'support.ts'];

describe('JavaScript lowering: broken input', () => {
  let sources: string[];
  before(async () => {
    sources = await Promise.all(samples.map((name) => readFile(new URL(name, import.meta.url), 'utf8')));
    sources.push(
      'class A { @x m(a, {b}=1, [c,,d]) { for (const k in o) t`a${b}` } }\nexport default <a b={c}>{...d}</a>',
    );
  });

  it('mutations and truncations never throw, and positions stay inside the file', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.nat(),
        fc.nat(),
        fc.string({
          unit: fc.constantFrom(...'(){}[]<>`${}=>;,.:\'"/\\@ \n', 'class ', 'async ', 'é', '😀'),
        }),
        fc.constantFrom('a.js', 'a.ts', 'a.tsx', 'a.jsx'),
        async (which, at, cut, insert, path) => {
          const source = (sources[which % sources.length] ?? '').slice(0, 6_000);
          const from = at % (source.length + 1);
          const text = source.slice(0, from) + insert + source.slice(from + (cut % 40), from + 3_000);
          for (const position of positions(await lower(text, path)))
            assert.ok(position >= 0 && position <= text.length, `${position} of ${text.length}`);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('deep nesting is cut off, not crashed on', async () => {
    const depth = 20_000;
    for (const text of [
      '('.repeat(depth),
      `x = ${'['.repeat(depth)}`,
      `${'a+'.repeat(depth)}a`,
      `${'f('.repeat(depth)}`,
    ]) {
      assert.ok((await lower(text)).functions.length >= 1);
    }
  });

  it('goes on after an error', async () => {
    const module = await lower('let = = ;\nfunction ok(a) { return a }\nconst t = (');
    assert.ok(module.syntaxErrors > 0);
    assert.ok(module.functions.some((fn) => fn.name === 'ok'));
  });
});
