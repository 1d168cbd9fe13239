import { SafeOutput } from '../../models/safe-output.ts';

/**
 * What hosts make references of, also where it is escaped: persons, issues, merge requests, milestones, epics, snippets. A space
 * of no width behind the mark ends that.
 */
const references = /@|[#!%&$^~](?=[\w"])/g;
/** As above, where the text has Markdown and entities of its own. */
const referencesInMarkdown = /@|[#!%^](?=[\w"])/g;
/** GitLab runs commands that begin a line. */
const commands = /^\/(?=\w)/gm;

/** Text from code, shown by a code host: it is read as text, formats nothing, names nobody and loads nothing. */
export function plain(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they have no place in a line of text
      .replace(/[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ')
      .trim()
      .replace(references, '$&\u200b')
      .replace(/[\\`*_{}[\]()#+!|~>$-]/g, '\\$&')
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(commands, '\\/')
      .replace(/:\/\//g, ':\u200b//')
      .replace(/\bwww\./gi, 'www\u200b.')
  );
}

/**
 * Markdown with names from code in it, or that a language model wrote, shown by a code host: it formats, but loads nothing, names
 * nobody and leads nowhere.
 */
export function harmlessMarkdown(markdown: string): string {
  const output = new SafeOutput();
  const safe = (output.add(markdown) + output.end()).trim();
  return safe.replace(commands, '\\/').replace(referencesInMarkdown, '$&\u200b');
}

/** A line of a commit’s message, or a title: it names nobody, ends no issue and holds no pipeline up. */
export const plainLine = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(references, '$&\u200b')
    .replace(/\[/g, '(')
    .replace(/\]/g, ')')
    .trim();

/** A line that names nobody and refers to nothing, with every mark of it still there. */
export const unreferenced = (text: string): string => text.replace(references, '$&\u200b');

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
