/** Reads a `.properties` file (java.util.Properties' format: keys, values, continued lines, comments). */
export function readProperties(text: string): ReadonlyMap<string, string> {
  const result = new Map<string, string>();
  const lines = text.replace(/\\\r?\n[ \t]*/g, '').split(/\r?\n/);
  for (const line of lines) {
    const found = /^\s*([^#!\s=:][^=:\s]*)\s*[=:\s]\s*(.*)$/.exec(line);
    if (found) result.set(found[1] as string, (found[2] as string).trim());
  }
  return result;
}

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
