/** A text that is put together in code, as a statement with a place for each value. */
export interface Statement {
  readonly text: string;
  readonly values: readonly string[];
  /** Whether each place is one where a statement of SQL takes a value, and no name. */
  readonly isOfValues: boolean;
}

/**
 * Splits `"a " + b`, a template, an f-string or a format into its text, with `place` where values stood, and the values.
 * @returns undefined where it is no such text, a name say
 */
export function statementOf(code: string, place: (index: number) => string): Statement | undefined {
  const template = /^`([\s\S]*)`$/.exec(code)?.[1] ?? /^f(["'])([\s\S]*)\1$/.exec(code)?.[2];
  if (template !== undefined) return filled(template, /\$?\{([^{}]+)\}/g, place);
  const percent = /^(["'])((?:\\.|(?!\1).)*)\1\s*%\s*(\(.*\)|[\w.[\]"']+)$/.exec(code);
  if (percent) {
    const values = (percent[3] ?? '').replace(/^\((.*?),?\)$/, '$1').split(/,\s*/);
    return filled(percent[2] ?? '', /%[sdr]/g, place, values);
  }
  const format = /^(?:String\.format\()?(["'])((?:\\.|(?!\1).)*)\1(?:\.format\(|,)(.*)\)$/.exec(code);
  if (format) return filled(format[2] ?? '', /%[sd]|\{\w*\}/g, place, (format[3] ?? '').trim().split(/,\s*/));
  const parts = code.match(/(["'])(?:\\.|(?!\1).)*\1|[^"'+]+|\+/g);
  if (!parts?.includes('+') || !/["']/.test(code)) return undefined;
  let text = '';
  const values: string[] = [];
  for (const part of parts) {
    if (/^["']/.test(part)) text += part.slice(1, -1);
    else if (part !== '+' && part.trim() !== '') text += place(values.push(part.trim()) - 1);
  }
  return values.length === 0 ? undefined : { text: unquoted(text), values, isOfValues: isOfValues(text) };
}

function filled(
  text: string,
  pattern: RegExp,
  place: (index: number) => string,
  given?: readonly string[],
): Statement | undefined {
  const values: string[] = [];
  const result = text.replaceAll(pattern, (_, inside: unknown) => {
    const value = given ? given[values.length] : typeof inside === 'string' ? inside : undefined;
    return place(values.push((value ?? 'value').trim()) - 1);
  });
  return values.length === 0 ? undefined : { text: unquoted(result), values, isOfValues: isOfValues(result) };
}

/** Places stand without the quotation marks that stood around values. */
const unquoted = (text: string): string => text.replaceAll(/['"]%?(\?|\$\d+|%s|:\w+)%?['"]/g, '$1');

/** Values stand behind comparisons and in lists; anywhere else the statement has a name, or a part of itself. */
const isOfValues = (text: string): boolean =>
  [...text.matchAll(/\?|%s/g)].every(({ index }) =>
    /(?:[=<>(,]|\b(?:LIKE|BETWEEN|AND|LIMIT|OFFSET|VALUES))\s*['"%]*$/i.test(text.slice(0, index)),
  );
