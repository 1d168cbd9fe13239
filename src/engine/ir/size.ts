import { forEachChild, type IRNode } from './walk.ts';

/** Nodes up to which an expression may be written a second time instead of being kept in a variable. */
const smallSize = 12;

/**
 * Whether an expression has so few nodes that lowering may repeat it. A larger one goes into a temporary variable: what is
 * repeated at each level of a nesting grows exponentially with its depth.
 */
export function isSmall(node: IRNode): boolean {
  let left = smallSize;
  const visit = (inner: IRNode): void => {
    // A function's body counts too, whatever its size.
    if (inner.k === 'function' || inner.k === 'class' || (inner.k === 'new' && inner.body !== undefined))
      left = 0;
    if (--left > 0) forEachChild(inner, visit);
  };
  visit(node);
  return left > 0;
}
