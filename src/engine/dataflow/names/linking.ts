import type { ClassIR, FunctionIR, ModuleIR, Node, TypeRef } from '../../ir/ir.ts';
import { type Binding, type FunctionScope, resolveScopes } from '../../ir/scopes.ts';
import { semanticsOf } from '../../languages/registry.ts';
import type { Semantics } from '../../languages/semantics.ts';
import { type Reassigned, ReassignedFields } from '../heap/reassigned.ts';
import { type Outline, outlineOf } from './outline.ts';

export interface LinkedModule {
  readonly ir: ModuleIR;
  /** What its language means. */
  readonly semantics: Semantics;
  readonly text: string;
  readonly outline: Outline;
  readonly reassigned: Reassigned;
  readonly functions: readonly LinkedFunction[];
  readonly classes: readonly LinkedClass[];
}

export interface LinkedFunction {
  /** Unique in the project and stable while its surroundings change: path, name and number. */
  readonly key: string;
  readonly ir: FunctionIR;
  readonly module: LinkedModule;
  readonly scope: FunctionScope;
  readonly cls: LinkedClass | undefined;
}

export interface LinkedClass {
  readonly ir: ClassIR;
  readonly module: LinkedModule;
  readonly methods: ReadonlyMap<string, readonly LinkedFunction[]>;
  /** Project classes it extends or implements; filled by linking. */
  readonly bases: LinkedClass[];
  /** External types it extends or implements, as API paths; filled by linking. */
  readonly apiBases: string[];
  readonly subclasses: LinkedClass[];
}

/** Links one file's IR: scopes resolved, members found by name. What it refers to elsewhere is linked by `Project`. */
export function linkModule(ir: ModuleIR, text: string): LinkedModule {
  const reassigned = new ReassignedFields();
  const scopes = resolveScopes(ir, (node, fn) => reassigned.add(node, ir.functions[fn] as FunctionIR));
  const functions: LinkedFunction[] = [];
  const classes: LinkedClass[] = [];
  const module: LinkedModule = {
    ir,
    semantics: semanticsOf(ir.language),
    text,
    outline: new ModuleOutline(ir, text, reassigned),
    reassigned,
    functions,
    classes,
  };
  for (const cls of ir.classes) {
    classes.push({ ir: cls, module, methods: new Map(), bases: [], apiBases: [], subclasses: [] });
  }
  const keys = functionKeys(ir, classes);
  for (const fn of ir.functions) {
    functions.push({
      key: keys[fn.index] as string,
      ir: fn,
      module,
      scope: scopes[fn.index] as FunctionScope,
      cls: fn.cls === undefined ? undefined : classes[fn.cls],
    });
  }
  for (const cls of classes) findMethods(cls, functions);
  return module;
}

/** A file's outline, and what its bodies say to others. Made when it is asked for: of most files it never is. */
class ModuleOutline implements Outline {
  readonly #ir: ModuleIR;
  readonly #file: string;
  readonly #reassigned: Reassigned;
  #written: Outline | undefined;
  #text: string | undefined;

  constructor(ir: ModuleIR, file: string, reassigned: Reassigned) {
    this.#ir = ir;
    this.#file = file;
    this.#reassigned = reassigned;
  }

  get #outline(): Outline {
    this.#written ??= outlineOf(this.#ir, this.#file);
    return this.#written;
  }

  get cuts(): Outline['cuts'] {
    return this.#outline.cuts;
  }

  get text(): string {
    // What a body assigns, other functions see.
    this.#text ??= `${this.#outline.text}\n${declaredInside(this.#ir, this.#file, this.#reassigned)}`;
    return this.#text;
  }
}

/** What bodies of functions say to the rest of the project: the fields they assign, what they import, their classes. */
function declaredInside(ir: ModuleIR, text: string, reassigned: Reassigned): string {
  const written = (nodes: readonly (TypeRef | Node)[]): readonly unknown[] =>
    nodes.map((node) => ('at' in node ? text.slice(node.at, node.end) : node));
  return JSON.stringify([
    [...reassigned.names].toSorted(),
    [...reassigned.ofOthers].toSorted(),
    ir.imports.map(({ local, module, member }) => [local, module, member]),
    ir.wildcards,
    ir.classes
      .filter((cls) => cls.parent !== 0)
      .map((cls) => [
        cls.qualifiedName,
        cls.kind,
        written(cls.supers),
        written(cls.fields),
        written(cls.decorators),
        cls.methods.map((index) => ir.functions[index]?.name),
      ]),
  ]);
}

