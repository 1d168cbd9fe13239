import type { Field } from '../ir/ir.ts';
import { decoratorArgs, dottedName } from '../ir/walk.ts';
import { clearedByField } from './checked.ts';
import { emptyObject } from './heap.ts';
import { clearLabels, type Labels } from './labels.ts';
import type { LinkedClass, LinkedFunction } from './linking.ts';
import type { CallSite, Frame, Machine } from './machine.ts';
import { everyClass } from './masks.ts';
import { ofClass, reference, tainted, unknown, type Value, withLabels } from './values.ts';

/** Decorators of pydantic under which a method checks fields, which they name, and gives what becomes of them. */
const checking = /(?:^|\.)(?:field_validator|validator)$/;

const known = new WeakMap<LinkedClass, ReadonlyMap<string, readonly LinkedFunction[]>>();

/** What a model's own validators leave of the data that arrives in a field. */
export function validated(
  machine: Machine,
  cls: LinkedClass,
  name: string,
  labels: Labels,
  site: CallSite,
): Value {
  const validators = validatorsOf(cls).get(name);
  let value = tainted(cleanedByForm(machine, cls, name, labels, site));
  for (const fn of validators ?? []) {
    const args = [{ value, expr: undefined, name: undefined, spread: undefined }];
    value = machine.callCallable(
      { kind: 'function', fn, environment: undefined, self: undefined },
      unknown,
      args,
      site,
    );
  }
  return value;
}

/**
 * What `clean_<field>` of Django's forms and `validate_<field>` of its REST framework's serializers let through: they raise, or give
 * back what they were asked about.
 */
function cleanedByForm(
  machine: Machine,
  cls: LinkedClass,
  name: string,
  labels: Labels,
  site: CallSite,
): Labels {
  if (cls.module.ir.language !== 'python') return labels;
  const { entry } = site.frame;
  let left = labels;
  for (const [prefix, isGiven] of cleaning) {
    const [fn] = machine.project.members.method(cls, `${prefix}${name}`);
    if (!fn || entry.stack.includes(fn) || fn.ir.params.length !== (isGiven ? 2 : 1)) continue;
    const args = isGiven
      ? [{ value: tainted(left), expr: undefined, name: undefined, spread: undefined }]
      : [];
    const self = ofClass(cls);
    const result = machine.callCallable(
      { kind: 'function', fn, environment: undefined, self },
      self,
      args,
      site,
    );
    left = clearLabels(
      left,
      result.labels.reduce((mask, { cleared }) => mask.and(cleared), everyClass),
    );
  }
  return left;
}

/** Forms of WTForms, by their bases. */
const wtforms = /^(?:flask_wtf|wtforms)\./;

/** `form.code.data` of WTForms: what the field's validators let through, and the form's own `validate_code(form, field)`. */
export function formFieldData(machine: Machine, expr: Field, frame: Frame): Value | undefined {
  const { name, object } = expr;
  if (name !== 'data' || object.k !== 'field' || frame.fn.module.ir.language !== 'python') return undefined;
  const form = machine.evaluate(object.object, frame);
  const { cls } = form;
  if (!cls || !machine.project.members.apiBases(cls).some((base) => wtforms.test(base))) return undefined;
  const value = machine.readField(machine.evaluate(object, frame), name, frame, expr);
  if (value.labels.length === 0) return value;
  const left = withLabels(value, clearLabels(value.labels, clearedByField(machine, cls, object.name)));
  const [fn] = machine.project.members.method(cls, `validate_${object.name}`);
  if (!fn || left.labels.length === 0 || frame.entry.stack.includes(fn)) return left;
  const id = machine.allocate({ ...emptyObject, fields: new Map([[name, left]]) }, frame, object);
  const field = { value: reference(id), expr: undefined, name: undefined, spread: undefined };
  const site = { node: expr, frame };
  machine.callCallable({ kind: 'function', fn, environment: undefined, self: form }, form, [field], site);
  return machine.object(id, frame.state)?.fields.get(name) ?? left;
}

/** Names of methods, before that of a field, and whether they are given the value. */
const cleaning = [
  ['clean_', false],
  ['validate_', true],
] as const;

function validatorsOf(cls: LinkedClass): ReadonlyMap<string, readonly LinkedFunction[]> {
  let found = known.get(cls);
  if (!found) {
    found = findValidators(cls);
    known.set(cls, found);
  }
  return found;
}

function findValidators(cls: LinkedClass): ReadonlyMap<string, readonly LinkedFunction[]> {
  const found = new Map<string, LinkedFunction[]>();
  if (cls.module.ir.language !== 'python') return found;
  for (const base of cls.bases) for (const [name, fns] of validatorsOf(base)) found.set(name, [...fns]);
  for (const fn of [...cls.methods.values()].flat()) {
    for (const decorator of fn.ir.decorators) {
      if (!checking.test(dottedName(decorator.expr) ?? '')) continue;
      for (const { value } of decoratorArgs(decorator))
        if (value.k === 'const' && typeof value.value === 'string')
          found.set(value.value, [...(found.get(value.value) ?? []), fn]);
    }
  }
  return found;
}
