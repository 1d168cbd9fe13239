import type { Expr, TypeRef } from '../../ir/ir.ts';
import { dottedName } from '../../ir/walk.ts';
import type { Catalog } from '../../libraries/catalog.ts';
import type { Hooks, TemplateSettings } from '../../libraries/hooks.ts';
import type { ProjectResources } from '../../resources.ts';
import { ClassMembers, inherits } from '../calls/class-members.ts';
import type { LinkedClass, LinkedModule } from '../names/linking.ts';
import { ModuleNames } from '../names/module-names.ts';
import { requiredNames } from '../names/required.ts';
import { settingsAt } from '../names/template-settings.ts';
import { Templates } from '../names/templates.ts';
import { collections, holders, scalarTypes, textUnits } from '../values/scalars.ts';
import { ofApi, ofClass, unknown, type Value } from '../values/values.ts';

/** Written types of a module whose meaning is kept. */
const maximumTypes = 20_000;

interface WrittenType {
  /** A class of the project or an API path. */
  readonly meaning: LinkedClass | string | undefined;
  /** Of numbers, dates and the like, which carry no text. */
  readonly isScalar: boolean;
  /** A value of which no more than this type is known. */
  readonly instance: Value;
  /** What a collection holds, where that is a class of the project that others extend: calls of it go to those. */
  readonly element: LinkedClass | undefined;
}

const protocol = /^typing(?:_extensions)?\.Protocol$/;

/** All modules of one language family, by path, module name, class name. */
export class Project {
  readonly modules: ReadonlyMap<string, LinkedModule>;
  readonly catalog: Catalog;
  readonly members = new ClassMembers();
  readonly names: ModuleNames;
  readonly #classes = new Map<string, LinkedClass>();
  readonly #simpleNames = new Map<string, LinkedClass[]>();
  /** By modules: what is asked for together lies together. */
  readonly #types = new Map<LinkedModule, Map<TypeRef, WrittenType>>();
  /** Those of the module that was last asked about: mostly it is asked about again. */
  #last: { readonly module: LinkedModule; readonly types: Map<TypeRef, WrittenType> } | undefined;
  readonly #reassignedOfOthers = new Set<string>();
  readonly resources: ProjectResources;
  readonly templates: Templates;
  #templateSettings: readonly TemplateSettings[] | undefined;

  readonly hooks: Hooks;
  readonly #scalars: ReadonlySet<string>;

  constructor(
    modules: ReadonlyMap<string, LinkedModule>,
    catalog: Catalog,
    hooks: Hooks,
    resources: ProjectResources,
  ) {
    this.modules = modules;
    this.catalog = catalog;
    this.hooks = hooks;
    this.#scalars = new Set([...scalarTypes, ...hooks.scalars.flatMap((types) => [...types])]);
    this.resources = resources;
    this.templates = new Templates(resources.templates, modules);
    this.names = new ModuleNames(modules, resources.configs, (name) => catalog.knows(name));
    for (const module of modules.values()) this.#index(module);
    for (const module of modules.values()) for (const cls of module.classes) this.#linkBases(cls);
    for (const cls of this.allClasses()) for (const base of cls.bases) base.subclasses.push(cls);
    this.#linkProtocols();
    for (const module of modules.values())
      for (const name of module.reassigned.ofOthers) this.#reassignedOfOthers.add(name);
  }

