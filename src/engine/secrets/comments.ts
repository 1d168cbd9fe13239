/** Comments, in any language: what stands in one was code, or shows how code may look. */

/** How a line of a comment begins. */
const comment = /^\s*(?:\/\/|\/?\*|#(?![a-z])|--|<!--|;)/;
const longestLine = 2_000;

/** Whether a place is in a comment that begins on its line. */
export function isCommented(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - longestLine), at);
  const line = before.lastIndexOf('\n') + 1;
  if (line === 0 && at > longestLine) return false;
  const beginning = before.slice(line);
  return comment.test(beginning) || isBehindCode(beginning);
}

/** `const a = 1; // password = …`, `a = 1  # password = …`: not within quotes, and no address. */
function isBehindCode(line: string): boolean {
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? '';
    if (character === '\\') at++;
    else if (quote !== '') quote = character === quote ? '' : quote;
    else if ('"\'`'.includes(character)) quote = character;
    else if (/\s/.test(line[at - 1] ?? '') && /^(?:\/\/\s|#\s)/.test(line.slice(at, at + 3))) return true;
  }
  return false;
}
