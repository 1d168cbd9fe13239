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
    const backslashes = line.length - line.replace(/\\+$/, '').length;
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
  const namespace = /<mapper\b[^>]*\bnamespace\s*=\s*["']([\w.$]+)["']/.exec(text)?.[1];
  if (namespace === undefined) return result;
  const statements = text
    .replace(/<!--[\s\S]*?-->/g, '')
    .split(/<(?=(?:select|insert|update|delete)\b)/)
    .slice(1);
  for (const statement of statements) {
    const [head = '', ...rest] = statement.split('>');
    const id = /\bid\s*=\s*["'](\w+)["']/.exec(head)?.[1];
    const body = rest.join('>').split(/<\/(?:select|insert|update|delete)>/, 1)[0] ?? '';
    const names = [...body.matchAll(/\$\{\s*([\w.]+)/g)].map((found) => found[1]);
    if (id !== undefined && names.length > 0) result.set(`${namespace}.${id}`, [...new Set(names)].join(' '));
  }
  return result;
}
