import type { ArrayPattern, Pattern } from '../../ir/ir.ts';
import type { SyntaxNode } from '../syntax.ts';
import { type Context, operands, textOf } from './context.ts';

type Item = NonNullable<ArrayPattern['items'][number]>;

const sequences = new Set([
  'pattern_list',
  'tuple_pattern',
  'list_pattern',
  'tuple',
  'list',
  'expression_list',
]);

/** What stands left of `=`, after `for`, after `as`. A target that makes no sense takes the value and keeps nothing. */
export function lowerTarget(node: SyntaxNode, context: Context): Pattern {
  if (node.type === 'identifier')
    return { k: 'var', at: node.at, end: node.end, name: textOf(node, context) };
  if (sequences.has(node.type)) {
    const items = operands(node).map((child): Item => {
      const [inner] =
        child.type === 'list_splat_pattern' || child.type === 'list_splat' ? operands(child) : [];
      return inner
        ? { target: lowerTarget(inner, context), rest: true }
        : { target: lowerTarget(child, context) };
    });
    return { k: 'arrayPattern', at: node.at, end: node.end, items };
  }
  if (node.type === 'attribute' || node.type === 'subscript') {
    const place = context.expression(node);
    if (place.k === 'field' || place.k === 'index') return place;
    // `a[1:2] = x` stores into `a` under a key that is not known.
    if (place.k === 'call' && place.callee.k === 'field')
      return {
        k: 'index',
        at: place.at,
        end: place.end,
        object: place.callee.object,
        index: { k: 'opaque', at: place.at, end: place.end, parts: [] },
      };
  }
  const [inner] = operands(node);
  if (inner && (node.type === 'parenthesized_expression' || node.type === 'as_pattern_target'))
    return lowerTarget(inner, context);
  return { k: 'arrayPattern', at: node.at, end: node.end, items: [] };
}

/** The names that a target binds. */
export function namesOf(target: Pattern, out: string[] = []): string[] {
  if (target.k === 'var') out.push(target.name);
  else if (target.k === 'arrayPattern') for (const item of target.items) if (item) namesOf(item.target, out);
  return out;
}
