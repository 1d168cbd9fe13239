import { SaxesParser } from 'saxes';
import type { TemplateFile } from './templates/file.ts';

/** Files that hold no code but decide what code does. */
export interface ProjectResources {
  /** `.properties` files by path, each with its values by key. */
  readonly properties: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Statements of MyBatis mappers by qualified name, with the names that are put into each as text. */
  readonly statements: ReadonlyMap<string, readonly string[]>;
  /** Texts of the files that say what imports mean, by path. */
  readonly configs: ReadonlyMap<string, string>;
  /** Templates by path. */
  readonly templates: ReadonlyMap<string, TemplateFile>;
}

export const noResources: ProjectResources = {
  properties: new Map(),
  statements: new Map(),
  configs: new Map(),
  templates: new Map(),
};

/**
 * Reads a `.properties` file in the format of java.util.Properties: `key=value`, `key: value` or `key value`, comments,
 * lines that go on after a backslash, escapes. Of a key that is there twice the last value counts.
 */
export function readProperties(text: string): ReadonlyMap<string, string> {
  const result = new Map<string, string>();
  for (const line of logicalLines(text)) {
    const key = /^(?:\\[\s\S]|[^\\\s=:])*/.exec(line)?.[0] ?? '';
    const value = line.slice(key.length).replace(/^[ \t\f]*[=:]?[ \t\f]*/, '');
    result.set(unescaped(key), unescaped(value));
  }
  return result;
}

/** Lines without their indentation, comments and blank ones left out, continued ones put together. */
function* logicalLines(text: string): Iterable<string> {
  let before = '';
  for (const natural of text.split(/\r\n|[\n\r]/)) {
    const line = natural.replace(/^[ \t\f]+/, '');
    if (before === '' && (line === '' || line.startsWith('#') || line.startsWith('!'))) continue;
    const backslashes = line.length - line.replace(/(?<!\\)\\+$/, '').length;
    if (backslashes % 2 === 1) {
      before += line.slice(0, -1);
      continue;
    }
    if (before + line !== '') yield before + line;
    before = '';
  }
  if (before !== '') yield before;
}

const named: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f' };

const unescaped = (text: string): string =>
  text.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (_, code: string | undefined, letter: string) =>
    code === undefined ? (named[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  );

/** Elements of a mapper that are statements. */
const statementTags: ReadonlySet<string> = new Set(['select', 'insert', 'update', 'delete']);

/** Mistakes in XML that are overlooked: each is made an error with its stack. */
const maximumMistakes = 100;

/**
 * Reads a MyBatis mapper: the statements into which values are put as text, by qualified name, with the names of those
 * values. Other XML gives nothing; a file that is not well-formed is read as far as it goes.
 */
export function readMapper(text: string): ReadonlyMap<string, string> {
  const result = new Map<string, string>();
  if (!/<mapper\s/.test(text)) return result;
  const parser = new SaxesParser();
  let namespace: string | undefined;
  let open:
    | { readonly tag: string; readonly id: string | undefined; readonly names: Set<string> }
    | undefined;
  const read = (written: string): void => {
    for (const [, name = ''] of written.matchAll(/\$\{\s{0,9}([\w.]+)/g)) open?.names.add(name);
  };
  const close = (): void => {
    if (open?.id !== undefined && namespace !== undefined && open.names.size > 0)
      result.set(`${namespace}.${open.id}`, [...open.names].join(' '));
    open = undefined;
  };
  let mistakes = 0;
  parser.on('error', (mistake) => {
    if (++mistakes > maximumMistakes) throw mistake;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'mapper') namespace ??= attributes['namespace'];
    else if (statementTags.has(name)) {
      close();
      open = { tag: name, id: attributes['id'], names: new Set() };
    } else for (const value of Object.values(attributes)) read(value);
  });
  parser.on('closetag', ({ name }) => {
    if (name === open?.tag) close();
  });
  parser.on('text', read);
  parser.on('cdata', read);
  try {
    parser.write(text).close();
  } catch {
    // So much of it is no XML that the rest is not read.
  }
  close();
  return result;
}