/** Functions inside others are numbered within them, so that an edit elsewhere in the file leaves their keys alone. */
function functionKeys(ir: ModuleIR, classes: readonly LinkedClass[]): readonly string[] {
  const keys: (string | undefined)[] = [];
  const seen = new Map<string, number>();
  const keyOf = (fn: FunctionIR): string => {
    const known = keys[fn.index];
    if (known !== undefined) return known;
    const outer = fn.parent === undefined || fn.parent === 0 ? undefined : ir.functions[fn.parent];
    const cls = fn.cls === undefined ? undefined : classes[fn.cls];
    const name = `${outer ? keyOf(outer) : ir.path}#${cls ? `${cls.ir.name}.` : ''}${fn.name}`;
    const number = seen.get(name) ?? 0;
    seen.set(name, number + 1);
    const key = `${name}~${number}`;
    keys[fn.index] = key;
    return key;
  };
  return ir.functions.map(keyOf);
}

function findMethods(cls: LinkedClass, functions: readonly LinkedFunction[]): void {
  const methods = cls.methods as Map<string, LinkedFunction[]>;
  methods.clear();
  const { constructorName } = cls.module.semantics.classes;
  for (const index of cls.ir.methods) {
    const method = functions[index];
    if (!method) continue;
    const name = method.ir.kind === 'constructor' ? constructorName : method.ir.name;
    const named = methods.get(name);
    if (named) named.push(method);
    else methods.set(name, [method]);
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Puts a file's new IR in the place of the old one where only bodies of functions changed: what holds on to the old
 * functions and classes then holds the new ones.
 * @returns the functions of the module whose body changed; undefined when more than that changed
 */
export function relinkModule(
  module: LinkedModule,
  ir: ModuleIR,
  text: string,
): readonly LinkedFunction[] | undefined {
  const next = linkModule(ir, text);
  if (next.outline.text !== module.outline.text || next.classes.length !== module.classes.length)
    return undefined;
  const [body] = module.functions;
  if (!body || !next.functions[0] || !hasEqualScope(body, next.functions[0])) return undefined;
  const byKey = new Map(module.functions.map((fn) => [fn.key, fn]));
  // Environments that exist already know the function that they belong to by its number.
  if (next.functions.some((fn) => fn.scope.captured.size > 0 && byKey.get(fn.key)?.ir.index !== fn.ir.index))
    return undefined;
  const changed = next.functions.slice(1).flatMap((fn) => {
    const old = byKey.get(fn.key);
    return old && !(hasEqualText(old, fn) && hasEqualScope(old, fn)) ? [old] : [];
  });
  const functions = next.functions.map((fn) => {
    const kept = byKey.get(fn.key) as Mutable<LinkedFunction> | undefined;
    if (!kept) return { ...fn, module, cls: fn.ir.cls === undefined ? undefined : module.classes[fn.ir.cls] };
    kept.ir = fn.ir;
    kept.scope = fn.scope;
    kept.cls = fn.ir.cls === undefined ? undefined : module.classes[fn.ir.cls];
    return kept;
  });
  const target = module as Mutable<LinkedModule>;
  target.ir = ir;
  target.text = text;
  target.outline = next.outline;
  target.functions = functions;
  for (const [i, cls] of module.classes.entries()) {
    (cls as Mutable<LinkedClass>).ir = (next.classes[i] as LinkedClass).ir;
    findMethods(cls, functions);
  }
  return changed;
}

function hasEqualText(a: LinkedFunction, b: LinkedFunction): boolean {
  const written = ({ ir, module }: LinkedFunction): readonly string[] =>
    [ir, ...ir.decorators].map((node) => module.text.slice(node.at, node.end));
  const [old, now] = [written(a), written(b)];
  return old.length === now.length && old.every((text, i) => text === now[i]);
}

/** The same text means something else where its names are other variables. */
function hasEqualScope({ scope: a }: LinkedFunction, { scope: b }: LinkedFunction): boolean {
  if (a.closesOver !== b.closesOver || a.bindings.size !== b.bindings.size) return false;
  const ownerOf = (binding: Binding): number => (binding.kind === 'environment' ? binding.owner : -1);
  for (const [name, binding] of a.bindings) {
    const other = b.bindings.get(name);
    if (other?.kind !== binding.kind || ownerOf(other) !== ownerOf(binding)) return false;
  }
  return true;
}
