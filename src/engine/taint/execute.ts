import type { Decorator, Stmt, Switch, Try } from '../ir/ir.ts';
import { dottedName } from '../ir/walk.ts';
import { makeClosure, typed } from './evaluate.ts';
import { fork, mergeInto, type State } from './heap.ts';
import type { Frame, LoopTarget, Machine } from './machine.ts';
import { elements, keysOf } from './reading.ts';
import { refineByAssertion } from './refine.ts';
import { exact, nothing, ofApi, ofCallable, truthOf, unknown, type Value } from './values.ts';

/** `for (k in o)`, `for (k of Object.keys(o))`: an own key of `o` looks up what `o` itself has. */
function noteKeys({ target, iterable, over }: Extract<Stmt, { k: 'foreach' }>, frame: Frame): void {
  const variable = target.k === 'declare' ? target.target : target;
  if (variable.k !== 'var') return;
  const lists = iterable.k === 'call' && dottedName(iterable.callee) === 'Object.keys';
  const source = over === 'keys' ? iterable : lists ? iterable.args[0]?.value : undefined;
  const name = source && dottedName(source);
  if (name === undefined) frame.keysOf.delete(variable.name);
  else frame.keysOf.set(variable.name, name);
}

/** Runs a statement over `frame.state`. @returns whether control reaches what follows */
export function execute(machine: Machine, statement: Stmt, frame: Frame): boolean {
  if (frame.entry.exhausted) return false;
  frame.entry.steps++;
  frame.stopped = false;
  switch (statement.k) {
    case 'expr':
      machine.evaluate(statement.value, frame);
      if (statement.value.k === 'call' && !frame.stopped) refineByAssertion(machine, statement.value, frame);
      return !frame.stopped;
    case 'declare': {
      if (!statement.init) {
        // A hoisted `var x` must not undo what was assigned before it; `let x` starts anew.
        if (statement.scope === 'block') {
          machine.assign(statement.target, typed(machine, nothing, statement.type, frame), frame, statement);
        }
        return true;
      }
      const value = machine.evaluate(statement.init, frame);
      machine.assign(statement.target, typed(machine, value, statement.type, frame), frame, statement.init);
      return true;
    }
    case 'functionDeclaration': {
      const fn = frame.fn.module.functions[statement.fn];
      if (!fn || statement.hoisted) return true;
      const value = declareFunction(machine, statement.name, fn, frame);
      for (const decorator of fn.ir.decorators.toReversed()) decorate(machine, decorator, value, frame);
      return true;
    }
    case 'classDeclaration': {
      const cls = frame.fn.module.classes[statement.cls];
      if (!cls) return true;
      const value = ofCallable({ kind: 'class', cls, environment: frame.environment });
      machine.assign(
        { k: 'var', name: statement.name, at: statement.at, end: statement.end },
        value,
        frame,
        statement,
      );
      return true;
    }
    case 'block':
      return executeAll(machine, statement.body, frame);
    case 'if': {
      const { entry } = frame;
      const before = entry.seen;
      const truth = truthOf(machine.evaluate(statement.test, frame));
      const guards = entry.seen !== before;
      if (truth !== undefined) entry.decided++;
      const base = frame.state;
      const exits: State[] = [];
      const run = (branch: Stmt | undefined, side: boolean): void => {
        if (truth === !side) return;
        frame.state = fork(base);
        if (guards && !machine.refine(statement.test, side, frame)) return;
        if (!branch || machine.execute(branch, frame)) exits.push(frame.state);
      };
      run(statement.then, true);
      run(statement.else, false);
      frame.state = base;
      mergeInto(base, exits);
      return exits.length > 0;
    }
    case 'loop': {
      if (statement.init && !machine.execute(statement.init, frame)) return false;
      return loop(
        machine,
        frame,
        undefined,
        (pass) => {
          if (statement.test && (statement.testFirst || pass > 0)) {
            const truth = truthOf(machine.evaluate(statement.test, frame));
            if (truth !== undefined) frame.entry.decided++;
            if (truth === false && pass === 0) return 'skipped';
            machine.refine(statement.test, true, frame);
          }
          const alive = machine.execute(statement.body, frame);
          return alive ? 'ended' : 'left';
        },
        () => {
          if (statement.update) machine.evaluate(statement.update, frame);
        },
        statement.test === undefined || (statement.test.k === 'const' && Boolean(statement.test.value)),
      );
    }
    case 'foreach': {
      const iterable = machine.evaluate(statement.iterable, frame);
      const item =
        statement.over === 'keys' ? keysOf(machine, iterable, frame) : elements(machine, iterable, frame);
      const target = statement.target;
      noteKeys(statement, frame);
      return loop(
        machine,
        frame,
        undefined,
        () => {
          if (target.k === 'declare') {
            machine.assign(
              target.target,
              typed(machine, item, target.type, frame),
              frame,
              statement.iterable,
            );
          } else machine.assign(target, item, frame, statement.iterable);
          return machine.execute(statement.body, frame) ? 'ended' : 'left';
        },
        () => {},
        false,
      );
    }
    case 'switch':
      return executeSwitch(machine, statement, frame);
    case 'try':
      return executeTry(machine, statement, frame);
    case 'return': {
      const value = statement.value ? machine.evaluate(statement.value, frame) : nothing;
      frame.exits.push({ value, state: frame.state, expr: statement.value });
      return false;
    }
    case 'throw':
      if (statement.value) machine.evaluate(statement.value, frame);
      return false;
    case 'break':
    case 'continue': {
      const target = targetOf(frame, statement.label, statement.k === 'continue');
      if (target) (statement.k === 'break' ? target.breaks : target.continues).push(frame.state);
      return false;
    }
    case 'labeled': {
      const inner: LoopTarget = { label: statement.label, isSwitch: true, breaks: [], continues: [] };
      const base = frame.state;
      frame.state = fork(base);
      frame.targets.push(inner);
      const alive = machine.execute(statement.body, frame);
      frame.targets.pop();
      const exits = [...inner.breaks, ...inner.continues, ...(alive ? [frame.state] : [])];
      frame.state = base;
      mergeInto(base, exits);
      return exits.length > 0;
    }
    case 'export':
      executeExport(machine, statement, frame);
      return true;
  }
}

