import { emptyObject } from '../heap/heap.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import { apiOfImport } from '../interpreter/project.ts';
import { constant, ofApi, ofCallable, ofClass, reference, unknown, type Value } from '../values/values.ts';
import type { LinkedClass, LinkedModule } from './linking.ts';

/** What a name means where it stands: a variable, an import, a class, a global. */
export function resolveName(machine: Machine, name: string, frame: Frame): Value {
  const binding = frame.fn.scope.bindings.get(name);
  if (binding?.kind === 'local') return frame.state.variables.get(name) ?? unknown;
  if (binding?.kind === 'environment') return readVariable(machine, name, binding.owner, frame) ?? unknown;
  return resolveFree(machine, name, frame);
}

function readVariable(machine: Machine, name: string, owner: number, frame: Frame): Value | undefined {
  if (owner === 0)
    return machine.object(machine.moduleRecord(frame.fn.module), frame.state)?.fields.get(name);
  for (let env = frame.environment; env; env = env.parent) {
    if (env.owner === owner) return machine.object(env.record, frame.state)?.fields.get(name);
  }
  return undefined;
}

/** A name that the file does not declare. */
function resolveFree(machine: Machine, name: string, frame: Frame): Value {
  const module = frame.fn.module;
  const { modules, classes } = module.semantics;
  if (classes.membersAreNames) {
    const member = memberNamed(machine, name, frame);
    if (member) return member;
  }
  for (const binding of module.ir.imports) {
    if (binding.local === name) return importedValue(machine, binding.module, binding.member, module, frame);
  }
  if (modules.haveOwnNames) {
    if (name === 'exports') return machine.moduleExports(module, frame.state);
    if (name === 'module') return machine.moduleObject(module);
    if (name === 'arguments') return argumentsOf(machine, frame);
    // Assigned without a declaration: a property of the global object.
    const implicit = machine.object(machine.moduleRecord(module), frame.state)?.fields.get(name);
    if (implicit) return implicit;
  }
  const cls = module.classes.find((c) => c.ir.name === name);
  if (cls) return ofCallable({ kind: 'class', cls, environment: frame.environment });
  if (modules.named === 'class')
    return typeNamed(machine, name, frame.fn.module) ?? (machine.catalog.knows(name) ? ofApi(name) : unknown);
  for (const wildcard of module.ir.wildcards) {
    const target = machine.project.moduleOf(wildcard, module);
    if (target) {
      const value = machine.object(machine.moduleRecord(target), frame.state)?.fields.get(name);
      if (value) return value;
    } else if (machine.catalog.knows(`${wildcard}.${name}`)) return ofApi(`${wildcard}.${name}`);
  }
  if (name === 'undefined') return unknown;
  return machine.catalog.knows(name) ? ofApi(name) : (globalProperty(machine, name, frame) ?? unknown);
}

/** `shop` after another file's `global.shop = …`. */
function globalProperty(machine: Machine, name: string, frame: Frame): Value | undefined {
  for (const api of frame.fn.module.semantics.modules.globalObjects) {
    const value = machine.object(machine.storeOf(api), frame.state)?.fields.get(name);
    if (value) return value;
  }
  return undefined;
}

function argumentsOf(machine: Machine, frame: Frame): Value {
  const items = frame.args.map((arg) => arg ?? unknown);
  if (frame.depth === 0) {
    // Callers are not seen: how many arguments there are is not known.
    const fields = new Map(items.map((item, i) => [String(i), item]));
    return reference(
      machine.allocate({ ...emptyObject, fields, open: true }, frame, { at: 0, end: 0 }),
      'Array',
    );
  }
  return reference(machine.allocate({ ...emptyObject, items }, frame, { at: 0, end: 0 }), 'Array');
}

/** A field of the class or of a class around it, named without `this`. */
function memberNamed(machine: Machine, name: string, frame: Frame): Value | undefined {
  for (let cls = frame.fn.cls; cls; cls = outerClass(cls)) {
    const declared = machine.project.members.holderOfField(cls, name);
    if (declared === undefined) continue;
    return declared === 'static'
      ? (machine.staticField(cls, name, frame.state) ?? unknown)
      : machine.readField(cls === frame.fn.cls ? frame.self : ofClass(cls), name, frame, {
          at: 0,
          end: 0,
        });
  }
  return undefined;
}

