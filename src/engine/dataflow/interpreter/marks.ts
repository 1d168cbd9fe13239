import type { Expr } from '../../ir/ir.ts';
import { newLabel } from '../calls/sources.ts';
import { clear } from '../guards/barriers.ts';
import { clearLabels, joinLabels, type Labels } from '../values/labels.ts';
import { askedClasses, bitOf, type Mask, maskOf } from '../values/masks.ts';
import { anchor } from '../values/positions.ts';
import { tainted, type Value, withLabels } from '../values/values.ts';
import { deepLabels } from './loads.ts';
import type { Frame, Machine } from './machine.ts';
import { taintInPlace } from './stores.ts';

/** A place of the code that is a source, a sink or a sanitizer for what is asked. */
export interface Mark {
  readonly kind: 'source' | 'sink' | 'sanitizer';
  /** One of `askedClasses`. */
  readonly asked: string;
  readonly at: number;
  readonly end: number;
  /** Where the expression's own name begins, which is where the IR has it: `c` of `a.b.c(x)`. */
  readonly nameAt: number;
  /** A parameter, which is a source wherever it is read within its function. */
  readonly variable?: { readonly name: string; readonly at: number; readonly end: number };
  /** What is written there is data, or safe, from then on. */
  readonly bySideEffect: boolean;
}

/** Offsets that share a list of marks. */
const blockLength = 64;

/** The marks of one file, by place. */
export class MarkedFile {
  readonly #blocks = new Map<number, Mark[]>();
  readonly #variables = new Map<string, Mark[]>();

  constructor(marks: Iterable<Mark>) {
    for (const mark of marks) {
      const { variable } = mark;
      if (variable) put(this.#variables, variable.name, mark);
      else
        for (let block = Math.floor(mark.at / blockLength); block * blockLength <= mark.end; block++)
          put(this.#blocks, block, mark);
    }
  }

  at(offset: number): readonly Mark[] {
    return this.#blocks.get(Math.floor(offset / blockLength)) ?? none;
  }

  of(name: string): readonly Mark[] {
    return this.#variables.get(name) ?? none;
  }
}

const none: readonly Mark[] = [];

function put<K>(map: Map<K, Mark[]>, key: K, mark: Mark): void {
  const known = map.get(key);
  if (known) known.push(mark);
  else map.set(key, [mark]);
}

/** By path. */
export type Marks = ReadonlyMap<string, MarkedFile>;

const every = maskOf(askedClasses);

/** What an expression's value is where its place is marked; a sink that data reaches is reported. */
export function applyMarks(marks: Marks, machine: Machine, expr: Expr, value: Value, frame: Frame): Value {
  const file = marks.get(frame.fn.module.ir.path);
  if (!file) return value;
  const around = file.at(expr.at).filter((mark) => mark.at <= expr.at && expr.end <= mark.end);
  const named =
    expr.k === 'var'
      ? file
          .of(expr.name)
          .filter(({ variable }) => variable && variable.at <= expr.at && expr.end <= variable.end)
      : none;
  if (around.length + named.length === 0) return value;
  let result = value;
  const sources = [...around.filter((mark) => isSource(mark, expr)), ...named];
  if (sources.length > 0) {
    const labels = labelsOf(sources, machine, expr, frame);
    result = withLabels(result, joinLabels(result.labels, labels));
    if (sources.some(({ bySideEffect }) => bySideEffect)) taintInPlace(machine, expr, tainted(labels), frame);
  }
  const sanitizers = around.filter(({ kind }) => kind === 'sanitizer');
  if (sanitizers.length > 0) {
    const safe = maskOf(sanitizers.map(({ asked }) => asked));
    result = withLabels(result, clearLabels(result.labels, safe));
    if (sanitizers.some(({ bySideEffect }) => bySideEffect)) clear(machine, expr, safe, frame);
  }
  for (const mark of around) if (mark.kind === 'sink') report(mark, machine, result, frame);
  return result;
}

const isSource = ({ kind, at, nameAt, end }: Mark, expr: Expr): boolean =>
  kind === 'source' && expr.end === end && (expr.at === nameAt || expr.at === at);

/** Data of the place that counts for what asks for it, and for nothing else. */
function labelsOf(sources: readonly Mark[], machine: Machine, expr: Expr, frame: Frame): Labels {
  const wanted = maskOf(sources.map(({ asked }) => asked));
  const origin = machine.origin(
    { threatModel: 'remote', api: undefined, what: 'a source of the rule' },
    frame.fn,
    expr,
  );
  const label = newLabel(origin);
  return [{ ...label, cleared: withoutAsked(label.cleared, wanted) }];
}

const withoutAsked = (cleared: Mask, wanted: Mask): Mask => cleared.or(every).without(wanted);

function report(mark: Mark, machine: Machine, value: Value, frame: Frame): void {
  for (const label of deepLabels(machine, value, frame, 2)) {
    if (label.cleared.meets(bitOf(mark.asked))) continue;
    machine.report(
      {
        vulnClass: mark.asked,
        fn: frame.fn,
        ...anchor(frame.fn, mark),
        sink: { kind: 'operation', what: 'a sink of the rule' },
        message: undefined,
        variant: undefined,
        confidence: undefined,
        label,
      },
      frame.entry,
    );
  }
}
