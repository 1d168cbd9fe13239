import type { Expr, FunctionIR, TypeRef } from '../../ir/ir.ts';
import { walk } from '../../ir/walk.ts';
import type { LinkedFunction, LinkedModule } from '../names/linking.ts';

const found = new WeakMap<LinkedModule, ReadonlyMap<number, TypeRef>>();

/** The type that is written where one of Java's lambdas stands: of the variable, of the field, or of what is returned. */
export function writtenTypeOf({ ir, module }: LinkedFunction): TypeRef | undefined {
  if (ir.kind !== 'lambda' || !module.semantics.functions.implementInterfaces) return undefined;
  let types = found.get(module);
  if (!types) {
    types = typesIn(module);
    found.set(module, types);
  }
  return types.get(ir.index);
}

function typesIn({ ir: { functions, classes } }: LinkedModule): ReadonlyMap<number, TypeRef> {
  const types = new Map<number, TypeRef>();
  const note = (value: Expr | undefined, type: TypeRef | undefined): void => {
    if (value?.k === 'function' && type) types.set(value.fn, type);
  };
  for (const fn of functions) noteIn(fn, note);
  for (const { fields } of classes) for (const { init, type } of fields) note(init, type);
  return types;
}

function noteIn(
  { body, returnType }: FunctionIR,
  note: (value: Expr | undefined, type: TypeRef | undefined) => void,
): void {
  for (const statement of body)
    walk(statement, (node) => {
      if (node.k === 'declare') note(node.init, node.type);
      else if (node.k === 'return') note(node.value, returnType);
      return undefined;
    });
}