  /** Python's protocols name no class: whoever has all of their methods is one of them. */
  #linkProtocols(): void {
    const protocols = [...this.allClasses()].filter((cls) =>
      cls.apiBases.some((base) => protocol.test(base)),
    );
    for (const cls of protocols) {
      const names = [...cls.methods.keys()].filter((name) => name !== '' && name !== '__init__');
      if (names.length === 0) continue;
      for (const other of this.allClasses())
        if (
          other !== cls &&
          !cls.subclasses.includes(other) &&
          names.every((name) => other.methods.has(name))
        )
          cls.subclasses.push(other);
    }
  }

  /** What holds for templates that a file asks for: what the application nearest to it says. */
  templateSettings(path: string): Pick<TemplateSettings, 'escapes' | 'made'> {
    this.#templateSettings ??= this.hooks.templateSettings.flatMap((settings) => settings(this));
    return settingsAt(this.#templateSettings, path);
  }

  /** Whether a field of a class of the module may have another value than its first. */
  isReassigned(name: string, module: LinkedModule): boolean {
    return module.reassigned.names.has(name) || this.#reassignedOfOthers.has(name);
  }

  *allClasses(): Iterable<LinkedClass> {
    for (const module of this.modules.values()) yield* module.classes;
  }

  #index(module: LinkedModule): void {
    for (const cls of module.classes) {
      cls.bases.length = 0;
      cls.apiBases.length = 0;
      cls.subclasses.length = 0;
      if (module.semantics.modules.named !== 'file') {
        if (!this.#classes.has(cls.ir.qualifiedName)) this.#classes.set(cls.ir.qualifiedName, cls);
      }
      const list = this.#simpleNames.get(cls.ir.name);
      if (list) list.push(cls);
      else this.#simpleNames.set(cls.ir.name, [cls]);
    }
  }

  #linkBases(cls: LinkedClass): void {
    for (const base of cls.ir.supers) {
      const found = 'k' in base ? this.#classOfExpression(base, cls.module) : this.typeOf(base, cls.module);
      if (!found) continue;
      if (typeof found === 'string') cls.apiBases.push(found);
      else if (found !== cls && !inherits(found, cls)) cls.bases.push(found);
    }
  }

  #classOfExpression(expr: Expr, module: LinkedModule): LinkedClass | string | undefined {
    const name = dottedName(expr);
    if (name === undefined) return undefined;
    const found = this.typeNamed(name, module);
    if (found !== undefined) return found;
    // `class Card extends HTMLElement`
    if (!name.includes('.') && !module.semantics.classes.basesAreValues)
      return this.catalog.knows(name) ? name : undefined;
    if (!name.includes('.')) return this.#makerOfBase(name, module);
    // `class User(db.Model)`: a member of a variable, which may be anything that has such a member.
    const member = `*${name.slice(name.lastIndexOf('.'))}`;
    return this.catalog.knows(member) ? member : undefined;
  }

  /** `Base = declarative_base()`, here or where it is imported from: what a library's function made goes by the function's name. */
  #makerOfBase(name: string, module: LinkedModule): string | undefined {
    const binding = module.ir.imports.find(({ local }) => local === name);
    const holder = binding ? this.moduleOf(binding.module, module) : module;
    const wanted = binding?.member ?? name;
    for (const statement of holder?.ir.functions[0]?.body ?? []) {
      if (statement.k !== 'declare' || statement.target.k !== 'var' || statement.target.name !== wanted)
        continue;
      const maker = statement.init?.k === 'call' ? dottedName(statement.init) : undefined;
      const path = maker === undefined || !holder ? undefined : this.typeNamed(maker, holder);
      if (typeof path === 'string' && this.catalog.knows(path)) return path;
    }
    return undefined;
  }

  /** What a dotted name means as a type in a module (JavaScript, Python): a class of the project or an API path. */
  typeNamed(name: string, module: LinkedModule): LinkedClass | string | undefined {
    const own = module.classes.find((cls) => cls.ir.name === name);
    if (own) return own;
    const dot = name.indexOf('.');
    const head = dot < 0 ? name : name.slice(0, dot);
    const tail = dot < 0 ? '' : name.slice(dot);
    const required = module.semantics.modules.importByCalls ? requiredNames(module) : [];
    for (const binding of [...module.ir.imports, ...required]) {
      if (binding.local !== head) continue;
      const target =
        (tail ? this.#submodule(binding, module) : undefined) ?? this.moduleOf(binding.module, module);
      if (target) {
        const wanted = tail ? tail.slice(tail.lastIndexOf('.') + 1) : binding.member;
        const found =
          target.classes.find((cls) => cls.ir.name === wanted) ?? this.#reexported(target, wanted);
        if (found) return found;
        if (binding.member === 'default') return target.classes.find((cls) => cls.ir.kind !== 'interface');
        return undefined;
      }
      const path = apiOfImport(binding.module, binding.member, module);
      return this.#classes.get(path + tail) ?? path + tail;
    }
    return (
      this.#classes.get(name) ?? this.#classIn(name, module) ?? (this.catalog.knows(name) ? name : undefined)
    );
  }

  /** `shop.orders.Shell`, as an import names it: where imports begin may lie below the scanned folder. */
  #classIn(name: string, from: LinkedModule): LinkedClass | string | undefined {
    const dot = name.lastIndexOf('.');
    if (dot < 0 || from.semantics.modules.named !== 'module') return undefined;
    const holder = this.moduleOf(name.slice(0, dot), from);
    const wanted = name.slice(dot + 1);
    return (
      holder && (holder.classes.find((cls) => cls.ir.name === wanted) ?? this.#reexported(holder, wanted))
    );
  }

  /** `from . import views`: what is imported is a module itself. */
  #submodule(
    { module: from, member }: LinkedModule['ir']['imports'][number],
    module: LinkedModule,
  ): LinkedModule | undefined {
    if (module.semantics.modules.named !== 'module' || member === '*') return undefined;
    return this.moduleOf(from.endsWith('.') ? `${from}${member}` : `${from}.${member}`, module);
  }

  #reexported(module: LinkedModule, name: string): LinkedClass | string | undefined {
    for (const binding of module.ir.imports) {
      if (binding.local !== name && binding.member !== name) continue;
      const target = this.moduleOf(binding.module, module);
      if (!target && binding.local === name) return apiOfImport(binding.module, binding.member, module);
      const found = target?.classes.find((cls) => cls.ir.name === binding.member);
      if (found) return found;
    }
    return undefined;
  }

  /** What is known of a written type. */
  written(type: TypeRef, module: LinkedModule): WrittenType {
    const types = this.#typesOf(module);
    let known = types.get(type);
    if (!known) {
      const meaning = this.#findType(type, module);
      const instance =
        meaning === undefined ? unknown : typeof meaning === 'string' ? ofApi(meaning) : ofClass(meaning);
      const element = this.#elementOf(type, module);
      known = { meaning, instance, element, isScalar: this.#findScalar(type, meaning, module) };
      // Types of texts that were edited since are forgotten with the rest.
      if (types.size >= maximumTypes) types.clear();
      types.set(type, known);
    }
    return known;
  }

  #typesOf(module: LinkedModule): Map<TypeRef, WrittenType> {
    if (this.#last?.module === module) return this.#last.types;
    const types = this.#types.get(module) ?? new Map<TypeRef, WrittenType>();
    this.#types.set(module, types);
    this.#last = { module, types };
    return types;
  }

  /** The meaning of a written type: a class of the project or an API path. */
  typeOf(type: TypeRef, module: LinkedModule): LinkedClass | string | undefined {
    return this.written(type, module).meaning;
  }

  #findType(type: TypeRef, module: LinkedModule): LinkedClass | string | undefined {
    if (type.array) return undefined;
    for (const name of type.candidates) {
      const cls = this.#classes.get(name);
      if (cls) return cls;
      if (module.semantics.modules.named !== 'class') {
        const found = this.typeNamed(name, module);
        if (found && (typeof found === 'string' || holdsObjects(found, this, maximumRecords))) return found;
      }
      if (this.catalog.knows(name)) return this.catalog.canonical(name);
      if (module.semantics.functions.interfaces.has(name)) return name;
    }
    const [first] = type.candidates;
    return module.semantics.modules.named === 'class' &&
      first !== undefined &&
      isBroughtInByNothing(type, module)
      ? (this.catalog.typeNamed(first) ?? first)
      : first;
  }

  #elementOf(type: TypeRef, module: LinkedModule): LinkedClass | undefined {
    const { array, candidates, args } = type;
    const held = array
      ? { candidates }
      : candidates.some((name) => collections.test(name))
        ? args?.at(-1)
        : undefined;
    const element = held && this.typeOf(held, module);
    return typeof element === 'object' && element.subclasses.length > 0 ? element : undefined;
  }

  /** Whether a type is one of numbers, dates and the like, which carry no text. */
  isScalar(type: TypeRef | undefined, module: LinkedModule): boolean {
    return type !== undefined && this.written(type, module).isScalar;
  }

  #findScalar(type: TypeRef, meaning: LinkedClass | string | undefined, module: LinkedModule): boolean {
    // Bytes and characters in a row are text.
    if (type.array) return type.candidates.some((name) => this.#scalars.has(name) && !textUnits.has(name));
    if (type.candidates.some((name) => this.#scalars.has(name))) return true;
    if (type.args && type.candidates.some((name) => holders.test(name)))
      return type.args.length > 0 && type.args.every((arg) => this.isScalar(arg, module));
    return typeof meaning === 'object' ? meaning.ir.kind === 'enum' : this.#scalars.has(meaning ?? '');
  }

  classNamed(name: string): LinkedClass | undefined {
    return this.#classes.get(name);
  }

  /** The only class of this simple name in the project, if there is just one. */
  onlyClassNamed(name: string): LinkedClass | undefined {
    const list = this.#simpleNames.get(name);
    return list?.length === 1 ? list[0] : undefined;
  }

  /** See `ModuleNames.moduleOf`. */
  moduleOf(specifier: string, from: LinkedModule): LinkedModule | undefined {
    return this.names.moduleOf(specifier, from);
  }
}

/**
 * A Java name that no import brings in may be of its own package or of `java.lang`, or of a package of the JDK's that is
 * imported whole, whose types are known. One that is in none of them was cut out of its file, as a selection is: compiled
 * code has no such names.
 */
const isBroughtInByNothing = (type: TypeRef, { ir }: LinkedModule): boolean =>
  type.candidates.length === 2 + ir.wildcards.length && ir.wildcards.every((name) => /^javax?\./.test(name));

/** Records in each other that are looked into for objects of classes. */
const maximumRecords = 4;

/** Whether a class is more than a record of data: of TypeScript's object types, those count in which objects of classes are held. */
function holdsObjects({ ir, module }: LinkedClass, project: Project, depth: number): boolean {
  if (ir.kind !== 'record' || module.semantics.modules.named !== 'file') return true;
  if (depth === 0) return false;
  return ir.fields.some(({ type }) =>
    [type, ...(type?.args ?? [])].some((one) =>
      one?.candidates.some((name) => {
        const found = project.typeNamed(name, module);
        return (
          typeof found === 'object' &&
          found.ir !== ir &&
          isExtended(found) &&
          holdsObjects(found, project, depth - 1)
        );
      }),
    ),
  );
}

/** What others extend, or what holds further objects. */
const isExtended = ({ ir, subclasses, methods }: LinkedClass): boolean =>
  ir.kind === 'record' || subclasses.length > 0 || methods.size > 0;

/** The API path of an imported name. An external JavaScript module's default and namespace are the module itself. */
export function apiOfImport(specifier: string, member: string, { semantics }: LinkedModule): string {
  const path = specifier.startsWith('node:') ? specifier.slice(5) : specifier;
  if (member === '*') return path;
  if (member === 'default' && semantics.modules.haveDefault) return path;
  return `${path}.${member}`;
}
