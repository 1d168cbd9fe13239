import type { LanguageId } from '../ir/ir.ts';

/** Languages that are analysed together because calls go between them, and apart from all others. */
export type FamilyId = 'javascript' | 'java' | 'python';

export interface FileLanguage {
  readonly id: LanguageId;
  readonly family: FamilyId;
  /** The file name of the grammar. */
  readonly grammar: string;
}

const script: FileLanguage = {
  id: 'javascript',
  family: 'javascript',
  grammar: 'tree-sitter-javascript.wasm',
};
const typed: FileLanguage = {
  id: 'typescript',
  family: 'javascript',
  grammar: 'tree-sitter-typescript.wasm',
};
const typedMarkup: FileLanguage = {
  id: 'typescript',
  family: 'javascript',
  grammar: 'tree-sitter-tsx.wasm',
};
const java: FileLanguage = { id: 'java', family: 'java', grammar: 'tree-sitter-java.wasm' };
const python: FileLanguage = { id: 'python', family: 'python', grammar: 'tree-sitter-python.wasm' };

const byExtension: ReadonlyMap<string, FileLanguage> = new Map([
  ['.js', script],
  ['.jsx', script],
  ['.mjs', script],
  ['.cjs', script],
  ['.ts', typed],
  ['.mts', typed],
  ['.cts', typed],
  ['.tsx', typedMarkup],
  ['.java', java],
  ['.py', python],
  ['.pyw', python],
]);

/** Programs that run a file, by the language that such a file has. */
const interpreters: readonly (readonly [RegExp, FileLanguage])[] = [
  [/^(?:nodejs|node|bun)$/, script],
  [/^(?:deno|tsx|ts-node)$/, typed],
  [/^(?:python|pypy)[\d.]*$/, python],
];

/** Characters of a file's first line that may name the program it is for. */
export const firstLineLength = 200;

/**
 * The language a file is written in, by the extension of its name, or, where that has none, by the program that the first line
 * of its text asks for (`#!/usr/bin/env node`); undefined for one that the engine does not parse.
 */
export function fileLanguage(path: string, text = ''): FileLanguage | undefined {
  if (hasExtension(path)) return byExtension.get(path.slice(path.lastIndexOf('.')).toLowerCase());
  const program = programOf(text);
  return program === undefined ? undefined : interpreters.find(([name]) => name.test(program))?.[1];
}

/** Whether a file's name alone says which language it has, if any. */
export const hasExtension = (path: string): boolean => path.lastIndexOf('.') > path.lastIndexOf('/');

/** The program of a script's first line, `node` of `#!/usr/bin/env -S node --no-warnings`. */
function programOf(text: string): string | undefined {
  if (!text.startsWith('#!')) return undefined;
  const [path = '', ...args] = (/^.*/.exec(text.slice(2, firstLineLength))?.[0] ?? '').trim().split(/\s+/);
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name === 'env' ? args.find((arg) => !arg.startsWith('-') && !arg.includes('=')) : name;
}
