/** Text of a human language, in a value and in whole files of labels. */

/** A letter of a script that no password is typed in: who types one has switched to Latin. */
const otherScript = /(?!\p{Script=Latin})\p{L}/u;
const accented = /[\u00c0-\u024f\u1e00-\u1eff]/;
const onlyText = /^[\p{L}\p{M}\s'’.,:;!?()…-]+$/u;

/** Whether a value is text for people: in another script than passwords are typed in, or words with letters outside of ASCII. */
export const isHumanText = (value: string): boolean =>
  otherScript.test(value) || (accented.test(value) && onlyText.test(value));

/** Languages of the CLDR. Codes of three letters are left out: `src` is one. */
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** A tag of BCP 47 as files are named by it: `zh-Hant-TW`, `pt_BR`, `values-nl-rBE`, `messages.de`. */
const tag = /(?:^|[._-])(?<language>[a-z]{2})(?:[_-][A-Z][a-z]{3})?(?:[_-]r?(?:[A-Z]{2}|[a-z]{2}|\d{3}))?$/;

/** Whether a folder or the file of a path is named by a language. */
export function namesLanguage(path: string): boolean {
  return path.split('/').some((part) => {
    const language = tag.exec(part.replace(/\.(?:[a-z]{1,5}|properties|lproj)$/, ''))?.groups?.['language'];
    return language !== undefined && languages.of(language) !== undefined;
  });
}

const maximumLines = 1_000;
const fewestLabels = 3;
const mostly = 0.7;

/** What stands behind a key on its line, or in its element. */
const labelled =
  /^\s{0,40}(?:["'][^"'\n]{1,200}["']|[\w.[\]-]{1,200}|<[^<>\n]{1,200}(?=>))\s{0,9}(?:=>|[:=>])\s{0,9}["'`]?(?<value>[^\n<]{1,300}?)["'`]?,?;?\s{0,9}(?:<\/[^\n]{0,99})?$/u;

/** Words, a word with a capital, a letter of another script: no setting of a program. */
const label = /\p{L}\s+\p{L}|^\p{Lu}\p{Ll}+[.:!?…]?$/u;

/** Whether most of what a file assigns are texts for people. */
export function isFileOfLabels(text: string): boolean {
  let all = 0;
  let labels = 0;
  for (const line of text.split('\n', maximumLines)) {
    const value = line.length > 600 ? undefined : labelled.exec(line)?.groups?.['value'];
    if (value === undefined) continue;
    all++;
    if (label.test(value) || isHumanText(value)) labels++;
  }
  return labels >= fewestLabels && labels >= mostly * all;
}
