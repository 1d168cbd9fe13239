import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Language, Parser } from 'web-tree-sitter';
import type { ModuleIR } from '../../../../src/engine/ir/ir.ts';
import { java } from '../../../../src/engine/languages/java/index.ts';
import { copyTree } from '../../../../src/engine/languages/syntax.ts';

let parser: Parser | undefined;

/** Loads the grammar once for all tests. */
export async function loadJava(): Promise<void> {
  if (parser) return;
  await Parser.init();
  const file = createRequire(import.meta.url).resolve('tree-sitter-java/tree-sitter-java.wasm');
  parser = new Parser();
  parser.setLanguage(await Language.load(await readFile(file)));
}

export function readJava(text: string): ModuleIR {
  const tree = parser?.parse(text);
  if (!tree) throw new Error('load the grammar first');
  const { root, errors } = copyTree(tree, java.skip);
  tree.delete();
  return java.lower({ root, text, path: 'Test.java', id: 'java', errors });
}
