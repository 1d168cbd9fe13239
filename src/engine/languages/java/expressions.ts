import type { Arg, Assign, Expr, Opaque, Pattern, TypeRef } from '../../ir/ir.ts';
import { fieldOf, type SyntaxNode } from '../syntax.ts';
import { creation, invocation } from './calls.ts';
import { type Context, isToken, opaque, textOf, unknown } from './context.ts';
import { lambda, methodReference } from './functions.ts';
import { literal } from './literals.ts';
import {
  declaredType,
  enclosingClass,
  instanceOf,
  resolveName,
  resolveQualified,
  typeValue,
} from './names.ts';
import { instanceOfPattern } from './patterns.ts';
import { switchValue } from './switches.ts';
import { isIntegral, typeOf } from './types.ts';

type Lowering = (node: SyntaxNode, context: Context) => Expr;

const parenthesized: Lowering = (node, context) => {
  const inner = node.children.find((child) => !isToken(child));
  return inner ? context.expression(inner) : unknown(node);
};

const binary: Lowering = (node, context) => {
  const left = fieldOf(node, 'left');
  const right = fieldOf(node, 'right');
  const operator = fieldOf(node, 'operator')?.type;
  if (!left || !right || !operator) return opaque(node, context);
  const { at, end } = node;
  const l = context.expression(left);
  const r = context.expression(right);
  if (operator === '&&' || operator === '||')
    return { k: 'logical', at, end, op: operator, left: l, right: r };
  const whole = operator === '/' && isInteger(left, context) && isInteger(right, context);
  return { k: 'binary', at, end, op: whole ? '//' : operator, left: l, right: r };
};

function isInteger(node: SyntaxNode, context: Context): boolean {
  switch (node.type) {
    case 'decimal_integer_literal':
    case 'hex_integer_literal':
    case 'octal_integer_literal':
    case 'binary_integer_literal':
      return true;
    case 'identifier':
      return isIntegral(declaredType(textOf(node, context), context));
    case 'parenthesized_expression':
    case 'binary_expression':
    case 'unary_expression':
      return node.children.every((child) => isToken(child) || isInteger(child, context));
    default:
      return false;
  }
}

const unary: Lowering = (node, context) => {
  const operand = fieldOf(node, 'operand');
  const operator = fieldOf(node, 'operator');
  if (!operand || !operator) return opaque(node, context);
  const value = context.expression(operand);
  const { at, end } = node;
  if (operator.type === '-' && value.k === 'const' && typeof value.value === 'number')
    return { k: 'const', at, end, value: -value.value };
  return { k: 'unary', at, end, op: operator.type, operand: value };
};

/** `i++` as a value is `(i += 1) - 1`. */
const update: Lowering = (node, context) => {
  const assign = updateAssignment(node, context);
  if (assign.k === 'opaque') return assign;
  const prefix = node.children[0]?.type === '++' || node.children[0]?.type === '--';
  if (prefix) return assign;
  const { at, end } = node;
  const back = assign.op === '+' ? '-' : '+';
  return { k: 'binary', at, end, op: back, left: assign, right: { k: 'const', at, end, value: 1 } };
};

/** The assignment that `i++` makes; of what cannot be assigned to, just its operand. */
export function updateAssignment(node: SyntaxNode, context: Context): Assign | Opaque {
  const operand = node.children.find((child) => !isToken(child));
  if (!operand) return unknown(node);
  const { at, end } = node;
  const value = context.expression(operand);
  const target = asPattern(value);
  if (!target) return { k: 'opaque', at, end, parts: [value] };
  const op = node.children.some((child) => child.type === '++') ? '+' : '-';
  return { k: 'assign', at, end, target, op, value: { k: 'const', at, end, value: 1 } };
}

const assignment: Lowering = (node, context) => {
  const left = fieldOf(node, 'left');
  const right = fieldOf(node, 'right');
  if (!left || !right) return opaque(node, context);
  const { at, end } = node;
  const written = context.expression(left);
  const target = asPattern(written);
  const value = context.expression(right);
  if (!target) return { k: 'opaque', at, end, parts: [written, value] };
  const operator = fieldOf(node, 'operator')?.type ?? '=';
  if (operator === '=') return { k: 'assign', at, end, target, value: asDeclared(left, value, context) };
  return { k: 'assign', at, end, target, op: operator.slice(0, -1), value };
};

/** A value as the declared type of what it is assigned to: where nothing else is known of it, that is. */
export function asDeclared(left: SyntaxNode, value: Expr, context: Context): Expr {
  const name =
    left.type === 'field_access' && left.children[0]?.type === 'this' ? fieldOf(left, 'field') : left;
  if (name?.type !== 'identifier' || value.k === 'const') return value;
  const type = declaredType(textOf(name, context), context);
  const says = type && !type.array && type.candidates[0] !== 'java.lang.Object';
  return says ? { k: 'cast', at: value.at, end: value.end, type, value } : value;
}

export function asPattern(value: Expr): Pattern | undefined {
  return value.k === 'var' || value.k === 'field' || value.k === 'index' ? value : undefined;
}