/** The class that a class stands in. */
export const outerClass = ({ ir, module }: LinkedClass): LinkedClass | undefined =>
  module.functions[ir.parent]?.cls;

function typeNamed(machine: Machine, name: string, module: LinkedModule): Value | undefined {
  const candidates = [
    module.ir.name ? `${module.ir.name}.${name}` : name,
    ...module.ir.wildcards.map((w) => `${w}.${name}`),
    ...module.semantics.modules.implicitPackages.map((holder) => `${holder}.${name}`),
  ];
  for (const candidate of candidates) {
    const cls = machine.project.classNamed(candidate);
    if (cls) return ofCallable({ kind: 'class', cls, environment: undefined });
    if (machine.catalog.knows(candidate)) return ofApi(machine.catalog.canonical(candidate));
  }
  return undefined;
}

export function importedValue(
  machine: Machine,
  specifier: string,
  member: string,
  module: LinkedModule,
  frame: Frame,
  depth = 0,
): Value {
  const { named } = module.semantics.modules;
  if (named === 'class') {
    // A static import's module is a class.
    const cls = machine.project.classNamed(specifier);
    if (cls) {
      const value: Value = ofCallable({ kind: 'class', cls, environment: undefined });
      return member === '*' ? value : machine.readField(value, member, frame, { at: 0, end: 0 });
    }
    const type = machine.project.classNamed(`${specifier}.${member}`);
    if (type) return ofCallable({ kind: 'class', cls: type, environment: undefined });
    return ofApi(machine.catalog.canonical(apiOfImport(specifier, member, module)));
  }
  const target = machine.project.moduleOf(specifier, module);
  if (named === 'module') {
    if (target) {
      if (member === '*') return machine.moduleExports(target, frame.state);
      const value = moduleMember(machine, target, member, frame, depth);
      if (value) return value;
    }
    const submodule = machine.project.moduleOf(
      specifier.endsWith('.') ? `${specifier}${member}` : `${specifier}.${member}`,
      module,
    );
    if (submodule && member !== '*') return machine.moduleExports(submodule, frame.state);
    return target ? unknown : external(machine, specifier, member, frame);
  }
  if (!target) {
    if (specifier.startsWith('.')) return unknown;
    const path = apiOfImport(specifier, member, module);
    const known = machine.catalog.model(path)?.constant;
    return known ? constant(known.value) : ofApi(path);
  }
  const exports = machine.moduleExports(target, frame.state);
  if (member === '*') return exports;
  for (const id of exports.refs) {
    const object = machine.object(id, frame.state);
    const value = object?.fields.get(member);
    if (value) return value;
  }
  return member === 'default' ? exports : machine.readField(exports, member, frame, { at: 0, end: 0 });
}

/** Packages that take names over from one another, in a row. */
const maximumReexports = 4;

/** What a Python module's name means to others: a variable of its own, or what it imported by that name. */
export function moduleMember(
  machine: Machine,
  target: LinkedModule,
  member: string,
  frame: Frame,
  depth = 0,
): Value | undefined {
  const value = machine.object(machine.moduleRecord(target), frame.state)?.fields.get(member);
  if (value || depth >= maximumReexports) return value;
  for (const binding of target.ir.imports) {
    if (binding.local !== member) continue;
    const found = importedValue(machine, binding.module, binding.member, target, frame, depth + 1);
    if (found !== unknown) return found;
  }
  for (const wildcard of target.ir.wildcards) {
    const source = machine.project.moduleOf(wildcard, target);
    const found = source && moduleMember(machine, source, member, frame, depth + 1);
    if (found) return found;
  }
  return undefined;
}

/** A member of a Python package outside of the project: a constant or a source where the catalog says so. */
function external(machine: Machine, specifier: string, member: string, frame: Frame): Value {
  const path = apiOfImport(specifier, member, frame.fn.module);
  const model = machine.catalog.model(path);
  if (model?.constant) return constant(model.constant.value);
  if (!model || model.sources.length === 0 || member === '*') return ofApi(path);
  return machine.readField(ofApi(specifier), member, frame, frame.fn.ir);
}
