/** Whether code was written by a machine for machines: findings in it are nobody's to fix there. */

const minifiedName = /[.-](?:min|bundle|pack|umd\.prod)\.(?:js|mjs|cjs|css)$|\.(?:js|css)\.map$/i;
const minifiable = /\.(?:js|mjs|cjs|jsx|ts|tsx|css|html?|vue|svelte)$/i;

export function hasMinifiedName(path: string): boolean {
  return minifiedName.test(path);
}

/**
 * By shape: most of the text in lines far longer than people write, with next to no white space in them. Data kept
 * in long string literals (few lines among normal ones) does not make a file minified.
 */
export function looksMinified(path: string, text: string): boolean {
  if (!minifiable.test(path) || text.length < 1_000) return false;
  let inLongLines = 0;
  let spaces = 0;
  for (let from = 0; from < text.length; ) {
    const found = text.indexOf('\n', from);
    const to = found < 0 ? text.length : found;
    if (to - from > 500) {
      inLongLines += to - from;
      for (let i = from; i < to; i++) if (text.charCodeAt(i) === 32) spaces++;
    }
    from = to + 1;
  }
  return inLongLines > text.length * 0.7 && spaces < inLongLines * 0.12;
}
