import type { TypeRef } from '../../ir/ir.ts';
import { declaredField, frameOf, initialiseFields } from '../calls/instantiate.ts';
import { emptyObject, type HeapObject, Layer, type State, writeField } from '../heap/heap.ts';
import { nameOfPlace } from '../heap/place-names.ts';
import type { LinkedClass, LinkedFunction, LinkedModule } from '../names/linking.ts';
import type { Label } from '../values/labels.ts';
import { typed } from '../values/typing.ts';
import {
  ofClass,
  reference,
  unknown,
  type Value,
  withApi,
  withClass,
  withKnown,
  withLabels,
} from '../values/values.ts';
import { inline, openFrame, runBody } from './bodies.ts';
import { openEntry } from './entry.ts';
import type { Entry, Frame, Machine } from './machine.ts';

/** A function of which something was left out. */
export interface CutShort {
  readonly fn: LinkedFunction;
  /** It was given up, and not just approximated. */
  readonly brokenOff: boolean;
}

interface ModuleObjects {
  readonly record: number;
  readonly module: number;
}

/**
 * What exists before any function is called: module scopes, exports, static fields, and for each class an object as its
 * constructor leaves it. Made when first asked for, in one heap under all analyses.
 */
export class ProgramInitialization {
  readonly heap = new Layer<number, HeapObject>();
  readonly #machine: Machine;
  readonly #modules = new Map<LinkedModule, ModuleObjects>();
  readonly #stores = new Map<string, number>();
  readonly #rows = new Map<LinkedClass | string, number>();
  /** For each of them, who reads which of its fields. */
  readonly #rowReaders = new Map<number, Map<string, Set<LinkedFunction>>>();
  readonly #statics = new Map<LinkedClass, number>();
  readonly #prototypes = new Map<LinkedClass, number | 'running'>();
  readonly #declaredFields = new Map<LinkedClass, Map<string, Value | null>>();
  readonly #collections = new WeakMap<TypeRef, number>();
  readonly #onModule: (module: LinkedModule, frame: Frame) => void;
  readonly #apart: (run: () => void) => boolean;
  readonly #opened: Entry[] = [];
  /** Where the stack did not suffice. */
  readonly #givenUp: LinkedFunction[] = [];
  /** Functions that were called, and those of them that were run in place, while modules, static fields and constructors were evaluated. */
  readonly dependsOn = new Set<LinkedFunction>();
  readonly inlines = new Set<LinkedFunction>();
  #next = 1;

  constructor(
    machine: Machine,
    onModule: (module: LinkedModule, frame: Frame) => void,
    apart: (run: () => void) => boolean,
  ) {
    this.#machine = machine;
    this.#onModule = onModule;
    this.#apart = apart;
  }

  allocate(object: HeapObject, heap: Layer<number, HeapObject>): number {
    const id = this.#next++;
    heap.set(id, object);
    return id;
  }

  get state(): State {
    return { variables: new Layer(), heap: this.heap };
  }

  openEntry(fn: LinkedFunction): Entry {
    const entry = openEntry(fn, this);
    this.#opened.push(entry);
    return entry;
  }

  /** Where evaluating what exists once for all was cut off. */
  get cutShort(): readonly CutShort[] {
    const bounded = this.#opened.filter((entry) => entry.exhausted || entry.lacksRoom || entry.cutShort);
    return [
      ...bounded.map(({ fn, exhausted, lacksRoom }) => ({ fn, brokenOff: exhausted || lacksRoom })),
      ...this.#givenUp.map((fn) => ({ fn, brokenOff: true })),
    ];
  }

  /** A frame as if in a function, outside of any analysis. */
  frameAt(fn: LinkedFunction): Frame {
    const entry = openEntry(fn, this);
    return openFrame(this.#machine, fn, undefined, unknown, [], { entry, depth: -1, state: this.state });
  }

  forget(module: LinkedModule): void {
    this.#modules.delete(module);
    for (const cls of module.classes) {
      this.#statics.delete(cls);
      this.#prototypes.delete(cls);
    }
  }

  #evaluate(owner: LinkedFunction | undefined, run: () => void): void {
    if (!this.#apart(run) && owner) this.#givenUp.push(owner);
  }

  #objects(module: LinkedModule): ModuleObjects {
    let objects = this.#modules.get(module);
    if (objects) return objects;
    const exports = this.allocate({ ...emptyObject }, this.heap);
    const moduleObject = this.allocate(
      { ...emptyObject, fields: new Map([['exports', reference(exports)]]) },
      this.heap,
    );
    const record = this.allocate({ ...emptyObject, open: true }, this.heap);
    objects = { record, module: moduleObject };
    this.#modules.set(module, objects);
    this.#evaluate(module.functions[0], () => this.#run(module, record));
    return objects;
  }

