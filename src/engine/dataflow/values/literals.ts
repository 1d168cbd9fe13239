import type { Expr, Node, ObjectLiteral } from '../../ir/ir.ts';
import { emptyObject, type HeapObject, writeKey } from '../heap/heap.ts';
import { elements } from '../interpreter/loads.ts';
import type { ArgValue, Frame, Machine } from '../interpreter/machine.ts';
import { noteMethod } from '../interpreter/stores.ts';
import { fold, formatted } from './constants.ts';
import { clearLabels, dataLabels, joinLabels } from './labels.ts';
import { bitOf, ofObjects } from './masks.ts';
import { deepText, isPartOfNoPrototype } from './operators.ts';
import { asOperand, isEndOfOptions } from './options.ts';
import { before, behind } from './path-places.ts';
import { behindQuote } from './quoted-places.ts';
import {
  type Callable,
  constant,
  exact,
  join,
  ofCallable,
  reference,
  tainted,
  unknown,
  type Value,
  withKnown,
  withLabels,
} from './values.ts';

/** A compiled pattern: its source is kept, for guards and for judging what it costs. */
export function patternValue(
  machine: Machine,
  source: string,
  flags: string,
  api: string,
  frame: Frame,
  node: Node,
): Value {
  const fields = new Map([
    ['source', constant(source)],
    ['flags', constant(flags)],
  ]);
  return reference(machine.allocate({ ...emptyObject, fields }, frame, node), api);
}

export function evaluateTemplate(
  machine: Machine,
  expr: Extract<Expr, { k: 'template' }>,
  frame: Frame,
): Value {
  const parts = expr.parts.map((part) => machine.evaluate(part, frame));
  if (expr.tag) {
    const tag = expr.tag;
    const receiver = tag.k === 'field' ? machine.evaluate(tag.object, frame) : undefined;
    const callee = tag.k === 'field' ? unknown : machine.evaluate(tag, frame);
    const args = parts
      .filter((_, i) => i % 2 === 1)
      .map((value): ArgValue => ({ value, expr: undefined, name: undefined, spread: undefined }));
    const strings: ArgValue = {
      value: constant(formatted(parts.filter((_, i) => i % 2 === 0))),
      expr: undefined,
      name: undefined,
      spread: undefined,
    };
    return machine.call(callee, tag.k === 'field' ? tag.name : undefined, {
      site: { node: expr, frame },
      receiver,
      receiverExpr: tag.k === 'field' ? tag.object : undefined,
      args: [strings, ...args],
      isNew: false,
    });
  }
  let result = constant('');
  let text = '';
  for (const part of parts) {
    const folded = fold(
      '+',
      result,
      part.known?.kind === 'exact' ? constant(String(part.known.value)) : part,
    );
    const labels = behindQuote(deepText(machine, part, frame, expr), () => text);
    text += part.labels.length > 0 ? '' : String(exact(part)?.value ?? '');
    result = withKnown(
      tainted(joinLabels(before(result.labels, part), behind(result, labels))),
      folded?.value.known,
    );
  }
  if (parts.some(isPartOfNoPrototype))
    result = withLabels(result, clearLabels(result.labels, bitOf('prototype-pollution')));
  return frame.fn.module.semantics.values.mayBeObjects
    ? withLabels(result, clearLabels(result.labels, ofObjects()))
    : result;
}

/** Notes a function that closes over variables: if nothing calls it, it is called where its maker ends. */
export function makeClosure(frame: Frame, callable: Extract<Callable, { kind: 'function' }>): Value {
  if (callable.fn.scope.closesOver || frame.depth > 0 || callable.fn.ir.parent !== 0) {
    if (callable.fn.ir.parent !== 0 || callable.fn.scope.closesOver) {
      frame.entry.uncalled.set(callable.fn.key, { callable, state: frame.state });
    }
  }
  return ofCallable(callable);
}

function withUnknownKey(
  object: HeapObject,
  key: Value,
  value: Value,
): HeapObject & { fields: Map<string, Value> } {
  return {
    ...writeKey(object, dataLabels(key.labels)),
    fields: new Map(object.fields),
    sure: undefined,
    rest: object.rest ? join(object.rest, value) : value,
  };
}

export function evaluateObject(machine: Machine, expr: ObjectLiteral, frame: Frame): Value {
  let object = { ...emptyObject, fields: new Map<string, Value>() };
  for (const prop of expr.props) {
    const value = machine.evaluate(prop.value, frame);
    if (prop.key === undefined) {
      for (const id of value.refs) {
        const source = machine.object(id, frame.state);
        if (!source) continue;
        for (const [name, field] of source.fields) object.fields.set(name, field);
        if (source.rest)
          object = {
            ...writeKey(object, dataLabels((source.keys ?? source.rest).labels)),
            fields: object.fields,
            sure: undefined,
            rest: object.rest ? join(object.rest, source.rest) : source.rest,
          };
        if (source.open) object = { ...object, open: true };
      }
      if (value.labels.length > 0 || value.refs.length === 0) {
        const rest = tainted(dataLabels(value.labels));
        object = {
          ...(value.labels.length > 0 ? writeKey(object, rest.labels) : object),
          fields: object.fields,
          open: true,
          sure: undefined,
          rest: object.rest ? join(object.rest, rest) : value.labels.length > 0 ? rest : undefined,
        };
      }
      continue;
    }
    if (typeof prop.key === 'string') {
      object.fields.set(prop.key, value);
      if (object.rest) object = { ...object, sure: new Set([...(object.sure ?? []), prop.key]) };
      continue;
    }
    const key = machine.evaluate(prop.key, frame);
    const known = exact(key);
    if (known) object.fields.set(String(known.value), value);
    else object = withUnknownKey(object, key, value);
  }
  const made = reference(
    machine.allocate(object, frame, expr),
    frame.fn.module.semantics.types.objectLiteral,
  );
  if (frame.fn.ir.index === 0) for (const value of object.fields.values()) noteMethod(machine, made, value);
  return made;
}

export function evaluateArray(machine: Machine, expr: Extract<Expr, { k: 'array' }>, frame: Frame): Value {
  const items: Value[] = [];
  let rest: Value | undefined;
  let areOperands = false;
  for (const item of expr.items) {
    const value = machine.evaluate(item.value, frame);
    if (item.spread) {
      const known = rest || items.length > 64 ? undefined : itemsOf(machine, value, frame);
      if (known) {
        items.push(...known);
        continue;
      }
      const all = elements(machine, value, frame);
      rest = rest ? join(rest, all) : all;
    } else if (rest) {
      rest = join(rest, areOperands ? asOperand(value) : value);
      areOperands ||= isEndOfOptions(value);
    } else items.push(value);
  }
  const object = rest
    ? { ...emptyObject, lead: items, rest: items.reduce(join, rest), areOperands }
    : {
        ...emptyObject,
        items: items.length <= 64 ? items : undefined,
        rest: items.length > 64 ? items.reduce(join) : undefined,
      };
  return reference(machine.allocate(object, frame, expr), frame.fn.module.semantics.types.arrayLiteral);
}

/** The elements of a list that is known wholly. */
function itemsOf(machine: Machine, { refs, labels }: Value, { state }: Frame): readonly Value[] | undefined {
  const [id, ...others] = refs;
  if (id === undefined || others.length > 0 || labels.length > 0) return undefined;
  const { items, rest, content } = machine.object(id, state) ?? {};
  return rest || content ? undefined : items;
}
