/** Text of others as a document can hold it: what is left is characters, and each of them is seen. */

const mostCharacters = 5_000;

/**
 * Characters that XML 1.0 cannot hold are left out, and those that change the direction of what follows, or that nobody sees, are
 * written as their code point, so that code reads as it is.
 */
export function plainText(text: string, most = mostCharacters): string {
  const whole = text
    .slice(0, most)
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that are left out.
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g, '')
    .replaceAll(
      /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g,
      (one) => `⟨U+${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
    );
  return text.length > most ? `${whole} …` : whole;
}

const mostLines = 30;
const longestLine = 160;

/** Lines of code, as many as a page takes. */
export function codeLines(code: string): readonly string[] {
  const lines = plainText(code.replaceAll('\t', '  ')).split('\n');
  const shown = lines
    .slice(0, mostLines)
    .map((line) => (line.length > longestLine ? `${line.slice(0, longestLine)} …` : line));
  return lines.length > mostLines ? [...shown, '…'] : shown;
}
