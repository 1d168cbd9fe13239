import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../scripts/paths.ts';
import { defaultLimits } from '../../src/engine/analysis.ts';
import { Parsing } from '../../src/engine/languages/parsing.ts';
import type { SyntaxNode } from '../../src/engine/languages/syntax.ts';
import { engineOptions } from '../support/engine.ts';

/** Lines of a file, lines of a function, files of a folder. */
const longestFile = 400;
const longestFunction = 100;
const fullestFolder = 30;

const files = globSync('src/**/*.{ts,tsx}', { cwd: ROOT })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => !file.endsWith('.generated.ts'))
  .sort();
/** Code and the rows of libraries and weaknesses, which are read as often. */
const texts = [
  ...files,
  ...globSync('src/engine/**/*.yml', { cwd: ROOT }).map((file) => file.replaceAll(path.sep, '/')),
];
const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const linesOf = (text: string): number => text.split('\n').length - 1;

describe('the sources', () => {
  it('have no file over 400 lines', () => {
    const long = texts.filter((file) => linesOf(textOf(file)) > longestFile);
    assert.deepEqual(long, []);
  });

  it('have no folder over 30 files', () => {
    const folders = Map.groupBy(files, (file) => path.posix.dirname(file));
    const full = [...folders].flatMap(([folder, of]) => (of.length > fullestFolder ? [folder] : []));
    assert.deepEqual(full, []);
  });

  it('have no function over 100 lines', async function () {
    this.timeout(120_000);
    const parsing = await Parsing.create(engineOptions, defaultLimits.parseSteps, defaultLimits.parseMs);
    const long: string[] = [];
    for (const file of files) {
      const text = textOf(file);
      await parsing.prepare(file, text);
      const tree = parsing.tree(file, text);
      assert.ok(tree, `${file} can be read`);
      for (const { name, lines } of functionsOf(tree.root, text, file))
        if (lines > longestFunction) long.push(`${file} ${name}`);
    }
    assert.deepEqual(long, []);
  });
});

const functionTypes = new Set([
  'function_declaration',
  'generator_function_declaration',
  'function_expression',
  'generator_function',
  'arrow_function',
  'method_definition',
]);

/** The functions of a file, each under its own name or that of what holds it. */
function functionsOf(
  node: SyntaxNode,
  text: string,
  holder: string,
): readonly { readonly name: string; readonly lines: number }[] {
  const named = node.children.find(({ type }) => /^(?:property_)?identifier$/.test(type));
  const name = named ? text.slice(named.at, named.end) : holder;
  const isNaming = /^(?:variable_declarator|method_definition|pair|function_declaration)$/.test(node.type);
  const own = isNaming ? name : holder;
  const inner = node.children.flatMap((child) => functionsOf(child, text, own));
  if (!functionTypes.has(node.type)) return inner;
  return [{ name: own, lines: linesOf(text.slice(node.at, node.end)) + 1 }, ...inner];
}