const ternary: Lowering = (node, context) => {
  const test = fieldOf(node, 'condition');
  const then = fieldOf(node, 'consequence');
  const otherwise = fieldOf(node, 'alternative');
  if (!test || !then || !otherwise) return opaque(node, context);
  return {
    k: 'conditional',
    at: node.at,
    end: node.end,
    test: context.expression(test),
    then: context.expression(then),
    else: context.expression(otherwise),
  };
};

const cast: Lowering = (node, context) => {
  const value = fieldOf(node, 'value');
  if (!value) return opaque(node, context);
  const type = typeOf(fieldOf(node, 'type'), context);
  const lowered = context.expression(value);
  return type ? { k: 'cast', at: node.at, end: node.end, type, value: lowered } : lowered;
};

const fieldAccess: Lowering = (node, context) => {
  const qualified = resolveQualified(node, context);
  if (qualified) return qualified;
  const object = fieldOf(node, 'object');
  const name = fieldOf(node, 'field');
  if (!object || !name) return opaque(node, context);
  if (name.type === 'this') {
    const owner = enclosingClass(textOf(object, context), context);
    return owner ? instanceOf(owner, node, context) : { k: 'this', at: node.at, end: node.end };
  }
  return {
    k: 'field',
    at: name.at,
    end: name.end,
    object: context.expression(object),
    name: textOf(name, context),
  };
};

const arrayAccess: Lowering = (node, context) => {
  const array = fieldOf(node, 'array');
  const index = fieldOf(node, 'index');
  if (!array || !index) return opaque(node, context);
  return {
    k: 'index',
    at: node.at,
    end: node.end,
    object: context.expression(array),
    index: context.expression(index),
  };
};

/** Up to this size the elements of a new array are told apart. */
const maximumElements = 32;

const arrayCreation: Lowering = (node, context) => {
  const value = fieldOf(node, 'value');
  if (value) return context.expression(value);
  const { at, end } = node;
  const sizes: Expr[] = [];
  for (const dimension of node.children) {
    if (dimension.type !== 'dimensions_expr') continue;
    for (const child of dimension.children) if (!isToken(child)) sizes.push(context.expression(child));
  }
  const [first, ...inner] = sizes;
  const count = first?.k === 'const' && typeof first.value === 'number' ? first.value : 0;
  const known = inner.length === 0 && Number.isInteger(count) && count <= maximumElements ? count : 0;
  const empty = fieldOf(node, 'type')?.type.endsWith('al_type') ? 0 : null;
  const items = Array.from({ length: known }, (): Arg => ({ value: { k: 'const', at, end, value: empty } }));
  const array: Expr = { k: 'array', at, end, items };
  // A size is only worth evaluating where that has an effect.
  const effects = sizes.filter((size) => size.k !== 'const' && size.k !== 'var');
  return effects.length === 0 ? array : { k: 'sequence', at, end, items: [...effects, array] };
};

const arrayInitializer: Lowering = (node, context) => {
  const items: Arg[] = [];
  for (const child of node.children) if (!isToken(child)) items.push({ value: context.expression(child) });
  return { k: 'array', at: node.at, end: node.end, items };
};

const typeLiteral: Lowering = (node, context) => {
  const type: TypeRef | undefined = typeOf(node.children[0], context);
  return type ? typeValue(type, node) : unknown(node);
};

const lowerings: ReadonlyMap<string, Lowering> = new Map<string, Lowering>([
  ['identifier', (node, context) => resolveName(textOf(node, context), node, context)],
  ['this', (node) => ({ k: 'this', at: node.at, end: node.end })],
  ['super', (node) => ({ k: 'super', at: node.at, end: node.end })],
  ['string_literal', literal],
  ['character_literal', literal],
  ['decimal_integer_literal', literal],
  ['hex_integer_literal', literal],
  ['octal_integer_literal', literal],
  ['binary_integer_literal', literal],
  ['decimal_floating_point_literal', literal],
  ['hex_floating_point_literal', literal],
  ['true', literal],
  ['false', literal],
  ['null_literal', literal],
  ['parenthesized_expression', parenthesized],
  ['condition', parenthesized],
  ['binary_expression', binary],
  ['unary_expression', unary],
  ['update_expression', update],
  ['assignment_expression', assignment],
  ['ternary_expression', ternary],
  ['cast_expression', cast],
  ['instanceof_expression', instanceOfPattern],
  ['field_access', fieldAccess],
  ['scoped_identifier', fieldAccess],
  ['array_access', arrayAccess],
  ['array_creation_expression', arrayCreation],
  ['array_initializer', arrayInitializer],
  ['element_value_array_initializer', arrayInitializer],
  ['class_literal', typeLiteral],
  ['type_identifier', (node, context) => typeValue(typeOf(node, context) ?? { candidates: [] }, node)],
  ['method_invocation', invocation],
  ['object_creation_expression', creation],
  ['lambda_expression', lambda],
  ['method_reference', methodReference],
  ['switch_expression', switchValue],
]);

/** Lowers any node as an expression; what is none is the union of its parts. */
export function lowerExpression(node: SyntaxNode, context: Context): Expr {
  const lowering = lowerings.get(node.type);
  return lowering ? lowering(node, context) : opaque(node, context);
}
