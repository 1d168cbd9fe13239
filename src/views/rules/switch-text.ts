import { isMap, isPair, isScalar, isSeq, type Pair, parseDocument, type YAMLMap } from 'yaml';

/** A change of a text, by offsets. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Characters of a rule file that is changed here. */
const maximumLength = 500_000;

/**
 * The change of a rule file that switches a rule: `enabled: false` below its id, or without it. @returns undefined where the
 * text has no such rule, cannot be read, or says it already
 */
export function switchedText(text: string, ruleId: string, enabled: boolean): TextChange | undefined {
  if (text.length > maximumLength) return undefined;
  const document = parseDocument(text, { uniqueKeys: false, logLevel: 'silent', prettyErrors: false });
  const rules = isMap(document.contents) ? document.contents.get('rules') : undefined;
  const items: readonly unknown[] = isSeq(rules) ? rules.items : [];
  const rule = items.flatMap((item) => (isMap(item) ? [item] : [])).find((map) => map.get('id') === ruleId);
  if (!rule) return undefined;
  const present = pairOf(rule, 'enabled');
  if (present) return enabled ? without(text, present) : replaced(present);
  const id = pairOf(rule, 'id');
  const [key, value] = [rangeOf(id?.key), rangeOf(id?.value)];
  if (enabled || !key || !value) return undefined;
  if (rule.flow) return { from: value[1], to: value[1], text: ', enabled: false' };
  const line = lineAround(text, value[1] - 1);
  const indent = key[0] - lineAround(text, key[0]).from;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  return { from: line.to, to: line.to, text: `${newline}${' '.repeat(indent)}enabled: false` };
}

const pairOf = (map: YAMLMap, name: string): Pair | undefined =>
  map.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === name);

const rangeOf = (node: unknown): readonly [number, number, number] | undefined =>
  isScalar(node) && node.range ? node.range : undefined;

function replaced({ value }: Pair): TextChange | undefined {
  const range = rangeOf(value);
  if (!range || (isScalar(value) && value.value === false)) return undefined;
  return { from: range[0], to: range[1], text: 'false' };
}

/** Removes the line where it says nothing else; otherwise the value becomes true. */
function without(text: string, { key, value }: Pair): TextChange | undefined {
  const [name, range] = [rangeOf(key), rangeOf(value)];
  if (!name || !range || (isScalar(value) && value.value === true)) return undefined;
  const line = lineAround(text, name[0]);
  if (text.slice(line.from, line.to).trim() !== 'enabled: false')
    return { from: range[0], to: range[1], text: 'true' };
  // With the line's break before it: the rule's first key stands behind "- " and is not alone in its line.
  const from = text.startsWith('\r\n', line.from - 2) ? line.from - 2 : Math.max(0, line.from - 1);
  return { from, to: line.to, text: '' };
}

/** Offsets of the line around a place, without its break. */
function lineAround(text: string, at: number): { readonly from: number; readonly to: number } {
  const end = text.indexOf('\n', at);
  const to = end < 0 ? text.length : end;
  return {
    from: text.lastIndexOf('\n', at - 1) + 1,
    to: text[to - 1] === '\r' ? to - 1 : to,
  };
}
