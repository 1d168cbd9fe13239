import type { Expr, ModuleIR } from '../ir/ir.ts';
import { walk } from '../ir/walk.ts';
import { kept } from './identity.ts';

const mayKeep = /\.(?:user|session|auth|currentUser|current_user)\s*=(?!=)/;
/** Parts of a request that hold what the client sent. */
const sent = new Set(['body', 'query', 'params', 'headers', 'cookies', 'args', 'form', 'json', 'values']);

/** Whether a program keeps what a client says of itself where others keep who it is: `req.user = req.body.user`. */
export function keepsClaims({ ir, text }: { readonly ir: ModuleIR; readonly text: string }): boolean {
  if (!mayKeep.test(text)) return false;
  let found = false;
  for (const statement of ir.functions.flatMap(({ body }) => body))
    walk(statement, (node) => {
      const target = node.k === 'assign' || node.k === 'declare' ? node.target : undefined;
      const value = node.k === 'assign' ? node.value : node.k === 'declare' ? node.init : undefined;
      if (target?.k === 'field' && kept.has(target.name) && value && isSent(value)) found = true;
      return !found;
    });
  return found;
}

function isSent(value: Expr): boolean {
  if (value.k === 'field') return sent.has(value.name) || isSent(value.object);
  return value.k === 'index' && isSent(value.object);
}
