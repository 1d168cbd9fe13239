import type { Expr, Template } from '../../ir/ir.ts';
import type { SyntaxNode } from '../syntax.ts';
import { fieldOf } from '../syntax.ts';
import { type Context, textOf } from './context.ts';
import type { Repeatable } from './repeatable.ts';

const simpleEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
  '\r': '',
};

/** The character that an escape sequence stands for; the sequence itself where Python keeps it as written. */
function resolveEscape(sequence: string): string {
  const kind = sequence[1] ?? '';
  const simple = simpleEscapes[kind];
  if (simple !== undefined) return simple;
  const digits = kind === 'x' || kind === 'u' || kind === 'U' ? sequence.slice(2) : '';
  const code =
    digits !== ''
      ? Number.parseInt(digits, 16)
      : kind >= '0' && kind <= '7'
        ? Number.parseInt(sequence.slice(1), 8)
        : Number.NaN;
  return code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : sequence;
}

/** The text of a `string_content` node with its escapes resolved. */
function contentOf(node: SyntaxNode, context: Context): string {
  if (node.children.length === 0) return textOf(node, context);
  let value = '';
  let from = node.at;
  for (const child of node.children) {
    value += context.text.slice(from, child.at);
    const written = textOf(child, context);
    value += child.type === 'escape_interpolation' ? written.slice(0, 1) : resolveEscape(written);
    from = child.end;
  }
  return value + context.text.slice(from, node.end);
}

const call = (name: string, value: Expr): Expr => ({
  k: 'call',
  at: value.at,
  end: value.end,
  callee: { k: 'var', at: value.at, end: value.end, name },
  args: [{ value }],
});

const asNumber = (value: Expr): Expr => ({
  k: 'cast',
  at: value.at,
  end: value.end,
  type: { candidates: ['float'] },
  value,
});

/** `{value!r:>10}`: its conversion is a call of `repr`, a numeric format admits only numbers. */
function interpolation(node: SyntaxNode, context: Context, parts: Expr[]): void {
  const inner = fieldOf(node, 'expression') ?? node.children[0];
  if (inner) {
    const value = context.expression(inner);
    const conversion = fieldOf(node, 'type_conversion');
    const specifier = fieldOf(node, 'format_specifier');
    const format = specifier ? textOf(specifier, context) : '';
    if (conversion && !textOf(conversion, context).includes('s')) parts.push(call('repr', value));
    else parts.push('bcdeEfFgGnoxX%'.includes(format.slice(-1) || ' ') ? asNumber(value) : value);
  }
  const specifier = fieldOf(node, 'format_specifier');
  for (const nested of specifier?.children ?? []) {
    const width = fieldOf(nested, 'expression');
    if (width) parts.push(asNumber(context.expression(width)));
  }
}

function collect(node: SyntaxNode, context: Context, parts: Expr[]): void {
  for (const child of node.children) {
    if (child.type === 'string_content') {
      const value = contentOf(child, context);
      const last = parts[parts.length - 1];
      if (last?.k === 'const' && typeof last.value === 'string')
        parts[parts.length - 1] = { k: 'const', at: last.at, end: child.end, value: last.value + value };
      else parts.push({ k: 'const', at: child.at, end: child.end, value });
    } else if (child.type === 'interpolation') interpolation(child, context, parts);
    else if (child.type === 'string' || child.type === 'concatenated_string') collect(child, context, parts);
    else if (child.type === 'ERROR') parts.push(context.expression(child));
  }
}

/** String literals, adjacent ones joined, and f-strings. */
export function lowerString(node: SyntaxNode, context: Context): Expr {
  const parts: Expr[] = [];
  collect(node, context, parts);
  const first = parts[0];
  if (!first) return { k: 'const', at: node.at, end: node.end, value: '' };
  if (parts.length === 1 && first.k === 'const')
    return { k: 'const', at: node.at, end: node.end, value: first.value };
  return { k: 'template', at: node.at, end: node.end, parts };
}

/**
 * `literal % values` as a template: each conversion takes its value by position or by name.
 * @param format the left operand, a constant or an f-string
 * @param values the right operand
 * @param repeated makes a value that several conversions take stand in several places
 */
export function percentFormat(
  at: number,
  end: number,
  format: Expr,
  values: Expr,
  repeated: (value: Expr) => Repeatable,
): Template | undefined {
  const literals = format.k === 'const' ? [format] : format.k === 'template' ? format.parts : [];
  if (!literals.some((part) => part.k === 'const' && typeof part.value === 'string')) return undefined;
  const parts: Expr[] = [];
  let position = 0;
  const literal = (value: string): void => {
    if (value !== '') parts.push({ k: 'const', at: format.at, end: format.end, value });
  };
  const written = literals.map((part) => (part.k === 'const' ? String(part.value) : '')).join(' ');
  const names = [...written.matchAll(/%\(([^)%]*)\)/g)].map(([, name]) => name);
  const kept = new Map<Expr, Expr>();
  /** What is asked for again is not written again. */
  const once = (value: Expr, times: number): Expr => {
    const known = kept.get(value);
    if (known || times < 2) return known ?? value;
    const { first, again } = repeated(value);
    kept.set(value, again);
    return first;
  };
  const spread = values.k === 'object' ? values.props.filter(({ key }) => typeof key !== 'string') : [];
  const named = (name: string): Expr => {
    if (values.k !== 'object')
      return { k: 'field', at: values.at, end: values.end, object: once(values, names.length), name };
    const found = values.props.find((prop) => prop.key === name);
    if (found) return once(found.value, names.filter((other) => other === name).length);
    const parts = spread.map(({ value }) => once(value, names.length));
    return { k: 'opaque', at: values.at, end: values.end, parts };
  };
  const next = (): Expr | undefined =>
    values.k === 'array' ? values.items[position++]?.value : position++ === 0 ? values : undefined;
  const convert = (value: Expr | undefined, conversion: string): void => {
    if (!value) return;
    if ('ra'.includes(conversion)) parts.push(call('repr', value));
    else parts.push(conversion === 's' ? value : asNumber(value));
  };
  for (const part of literals) {
    if (part.k !== 'const' || typeof part.value !== 'string') {
      parts.push(part);
      continue;
    }
    const conversions =
      /%(?:\((?<name>[^)%]*)\))?[-#0 +]*(?<width>\*|[1-9]\d*)?(?:\.(?:\*|\d+))?[hlL]?(?<type>[diouxXeEfFgGcrsa%])/g;
    let from = 0;
    for (const match of part.value.matchAll(conversions)) {
      literal(part.value.slice(from, match.index));
      from = match.index + match[0].length;
      const type = match.groups?.['type'] ?? 's';
      if (type === '%') literal('%');
      else if (match.groups?.['name'] !== undefined) convert(named(match.groups['name']), type);
      else {
        if (match.groups?.['width'] === '*') next();
        convert(next(), type);
      }
    }
    literal(part.value.slice(from));
  }
  return { k: 'template', at, end, parts };
}
