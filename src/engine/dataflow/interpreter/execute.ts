import type { Expr, Pattern, Stmt } from '../../ir/ir.ts';
import { readingName } from '../../ir/walk.ts';
import { isPending, passByAssertion } from '../guards/asked-results.ts';
import { refineByAssertion } from '../guards/guard-functions.ts';
import { forEach } from '../heap/for-each.ts';
import { emptyObject, fork, mergeInto, type State } from '../heap/heap.ts';
import { typed } from '../values/typing.ts';
import { noClaim, nothing, ofCallable, reference, truthOf, unknown, type Value } from '../values/values.ts';
import { declareFunction, decorate, executeAll } from './blocks.ts';
import { executeSwitch, executeTry } from './branching.ts';
import { forgetCounts } from './loop-fixpoint.ts';
import { loop, passedOver, targetOf } from './loops.ts';
import type { Frame, LoopTarget, Machine } from './machine.ts';
import { throwValue } from './thrown.ts';

/** Runs a statement over `frame.state`. @returns whether control reaches what follows */
export function execute(machine: Machine, statement: Stmt, frame: Frame): boolean {
  if (frame.entry.exhausted) return false;
  frame.entry.steps++;
  frame.stopped = false;
  switch (statement.k) {
    case 'expr':
      machine.evaluate(statement.value, frame);
      if (!frame.stopped) executeAssertion(machine, statement.value, frame);
      return !frame.stopped;
    case 'declare':
      executeDeclaration(machine, statement, frame);
      return true;
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
    case 'if':
      return executeIf(machine, statement, frame);
    case 'loop':
      return executeLoop(machine, statement, frame);
    case 'foreach':
      return forEach(machine, statement, frame);
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
      if (statement.value) throwValue(machine, statement.value, frame);
      return false;
    case 'break':
    case 'continue': {
      const target = targetOf(frame, statement.label, statement.k === 'continue');
      if (target) (statement.k === 'break' ? target.breaks : target.continues).push(frame.state);
      if (frame.handlers) passedOver.add(frame.state);
      return false;
    }
    case 'labeled':
      return executeLabeled(machine, statement, frame);
    case 'export':
      executeExport(machine, statement, frame);
      return true;
  }
}

function executeDeclaration(
  machine: Machine,
  statement: Extract<Stmt, { k: 'declare' }>,
  frame: Frame,
): void {
  if (!statement.init) {
    // A hoisted `var x` must not undo what was assigned before it; `let x` starts anew.
    if (statement.scope === 'block') {
      machine.assign(statement.target, typed(machine, nothing, statement.type, frame), frame, statement);
    }
    return;
  }
  const whole = machine.evaluate(statement.init, frame);
  const value = partsShown(machine, statement.target, statement.init, whole, frame);
  machine.assign(statement.target, typed(machine, value, statement.type, frame), frame, statement.init);
  const made = awaited(statement.init);
  if (made.k === 'call' && !frame.stopped) refineByAssertion(machine, made, frame);
}

const awaited = (expr: Expr): Expr => (expr.k === 'await' ? expr.value : expr);

/** `assertSafe(x);`, `await assertSafe(x);`, `y = checked(x);`: what came back did not throw. */
function executeAssertion(machine: Machine, statement: Expr, frame: Frame): void {
  const expr = awaited(statement);
  if (expr.k === 'call') {
    refineByAssertion(machine, expr, frame);
    passByAssertion(machine, expr, frame);
  }
  const made = expr.k === 'assign' ? awaited(expr.value) : undefined;
  if (made?.k === 'call') refineByAssertion(machine, made, frame);
}

function executeIf(machine: Machine, statement: Extract<Stmt, { k: 'if' }>, frame: Frame): boolean {
  const { entry } = frame;
  const before = entry.held;
  const truth = truthOf(machine.evaluate(statement.test, frame));
  const guards = entry.held !== before || isPending(machine, frame);
  if (truth !== undefined) entry.decided++;
  const base = frame.state;
  const left = statesLeft(frame);
  const test = guards ? statement.test : undefined;
  const then = truth === false ? undefined : branch(machine, test, true, statement.then, frame);
  frame.state = base;
  const otherwise = truth === true ? undefined : branch(machine, test, false, statement.else, frame);
  // What holds from here on did not hold where one way returned, or left the round of a loop.
  frame.state = statesLeft(frame) === left ? base : fork(base);
  if (then && otherwise) mergeInto(frame.state, [then, otherwise], base);
  else if (then ?? otherwise) mergeInto(frame.state, [(then ?? otherwise) as State], base);
  return then !== undefined || otherwise !== undefined;
}

/** States that are kept for later: where ways returned, and where they left rounds of loops. */
const statesLeft = ({ exits, targets }: Frame): number =>
  targets.reduce((sum, { breaks, continues }) => sum + breaks.length + continues.length, exits.length);

function executeLoop(machine: Machine, statement: Extract<Stmt, { k: 'loop' }>, frame: Frame): boolean {
  if (statement.init && !machine.execute(statement.init, frame)) return false;
  return loop(
    frame,
    statement,
    (pass, base) => {
      if (statement.test && (statement.testFirst || pass > 0)) {
        const { held } = frame.entry;
        const truth = truthOf(machine.evaluate(statement.test, frame));
        if (truth !== undefined) frame.entry.decided++;
        if (truth === false && pass === 0) return 'skipped';
        if (frame.entry.held !== held) machine.refine(statement.test, true, frame);
      }
      if (pass === 0) {
        forgetCounts(base, statement);
        forgetCounts(frame.state, statement);
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

function executeLabeled(machine: Machine, statement: Extract<Stmt, { k: 'labeled' }>, frame: Frame): boolean {
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

/** Where one way of a branch leads to; undefined where it does not come to its end, or cannot be taken. */
function branch(
  machine: Machine,
  test: Expr | undefined,
  side: boolean,
  statement: Stmt | undefined,
  frame: Frame,
): State | undefined {
  if (!test && !statement) return frame.state;
  frame.state = fork(frame.state);
  if (test && !machine.refine(test, side, frame)) return undefined;
  return !statement || machine.execute(statement, frame) ? frame.state : undefined;
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

/** `const { id } = request.params`, after a guard said something of `request.params.id`. */
function partsShown(machine: Machine, target: Pattern, init: Expr, whole: Value, frame: Frame): Value {
  const name = frame.claims && target.k === 'objectPattern' && !target.rest ? readingName(init) : undefined;
  if (name === undefined || target.k !== 'objectPattern') return whole;
  const { at, end } = init;
  const fields = new Map<string, Value>();
  let shown = false;
  for (const { key } of target.props) {
    if (typeof key !== 'string') return whole;
    shown ||= (frame.state.variables.get(`?${name}.${key}`) ?? noClaim) !== noClaim;
    fields.set(key, machine.evaluate({ k: 'field', object: init, name: key, at, end }, frame));
  }
  return shown ? reference(machine.allocate({ ...emptyObject, fields }, frame, init)) : whole;
}
