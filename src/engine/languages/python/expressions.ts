import type { Arg, Expr, Pattern, Property } from '../../ir/ir.ts';
import type { SyntaxNode } from '../syntax.ts';
import { fieldOf, fieldsOf } from '../syntax.ts';
import { type Context, opaque, operands, textOf } from './context.ts';
import { lowerLambda } from './functions.ts';
import { joined } from './logic.ts';
import { repeatable } from './repeatable.ts';
import { lowerString, percentFormat } from './strings.ts';
import { lowerTarget } from './targets.ts';

type Lower = (node: SyntaxNode, context: Context) => Expr;

const constant = (node: SyntaxNode, value: string | number | boolean | null | undefined): Expr => ({
  k: 'const',
  at: node.at,
  end: node.end,
  value,
});

const number: Lower = (node, context) => {
  const written = textOf(node, context).replaceAll('_', '');
  const value = Number(/^0\d+$/.test(written) ? `0o${written}` : written);
  return Number.isNaN(value) ? { k: 'opaque', at: node.at, end: node.end, parts: [] } : constant(node, value);
};

/** The value under a field, or nothing at all where a broken tree has none. */
function part(node: SyntaxNode, field: string, context: Context): Expr {
  const child = fieldOf(node, field);
  return child ? context.expression(child) : { k: 'opaque', at: node.end, end: node.end, parts: [] };
}

const attribute: Lower = (node, context) => {
  const name = fieldOf(node, 'attribute');
  if (!name) return opaque(node, context);
  return {
    k: 'field',
    at: name.at,
    end: name.end,
    object: part(node, 'object', context),
    name: textOf(name, context),
  };
};

const subscript: Lower = (node, context) => {
  const object = part(node, 'value', context);
  const keys = fieldsOf(node, 'subscript').filter((key) => key.type !== 'line_continuation');
  const [key] = keys;
  if (!key) return { k: 'opaque', at: node.at, end: node.end, parts: [object] };
  if (keys.length > 1) {
    const items = keys.map((item): Arg => ({ value: context.expression(item) }));
    return {
      k: 'index',
      at: key.at,
      end: node.end,
      object,
      index: { k: 'array', at: key.at, end: node.end, items },
    };
  }
  if (key.type === 'slice') return slice(node, key, object, context);
  const index = context.expression(key);
  if (index.k === 'const' && typeof index.value === 'string')
    return { k: 'field', at: key.at, end: key.end, object, name: index.value };
  return { k: 'index', at: key.at, end: key.end, object, index };
};

/** `a[i:j:k]` as `a.slice(i, j, k)`; a bound that is left out is `undefined`. */
function slice(node: SyntaxNode, key: SyntaxNode, object: Expr, context: Context): Expr {
  const bounds: Expr[] = [];
  let colons = 0;
  let from = key.at;
  for (const child of operands(key)) {
    colons += context.text.slice(from, child.at).split(':').length - 1;
    while (bounds.length < colons) bounds.push(constant(key, undefined));
    bounds.push(context.expression(child));
    from = child.end;
  }
  return {
    k: 'call',
    at: key.at,
    end: node.end,
    callee: { k: 'field', at: key.at, end: key.end, object, name: 'slice' },
    args: bounds.map((value) => ({ value })),
  };
}

/** Arguments of a call; also the bases of a class. */
export function lowerArguments(node: SyntaxNode, context: Context): readonly Arg[] {
  if (node.type === 'generator_expression') return [{ value: context.expression(node) }];
  return operands(node).map((child): Arg => {
    if (child.type !== 'keyword_argument') return element(child, context);
    const name = fieldOf(child, 'name');
    const value = part(child, 'value', context);
    return name ? { value, name: textOf(name, context) } : { value };
  });
}

/** An item of a list, set, tuple or argument list; `*x` and `**x` are spread. */
function element(node: SyntaxNode, context: Context): Arg {
  const spread = spreadOf(node);
  const [inner] = spread ? operands(node) : [];
  if (inner) return { value: context.expression(inner), ...(spread && { spread }) };
  return { value: context.expression(node) };
}

function spreadOf(node: SyntaxNode): 'list' | 'map' | undefined {
  if (node.type === 'list_splat' || node.type === 'list_splat_pattern') return 'list';
  return node.type === 'dictionary_splat' || node.type === 'dictionary_splat_pattern' ? 'map' : undefined;
}

