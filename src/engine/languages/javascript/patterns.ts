import type { ArrayPattern, Expr, ObjectPattern, Pattern } from '../../ir/ir.ts';
import { fieldOf, type SyntaxNode } from '../syntax.ts';
import { stringValue } from './literals.ts';
import { discarded, type Lowering } from './lowering.ts';

/** A property's key: known text, or the expression that computes it. */
export function propertyKey(node: SyntaxNode | undefined, to: Lowering): string | Expr {
  if (node === undefined) return '';
  switch (node.type) {
    case 'string':
      return stringValue(node, to);
    case 'number':
      return String(Number(to.source(node)));
    case 'computed_property_name': {
      const inner = to.expression(node.children[0]);
      return inner.k === 'const' && (typeof inner.value === 'string' || typeof inner.value === 'number')
        ? String(inner.value)
        : inner;
    }
    default:
      return to.source(node);
  }
}

interface Target {
  readonly target: Pattern;
  readonly default?: Expr;
}

/** A pattern with the default value it may carry: `a = 1`. */
export function targetOf(node: SyntaxNode, to: Lowering): Target {
  if (node.type === 'assignment_pattern' || node.type === 'assignment_expression') {
    return {
      target: lowerPattern(fieldOf(node, 'left'), to),
      default: to.expression(fieldOf(node, 'right')),
    };
  }
  return { target: lowerPattern(node, to) };
}

export function lowerPattern(node: SyntaxNode | undefined, to: Lowering): Pattern {
  if (node === undefined) return { k: 'var', at: 0, end: 0, name: discarded };
  const { at, end } = node;
  switch (node.type) {
    case 'identifier':
    case 'shorthand_property_identifier_pattern':
    case 'shorthand_property_identifier':
      return { k: 'var', at, end, name: to.source(node) };
    case 'parenthesized_expression':
    case 'non_null_expression':
    case 'as_expression':
    case 'satisfies_expression':
    case 'rest_pattern':
    case 'spread_element':
      return lowerPattern(
        node.children.find((child) => child.type !== '...'),
        to,
      );
    case 'object_pattern':
      return objectPattern(node, to);
    case 'array_pattern':
      return arrayPattern(node, to);
    default: {
      const value = to.expression(node);
      return value.k === 'field' || value.k === 'index' || value.k === 'var'
        ? value
        : { k: 'var', at, end, name: discarded };
    }
  }
}

function objectPattern(node: SyntaxNode, to: Lowering): ObjectPattern {
  const props: { key: string | Expr; target: Pattern; default?: Expr }[] = [];
  let rest: Pattern | undefined;
  for (const child of node.children) {
    switch (child.type) {
      case 'pair_pattern': {
        const value = fieldOf(child, 'value');
        if (value !== undefined)
          props.push({ key: propertyKey(fieldOf(child, 'key'), to), ...targetOf(value, to) });
        break;
      }
      case 'shorthand_property_identifier_pattern':
        props.push({ key: to.source(child), target: lowerPattern(child, to) });
        break;
      case 'object_assignment_pattern': {
        const left = fieldOf(child, 'left');
        if (left === undefined) break;
        props.push({
          key: to.source(left),
          target: lowerPattern(left, to),
          default: to.expression(fieldOf(child, 'right')),
        });
        break;
      }
      case 'rest_pattern':
        rest = lowerPattern(child, to);
        break;
      default:
        break;
    }
  }
  return {
    k: 'objectPattern',
    at: node.at,
    end: node.end,
    props,
    ...(rest === undefined ? {} : { rest }),
  };
}

/** The copied tree has no commas: holes are counted in the text between the elements. */
function commasBetween(text: string, from: number, to: number): number {
  let commas = 0;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code === 44) commas++;
    else if (code === 47) {
      const close =
        text[i + 1] === '*' ? text.indexOf('*/', i) : text[i + 1] === '/' ? text.indexOf('\n', i) : i;
      if (close < 0 || close >= to) return commas;
      i = close;
    }
  }
  return commas;
}

function arrayPattern(node: SyntaxNode, to: Lowering): ArrayPattern {
  const items: ({ target: Pattern; default?: Expr; rest?: boolean } | undefined)[] = [];
  let from = node.at + 1;
  for (const child of node.children) {
    const commas = commasBetween(to.text, from, child.at);
    const holes = items.length === 0 ? commas : commas - 1;
    for (let i = 0; i < holes; i++) items.push(undefined);
    items.push(
      child.type === 'rest_pattern' || child.type === 'spread_element'
        ? { target: lowerPattern(child, to), rest: true }
        : targetOf(child, to),
    );
    from = child.end;
  }
  return { k: 'arrayPattern', at: node.at, end: node.end, items };
}
