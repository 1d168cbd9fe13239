import type { Arg, Expr, Pattern, Property } from '../../ir/ir.ts';
import { fieldOf, type SyntaxNode } from '../syntax.ts';
import { templateParts } from './literals.ts';
import type { ExpressionLowering, Lowering } from './lowering.ts';
import { lowerPattern, propertyKey } from './patterns.ts';
import { typeOf } from './types.ts';

const logical = new Set(['&&', '||', '??']);
const equality: Readonly<Record<string, string>> = { '===': '==', '!==': '!=' };

function operatorOf(node: SyntaxNode, to: Lowering): string {
  const operator = fieldOf(node, 'operator');
  return operator === undefined ? '' : to.source(operator);
}

function inner(node: SyntaxNode, to: Lowering): Expr {
  return to.expression(node.children.find((child) => to.isExpression(child)));
}

export function lowerArguments(node: SyntaxNode | undefined, to: Lowering): Arg[] {
  const args: Arg[] = [];
  for (const child of node?.children ?? []) {
    if (child.type === 'spread_element') args.push({ value: inner(child, to), spread: 'list' });
    else args.push({ value: to.expression(child) });
  }
  return args;
}

function member(node: SyntaxNode, to: Lowering): Expr {
  const property = fieldOf(node, 'property');
  const object = to.expression(fieldOf(node, 'object'));
  if (property === undefined) return object;
  return { k: 'field', at: property.at, end: property.end, object, name: to.source(property) };
}

function subscript(node: SyntaxNode, to: Lowering): Expr {
  const key = fieldOf(node, 'index');
  const object = to.expression(fieldOf(node, 'object'));
  if (key === undefined) return object;
  const index = to.expression(key);
  const { at, end } = key;
  return index.k === 'const' && (typeof index.value === 'string' || typeof index.value === 'number')
    ? { k: 'field', at, end, object, name: String(index.value) }
    : { k: 'index', at, end, object, index };
}

function call(node: SyntaxNode, to: Lowering): Expr {
  const target = fieldOf(node, 'function');
  const list = fieldOf(node, 'arguments');
  if (list?.type === 'template_string') {
    const tag = to.expression(target);
    return { k: 'template', at: tag.at, end: node.end, parts: templateParts(list, to, true), tag };
  }
  const args = lowerArguments(list, to);
  const [first] = args;
  if (target !== undefined && (target.type === 'import' || isRequire(target, to)) && first !== undefined) {
    const { value } = first;
    const module = value.k === 'const' && typeof value.value === 'string' ? moduleName(value.value) : value;
    return { k: 'import', at: node.at, end: node.end, module };
  }
  const callee = to.expression(target);
  if (callee.k === 'var' && callee.name === 'RegExp') {
    const literal = compiled(node, args);
    if (literal !== undefined) return literal;
  }
  return { k: 'call', at: callee.at, end: node.end, callee, args };
}

function isRequire(target: SyntaxNode, to: Lowering): boolean {
  return target.type === 'identifier' && target.end - target.at === 7 && to.source(target) === 'require';
}

/** Node's own modules have one name, with or without the scheme. */
export function moduleName(written: string): string {
  return written.startsWith('node:') ? written.slice(5) : written;
}

/** `new RegExp('…', 'g')` of constants is a literal. */
function compiled(node: SyntaxNode, args: readonly Arg[]): Expr | undefined {
  const pattern = args[0]?.value;
  const flags = args[1]?.value;
  if (pattern?.k !== 'const' || typeof pattern.value !== 'string') return undefined;
  if (flags !== undefined && (flags.k !== 'const' || typeof flags.value !== 'string')) return undefined;
  return {
    k: 'regexp',
    at: node.at,
    end: node.end,
    source: pattern.value,
    flags: flags === undefined ? '' : String(flags.value),
  };
}

function construct(node: SyntaxNode, to: Lowering): Expr {
  const callee = to.expression(fieldOf(node, 'constructor'));
  const args = lowerArguments(fieldOf(node, 'arguments'), to);
  if (callee.k === 'var' && callee.name === 'RegExp') {
    const literal = compiled(node, args);
    if (literal !== undefined) return literal;
  }
  return { k: 'new', at: callee.at, end: node.end, callee, args };
}

function binary(node: SyntaxNode, to: Lowering): Expr {
  const operator = operatorOf(node, to);
  const { at, end } = node;
  const left = to.expression(fieldOf(node, 'left'));
  const right = to.expression(fieldOf(node, 'right'));
  return logical.has(operator)
    ? { k: 'logical', at, end, op: operator as '&&' | '||' | '??', left, right }
    : { k: 'binary', at, end, op: equality[operator] ?? operator, left, right };
}

function assignment(node: SyntaxNode, to: Lowering): Expr {
  return {
    k: 'assign',
    at: node.at,
    end: node.end,
    target: lowerPattern(fieldOf(node, 'left'), to),
    value: to.expression(fieldOf(node, 'right')),
  };
}

