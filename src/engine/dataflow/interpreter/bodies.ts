import type { Decorator } from '../../ir/ir.ts';
import { dottedName } from '../../ir/walk.ts';
import { keywordMap, restList } from '../calls/binding.ts';
import { routedArguments } from '../entries/route-tables.ts';
import { inheritClaims } from '../guards/guard-facts.ts';
import { applyChecks } from '../guards/route-checks.ts';
import { emptyObject, joinObjects, Layer, mergeLayers } from '../heap/heap.ts';
import type { LinkedFunction } from '../names/linking.ts';
import { noLabels, traced } from '../values/labels.ts';
import { typed } from '../values/typing.ts';
import {
  type Environment,
  exact,
  join,
  joinAll,
  nothing,
  reference,
  unknown,
  type Value,
  withApi,
  withKnown,
  withLabels,
} from '../values/values.ts';
import { executeAll } from './blocks.ts';
import type { CallSite, Frame, Machine } from './machine.ts';
import { noteThrown } from './thrown.ts';

/** Runs the body in a frame of its own over the caller's heap. */
export function inline(
  machine: Machine,
  fn: LinkedFunction,
  environment: Environment | undefined,
  self: Value,
  args: readonly (Value | undefined)[],
  site: CallSite,
): Value {
  const { entry } = site.frame;
  const before = entry.steps;
  const frame = openFrame(machine, fn, environment, self, args, site.frame);
  entry.inlines.add(fn);
  entry.stack.push(fn);
  runBody(machine, frame, site);
  entry.stack.pop();
  entry.inlined += entry.steps - before;
  mergeLayers(
    site.frame.state.heap,
    frame.exits.map((exit) => exit.state.heap),
    site.frame.state.heap,
    joinObjects,
  );
  for (const exception of frame.thrown) noteThrown(site.frame, exception);
  const result = resultOf(machine, frame, site.frame);
  return withLabels(result, traced(result.labels, 'return', site.frame.fn, site.node, fn.ir.name));
}

export function openFrame(
  machine: Machine,
  fn: LinkedFunction,
  environment: Environment | undefined,
  self: Value,
  args: readonly (Value | undefined)[],
  caller: Pick<Frame, 'entry' | 'depth' | 'state'>,
): Frame {
  const frame: Frame = {
    fn,
    entry: caller.entry,
    depth: caller.depth + 1,
    self,
    environment,
    args,
    state: { variables: new Layer(), heap: new Layer(caller.state.heap) },
    exits: [],
    targets: [],
    yielded: undefined,
    thrown: [],
    claims: undefined,
    keysOf: undefined,
    called: undefined,
    stopped: false,
  };
  if (fn.scope.captured.size === 0 || fn.ir.index === 0) return frame;
  const record = machine.allocate({ ...emptyObject, open: true }, frame, fn.ir);
  return { ...frame, environment: { record, owner: fn.ir.index, parent: environment } };
}

/**
 * Binds parameters and runs the body; what leaves it is in `frame.exits`.
 * @param site where it is called, if that is seen
 */
export function runBody(machine: Machine, frame: Frame, site?: CallSite): void {
  const { params } = frame.fn.ir;
  const keepsGiven = frame.fn.module.semantics.functions.defaultsForNothingGiven && frame.depth > 0;
  params.forEach((param, i) => {
    let value = frame.args[i];
    const isGiven = keepsGiven && value !== undefined && value !== unknown;
    if (param.default && !isGiven && (!value || exact(value)?.value === undefined)) {
      const fallback = machine.evaluate(param.default, frame);
      value = value && !exact(value) ? join(value, fallback) : fallback;
    }
    value ??= param.rest ? unknown : nothing;
    if (param.rest === 'map' && frame.depth === 0 && frame.fn.cls)
      value = routedArguments(machine, frame.fn.cls, value, frame, param);
    const isKept = value.refs.length === 1 && value.api === (param.rest === 'map' ? keywordMap : restList);
    if (param.rest === 'list' && isKept) value = withApi(value, 'Array');
    else if (param.rest && !isKept) {
      const { api } = value;
      const { plainFields } = machine.project.hooks;
      const fields = new Map(plainFields.flatMap((fieldsOf) => [...fieldsOf(api, frame)]));
      // Which part of the keywords is read, callers know more of.
      const rest = param.rest === 'map' && fields.size === 0 ? withLabels(value, noLabels) : value;
      const object = { ...emptyObject, rest, fields, sure: new Set(fields.keys()) };
      value = withLabels(
        reference(machine.allocate(object, frame, param), param.rest === 'list' ? 'Array' : 'dict'),
        fields.size > 0 ? noLabels : value.labels,
      );
    }
    machine.assign(
      param.target,
      typed(machine, value, param.rest ? undefined : param.type, frame),
      frame,
      param,
    );
  });
  if (site?.frame.claims) inheritClaims(frame, site);
  applyChecks(machine, frame);
  machine.applyDecorators(frame);
  for (const enter of machine.project.hooks.enter) enter(machine, frame);
  const alive = executeAll(machine, frame.fn.ir.body, frame);
  if (alive) frame.exits.push({ value: nothing, state: frame.state, expr: undefined });
  machine.respond(frame);
}

/** `@contextmanager`: who enters gets what is yielded. */
const yieldsOnce = (decorator: Decorator): boolean =>
  /(?:^|\.)(?:async)?contextmanager$/.test(dottedName(decorator.expr) ?? '');

/** @param holder the frame on whose heap a generator's elements are kept */
export function resultOf(machine: Machine, frame: Frame, holder = frame): Value {
  const { ir } = frame.fn;
  if (ir.isGenerator) {
    const rest = frame.yielded ?? unknown;
    if (ir.decorators.some(yieldsOnce)) return rest;
    const id = machine.allocate({ ...emptyObject, rest }, holder, ir);
    return reference(id, 'Array');
  }
  if (frame.exits.length === 0) return unknown;
  const returns = frame.exits.filter((exit) => exit.expr !== undefined);
  const value = joinAll((returns.length > 0 ? returns : frame.exits).map((exit) => exit.value));
  const mixed = returns.length > 0 && returns.length < frame.exits.length;
  const result = mixed ? withKnown(value, undefined) : value;
  return typed(machine, result, ir.returnType, frame);
}
