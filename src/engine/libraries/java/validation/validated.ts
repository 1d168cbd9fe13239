import { pathsOf } from '../../../dataflow/entries/decorator-paths.ts';
import type { Machine } from '../../../dataflow/interpreter/machine.ts';
import type { Project } from '../../../dataflow/interpreter/project.ts';
import type { LinkedClass, LinkedFunction, LinkedModule } from '../../../dataflow/names/linking.ts';
import { mentionedIn } from '../../../dataflow/names/mentions.ts';
import type { Decorator, Param, TypeRef } from '../../../ir/ir.ts';
import { decoratorArgs } from '../../../ir/walk.ts';
import { annotationOf, constraintOn } from './validators.ts';

/** Names of groups of constraints. The one that everything without a group is in goes by this name. */
type Groups = ReadonlySet<string>;
const byDefault = 'Default';
const onlyDefault: Groups = new Set([byDefault]);

const valid = /^(?:javax|jakarta)\.validation\.Valid$/;
const validated = 'org.springframework.validation.annotation.Validated';
const defaultGroup = /^(?:javax|jakarta)\.validation\.groups\.Default$/;
const outcomes = /^org\.springframework\.validation\.(?:BindingResult|Errors)$/;
/** Frameworks that look at the constraints on all parameters of what they call. */
const always = /^(?:(?:javax|jakarta)\.ws\.rs|io\.micronaut)\./;
const ofSpring = /^org\.springframework\.(?:web\.bind\.annotation|stereotype)\./;
const jakarta = /^jakarta\.validation\./;

/**
 * Whether somebody looks at the constraints on a parameter before the function is called. Jakarta REST and Micronaut do.
 * Spring does for classes that are `@Validated`; from version 6.1 on, for handlers of any controller.
 */
export function areParametersChecked(machine: Machine, { cls, ir }: LinkedFunction, param: Param): boolean {
  if (!cls) return false;
  const paths = family(cls).flatMap((one) =>
    one.ir.decorators.flatMap((decorator) => pathsOf(machine, decorator, one.module)),
  );
  const own = ir.decorators.flatMap((decorator) => pathsOf(machine, decorator, cls.module));
  if (paths.includes(validated) || [...paths, ...own].some((path) => always.test(path))) return true;
  return (
    paths.some((path) => ofSpring.test(path)) &&
    hasJakartaConstraint(machine, param, cls.module) &&
    !isOldSpring(machine)
  );
}

/** A class, what it extends and implements, and what extends it: annotations of an interface count for its classes. */
const family = (cls: LinkedClass): readonly LinkedClass[] => [cls, ...cls.bases, ...cls.subclasses];

const firstWithValidation: readonly (readonly [name: string, version: string])[] = [
  ['org.springframework.boot:spring-boot-starter-parent', '3.2'],
  ['org.springframework.boot:spring-boot-dependencies', '3.2'],
  ['org.springframework:spring-framework-bom', '6.1'],
  ['org.springframework:spring-webmvc', '6.1'],
  ['org.springframework:spring-web', '6.1'],
];

const isOldSpring = ({ project }: Machine): boolean =>
  firstWithValidation.some(([name, version]) => project.names.isBelow(name, version));

function hasJakartaConstraint(
  { project }: Machine,
  { decorators, type }: Param,
  module: LinkedModule,
): boolean {
  const ofElements = type?.args?.flatMap((arg) => arg.decorators ?? []) ?? [];
  return [...decorators, ...ofElements].some((decorator) => {
    const written = annotationOf(decorator);
    if (written.k !== 'type') return false;
    const own = project.typeOf(written.type, module);
    const on = typeof own === 'object' ? constraintOn(own) : decorator;
    const named = on && annotationOf(on);
    return named?.k === 'type' && named.type.candidates.some((name) => jakarta.test(name));
  });
}

/** How objects of a class arrive: validated for these groups, or (undefined) not at all. */
type Arrival = Groups | undefined;

const known = new WeakMap<Project, ReadonlyMap<LinkedClass, readonly Arrival[]>>();

/** Whether a constraint on a field of a class holds however objects of the class arrive. */
export function isFieldChecked(machine: Machine, cls: LinkedClass, constraint: Decorator): boolean {
  let arrivals = known.get(machine.project);
  if (!arrivals) {
    arrivals = arrivalsIn(machine);
    known.set(machine.project, arrivals);
  }
  const own = arrivals.get(cls) ?? [];
  const groups = groupsIn(machine, constraint, 'groups', cls.module);
  return own.length > 0 && own.every((arrival) => arrival && [...groups].some((group) => arrival.has(group)));
}