export function executeAll(machine: Machine, body: readonly Stmt[], frame: Frame): boolean {
  hoistFunctions(machine, body, frame);
  for (const statement of body) {
    if (!machine.execute(statement, frame)) return false;
  }
  return true;
}

/** Function declarations are bound before the block runs (JavaScript). */
function hoistFunctions(machine: Machine, body: readonly Stmt[], frame: Frame): void {
  for (const statement of body) {
    if (statement.k !== 'functionDeclaration' || !statement.hoisted) continue;
    const fn = frame.fn.module.functions[statement.fn];
    if (fn) declareFunction(machine, statement.name, fn, frame);
  }
}

/** A decorator of the project's own is called with the function, for what it does with it; the name keeps the function. */
function decorate(machine: Machine, decorator: Decorator, value: Value, frame: Frame): void {
  const { callables } = machine.evaluate(decorator.expr, frame);
  const arg = { value, expr: undefined, name: undefined, spread: undefined };
  for (const callable of callables) {
    if (callable.kind === 'function')
      machine.callCallable(callable, undefined, [arg], { node: decorator, frame });
  }
}

function declareFunction(machine: Machine, name: string, fn: Frame['fn'], frame: Frame): Value {
  const value = makeClosure(frame, { kind: 'function', fn, environment: frame.environment, self: undefined });
  machine.assign({ k: 'var', name, at: fn.ir.nameAt, end: fn.ir.nameAt }, value, frame, fn.ir);
  return value;
}

const targetOf = (frame: Frame, label: string | undefined, isContinue: boolean): LoopTarget | undefined => {
  for (let i = frame.targets.length - 1; i >= 0; i--) {
    const target = frame.targets[i] as LoopTarget;
    if (
      label !== undefined
        ? target.label === label
        : !(isContinue && target.isSwitch) && target.label === undefined
    )
      return target;
  }
  return undefined;
};

const passes = 2;

/**
 * Two passes over a body, the second on what the first may have left: enough for data to go around once, which is what
 * separates "may be tainted" from "is not".
 */
function loop(
  _machine: Machine,
  frame: Frame,
  label: string | undefined,
  body: (pass: number) => 'skipped' | 'ended' | 'left',
  update: () => void,
  endless: boolean,
): boolean {
  const base = frame.state;
  const leaving: State[] = [];
  let reached = !endless;
  const { seen, decided } = frame.entry;
  for (let pass = 0; pass < passes; pass++) {
    // Without data, and without a branch that the first values decided, another pass finds the same.
    if (pass > 0 && frame.entry.seen === seen && frame.entry.decided === decided) break;
    const target: LoopTarget = { label, isSwitch: false, breaks: [], continues: [] };
    const start = fork(base);
    frame.state = fork(start);
    frame.targets.push(target);
    const outcome = body(pass);
    frame.targets.pop();
    if (outcome === 'skipped') {
      frame.state = base;
      return true;
    }
    const again: State[] = [...target.continues, ...(outcome === 'ended' ? [frame.state] : [])];
    leaving.push(...target.breaks);
    if (target.breaks.length > 0) reached = true;
    if (again.length > 0) {
      frame.state = start;
      mergeInto(start, again);
      update();
      // What the body did may have happened, or not.
      mergeInto(base, [fork(base), start]);
    } else break;
  }
  frame.state = base;
  if (leaving.length > 0) mergeInto(base, [fork(base), ...leaving]);
  return reached;
}

