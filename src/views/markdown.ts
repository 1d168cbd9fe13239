import { joinLines, longestRunOf, trimEndOf } from '../api/text-runs.ts';

/** Text from a service or from code, made safe to stand in Markdown: no link, no emphasis, no HTML, no icon. */
export function escapeMarkdown(text: string): string {
  return joinLines(text)
    .replace(/[\\`*_{}[\]()#+\-.!|~<>$&:@]/g, (character) => `\\${character}`)
    .replace(/\\&/g, '&amp;')
    .replace(/\\</g, '&lt;')
    .replace(/\\>/g, '&gt;');
}

/** At most `limit` characters, cut at a word and marked. */
export function shorten(text: string, limit: number): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= limit) return flat;
  const cut = flat.slice(0, limit - 1);
  const atWord = cut.lastIndexOf(' ');
  return `${(atWord > limit / 2 ? cut.slice(0, atWord) : cut).trimEnd()}…`;
}

/** A block of code that its own text cannot end. */
export function fence(code: string, language: string): string {
  const marks = '`'.repeat(Math.max(3, longestRunOf(code, '`') + 1));
  return `${marks}${/^[\w+#-]*$/.test(language) ? language : ''}\n${trimEndOf(code, '\n')}\n${marks}`;
}

/** As words alone: the editor's messages make links of Markdown ones, which may run commands. */
export function withoutLinks(text: string): string {
  return text.replaceAll('](', '] (');
}