function arrivalsIn(machine: Machine): ReadonlyMap<LinkedClass, readonly Arrival[]> {
  const arrivals = new Map<LinkedClass, Arrival[]>();
  for (const module of machine.project.modules.values()) {
    for (const fn of module.functions) {
      if (!fn.cls || fn.ir.params.length === 0) continue;
      const classes = fn.ir.params.map(({ type }) => classesIn(machine, type, module));
      if (classes.every((list) => list.length === 0)) continue;
      const given = machine.entryParameters(fn);
      classes.forEach((list, i) => {
        if (!given[i]?.labels.length) return;
        const arrival = arrivalAt(machine, fn, i);
        for (const { cls, type } of list)
          spread(machine, cls, isCascaded(machine, type, module) ? onlyDefault : arrival, arrivals);
      });
    }
  }
  return arrivals;
}

interface Named {
  readonly cls: LinkedClass;
  readonly type: TypeRef;
}

/** The classes of the project that a type names, and of what it is a collection of. */
function classesIn(machine: Machine, type: TypeRef | undefined, module: LinkedModule): readonly Named[] {
  if (!type) return [];
  const single = type.array ? { candidates: type.candidates } : type;
  const cls = machine.project.typeOf(single, module);
  const own = typeof cls === 'object' && cls.ir.kind !== 'enum' ? [{ cls, type }] : [];
  return [...own, ...(type.args ?? []).flatMap((arg) => classesIn(machine, arg, module))];
}

/** Notes how objects of a class arrive, and those in their fields. */
function spread(
  machine: Machine,
  cls: LinkedClass,
  arrival: Arrival,
  arrivals: Map<LinkedClass, Arrival[]>,
): void {
  const own = arrivals.get(cls) ?? [];
  if (own.some((other) => isSame(other, arrival))) return;
  arrivals.set(cls, [...own, arrival]);
  for (const base of cls.bases) spread(machine, base, arrival, arrivals);
  for (const { type, decorators } of cls.ir.fields)
    for (const named of classesIn(machine, type, cls.module)) {
      const goesOn =
        isCascaded(machine, named.type, cls.module) ||
        decorators.some((one) => pathsOf(machine, one, cls.module).some((path) => valid.test(path)));
      spread(machine, named.cls, goesOn ? arrival : undefined, arrivals);
    }
}

const isSame = (a: Arrival, b: Arrival): boolean =>
  a === b || (a !== undefined && b !== undefined && a.size === b.size && [...a].every((name) => b.has(name)));

/** `List<@Valid Item>` */
const isCascaded = (machine: Machine, { decorators = [] }: TypeRef, module: LinkedModule): boolean =>
  decorators.some((one) => pathsOf(machine, one, module).some((path) => valid.test(path)));

/** For which groups a handler's parameter is validated, by its own annotations or those of the interface that declares it. */
function arrivalAt(machine: Machine, fn: LinkedFunction, i: number): Arrival {
  if (!isOutcomeHeeded(fn, i)) return undefined;
  const declared = (fn.cls?.bases ?? []).flatMap((base) => machine.project.members.method(base, fn.ir.name));
  for (const { ir, module } of [fn, ...declared]) {
    if (ir.params.length !== fn.ir.params.length) continue;
    for (const decorator of ir.params[i]?.decorators ?? []) {
      const paths = pathsOf(machine, decorator, module);
      if (paths.some((path) => valid.test(path))) return onlyDefault;
      if (paths.includes(validated)) return groupsIn(machine, decorator, undefined, module);
    }
  }
  return undefined;
}

/** A handler that takes what is wrong with a parameter is called whatever that is: it has to look. */
function isOutcomeHeeded({ ir }: LinkedFunction, i: number): boolean {
  const next = ir.params[i + 1];
  return !next || !isOutcome(next) || (next.target.k === 'var' && mentionedIn(ir).has(next.target.name));
}

const isOutcome = ({ type }: Param): boolean => type?.candidates.some((name) => outcomes.test(name)) ?? false;

/** Whether the body of a function says whether its parameters are validated to any effect. */
export const takesOutcome = ({ ir }: LinkedFunction): boolean => ir.params.some(isOutcome);

/** The groups that an annotation names, with those that they extend; the default one without any. */
function groupsIn(
  machine: Machine,
  decorator: Decorator,
  element: string | undefined,
  module: LinkedModule,
): Groups {
  const given = decoratorArgs(decorator).find(
    ({ name }) => name === element || (!element && name === 'value'),
  );
  const listed =
    given?.value.k === 'array' ? given.value.items.map(({ value }) => value) : given ? [given.value] : [];
  const names = listed.flatMap((value) => (value.k === 'type' ? namesOf(machine, value.type, module) : []));
  return names.length > 0 ? new Set(names) : onlyDefault;
}

function namesOf({ project }: Machine, type: TypeRef, module: LinkedModule): readonly string[] {
  const meaning = project.typeOf(type, module);
  if (typeof meaning !== 'object')
    return type.candidates.map((name) => (defaultGroup.test(name) ? byDefault : name));
  const names = (cls: LinkedClass): readonly string[] => [
    cls.ir.qualifiedName,
    ...cls.bases.flatMap(names),
    ...(cls.apiBases.some((base) => defaultGroup.test(base)) ? [byDefault] : []),
  ];
  return names(meaning);
}