  #run(module: LinkedModule, record: number): void {
    const [body] = module.functions;
    if (!body || !module.semantics.modules.run) return;
    const entry = this.openEntry(body);
    const frame = openFrame(this.#machine, body, { record, owner: 0, parent: undefined }, unknown, [], {
      entry,
      depth: -1,
      state: this.state,
    });
    frame.state = this.state;
    runBody(this.#machine, frame);
    this.#onModule(module, frame);
  }

  moduleRecord(module: LinkedModule): number {
    return this.#objects(module).record;
  }

  moduleObject(module: LinkedModule): Value {
    return reference(this.#objects(module).module);
  }

  /** What a dotted name means at the end of a module's body. */
  moduleValue(module: LinkedModule, name: string): Value | undefined {
    const [head, ...rest] = name.split('.');
    let value = this.heap.get(this.moduleRecord(module))?.fields.get(head as string);
    if (!value) return undefined;
    const frame = this.frameAt(module.functions[0] as LinkedFunction);
    for (const part of rest) value = this.#machine.readField(value, part, frame, { at: 0, end: 0 });
    return value;
  }

  moduleExports(module: LinkedModule, state: State): Value {
    const objects = this.#objects(module);
    // A Python module is its scope; its names are its attributes.
    if (module.semantics.modules.areScopes) return reference(objects.record, module.ir.name);
    return state.heap.get(objects.module)?.fields.get('exports') ?? unknown;
  }

  /** The static fields of a class and, in Python, its attributes. */
  staticField(cls: LinkedClass, name: string, state?: State): Value | undefined {
    const value = (state?.heap ?? this.heap).get(this.#staticsOf(cls))?.fields.get(name);
    if (value) return value;
    for (const base of cls.bases) {
      const inherited = this.staticField(base, name, state);
      if (inherited) return inherited;
    }
    return undefined;
  }

  /** The object whose field a static field of this name is: that of the class that declares it. */
  staticRecord(cls: LinkedClass, name: string): number {
    const own = this.#staticsOf(cls);
    if (this.heap.get(own)?.fields.has(name)) return own;
    for (const base of cls.bases) {
      const inherited = this.staticRecord(base, name);
      if (this.heap.get(inherited)?.fields.has(name)) return inherited;
    }
    return own;
  }

  #staticsOf(cls: LinkedClass): number {
    const known = this.#statics.get(cls);
    if (known !== undefined) return known;
    const record = this.allocate({ ...emptyObject, open: true }, this.heap);
    this.#statics.set(cls, record);
    this.#evaluate(ownerOf(cls), () => this.#initialiseStatics(cls, record));
    return record;
  }

  /** The object that holds what was written to an API's own properties. */
  storeOf(api: string): number {
    let id = this.#stores.get(api);
    if (id === undefined) {
      id = this.allocate({ ...emptyObject, open: true }, this.heap);
      this.#stores.set(api, id);
    }
    return id;
  }

  /** See `Machine.rowsOf`. */
  rowsOf(model: LinkedClass | string): number {
    let id = this.#rows.get(model);
    if (id === undefined) {
      const cls = typeof model === 'string' ? undefined : model;
      id = this.allocate({ ...emptyObject, cls, open: true }, this.heap);
      this.#rows.set(model, id);
      this.#rowReaders.set(id, new Map());
    }
    return id;
  }

  isRow(id: number): boolean {
    return this.#rowReaders.has(id);
  }

  /** The functions that read a field of rows. It grows with those that do. */
  readersOf(rows: number, field: string): Set<LinkedFunction> {
    const fields = this.#rowReaders.get(rows) ?? new Map<string, Set<LinkedFunction>>();
    const readers = fields.get(field) ?? new Set();
    this.#rowReaders.set(rows, fields.set(field, readers));
    return readers;
  }

  /** Whose variables, fields or properties an object holds. */
  ownerOf(id: number): LinkedModule | LinkedClass | 'request' | 'rows' | undefined {
    if (this.isRow(id)) return 'rows';
    for (const store of this.#stores.values()) if (store === id) return 'request';
    for (const [module, { record }] of this.#modules) if (record === id) return module;
    for (const [cls, record] of [...this.#prototypes, ...this.#statics]) if (record === id) return cls;
    return undefined;
  }

  /** A variable or field that refers to an object, or a field of what one refers to. */
  nameOf(id: number): string | undefined {
    const records = [...this.#modules.values()].map(({ record }) => record);
    const holders = [...records, ...this.#prototypes.values(), ...this.#statics.values()];
    return nameOfPlace(
      this.heap,
      holders.filter((holder) => holder !== 'running'),
      id,
    );
  }

  #initialiseStatics(cls: LinkedClass, record: number): void {
    const owner = ownerOf(cls);
    const entry = this.openEntry(owner);
    const outer = openFrame(
      this.#machine,
      owner,
      this.#environmentOf(cls),
      reference(record, undefined, undefined),
      [],
      {
        entry,
        depth: 0,
        state: this.state,
      },
    );
    const frame = frameOf(cls, reference(record), outer);
    frame.state = this.state;
    for (const field of cls.ir.fields) {
      if (!field.isStatic && !cls.module.semantics.classes.holdTheirMembers) continue;
      const raw = field.init ? this.#machine.evaluate(field.init, frame) : unknown;
      const first = typed(this.#machine, raw, field.type, frame);
      const value =
        first.known && this.#machine.project.isReassigned(field.name, cls.module)
          ? withKnown(first, undefined)
          : first;
      const object = this.heap.get(record);
      if (object) this.heap.set(record, writeField(object, field.name, value, true));
    }
    for (const index of cls.ir.methods) {
      const method = cls.module.functions[index];
      if (method?.ir.kind !== 'initializer' || !method.ir.isStatic) continue;
      inline(this.#machine, method, undefined, reference(record), [], { node: method.ir, frame });
    }
  }

  #environmentOf(cls: LinkedClass): Frame['environment'] {
    return cls.module.semantics.modules.run
      ? { record: this.moduleRecord(cls.module), owner: 0, parent: undefined }
      : undefined;
  }

  isPrototype(value: Value, cls: LinkedClass | undefined, state: State): boolean {
    const [id] = value.refs;
    if (!cls || id === undefined || value.refs.length !== 1 || this.#prototypes.get(cls) !== id) return false;
    return state.heap.get(id) === this.heap.get(id);
  }

  /** The object that stands for any object of a class whose making is not seen. */
  prototypeOf(cls: LinkedClass): number | undefined {
    const known = this.#prototypes.get(cls);
    if (known !== undefined) return known === 'running' ? undefined : known;
    this.#prototypes.set(cls, 'running');
    const id = this.allocate({ ...emptyObject, cls, open: true }, this.heap);
    this.#evaluate(ownerOf(cls), () => this.#construct(cls, id));
    this.#forgetFirstValues(cls, id);
    this.#prototypes.set(cls, id);
    return id;
  }

  /** Leaves in the object what the class's initialisers and its constructor do. */
  #construct(cls: LinkedClass, id: number): void {
    const owner = ownerOf(cls);
    const entry = this.openEntry(owner);
    const frame = openFrame(this.#machine, owner, this.#environmentOf(cls), unknown, [], {
      entry,
      depth: 0,
      state: this.state,
    });
    frame.state = this.state;
    const self = reference(id, undefined, cls);
    initialiseFields(this.#machine, cls, self, frame, new Set());
    const { constructorName, selfParameter } = cls.module.semantics.classes;
    const [maker] = this.#machine.project.members.method(cls, constructorName);
    if (maker && !maker.scope.closesOver) {
      const params = this.#machine.entryParameters(maker);
      const args = maker.ir.params.map((param, i) =>
        i === 0 && selfParameter
          ? self
          : typed(this.#machine, params[i] ?? unknown, param.type, { ...frame, fn: maker }),
      );
      inline(this.#machine, maker, this.#environmentOf(cls), self, args, {
        node: maker.ir,
        frame,
      });
    }
  }

  /** When a method runs, a field that is assigned elsewhere may hold something else than the constructor left in it. */
  #forgetFirstValues(cls: LinkedClass, id: number): void {
    const object = this.heap.get(id);
    if (!object) return;
    const fields = new Map(object.fields);
    for (const [name, value] of fields)
      if (value.known && this.#machine.project.isReassigned(name, cls.module))
        fields.set(name, withKnown(value, undefined));
    this.heap.set(id, { ...object, fields });
  }

  /** A collection of which only is known what type of elements it is written with. */
  collectionOf(type: TypeRef, element: LinkedClass, api: string | undefined): number {
    let id = this.#collections.get(type);
    if (id === undefined) {
      id = this.allocate({ ...emptyObject, api, rest: ofClass(element), open: true }, this.heap);
      this.#collections.set(type, id);
    }
    return id;
  }

  /** What a class says of a field. */
  #declared(cls: LinkedClass, name: string): Value | undefined {
    let fields = this.#declaredFields.get(cls);
    if (!fields) {
      fields = new Map();
      this.#declaredFields.set(cls, fields);
    }
    let value = fields.get(name);
    if (value === undefined) {
      value = declaredField(this.#machine, cls, name) ?? null;
      fields.set(name, value);
    }
    return value ?? undefined;
  }

  /** A field of an object whose making is not seen. */
  classField(cls: LinkedClass, name: string): Value | undefined {
    const id = this.prototypeOf(cls);
    const value = id === undefined ? undefined : this.heap.get(id)?.fields.get(name);
    const declared = this.#declared(cls, name);
    if (!value) return declared;
    const kept = value.labels.some(isOfParameter)
      ? withLabels(
          value,
          value.labels.filter((label) => !isOfParameter(label)),
        )
      : value;
    return declared && kept.api === undefined && !kept.cls
      ? withClass(withApi(kept, declared.api), declared.cls)
      : kept;
  }
}

const isOfParameter = (label: Label): boolean => label.origin.kind === 'parameter';

/** The function that a class stands in. */
const ownerOf = (cls: LinkedClass): LinkedFunction =>
  cls.module.functions[cls.ir.parent] ?? (cls.module.functions[0] as LinkedFunction);
