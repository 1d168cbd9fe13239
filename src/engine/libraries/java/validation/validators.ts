import { instantiate } from '../../../dataflow/calls/instantiate.ts';
import { emptyObject } from '../../../dataflow/heap/heap.ts';
import type { CallSite, Machine } from '../../../dataflow/interpreter/machine.ts';
import type { LinkedClass, LinkedModule } from '../../../dataflow/names/linking.ts';
import { type Mask, noClass } from '../../../dataflow/values/masks.ts';
import { apart } from '../../../dataflow/values/merging.ts';
import { reference, tainted, type Value } from '../../../dataflow/values/values.ts';
import type { Decorator, Expr } from '../../../ir/ir.ts';
import { decoratorArgs } from '../../../ir/walk.ts';

const constraint = /^(?:javax|jakarta)\.validation\.Constraint$/;

/** What an annotation is: `A` of `@A` and `@A(x)`. */
export const annotationOf = ({ expr }: Decorator): Expr => (expr.k === 'call' ? expr.callee : expr);

/** The annotation of the project's own behind a use of it. */
export function annotationClass(
  { project }: Machine,
  decorator: Decorator,
  module: LinkedModule,
): LinkedClass | undefined {
  const written = annotationOf(decorator);
  const meaning = written.k === 'type' ? project.typeOf(written.type, module) : undefined;
  return typeof meaning === 'object' ? meaning : undefined;
}

/** The `@Constraint(validatedBy = …)` on an annotation. */
export const constraintOn = ({ ir }: LinkedClass): Decorator | undefined =>
  ir.decorators.find((one) => {
    const written = annotationOf(one);
    return written.k === 'type' && written.type.candidates.some((name) => constraint.test(name));
  });

/** The classes of the project that validate what carries a constraint (Jakarta Validation 3.1, section 3.1). */
function validatorsOf({ project }: Machine, annotation: LinkedClass): readonly LinkedClass[] {
  const on = constraintOn(annotation);
  const given = on && decoratorArgs(on).find(({ name }) => name === 'validatedBy')?.value;
  const listed = given?.k === 'array' ? given.items.map(({ value }) => value) : given ? [given] : [];
  return listed.flatMap((value) => {
    const cls = value.k === 'type' ? project.typeOf(value.type, annotation.module) : undefined;
    return typeof cls === 'object' ? [cls] : [];
  });
}

/**
 * Returns the classes for which a value is safe once the project's own constraints on it hold: of each constraint, the
 * validators are run. One that has several has one for each type, so that all of them have to show it.
 */
export function clearedByValidators(
  machine: Machine,
  decorators: readonly Decorator[],
  module: LinkedModule,
  site: CallSite,
): Mask {
  return decorators.reduce((mask, decorator) => {
    const annotation = annotationClass(machine, decorator, module);
    if (!annotation) return mask;
    const [first, ...others] = validatorsOf(machine, annotation).map((validator) =>
      clearedBy(machine, validator, annotationObject(machine, annotation, decorator, module, site), site),
    );
    return first ? mask.or(others.reduce((all, one) => all.and(one), first)) : mask;
  }, noClass);
}

/** The annotation as an object whose methods give its elements, as written or by default. */
export function annotationObject(
  machine: Machine,
  annotation: LinkedClass,
  decorator: Decorator,
  module: LinkedModule,
  site: CallSite,
): Value {
  const self = instantiate(machine, annotation, undefined, [], site);
  const [body] = module.functions;
  const written = body ? { ...site.frame, fn: body } : site.frame;
  for (const { name, value } of decoratorArgs(decorator)) {
    const element = name ?? 'value';
    const isList = annotation.ir.fields.find((field) => field.name === element)?.type?.array;
    const given = machine.evaluate(value, written);
    // `accepts = "id"` stands for a list of one.
    const items = { ...emptyObject, items: [given] };
    const whole =
      isList && value.k !== 'array'
        ? reference(machine.allocate(items, site.frame, decorator), 'Array')
        : given;
    machine.writeField(self, element, whole, site.frame, decorator);
  }
  return self;
}

/** Data of no caller's, for what a validator shows of any. */
const anything = tainted([
  {
    origin: { kind: 'parameter', index: Number.MAX_SAFE_INTEGER },
    cleared: noClass,
    restored: noClass,
    stage: 'data',
    merging: apart,
    trace: undefined,
  },
]);

function clearedBy(machine: Machine, validator: LinkedClass, annotation: Value, site: CallSite): Mask {
  const self = instantiate(machine, validator, undefined, [], site);
  const method = (name: string, parameters: number) =>
    machine.project.members
      .method(validator, name)
      .find(({ ir }) => !ir.isAbstract && ir.params.length === parameters);
  const initialize = method('initialize', 1);
  if (initialize) machine.invoke(initialize, undefined, self, [annotation], site);
  const isValid = method('isValid', 2);
  if (!isValid) return noClass;
  const [mask = noClass] = machine.predicate(
    { kind: 'function', fn: isValid, environment: undefined, self },
    [anything],
    true,
    site,
  );
  return mask;
}
