/**
 * Whether any element of a list will do shows of other data what the test of an element shows, whichever element that was:
 * `any(path.is_relative_to(root) for root in ROOTS)`, `ROOTS.some((root) => path.startsWith(root + sep))`.
 */
import type { Call, Comprehension, Expr } from '../../ir/ir.ts';
import { fork, mergeInto, type State } from '../heap/heap.ts';
import { iterated } from '../interpreter/loads.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import type { Mask } from '../values/masks.ts';
import { type Callable, constant, exact, type Value } from '../values/values.ts';
import { clearAround } from './barriers.ts';

/** Of longer lists, elements are not looked at one by one. */
const maximumElements = 8;

/** The elements where they are known and few: of a text, its characters. */
function knownIn(machine: Machine, list: Value, frame: Frame): readonly Value[] | undefined {
  const text = exact(list)?.value;
  const [id, ...others] = list.refs;
  const object = id === undefined || others.length > 0 ? undefined : machine.object(id, frame.state);
  const items = typeof text === 'string' ? [...text].map(constant) : object?.rest ? undefined : object?.items;
  return items && items.length > 0 && items.length <= maximumElements ? items : undefined;
}

/** The elements, or what stands for any of them. */
const elementsOf = (machine: Machine, list: Value, frame: Frame): readonly Value[] =>
  knownIn(machine, list, frame) ?? [iterated(machine, list, frame)];

/** `any(test for x in list)` is true, or `all(test for x in list)` false: there is an element for which the test has this truth. */
export function refineSome(
  machine: Machine,
  { clauses: [clause], element }: Comprehension,
  truth: boolean,
  frame: Frame,
): void {
  if (!clause) return;
  const base = frame.state;
  const exits: State[] = [];
  for (const each of elementsOf(machine, machine.evaluate(clause.iterable, frame), frame)) {
    frame.state = fork(base);
    machine.assign(clause.target, each, frame, clause.iterable);
    const asked = clause.conditions.every((condition) => machine.refine(condition, true, frame));
    if (asked && machine.refine(element, truth, frame)) exits.push(frame.state);
  }
  frame.state = base;
  if (exits.length > 0) mergeInto(base, exits);
}

/** `any(bad in name for bad in ['..', '/'])` is false: for each of the known elements the test has this truth. */
export function refineAllKnown(
  machine: Machine,
  { target, iterable }: Comprehension['clauses'][number],
  test: Expr,
  truth: boolean,
  frame: Frame,
): void {
  for (const each of knownIn(machine, machine.evaluate(iterable, frame), frame) ?? []) {
    machine.assign(target, each, frame, iterable);
    machine.refine(test, truth, frame);
  }
}

/** As `refineAllKnown`, of a function that tests an element: what it shows of the variables around it. */
export function refineAllKnownBy(
  machine: Machine,
  test: Call,
  list: Value,
  callable: Callable,
  truth: boolean,
  frame: Frame,
): void {
  for (const each of knownIn(machine, list, frame) ?? []) {
    const around = new Map<string, Mask>();
    machine.predicate(callable, [each], truth, { node: test, frame }, undefined, around);
    clearAround(machine, test, around, frame);
  }
}

/** As `refineSome`, of a function that tests an element: what it shows of the variables around it. */
export function refineSomeBy(
  machine: Machine,
  test: Call,
  list: Value,
  callable: Callable,
  truth: boolean,
  frame: Frame,
): void {
  let shown: ReadonlyMap<string, Mask> | undefined;
  for (const each of elementsOf(machine, list, frame)) {
    const around = new Map<string, Mask>();
    machine.predicate(callable, [each], truth, { node: test, frame }, undefined, around);
    shown = shown ? inBoth(shown, around) : around;
  }
  if (shown) clearAround(machine, test, shown, frame);
}

const inBoth = (a: ReadonlyMap<string, Mask>, b: ReadonlyMap<string, Mask>): ReadonlyMap<string, Mask> =>
  new Map(
    [...a].flatMap(([name, mask]) => {
      const other = b.get(name);
      return other ? [[name, mask.and(other)]] : [];
    }),
  );
