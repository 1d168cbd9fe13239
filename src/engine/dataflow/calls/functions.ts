import { emptyObject, type HeapObject, type State } from '../heap/heap.ts';
import type { ArgValue, CallSite, Machine } from '../interpreter/machine.ts';
import type { LinkedFunction } from '../names/linking.ts';
import { type Callable, join, reference, type Value } from '../values/values.ts';

/** JavaScript's functions are objects: they have properties, and a prototype of what `new` makes with them. */
export interface FunctionObjects {
  readonly properties: number;
  readonly prototype: number;
}

type FunctionValue = Extract<Callable, { kind: 'function' }>;

/**
 * The objects of function values, and the objects that functions are methods of. One pair a function and environment,
 * made when it is first needed.
 */
export class FunctionTable {
  readonly #objects = new Map<string, FunctionObjects>();
  readonly #makers = new Map<number, FunctionValue>();
  readonly #holders = new Map<LinkedFunction, Value>();
  readonly #instances = new Map<number, Value | 'running'>();
  readonly #allocate: (object: HeapObject) => number;

  /** @param allocate puts an object under all analyses */
  constructor(allocate: (object: HeapObject) => number) {
    this.#allocate = allocate;
  }

  known(callable: FunctionValue): FunctionObjects | undefined {
    return this.#objects.get(keyOf(callable));
  }

  of(callable: FunctionValue): FunctionObjects {
    const key = keyOf(callable);
    let objects = this.#objects.get(key);
    if (!objects) {
      objects = { properties: this.#allocate(emptyObject), prototype: this.#allocate(emptyObject) };
      this.#objects.set(key, objects);
      this.#makers.set(objects.prototype, callable);
    }
    return objects;
  }

  /** Notes that an object takes the place of a function's prototype. */
  adopt(prototype: number, maker: FunctionValue): void {
    this.#makers.set(prototype, maker);
  }

  /** Notes that a function was put into an object while a module ran: `this` in it is, most likely, that object. */
  hold(fn: LinkedFunction, holder: Value): void {
    if (!fn.ir.lexicalThis && !fn.cls && !this.#holders.has(fn)) this.#holders.set(fn, holder);
  }

  /** What `this` is in a function whose callers are not seen. */
  receiverOf(fn: LinkedFunction, construct: (maker: FunctionValue) => Value): Value | undefined {
    const holder = this.#holders.get(fn);
    const [id] = holder?.refs ?? [];
    const maker = id === undefined ? undefined : this.#makers.get(id);
    if (id === undefined || !maker) return holder;
    const made = this.#instances.get(id);
    if (made === 'running') return holder;
    if (made) return made;
    this.#instances.set(id, 'running');
    const instance = construct(maker);
    this.#instances.set(id, instance);
    return instance;
  }
}

const keyOf = ({ fn, environment }: FunctionValue): string => `${fn.key}@${environment?.record ?? 0}`;

/** `new F(…)` of a function: an object with what the prototype has, which the body then fills. */
export function construct(
  machine: Machine,
  callable: FunctionValue,
  args: readonly ArgValue[],
  site: CallSite,
): Value {
  const { frame, node } = site;
  const self = reference(
    machine.allocate(
      { ...emptyObject, fields: prototypeFields(machine, callable, frame.state) },
      frame,
      node,
    ),
    'Object',
  );
  const returned = machine.callCallable({ ...callable, self }, self, args, site);
  return returned.refs.length > 0 ? join(self, returned) : self;
}

function prototypeFields(
  machine: Machine,
  callable: FunctionValue,
  state: State,
): ReadonlyMap<string, Value> {
  const known = machine.functions.known(callable);
  if (!known) return emptyObject.fields;
  const replaced = state.heap.get(known.properties)?.fields.get('prototype');
  const fields = new Map(state.heap.get(known.prototype)?.fields);
  for (const id of replaced?.refs ?? []) {
    for (const [name, value] of state.heap.get(id)?.fields ?? []) fields.set(name, value);
  }
  return fields;
}

/** Reads a property of a function value. */
export function readOfFunction(
  machine: Machine,
  callable: FunctionValue,
  name: string,
  state: State,
): Value | undefined {
  if (name === 'prototype') {
    const { properties, prototype } = machine.functions.of(callable);
    return state.heap.get(properties)?.fields.get(name) ?? reference(prototype);
  }
  const known = machine.functions.known(callable);
  return known && state.heap.get(known.properties)?.fields.get(name);
}
