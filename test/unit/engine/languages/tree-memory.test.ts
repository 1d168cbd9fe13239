import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import fc from 'fast-check';
import { Language as Grammar, Parser } from 'web-tree-sitter';
import type { Language } from '../../../../src/engine/languages/language.ts';
import { loweringOf } from '../../../../src/engine/languages/parsing.ts';
import { isReadable, startRuntime } from '../../../../src/engine/languages/runtime.ts';
import { copyTree, type SyntaxCopy } from '../../../../src/engine/languages/syntax.ts';
import { memoryCopier, treeCopier } from '../../../../src/engine/languages/tree-memory.ts';
import { engineOptions, grammarPath } from '../../../support/engine.ts';
import { tries } from '../../../support/thorough.ts';

const corpora = new URL('../../../corpora/', import.meta.url).pathname;
const extensions = ['.java', '.py', '.js', '.ts', '.tsx', '.jsx'];

const memory = await startRuntime(engineOptions.loadRuntime);

async function grammarOf(
  extension: string,
): Promise<{ language: Language; grammar: Grammar; parser: Parser }> {
  const found = loweringOf(`a${extension}`);
  if (!found) throw new Error(`no language for ${extension}`);
  const grammar = await Grammar.load(readFileSync(grammarPath(found.grammar)));
  const parser = new Parser();
  parser.setLanguage(grammar);
  return { language: found.language, grammar, parser };
}

/** Both copies of what a grammar parses. */
async function copiersOf(extension: string): Promise<(text: string) => readonly [SyntaxCopy, SyntaxCopy]> {
  const { language, grammar, parser } = await grammarOf(extension);
  assert.ok(isReadable(memory));
  const byMemory = memoryCopier(grammar, memory, language);
  return (text) => {
    const tree = parser.parse(text);
    if (!tree) throw new Error('no tree');
    try {
      return [byMemory(tree), copyTree(tree, language)];
    } finally {
      tree.delete();
    }
  };
}

async function filesOf(extension: string): Promise<string[]> {
  const names = (await readdir(corpora, { recursive: true })).filter((name) => extname(name) === extension);
  return Promise.all(names.slice(0, 40).map((name) => readFile(join(corpora, name), 'utf8')));
}

/** Breaks a file: parts are cut out, doubled, and strewn with what upsets a parser. */
const broken = (texts: readonly string[]): fc.Arbitrary<string> =>
  fc
    .record({
      text: fc.constantFrom(...texts),
      cuts: fc.array(
        fc.record({
          at: fc.nat(4_000),
          length: fc.nat(60),
          instead: fc.constantFrom(
            '',
            '(',
            '}',
            ';',
            '"',
            '\n',
            '`${',
            '/*',
            'é\u{1F511}',
            '@',
            ' class ',
            '\u0000',
          ),
        }),
        { maxLength: 6 },
      ),
    })
    .map(({ text, cuts }) =>
      cuts.reduce(
        (now, { at, length, instead }) => now.slice(0, at) + instead + now.slice(at + length),
        text.slice(0, 4_000),
      ),
    );

describe('copying a syntax tree from the parser’s memory', () => {
  for (const extension of extensions) {
    it(`gives what the parser's cursor gives: ${extension}`, async () => {
      const copies = await copiersOf(extension);
      const texts = [...(await filesOf(extension)), 'let a = <b c={d}>e</b>;'];
      fc.assert(
        fc.property(broken(texts), (text) => {
          const [byMemory, byCursor] = copies(text);
          assert.deepEqual(byMemory, byCursor);
        }),
        tries(150),
      );
    });
  }

  it('goes on where the memory has grown', async () => {
    const copies = await copiersOf('.java');
    const [byMemory, byCursor] = copies(`class A { ${'int f(int a) { return a + 1; }\n'.repeat(20_000)} }`);
    assert.ok(byMemory.root.end > 600_000);
    assert.deepEqual(byMemory, byCursor);
  });

  it('cuts off nesting at the same depth', async () => {
    const copies = await copiersOf('.js');
    const [byMemory, byCursor] = copies(`${'['.repeat(2_000)}${']'.repeat(2_000)}`);
    assert.equal(byMemory.truncated, true);
    assert.equal(JSON.stringify(byMemory), JSON.stringify(byCursor));
  });

  it('leaves nothing out of a long list, whole or broken', async () => {
    const copies = await copiersOf('.py');
    for (const line of ['a = 1\n', 'a = ) 1\n', 'a(']) {
      const [byMemory, byCursor] = copies(line.repeat(30_000));
      assert.equal(byMemory.truncated, byCursor.truncated);
      assert.equal(byMemory.errors, byCursor.errors);
      assert.equal(byMemory.root.children.length, byCursor.root.children.length);
    }
  });

  for (const extension of extensions) {
    it(`is tried on a sample that has an error: ${extension}`, async () => {
      const { language } = await grammarOf(extension);
      const [byMemory, byCursor] = (await copiersOf(extension))(language.sample);
      assert.ok(byMemory.errors > 0);
      assert.deepEqual(byMemory, byCursor);
    });
  }

  it('is left to the cursor where the memory is not as expected', async () => {
    const { language, grammar, parser } = await grammarOf('.java');
    const tree = parser.parse('class A { int a = 1; }');
    assert.ok(tree);
    const expected = copyTree(tree, language);
    const shifted = (memory.HEAPU32 ?? new Uint32Array()).slice(1);
    for (const words of [new Uint32Array(8), new Uint32Array(1 << 23).fill(0xffff_fff0), shifted]) {
      const copy = treeCopier(
        parser,
        grammar,
        { HEAPU32: words, HEAPU16: new Uint16Array(words.buffer) },
        language,
      );
      assert.deepEqual(copy(tree), expected);
    }
    assert.deepEqual(treeCopier(parser, grammar, {}, language)(tree), expected);
    tree.delete();
  });
});