const call: Lower = (node, context) => {
  const callee = fieldOf(node, 'function');
  if (!callee) return opaque(node, context);
  const written = fieldOf(node, 'arguments');
  const args = written ? lowerArguments(written, context) : [];
  if (callee.type === 'identifier') {
    const name = textOf(callee, context);
    if (name === 'super') return { k: 'super', at: node.at, end: node.end };
    const [object, key, fallback] = args;
    if (name === 'getattr' && object && key?.value.k === 'const' && typeof key.value.value === 'string') {
      const { at, end } = node;
      const field: Expr = { k: 'field', at, end, object: object.value, name: key.value.value };
      return fallback ? { k: 'logical', at, end, op: '??', left: field, right: fallback.value } : field;
    }
    if (
      name === 'dict' &&
      args.length > 0 &&
      args.every((arg) => arg.name !== undefined || arg.spread === 'map')
    )
      return { k: 'object', at: node.at, end: node.end, props: args.map(entryOf) };
    if (name === 'cast' && args.length === 2 && context.imported.get(name) === 'typing.cast') {
      const type = written && operands(written)[0];
      const ref = type && context.type(type);
      const value = args[1]?.value;
      if (ref && value) return { k: 'cast', at: node.at, end: node.end, type: ref, value };
    }
  }
  const lowered = context.expression(callee);
  return {
    k: 'call',
    at: lowered.k === 'field' ? lowered.at : node.at,
    end: node.end,
    callee: lowered,
    args,
  };
};

const entryOf = (arg: Arg): Property => ({
  at: arg.value.at,
  end: arg.value.end,
  key: arg.name,
  value: arg.value,
});

const dictionary: Lower = (node, context) => {
  const props = operands(node).map((child): Property => {
    const at = child.at;
    const end = child.end;
    if (child.type !== 'pair') return { at, end, key: undefined, value: element(child, context).value };
    const key = part(child, 'key', context);
    const value = part(child, 'value', context);
    return { at, end, key: key.k === 'const' && typeof key.value === 'string' ? key.value : key, value };
  });
  return { k: 'object', at: node.at, end: node.end, props };
};

const list: Lower = (node, context) => {
  const items: Arg[] = [];
  for (const child of operands(node)) {
    if (child.type === 'parenthesized_list_splat')
      for (const inner of operands(child)) items.push(element(inner, context));
    else items.push(element(child, context));
  }
  return { k: 'array', at: node.at, end: node.end, items };
};

/** Python's spelling of the operators that JavaScript spells differently. */
const operators: Readonly<Record<string, string>> = {
  is: '==',
  'is not': '!=',
  '<>': '!=',
  and: '&&',
  or: '||',
  '//': '//',
  '@': '*',
};

const binary: Lower = (node, context) => {
  const written = fieldOf(node, 'operator');
  const op = written ? textOf(written, context) : '+';
  const left = part(node, 'left', context);
  const right = part(node, 'right', context);
  if (op === '%') {
    const template = percentFormat(node.at, node.end, left, right, (value) => repeatable(value, context));
    if (template) return template;
  }
  return { k: 'binary', at: node.at, end: node.end, op: operators[op] ?? op, left, right };
};

const logical: Lower = (node, context) => ({
  k: 'logical',
  at: node.at,
  end: node.end,
  op: fieldOf(node, 'operator')?.type === 'or' ? '||' : '&&',
  left: part(node, 'left', context),
  right: part(node, 'right', context),
});

function comparison(at: number, end: number, op: string, left: Expr, right: Expr): Expr {
  if (op !== 'not in') return { k: 'binary', at, end, op: operators[op] ?? op, left, right };
  return { k: 'unary', at, end, op: '!', operand: { k: 'binary', at, end, op: 'in', left, right } };
}

/** `a < b < c` is `a < b and b < c`. */
const comparisons: Lower = (node, context) => {
  const names = fieldsOf(node, 'operators').map((operator) => operator.type);
  const values = operands(node)
    .filter((child) => child.field !== 'operators')
    .map(context.expression);
  const each: Expr[] = [];
  let [left] = values;
  for (const [i, right] of values.slice(1).entries()) {
    const isLast = i === values.length - 2;
    const kept = isLast ? { first: right, again: right } : repeatable(right, context);
    each.push(comparison(node.at, node.end, names[i] ?? '==', left as Expr, kept.first));
    left = kept.again;
  }
  return joined(node, '&&', each) ?? values[0] ?? constant(node, undefined);
};

const conditional: Lower = (node, context) => {
  const [then, test, otherwise] = operands(node);
  if (!then || !test || !otherwise) return opaque(node, context);
  return {
    k: 'conditional',
    at: node.at,
    end: node.end,
    test: context.expression(test),
    then: context.expression(then),
    else: context.expression(otherwise),
  };
};

