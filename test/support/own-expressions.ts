/** The regular expressions of our own sources: literals, texts given to `RegExp`, rows of the catalogs, rules of secrets. */
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { Language, type Node, Parser } from 'web-tree-sitter';
import { ourLibraries } from '../../src/engine/libraries/index.ts';
import { modelLanguages } from '../../src/engine/libraries/schema.ts';
import { tokenRules } from '../../src/engine/secrets/rules/index.ts';
import { grammarPath } from './engine.ts';

export interface Expression {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** Stands for what is only known when the program runs. */
const unknown = 'x';

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', 0: '\0' };

/** Texts and expressions of one file, as far as they can be told without running it. */
class Values {
  readonly #named = new Map<string, Node>();

  constructor(root: Node) {
    for (const each of root.descendantsOfType('variable_declarator')) {
      const value = each.childForFieldName('value');
      if (value) this.#named.set(each.childForFieldName('name')?.text ?? '', value);
    }
  }

  /** @returns undefined for what is not written in the file */
  of(node: Node | null | undefined, depth = 0): string | undefined {
    if (!node || depth > 20) return undefined;
    const inner = (child: Node | null | undefined) => this.of(child, depth + 1);
    switch (node.type) {
      case 'regex':
        return node.childForFieldName('pattern')?.text;
      case 'string':
      case 'template_string':
        return this.#text(node, isRaw(node), inner);
      case 'identifier':
        return inner(this.#named.get(node.text));
      case 'parenthesized_expression':
        return inner(node.namedChild(0));
      case 'member_expression':
        return node.childForFieldName('property')?.text === 'source'
          ? inner(node.childForFieldName('object'))
          : undefined;
      case 'binary_expression': {
        const parts = [inner(node.childForFieldName('left')), inner(node.childForFieldName('right'))];
        return parts.some((part) => part !== undefined)
          ? parts.map((part) => part ?? unknown).join('')
          : undefined;
      }
      case 'call_expression':
        return this.#called(node, inner);
      default:
        return undefined;
    }
  }

  #text(node: Node, raw: boolean, inner: (child: Node | null) => string | undefined): string {
    let text = '';
    for (const part of node.namedChildren) {
      if (part.type === 'template_substitution') text += inner(part.namedChild(0)) ?? unknown;
      else if (part.type !== 'escape_sequence' || raw) text += part.text;
      else text += escapes[part.text.slice(1)] ?? part.text.slice(1);
    }
    return text;
  }

  /** `String.raw` and lists that are joined. */
  #called(node: Node, inner: (child: Node | null | undefined) => string | undefined): string | undefined {
    const callee = node.childForFieldName('function');
    const args = node.childForFieldName('arguments');
    if (callee?.text === 'String.raw') return inner(args);
    const list = callee?.childForFieldName('object');
    if (list?.type !== 'array' || callee?.childForFieldName('property')?.text !== 'join') return undefined;
    return list.namedChildren
      .filter(({ type }) => type !== 'comment')
      .map((each) => inner(each) ?? unknown)
      .join(inner(args?.namedChild(0)) ?? ',');
  }
}

const isRaw = (node: Node): boolean => node.parent?.childForFieldName('function')?.text === 'String.raw';

const newParser = async (): Promise<Parser> => {
  await Parser.init({
    wasmBinary: await readFile(
      createRequire(import.meta.url).resolve('web-tree-sitter/web-tree-sitter.wasm'),
    ),
  });
  const parser = new Parser();
  parser.setLanguage(await Language.load(await readFile(grammarPath('tree-sitter-tsx.wasm'))));
  return parser;
};

/** Finds the expressions that are written in TypeScript. */
export async function expressionReader(): Promise<(path: string, text: string) => Expression[]> {
  const parser = await newParser();
  return (path, text) => {
    const tree = parser.parse(text);
    if (!tree) throw new Error(`${path} cannot be parsed`);
    const values = new Values(tree.rootNode);
    const found: Expression[] = [];
    const add = (node: Node, source: string | undefined, flags: string | undefined): void => {
      if (source !== undefined)
        found.push({ place: `${path}:${node.startPosition.row + 1}`, source, flags: flags ?? '' });
    };
    for (const node of tree.rootNode.descendantsOfType(['regex', 'new_expression', 'call_expression'])) {
      const called = node.childForFieldName('constructor') ?? node.childForFieldName('function');
      const args = node
        .childForFieldName('arguments')
        ?.namedChildren.filter(({ type }) => type !== 'comment');
      if (node.type === 'regex') add(node, values.of(node), node.childForFieldName('flags')?.text);
      else if (called?.text === 'RegExp') add(node, values.of(args?.[0]), values.of(args?.[1]));
    }
    tree.delete();
    return found;
  };
}

async function ofSources(): Promise<Expression[]> {
  const sources = join(import.meta.dirname, '../../src');
  const read = await expressionReader();
  const found: Expression[] = [];
  for (const entry of await readdir(sources, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    found.push(...read(relative(sources, path), await readFile(path, 'utf8')));
  }
  return found;
}

/** Members of rows that are regular expressions. */
const patterned = new Set([
  'matches',
  'converted',
  'given',
  'unless',
  'about',
  'only',
  'named',
  'file',
  'method',
  'name',
]);

function ofRow(value: unknown, place: string): Expression[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    typeof member === 'string' && patterned.has(key)
      ? [{ place: `${place}.${key}`, source: member, flags: '' }]
      : ofRow(member, place),
  );
}

const ofCatalogs = (): Expression[] =>
  modelLanguages.flatMap(ourLibraries).flatMap((library) => ofRow(library, library.library));

const ofSecrets = (): Expression[] =>
  tokenRules.map(({ id, pattern: { source, flags } }) => ({ place: `secret ${id}`, source, flags }));

export const ownExpressions = async (): Promise<Expression[]> => [
  ...(await ofSources()),
  ...ofCatalogs(),
  ...ofSecrets(),
];
