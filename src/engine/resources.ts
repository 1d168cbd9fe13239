/** Files that hold no code but decide what code does. */
export interface ProjectResources {
  /** `.properties` files by path, each with its values by key. */
  readonly properties: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Statements of MyBatis mappers by qualified name, with the names that are put into each as text. */
  readonly statements: ReadonlyMap<string, readonly string[]>;
}

export const noResources: ProjectResources = { properties: new Map(), statements: new Map() };

/** Whether a file is of the tests' sources or resources, by where build tools have these. */
export const isForTests = (path: string): boolean =>
  /(?:^|\/)src\/(?!main\/)\w*[tT]est\w*\/|(?:^|\/)(?:tests?|__tests__)\//.test(path);

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

/**
 * Reads a MyBatis mapper: the statements into which values are put as text, by qualified name, with the names of those
 * values. Other XML gives nothing.
 */
export function readMapper(text: string): ReadonlyMap<string, string> {
  const result = new Map<string, string>();
  const open = text.search(/<mapper\s/);
  if (open < 0) return result;
  const namespace = attribute(text.slice(open, ends(text, '>', open)), 'namespace');
  if (namespace === undefined) return result;
  for (const statement of withoutComments(text)
    .split(/<(?=(?:select|insert|update|delete)\s)/)
    .slice(1)) {
    const start = ends(statement, '>', 0);
    const id = attribute(statement.slice(0, start), 'id');
    const names = interpolated(untilClosed(statement, start));
    if (id !== undefined && names.length > 0) result.set(`${namespace}.${id}`, names.join(' '));
  }
  return result;
}

const ends = (text: string, mark: string, from: number): number => {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at;
};

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}\\s*=\\s*["']([\\w.$]+)["']`).exec(tag)?.[1];

/** The statement's text with the tags in it, up to its closing tag. */
const untilClosed = (statement: string, from: number): string =>
  statement.slice(from).split(/<\/(?:select|insert|update|delete)>/, 1)[0] ?? '';

const interpolated = (body: string): readonly string[] => [
  ...new Set([...body.matchAll(/\$\{\s{0,9}([\w.]+)/g)].map((found) => found[1] as string)),
];

function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  while (from < text.length) {
    const start = ends(text, '<!--', from);
    kept.push(text.slice(from, start));
    from = ends(text, '-->', start) + 3;
  }
  return kept.join('');
}
