import type { CallSite, Frame, Machine } from '../dataflow/interpreter/machine.ts';
import { prefixOf } from '../dataflow/values/values.ts';
import type { Expr } from '../ir/ir.ts';
import { type IRNode, walk } from '../ir/walk.ts';
import type { LibraryHooks } from './hooks.ts';

/** Services of pictures that know people by the MD5 digest of their address. */
const service = /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:gravatar\.com|libravatar\.org)\//i;

/**
 * Whether all that a digest is used for is to stand in the address of such a service, which decides on the algorithm: it protects
 * nothing there. The digest stands in the address itself, or in a variable that is read in such addresses alone.
 */
function isAvatarDigest(machine: Machine, { frame, node }: CallSite): boolean {
  const { ir } = frame.fn;
  if (ir.index === 0 || !('k' in node)) return false;
  let within = false;
  let kept: string | undefined;
  const addressed = new Set<IRNode>();
  const read = new Map<string, IRNode[]>();
  for (const statement of ir.body)
    walk(statement, (at) => {
      if (isAddress(machine, at, frame)) {
        within ||= contains(at, node);
        walk(at, (inner) => {
          addressed.add(inner);
          return undefined;
        });
      }
      if (at.k === 'declare' && at.target.k === 'var' && at.init && contains(at.init, node))
        kept = at.target.name;
      if (at.k === 'var') read.set(at.name, [...(read.get(at.name) ?? []), at]);
      return undefined;
    });
  if (within || kept === undefined) return within;
  const name = kept;
  const uses = (read.get(name) ?? []).filter((use) => !isTarget(ir.body, use));
  return uses.length > 0 && uses.every((use) => addressed.has(use));
}

export const avatars: LibraryHooks = {
  isHarmless: (vulnClass, machine, site) => vulnClass === 'weak-hash' && isAvatarDigest(machine, site),
};

function contains(node: IRNode, wanted: CallSite['node']): boolean {
  let found = false;
  walk(node, (inner) => {
    if (inner === wanted) found = true;
    return !found;
  });
  return found;
}

/** What is written to, not read. */
function isTarget(body: readonly IRNode[], use: IRNode): boolean {
  let found = false;
  for (const statement of body)
    walk(statement, (node) => {
      if ((node.k === 'declare' || node.k === 'assign') && node.target === use) found = true;
      return !found;
    });
  return found;
}

/** A text put together that begins with the service's address. */
function isAddress(machine: Machine, node: IRNode, frame: Frame): boolean {
  if (node.k !== 'binary' && node.k !== 'template' && node.k !== 'call') return false;
  const first = beginning(node);
  return first !== undefined && service.test(prefixOf(machine.evaluate(first, frame)));
}

/** The literal or variable that a text begins with: reading it runs nothing. */
function beginning(expr: Expr): Expr | undefined {
  switch (expr.k) {
    case 'const':
    case 'var':
      return expr;
    case 'field':
      return beginning(expr.object) && expr;
    case 'binary':
      return expr.op === '+' || expr.op === '%' ? beginning(expr.left) : undefined;
    case 'template':
      return expr.parts[0] && beginning(expr.parts[0]);
    case 'call':
      return expr.callee.k === 'field' && expr.callee.name === 'format' && expr.callee.object.k === 'const'
        ? expr.callee.object
        : undefined;
    default:
      return undefined;
  }
}
