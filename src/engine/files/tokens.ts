/**
 * A tokenizer for any language at once, exact enough to compare two pieces of code: words, numbers, string literals
 * and single punctuation characters, without white space and comments. Total: every text gives tokens.
 */

const hashCommentLanguages: ReadonlySet<string> = new Set([
  'python',
  'ruby',
  'bash',
  'shell',
  'yaml',
  'toml',
  'perl',
  'r',
  'dockerfile',
  'text',
]);

const word = /[\p{L}\p{N}_$]+/uy;
const space = /\s+/y;
const blockComment = /\/\*[\s\S]*?(?:\*\/|$)/y;
const lineComment = /\/\/[^\n]*/y;
const hashComment = /#[^\n]*/y;
const tripleQuoted = /("""|''')(?:\\[\s\S]|(?!\1)[\s\S])*(?:\1|$)/y;
const quoted = /"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|`(?:\\[\s\S]|[^`\\])*`?/y;

/**
 * @param language the language's name as in `Finding.language`; `#` starts a comment in some, `//` in the others
 * @returns the tokens in order; inside a string literal only the white space around line breaks is normalized
 */
export function codeTokens(code: string, language: string): string[] {
  const hash = hashCommentLanguages.has(language);
  const skipped = hash ? [space, hashComment] : [space, blockComment, lineComment];
  const kept = hash ? [tripleQuoted, quoted, word] : [quoted, word];
  const tokens: string[] = [];
  let at = 0;
  const length = (pattern: RegExp): number => {
    pattern.lastIndex = at;
    return pattern.test(code) ? pattern.lastIndex - at : 0;
  };
  next: while (at < code.length) {
    for (const pattern of skipped) {
      const n = length(pattern);
      if (n > 0) {
        at += n;
        continue next;
      }
    }
    for (const pattern of kept) {
      const n = length(pattern);
      if (n > 0) {
        tokens.push(code.slice(at, at + n).replace(/\s+/g, (blank) => (blank.includes('\n') ? '\n' : blank)));
        at += n;
        continue next;
      }
    }
    const character = String.fromCodePoint(code.codePointAt(at) ?? 0);
    tokens.push(character);
    at += character.length;
  }
  return tokens;
}
