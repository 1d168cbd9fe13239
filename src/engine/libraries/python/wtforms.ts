import { clearedByField } from '../../dataflow/guards/checked.ts';
import { emptyObject } from '../../dataflow/heap/heap.ts';
import type { Frame, Machine } from '../../dataflow/interpreter/machine.ts';
import { clearLabels } from '../../dataflow/values/labels.ts';
import { reference, type Value, withLabels } from '../../dataflow/values/values.ts';
import type { Field } from '../../ir/ir.ts';
import type { LibraryHooks } from '../hooks.ts';

/** Forms of WTForms, by their bases. */
const forms = /^(?:flask_wtf|wtforms)\./;

/** `form.code.data` of WTForms: what the field's validators let through, and the form's own `validate_code(form, field)`. */
function formFieldData(machine: Machine, expr: Field, frame: Frame): Value | undefined {
  const { name, object } = expr;
  if (name !== 'data' || object.k !== 'field') return undefined;
  const form = machine.evaluate(object.object, frame);
  const { cls } = form;
  if (!cls || !machine.project.members.apiBases(cls).some((base) => forms.test(base))) return undefined;
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

/** Validators that let through one of a list, or nothing that is a text. */
const listed =
  /^wtforms\.validators\.(?:AnyOf|any_of|UUID|IPAddress|ip_address|MacAddress|mac_address|NumberRange)$/;

export const hooks: LibraryHooks = {
  field: formFieldData,
  validator: (path) => {
    if (listed.test(path)) return 'listed';
    return path.endsWith('.Regexp') ? 'pattern' : undefined;
  },
};
