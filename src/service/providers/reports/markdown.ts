/** Text from code, shown by a code host: it is read as text, formats nothing, names nobody and loads nothing. */
export function plain(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they have no place in a line of text
      .replace(/[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ')
      .replace(/[\\`*_{}[\]()#+!|~>$-]/g, '\\$&')
      .replace(/</g, '&lt;')
      // A person or an issue of the host is named by what follows; a space of no width ends that.
      .replace(/@/g, '@\u200b')
      .replace(/:\/\//g, ':\u200b//')
      .replace(/\bwww\./gi, 'www\u200b.')
      .trim()
  );
}

/** As code within a line: file names. */
export function code(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they have no place in a line of text
  return `\`${text.replace(/[`\u0000-\u001f\u007f]+/g, ' ').trim()}\``;
}

/** Cuts a text at a word. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  const end = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n'));
  return `${(end < 0 ? cut : cut.slice(0, end)).trimEnd()} …`;
}
