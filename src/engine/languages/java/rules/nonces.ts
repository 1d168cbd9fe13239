import type { ClassIR, Expr, FunctionIR, ModuleIR } from '../../../ir/ir.ts';
import { type IRNode, walk } from '../../../ir/walk.ts';
import type { RuleMatch } from '../../../rules/rule.ts';

/** Which argument the first block is changed by. */
const nonces = new Map([
  ['javax.crypto.spec.IvParameterSpec', 0],
  ['javax.crypto.spec.GCMParameterSpec', 1],
]);

/** `new IvParameterSpec(FIXED)`: equal messages become equal ciphertexts, and under GCM the key is given away. */
export function* fixedNonces(module: ModuleIR): Iterable<RuleMatch> {
  for (const fn of module.functions) {
    const cls = module.classes.find((candidate) => candidate.index === fn.cls);
    for (const statement of fn.body) {
      const found: IRNode[] = [];
      walk(statement, (node) => {
        if (node.k !== 'new' || node.callee.k !== 'type') return true;
        const index = node.callee.type.candidates
          .map((name) => nonces.get(name))
          .find((i) => i !== undefined);
        const value = index === undefined ? undefined : node.args[index]?.value;
        if (value && isFixed(value, fn, cls)) found.push(node);
        return true;
      });
      for (const { at, end } of found)
        yield {
          vulnClass: 'weak-cipher',
          at,
          end,
          message:
            'The initialization vector is the same each time, so equal beginnings of messages show. Fill it from a SecureRandom for each message, and send it along.',
          variant: 'fixed-iv',
          confidence: 75,
        };
    }
  }
}

/** Bytes that stand in the code, or that nobody fills. */
function isFixed(value: Expr, fn: FunctionIR, cls: ClassIR | undefined): boolean {
  if (isWritten(value) || isEmpty(value)) return true;
  if (value.k !== 'var' && value.k !== 'field') return false;
  const { name } = value;
  const local = value.k === 'var' ? declarationOf(name, fn) : undefined;
  if (local) return isWritten(local) || (isEmpty(local) && mentionsOf(name, fn) === 1);
  const field = cls?.fields.find((candidate) => candidate.name === name);
  return field?.init !== undefined && isWritten(field.init) && mentionsOf(name, fn) === 1;
}

/** `{1, 2, 3}`, `"0123456789abcdef".getBytes()`. */
function isWritten(value: Expr): boolean {
  if (value.k === 'array') return !isEmpty(value) && value.items.every(({ value: item }) => isNumber(item));
  return (
    value.k === 'call' &&
    value.callee.k === 'field' &&
    value.callee.name === 'getBytes' &&
    value.callee.object.k === 'const'
  );
}

const isNumber = (value: Expr): boolean =>
  value.k === 'const' ||
  (value.k === 'cast' && isNumber(value.value)) ||
  (value.k === 'unary' && isNumber(value.operand));

/** `new byte[16]`, whose elements stand nowhere but where the array does. */
const isEmpty = (value: Expr): boolean =>
  value.k === 'array' && value.items.every(({ value: item }) => item.at === value.at);

function declarationOf(name: string, fn: FunctionIR): Expr | undefined {
  let init: Expr | undefined;
  for (const statement of fn.body)
    walk(statement, (node) => {
      if (node.k === 'declare' && node.target.k === 'var' && node.target.name === name) init = node.init;
      return true;
    });
  return init;
}

/** How often a function mentions a variable or field, but for its declaration. */
function mentionsOf(name: string, fn: FunctionIR): number {
  let count = 0;
  for (const statement of fn.body)
    walk(statement, (node) => {
      if ((node.k === 'var' || node.k === 'field') && node.name === name) count++;
      return true;
    });
  return count - (declarationOf(name, fn) ? 1 : 0);
}
