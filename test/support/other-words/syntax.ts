import { readFile } from 'node:fs/promises';
import { Language as Grammar, type Node, Parser } from 'web-tree-sitter';
import type { SourceFile } from '../../../src/engine/analysis.ts';
import { fileLanguage } from '../../../src/engine/languages/registry.ts';
import { grammarPath } from '../engine.ts';

export interface Edit {
  readonly at: number;
  readonly end: number;
  readonly text: string;
}

const parsers = new Map<string, Promise<Parser>>();

async function parserOf(grammar: string): Promise<Parser> {
  let parser = parsers.get(grammar);
  if (!parser) {
    parser = (async () => {
      await Parser.init();
      return new Parser().setLanguage(await Grammar.load(await readFile(grammarPath(grammar))));
    })();
    parsers.set(grammar, parser);
  }
  return parser;
}

export function* nodesIn(node: Node): Iterable<Node> {
  yield node;
  for (const child of node.children) if (child) yield* nodesIn(child);
}

export async function parsed<T>(file: SourceFile, read: (root: Node) => T): Promise<T | undefined> {
  const language = fileLanguage(file.path, file.text);
  // Of markup there is no tree: its names stay.
  if (!language || language.embeds) return undefined;
  const tree = (await parserOf(language.grammar)).parse(file.text);
  if (!tree) return undefined;
  try {
    return read(tree.rootNode);
  } finally {
    tree.delete();
  }
}

export function applied(text: string, edits: readonly Edit[]): string {
  let result = '';
  let from = 0;
  for (const { at, end, text: put } of edits.toSorted((a, b) => a.at - b.at)) {
    if (at < from) continue;
    result += text.slice(from, at) + put;
    from = end;
  }
  return result + text.slice(from);
}
