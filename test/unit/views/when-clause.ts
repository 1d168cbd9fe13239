type Keys = Readonly<Record<string, string | boolean>>;

const token = /\s*(\|\||&&|!=|==|=~|!|\(|\)|\/(?:[^/\\]|\\.)+\/|'[^']*'|[\w.]+)/y;

/** Whether a when-clause of the manifest holds: `||`, `&&`, `!`, `==`, `!=`, `=~` and brackets, as the editor reads them. */
export function holds(clause: string, keys: Keys): boolean {
  const tokens: string[] = [];
  for (token.lastIndex = 0; token.lastIndex < clause.trimEnd().length; ) {
    const [, found] = token.exec(clause) ?? [];
    if (found === undefined) throw new Error(`Not a when-clause: ${clause}`);
    tokens.push(found);
  }
  if (tokens.length === 0) return true;
  const next = () => tokens.shift() ?? '';
  const any = (): boolean => {
    let value = all();
    while (tokens[0] === '||') {
      next();
      value = all() || value;
    }
    return value;
  };
  const all = (): boolean => {
    let value = one();
    while (tokens[0] === '&&') {
      next();
      value = one() && value;
    }
    return value;
  };
  const one = (): boolean => {
    const first = next();
    if (first === '!') return !one();
    if (first === '(') {
      const value = any();
      next();
      return value;
    }
    const value = keys[first];
    switch (tokens[0]) {
      case '==':
        next();
        return String(value) === unquoted(next());
      case '!=':
        next();
        return String(value) !== unquoted(next());
      case '=~':
        next();
        return typeof value === 'string' && new RegExp(next().slice(1, -1)).test(value);
      default:
        return value === true || (typeof value === 'string' && value !== '');
    }
  };
  const value = any();
  if (tokens.length > 0) throw new Error(`Not a when-clause: ${clause}`);
  return value;
}

function unquoted(text: string): string {
  return text.replace(/^'(.*)'$/, '$1');
}