const unary: Lower = (node, context) => {
  const written = fieldOf(node, 'operator');
  const operand = part(node, 'argument', context);
  const op = written ? textOf(written, context) : '-';
  if (op === '-' && operand.k === 'const' && typeof operand.value === 'number')
    return constant(node, -operand.value);
  return { k: 'unary', at: node.at, end: node.end, op, operand };
};

const not: Lower = (node, context) => ({
  k: 'unary',
  at: node.at,
  end: node.end,
  op: '!',
  operand: part(node, 'argument', context),
});

const walrus: Lower = (node, context) => {
  const name = fieldOf(node, 'name');
  const value = part(node, 'value', context);
  if (!name) return value;
  const target = { k: 'var', at: name.at, end: name.end, name: textOf(name, context) } as const;
  if (!context.frame.outer.has(target.name)) context.frame.hoisted.add(target.name);
  return { k: 'assign', at: node.at, end: node.end, target, value };
};

const comprehension: Lower = (node, context) => {
  const body = fieldOf(node, 'body');
  if (!body) return opaque(node, context);
  const clauses: { target: Pattern; iterable: Expr; conditions: Expr[] }[] = [];
  for (const child of node.children) {
    if (child.type === 'for_in_clause') {
      const left = fieldOf(child, 'left');
      if (left)
        clauses.push({
          target: lowerTarget(left, context),
          iterable: part(child, 'right', context),
          conditions: [],
        });
    } else if (child.type === 'if_clause') {
      clauses[clauses.length - 1]?.conditions.push(...operands(child).map(context.expression));
    }
  }
  const shared = { k: 'comprehension', at: node.at, end: node.end, clauses } as const;
  if (body.type === 'pair')
    return {
      ...shared,
      result: 'map',
      key: part(body, 'key', context),
      element: part(body, 'value', context),
    };
  return { ...shared, result: 'list', element: context.expression(body) };
};

const wait: Lower = (node, context) => {
  const [value] = operands(node);
  return value
    ? { k: 'await', at: node.at, end: node.end, value: context.expression(value) }
    : opaque(node, context);
};

const yielded: Lower = (node, context) => {
  context.frame.generator = true;
  const delegate = node.children.some((child) => child.type === 'from');
  const [value] = operands(node);
  const shared = { k: 'yield', at: node.at, end: node.end, delegate } as const;
  return value ? { ...shared, value: context.expression(value) } : shared;
};

const first: Lower = (node, context) => {
  const inner = operands(node);
  const [only] = inner;
  return inner.length === 1 && only ? context.expression(only) : opaque(node, context);
};

const name: Lower = (node, context) => ({
  k: 'var',
  at: node.at,
  end: node.end,
  name: textOf(node, context),
});

/** `a.b` in a pattern: names joined by dots, as fields. */
const dottedName: Lower = (node, context) => {
  let value: Expr | undefined;
  for (const child of operands(node)) {
    const text = textOf(child, context);
    value = value
      ? { k: 'field', at: child.at, end: child.end, object: value, name: text }
      : { k: 'var', at: child.at, end: child.end, name: text };
  }
  return value ?? name(node, context);
};

const lowerings: ReadonlyMap<string, Lower> = new Map<string, Lower>([
  ['identifier', name],
  ['dotted_name', dottedName],
  ['attribute', attribute],
  ['subscript', subscript],
  ['call', call],
  ['string', lowerString],
  ['concatenated_string', lowerString],
  ['integer', number],
  ['float', number],
  ['true', (node) => constant(node, true)],
  ['false', (node) => constant(node, false)],
  ['none', (node) => constant(node, null)],
  ['ellipsis', (node) => constant(node, undefined)],
  ['dictionary', dictionary],
  ['list', list],
  ['tuple', list],
  ['set', list],
  ['expression_list', list],
  ['pattern_list', list],
  ['list_comprehension', comprehension],
  ['set_comprehension', comprehension],
  ['dictionary_comprehension', comprehension],
  ['generator_expression', comprehension],
  ['binary_operator', binary],
  ['boolean_operator', logical],
  ['comparison_operator', comparisons],
  ['unary_operator', unary],
  ['not_operator', not],
  ['conditional_expression', conditional],
  ['parenthesized_expression', first],
  ['as_pattern_target', first],
  ['type', first],
  ['named_expression', walrus],
  ['lambda', lowerLambda],
  ['await', wait],
  ['yield', yielded],
]);

/** Any node as an expression: one without a meaning here is the union of its parts. */
export function lowerExpression(node: SyntaxNode, context: Context): Expr {
  return (lowerings.get(node.type) ?? opaque)(node, context);
}
