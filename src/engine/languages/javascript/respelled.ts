/** What a text may have that the grammars do not read: each is put in other characters of the same number, or left out. */

/** Types of a tagged template: characters in which their beginning is looked for. */
const longestTypes = 2_000;

const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ');

/** Whether a script may have Flow's types, which TypeScript's grammar reads. */
export const mayBeTyped = (text: string): boolean =>
  /@(?:no)?flow\b|\b(?:import|export)\s{1,9}(?:opaque\s{1,9})?type(?:of)?\s/.test(text);

/**
 * The text in a spelling that the grammars read, every character of meaning where it was: without attributes of imports,
 * types of tagged templates and Flow's marks, with `<a.default>` as `<a.Default>`.
 */
export function respelled(text: string): string {
  const plain = text
    .replace(
      /(\b(?:from|import)\s{0,9}(?:"[^"\n]{0,500}"|'[^'\n]{0,500}')\s{0,9})((?:assert|with)\s{0,9}\{[^{}]{0,500}\})/g,
      (_, before: string, attributes: string) => before + blank(attributes),
    )
    .replace(/(<\/?[\w$]{1,100}(?:\.[\w$]{1,100}){0,9}\.)default\b/g, '$1Default')
    .replace(/\bopaque(?=\s{1,9}type\s)/g, blank)
    .replace(/%checks\b/g, blank)
    .replace(/(^|[;{])(\s{0,99}(?:static\s{1,9})?)[+-](?=[\w$]{1,100}\s?\??\s?:)/gm, '$1$2 ');
  return withoutTemplateTypes(plain);
}

function withoutTemplateTypes(text: string): string {
  const pieces: string[] = [];
  let done = 0;
  for (let tick = text.indexOf('`'); tick >= 0; tick = text.indexOf('`', tick + 1)) {
    const start = typesBefore(text, tick);
    if (start === undefined || start < done) continue;
    pieces.push(text.slice(done, start), blank(text.slice(start, tick)));
    done = tick;
  }
  return done === 0 ? text : pieces.join('') + text.slice(done);
}

/** Where `<…>` begins that stands between a tag and its template. */
function typesBefore(text: string, tick: number): number | undefined {
  if (text[tick - 1] !== '>' || text[tick - 2] === '=') return undefined;
  let depth = 0;
  for (let at = tick - 1; at > Math.max(0, tick - longestTypes); at--) {
    const char = text[at];
    if (char === '`') return undefined;
    if (char === '>' && text[at - 1] !== '=') depth++;
    else if (char === '<' && --depth === 0) return /[\w$)\]]/.test(text[at - 1] ?? '') ? at : undefined;
  }
  return undefined;
}
