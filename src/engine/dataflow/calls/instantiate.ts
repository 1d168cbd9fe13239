import type { ClassIR, FieldDefinition } from '../../ir/ir.ts';
import { dottedName } from '../../ir/walk.ts';
import { fittedToField } from '../guards/field-validators.ts';
import { clearListed } from '../guards/listed.ts';
import { emptyObject } from '../heap/heap.ts';
import type { ArgValue, CallSite, Frame, Machine } from '../interpreter/machine.ts';
import type { LinkedClass, LinkedFunction } from '../names/linking.ts';
import { typed } from '../values/typing.ts';
import { type Environment, reference, unknown, type Value } from '../values/values.ts';
import { bindArguments } from './binding.ts';
import { overloadFor } from './overloads.ts';

/** Objects in fields of objects in fields. */
const maximumMaking = 20;

/** Makes an object of a project's class: fields initialised, constructor run. */
export function instantiate(
  machine: Machine,
  cls: LinkedClass,
  environment: Environment | undefined,
  args: readonly ArgValue[],
  site: CallSite,
): Value {
  const { frame, node } = site;
  if (isEnumOfValues(machine, cls)) for (const { expr } of args) if (expr) clearListed(machine, expr, frame);
  const [api] = machine.project.members.apiBases(cls);
  const id = machine.allocate({ ...emptyObject, cls }, frame, node);
  const self = reference(id, undefined, cls);
  initialiseFields(machine, cls, self, frame, new Set());
  // `new HashMap<>() {{ put("a", 1); }}`: Java's blocks of a class run before its constructor.
  for (const fn of cls.methods.get('') ?? [])
    if (fn.ir.kind === 'initializer' && !fn.ir.isStatic) machine.invoke(fn, environment, self, [], site);
  const maker = constructorOf(machine, cls, args);
  if (maker) machine.invoke(maker, environment, self, bindArguments(machine, maker, self, args, site), site);
  else if (isRecord(cls) || cls.module.semantics.classes.makeConstructors)
    assignByOrder(machine, cls, self, args, frame);
  if (!maker && cls.module.semantics.classes.makeConstructors)
    for (const fn of afterwards.flatMap((name) => machine.project.members.method(cls, name).slice(0, 1)))
      machine.invoke(fn, environment, self, bindArguments(machine, fn, self, [], site), site);
  if (!maker && api !== undefined) {
    const model = machine.catalog.model(api);
    if (model) {
      machine.applyModel(model, api, {
        site,
        receiver: undefined,
        receiverExpr: undefined,
        args,
        isNew: true,
      });
    }
  }
  return self;
}

/** `Kind(text)` raises where the text is none of the values of the enumeration, unless that has a method for others. */
const isEnumOfValues = ({ project: { members } }: Machine, cls: LinkedClass): boolean =>
  cls.ir.kind === 'enum' &&
  cls.module.semantics.classes.areCalled &&
  !['_missing_', '__new__', '__init__'].some((name) => members.method(cls, name).length > 0);

/** What classes whose constructor is made for them do when that has run. */
const afterwards = ['__post_init__', '__attrs_post_init__', 'model_post_init'];

function constructorOf(
  machine: Machine,
  cls: LinkedClass,
  args: readonly ArgValue[],
): LinkedFunction | undefined {
  const { constructorName, inheritConstructors } = cls.module.semantics.classes;
  const found = inheritConstructors
    ? machine.project.members.method(cls, constructorName)
    : (cls.methods.get(constructorName) ?? []);
  return overloadFor(machine, found, args);
}

const isRecord = (cls: LinkedClass): boolean =>
  cls.ir.kind === 'record' ||
  cls.ir.decorators.some((d) => /(^|\.)(dataclass|attrs|define|s)$/.test(dottedName(d.expr) ?? ''));

/** Records, dataclasses and models take their fields in the order of declaration, or by name. */
function assignByOrder(
  machine: Machine,
  cls: LinkedClass,
  self: Value,
  args: readonly ArgValue[],
  frame: Frame,
): void {
  const node = { at: 0, end: 0 };
  const names = fieldsOf(cls).map((field) => field.name);
  const { fitsFields } = machine.project.hooks;
  const fits = machine.project.members.apiBases(cls).some((base) => fitsFields.some((ask) => ask(base)));
  const put = (name: string, given: Value): void => {
    const value = fits ? fittedToField(machine, cls, name, given, { node, frame }) : given;
    machine.writeField(self, name, value, frame, node);
  };
  args.forEach((arg, i) => {
    // `Rating(**data)`: each field is what stands under its name.
    if (arg.spread === 'map') {
      for (const name of names) {
        put(name, machine.readField(arg.value, name, frame, node));
      }
      return;
    }
    const name = arg.name ?? names[i];
    if (name !== undefined) put(name, arg.value);
  });
}

const fieldsOf = (cls: LinkedClass): readonly FieldDefinition[] => [
  ...cls.bases.flatMap((base) => base.ir.fields),
  ...cls.ir.fields.filter((field) => !field.isStatic || cls.module.semantics.classes.holdTheirMembers),
];

/** Runs the initialisers of a class's fields and of those it inherits. */
export function initialiseFields(
  machine: Machine,
  cls: LinkedClass,
  self: Value,
  frame: Frame,
  seen: Set<LinkedClass>,
): void {
  const { making } = frame.entry;
  if (seen.has(cls) || making.includes(cls)) return;
  if (making.length >= maximumMaking) {
    frame.entry.cutShort = true;
    return;
  }
  seen.add(cls);
  for (const base of cls.bases) initialiseFields(machine, base, self, frame, seen);
  if (cls.module.semantics.classes.holdTheirMembers) return;
  let inside: Frame | undefined;
  making.push(cls);
  for (const field of cls.ir.fields) {
    if (field.isStatic || !field.init) continue;
    inside ??= frameOf(cls, self, frame);
    const value = typed(machine, machine.evaluate(field.init, inside), field.type, inside);
    machine.writeField(self, field.name, value, inside, field);
  }
  making.pop();
}

/** A frame in which a class's initialisers run: the names of the function around it, `this` the object. */
export function frameOf(cls: LinkedClass, self: Value, frame: Frame): Frame {
  const fn = cls.module.functions[cls.ir.parent] ?? (cls.module.functions[0] as LinkedFunction);
  return { ...frame, fn: withinClass(fn, cls), self, exits: [], targets: [] };
}

const within = new WeakMap<LinkedClass, LinkedFunction>();

/** The function as code of the class sees it, so that names of fields are looked up there. It keeps up with edits. */
function withinClass(fn: LinkedFunction, cls: LinkedClass): LinkedFunction {
  const known = within.get(cls);
  if (known && Object.getPrototypeOf(known) === fn) return known;
  const made: LinkedFunction = Object.create(fn, { cls: { value: cls } });
  within.set(cls, made);
  return made;
}

/** What the class says of a field: its written type, whatever is in it. */
export function declaredField(machine: Machine, cls: LinkedClass, name: string): Value | undefined {
  const seen = new Set<LinkedClass>();
  const find = (
    c: LinkedClass,
  ): { readonly owner: LinkedClass; readonly field: ClassIR['fields'][number] } | undefined => {
    if (seen.has(c)) return undefined;
    seen.add(c);
    const field = c.ir.fields.find((f) => f.name === name);
    if (field) return { owner: c, field };
    for (const base of c.bases) {
      const found = find(base);
      if (found) return found;
    }
    return undefined;
  };
  const found = find(cls);
  if (!found?.field.type) return undefined;
  const [body] = found.owner.module.functions;
  return body && typed(machine, unknown, found.field.type, { fn: body });
}
