import type { Stmt } from '../../ir/ir.ts';
import { forEachChild, type IRNode } from '../../ir/walk.ts';
import { type HeapObject, joinObjects, type State } from '../heap/heap.ts';
import { exact, join, same, unknown, type Value } from '../values/values.ts';

type LoopStatement = Extract<Stmt, { k: 'loop' | 'foreach' }>;

/** Whether a pass of a loop left anything that another pass may find: in variables that it reads, or in objects. */
export function leavesMore(before: State, after: State, statement: LoopStatement): boolean {
  const names = new Set<string>();
  after.variables.keysSince(before.variables, names);
  if (names.size > 0) {
    const { carried } = readsOf(statement);
    for (const name of names) {
      if (!carried.has(name)) continue;
      const old = before.variables.get(name);
      if (!old || !covers(old, after.variables.get(name))) return true;
    }
  }
  const ids = new Set<number>();
  after.heap.keysSince(before.heap, ids);
  for (const id of ids) {
    const old = before.heap.get(id);
    const now = after.heap.get(id);
    // What the pass made is found through what it left it in.
    if (old && now && old !== now && !isSameObject(old, joinObjects(old, now))) return true;
  }
  return false;
}

const covers = (old: Value, now: Value | undefined): boolean =>
  !now || old === now || same(old, join(old, now));

const isSamePart = (a: Value | undefined, b: Value | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && same(a, b));

function isSameObject(a: HeapObject, b: HeapObject): boolean {
  if (a.fields.size !== b.fields.size || a.items?.length !== b.items?.length || a.state !== b.state)
    return false;
  for (const [name, value] of b.fields) if (!isSamePart(a.fields.get(name), value)) return false;
  if (b.items && !b.items.every((item, i) => isSamePart(a.items?.[i], item))) return false;
  return isSamePart(a.rest, b.rest) && isSamePart(a.keys, b.keys) && isSamePart(a.content, b.content);
}

/** Lets numbers that the loop counts with be any number from the start, so that one pass stands for all. */
export function forgetCounts(state: State, statement: LoopStatement): void {
  for (const name of readsOf(statement).counted) {
    const value = state.variables.get(name);
    if (typeof (value && exact(value)?.value) === 'number') state.variables.set(name, unknown);
  }
}

const reads = new WeakMap<LoopStatement, Reads>();

function readsOf(statement: LoopStatement): Reads {
  let known = reads.get(statement);
  if (!known) {
    known = new Reads(statement);
    reads.set(statement, known);
  }
  return known;
}

/** What a loop reads and writes. */
class Reads {
  /** The variables whose value from the pass before a pass may read: those that it does not always write first. */
  readonly carried = new Set<string>();
  /** Those that are assigned what they were and something: `i++`. */
  readonly counted = new Set<string>();
  /** What has been written on every way to where the walk is. */
  readonly #written = new Set<string>();

  constructor(statement: LoopStatement) {
    this.#loop(statement);
  }

  #loop(statement: LoopStatement): void {
    if (statement.k === 'foreach') {
      const { target } = statement;
      if (target.k === 'var') this.#written.add(target.name);
      else this.#visit(target);
    } else if (statement.test) this.#visit(statement.test);
    this.#visit(statement.body);
    if (statement.k === 'loop' && statement.update) this.#visit(statement.update);
  }

  #visit(node: IRNode): void {
    switch (node.k) {
      case 'var':
        if (!this.#written.has(node.name)) this.carried.add(node.name);
        return;
      case 'assign':
        if (node.op !== undefined || node.target.k !== 'var') this.#visit(node.target);
        this.#visit(node.value);
        if (node.target.k === 'var') {
          if (node.op !== undefined) this.counted.add(node.target.name);
          this.#written.add(node.target.name);
        }
        return;
      case 'declare':
        if (node.init) this.#visit(node.init);
        if (node.target.k !== 'var') this.#visit(node.target);
        else if (node.init || node.scope === 'block') this.#written.add(node.target.name);
        return;
      case 'if':
      case 'conditional':
        this.#visit(node.test);
        this.#maybe(node.then);
        if (node.else) this.#maybe(node.else);
        return;
      case 'logical':
        this.#visit(node.left);
        this.#maybe(node.right);
        return;
      case 'loop':
        if (node.init) this.#visit(node.init);
        this.#apart(() => this.#loop(node));
        return;
      case 'foreach':
        this.#visit(node.iterable);
        this.#apart(() => this.#loop(node));
        return;
      case 'switch':
        this.#visit(node.subject);
        for (const arm of node.cases) {
          this.#apart(() => {
            for (const part of [...arm.tests, ...arm.body]) this.#visit(part);
          });
        }
        return;
      case 'try':
      case 'comprehension':
        forEachChild(node, (child) => this.#maybe(child));
        return;
      default:
        forEachChild(node, (child) => this.#visit(child));
    }
  }

  #maybe(node: IRNode): void {
    this.#apart(() => this.#visit(node));
  }

  /** What is written here is written only for what stands here. */
  #apart(walk: () => void): void {
    const before = [...this.#written];
    walk();
    this.#written.clear();
    for (const name of before) this.#written.add(name);
  }
}
