/** Shorter pieces are in most texts. */
const shortest = 3;

/**
 * The longest piece of text that stands in every match of an expression; undefined where there is none of some length. Looking
 * for it costs a hundredth of looking for the expression.
 */
export function requiredLiteral(source: string): string | undefined {
  let best = '';
  let run = '';
  const end = (): void => {
    if (run.length > best.length) best = run;
    run = '';
  };
  for (let at = 0; at < source.length; at++) {
    const char = source[at] ?? '';
    if (char === '|') return undefined;
    if (char === '\\') {
      const escaped = source[++at] ?? '';
      if (/[A-Za-z0-9]/.test(escaped)) end();
      else run += escaped;
    } else if (char === '[' || char === '(') {
      end();
      at = closing(source, at);
    } else if (char === '*' || char === '?' || char === '{') {
      run = run.slice(0, -1);
      end();
      if (char === '{') at = Math.max(at, source.indexOf('}', at));
    } else if ('+.^$)'.includes(char)) end();
    else run += char;
  }
  end();
  return best.length >= shortest ? best : undefined;
}

/** Where a class or a group ends; a class is one thing, whatever brackets are in it. */
function closing(source: string, from: number): number {
  let depth = 0;
  let inClass = false;
  for (let at = from; at < source.length; at++) {
    const char = source[at] ?? '';
    if (char === '\\') at++;
    else if (inClass) inClass = char !== ']';
    else if (char === '[') inClass = true;
    else if (char === '(') depth++;
    else if (char === ')') depth--;
    if (depth === 0 && !inClass) return at;
  }
  return source.length;
}