function executeSwitch(machine: Machine, statement: Switch, frame: Frame): boolean {
  const subject = machine.evaluate(statement.subject, frame);
  const known = subject.labels.length === 0 ? exact(subject) : undefined;
  if (known) frame.entry.decided++;
  const base = frame.state;
  const target: LoopTarget = { label: undefined, isSwitch: true, breaks: [], continues: [] };
  frame.targets.push(target);
  const exits: State[] = [];
  let falling: State | undefined;
  let matched = false;
  let hasDefault = false;
  const tests = statement.cases.map((arm) => arm.tests.map((test) => exact(machine.evaluate(test, frame))));
  const matches = (i: number): boolean | undefined => {
    if (!known) return undefined;
    const values = tests[i] as readonly ({ readonly value: unknown } | undefined)[];
    if (values.some((value) => value && value.value === known.value)) return true;
    return values.every((value) => value !== undefined) ? false : undefined;
  };
  const anyMatches = statement.cases.some((_, i) => matches(i) === true);
  statement.cases.forEach((arm, i) => {
    const isDefault = arm.tests.length === 0;
    hasDefault ||= isDefault;
    const enters = isDefault ? !anyMatches : matches(i) !== false && !(anyMatches && matches(i) !== true);
    if (!enters && !falling) return;
    frame.state = fork(base);
    const starts: State[] = [];
    if (enters) {
      const possible =
        isDefault || arm.tests.length !== 1 || statement.subject.k === 'const'
          ? true
          : machine.refine(
              {
                k: 'binary',
                op: '==',
                left: statement.subject,
                right: arm.tests[0] as never,
                at: arm.tests[0]?.at ?? 0,
                end: 0,
              },
              true,
              frame,
            );
      if (possible) starts.push(frame.state);
    }
    if (falling) starts.push(falling);
    if (starts.length === 0) return;
    matched = true;
    const start = fork(base);
    mergeInto(start, starts, base);
    frame.state = start;
    const alive = executeAll(machine, arm.body, frame);
    falling = alive && arm.fallsThrough ? frame.state : undefined;
    if (alive && !arm.fallsThrough) exits.push(frame.state);
  });
  frame.targets.pop();
  if (falling) exits.push(falling);
  exits.push(...target.breaks);
  if (!(hasDefault || anyMatches) || !matched) exits.push(fork(base));
  frame.state = base;
  mergeInto(base, exits);
  return exits.length > 0;
}

function executeTry(machine: Machine, statement: Try, frame: Frame): boolean {
  const base = frame.state;
  frame.state = fork(base);
  const alive = machine.execute(statement.block, frame);
  const after = frame.state;
  const exits: State[] = alive ? [after] : [];
  for (const handler of statement.handlers) {
    // The exception may have come before or after any effect of the block.
    const start = fork(base);
    mergeInto(start, [fork(base), after], base);
    frame.state = start;
    if (handler.param) {
      const type = handler.types?.[0];
      const value = type
        ? typed(machine, unknown, type, frame)
        : ofApi(frame.fn.module.ir.language === 'python' ? 'Exception' : 'Error');
      machine.assign(handler.param, value, frame, handler.param);
    }
    if (machine.execute(handler.body, frame)) exits.push(frame.state);
  }
  frame.state = base;
  mergeInto(base, exits.length > 0 ? exits : [fork(base), after]);
  const continues = exits.length > 0;
  if (statement.finalizer && !machine.execute(statement.finalizer, frame)) return false;
  return continues;
}

function executeExport(machine: Machine, statement: Extract<Stmt, { k: 'export' }>, frame: Frame): void {
  const exports = machine.moduleExports(frame.fn.module, frame.state);
  if (statement.name !== undefined) {
    const value =
      statement.module === undefined
        ? statement.value
          ? machine.evaluate(statement.value, frame)
          : unknown
        : machine.readField(
            machine.evaluate(
              { k: 'import', module: statement.module, at: statement.at, end: statement.end },
              frame,
            ),
            statement.value?.k === 'var' ? statement.value.name : statement.name,
            frame,
            statement,
          );
    machine.writeField(exports, statement.name, value, frame, statement);
    return;
  }
  if (statement.module === undefined) return;
  const all = machine.evaluate(
    { k: 'import', module: statement.module, at: statement.at, end: statement.end },
    frame,
  );
  for (const id of all.refs) {
    for (const [name, value] of machine.object(id, frame.state)?.fields ?? []) {
      machine.writeField(exports, name, value, frame, statement);
    }
  }
}