function compoundAssignment(node: SyntaxNode, to: Lowering): Expr {
  return {
    k: 'assign',
    at: node.at,
    end: node.end,
    target: lowerPattern(fieldOf(node, 'left'), to),
    op: operatorOf(node, to).slice(0, -1),
    value: to.expression(fieldOf(node, 'right')),
  };
}

function update(node: SyntaxNode, to: Lowering): Expr {
  const { at, end } = node;
  const target: Pattern = lowerPattern(fieldOf(node, 'argument'), to);
  const op = operatorOf(node, to).startsWith('-') ? '-' : '+';
  return { k: 'assign', at, end, target, op, value: { k: 'const', at, end, value: 1 } };
}

function unary(node: SyntaxNode, to: Lowering): Expr {
  const { at, end } = node;
  const op = operatorOf(node, to);
  const operand = to.expression(fieldOf(node, 'argument'));
  if (op === '-' && operand.k === 'const' && typeof operand.value === 'number')
    return { k: 'const', at, end, value: -operand.value };
  return { k: 'unary', at, end, op, operand };
}

function array(node: SyntaxNode, to: Lowering): Expr {
  return { k: 'array', at: node.at, end: node.end, items: lowerArguments(node, to) };
}

function object(node: SyntaxNode, to: Lowering): Expr {
  const props: Property[] = [];
  for (const child of node.children) {
    const { at, end } = child;
    switch (child.type) {
      case 'pair':
        props.push({
          at,
          end,
          key: propertyKey(fieldOf(child, 'key'), to),
          value: to.expression(fieldOf(child, 'value')),
        });
        break;
      case 'shorthand_property_identifier': {
        const name = to.source(child);
        props.push({ at, end, key: name, value: { k: 'var', at, end, name } });
        break;
      }
      case 'spread_element':
        props.push({ at, end, key: undefined, value: inner(child, to) });
        break;
      case 'method_definition':
        props.push({
          at,
          end,
          key: propertyKey(fieldOf(child, 'name'), to),
          value: to.expression(child),
        });
        break;
      default:
        break;
    }
  }
  return { k: 'object', at: node.at, end: node.end, props };
}

function conditional(node: SyntaxNode, to: Lowering): Expr {
  return {
    k: 'conditional',
    at: node.at,
    end: node.end,
    test: to.expression(fieldOf(node, 'condition')),
    then: to.expression(fieldOf(node, 'consequence')),
    else: to.expression(fieldOf(node, 'alternative')),
  };
}

function sequence(node: SyntaxNode, to: Lowering): Expr {
  const items: Expr[] = [];
  for (const child of node.children) {
    const item = to.expression(child);
    // Older grammars nest `a, b, c` to the right.
    if (item.k === 'sequence' && child.type === 'sequence_expression') items.push(...item.items);
    else items.push(item);
  }
  return { k: 'sequence', at: node.at, end: node.end, items };
}

function yielded(node: SyntaxNode, to: Lowering): Expr {
  const value = node.children.find((child) => to.isExpression(child));
  return {
    k: 'yield',
    at: node.at,
    end: node.end,
    delegate: node.children.some((child) => child.type === '*'),
    ...(value === undefined ? {} : { value: to.expression(value) }),
  };
}

/** `x as T`, `<T>x`: a scalar type asserted on text does not make a number of it, so only other types are kept. */
function cast(node: SyntaxNode, to: Lowering): Expr {
  const value = to.expression(node.children[0]);
  const type = typeOf(node.children.at(-1), to);
  const name = type?.candidates[0];
  return type === undefined ||
    name === 'string' ||
    name === 'number' ||
    name === 'boolean' ||
    name === 'const'
    ? value
    : { k: 'cast', at: node.at, end: node.end, type, value };
}

export const expressions: readonly (readonly [string, ExpressionLowering])[] = [
  ['identifier', (node, to) => ({ k: 'var', at: node.at, end: node.end, name: to.source(node) })],
  [
    'private_property_identifier',
    (node, to) => ({ k: 'const', at: node.at, end: node.end, value: to.source(node) }),
  ],
  ['this', (node) => ({ k: 'this', at: node.at, end: node.end })],
  ['super', (node) => ({ k: 'super', at: node.at, end: node.end })],
  ['meta_property', (node) => ({ k: 'opaque', at: node.at, end: node.end, parts: [] })],
  ['parenthesized_expression', inner],
  ['non_null_expression', inner],
  ['instantiation_expression', inner],
  ['member_expression', member],
  ['subscript_expression', subscript],
  ['call_expression', call],
  ['new_expression', construct],
  ['binary_expression', binary],
  ['unary_expression', unary],
  ['update_expression', update],
  ['assignment_expression', assignment],
  ['augmented_assignment_expression', compoundAssignment],
  ['ternary_expression', conditional],
  ['sequence_expression', sequence],
  ['array', array],
  ['object', object],
  ['await_expression', (node, to) => ({ k: 'await', at: node.at, end: node.end, value: inner(node, to) })],
  ['yield_expression', yielded],
  ['as_expression', cast],
  ['satisfies_expression', (node, to) => to.expression(node.children[0])],
  ['type_assertion', (node, to) => to.expression(node.children.findLast((child) => to.isExpression(child)))],
];
