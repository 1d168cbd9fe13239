import type { Call, Expr, Pattern } from '../../ir/ir.ts';
import { dottedName } from '../../ir/walk.ts';
import { emptyObject } from '../heap/heap.ts';
import { kindOf } from '../heap/schemas.ts';
import type { Frame, Invocation, Machine } from '../interpreter/machine.ts';
import { clearLabels } from '../values/labels.ts';
import { bitOf, everyClass, type Mask, noClass } from '../values/masks.ts';
import { clearedByPattern, isStrictPattern } from '../values/patterns.ts';
import { exact, reference, type Value, withApi, withLabels } from '../values/values.ts';
import { clear, replace } from './barriers.ts';

/** A property of a handler's request that was checked before the handler is called: `params.id`, a number. */
export interface RouteCheck {
  readonly section: string;
  /** Undefined for the section as a whole. */
  readonly name: string | undefined;
  readonly cleared: Mask;
  /** It holds only once the program has asked for the outcome of the checks, and nothing was wrong. */
  readonly pending?: boolean;
}

/** What a cookie's or a header's check is called, and where in the request it stands. */
const sections: Readonly<Record<string, string>> = {
  param: 'params',
  cookie: 'cookies',
  header: 'headers',
  querystring: 'query',
};

/** What two lists of checks have in common. */
export const checkedByBoth = (a: readonly RouteCheck[], b: readonly RouteCheck[]): readonly RouteCheck[] =>
  a.flatMap((check) => {
    const same = b.filter(({ section, name }) => section === check.section && name === check.name);
    const cleared = same.reduce((mask, other) => mask.or(other.cleared), noClass);
    const pending = check.pending || same.some((other) => other.pending);
    return !cleared.meets(check.cleared)
      ? []
      : [{ ...check, cleared: cleared.and(check.cleared), ...(pending && { pending }) }];
  });

/**
 * The checks that a route is given beside its handlers, for each of its arguments: chains of validators, or a schema of its
 * parts. Those of chains are pending.
 */
export function checksIn(machine: Machine, invocation: Invocation): readonly (readonly RouteCheck[])[] {
  const { frame } = invocation.site;
  return invocation.args.map(({ value, expr }) => [
    ...checksOf(machine, value, frame, 2),
    ...(expr?.k === 'call' ? byMiddleware(machine, expr, frame) : []),
  ]);
}

/** `validate({ body: Joi.object({…}) })`, `validateQuery(schema)`: whoever makes a handler of a description checks by it. */
function byMiddleware(machine: Machine, call: Call, frame: Frame): readonly RouteCheck[] {
  const name = dottedName(call.callee) ?? '';
  const isSeen = machine.evaluate(call.callee, frame).callables.length > 0;
  const section = /query/i.test(name) ? 'query' : /param/i.test(name) ? 'params' : 'body';
  return call.args.flatMap((arg) => {
    const given = machine.evaluate(arg.value, frame);
    // `validate([body('id').isInt()])`
    const chained = checksOf(machine, given, frame, 1);
    if (chained.length > 0 || isSeen) return chained;
    const parts = describedFields(machine, given, frame);
    const known = parts.filter(([part]) => requestParts.has(part));
    if (known.length > 0)
      return known.flatMap(([part, description]) => byDescription(machine, description, part, frame));
    return byDescription(machine, given, section, frame);
  });
}

const requestParts = new Set(['body', 'payload', 'params', 'query', 'headers', 'cookies']);

function byDescription(
  machine: Machine,
  description: Value,
  section: string,
  frame: Frame,
): readonly RouteCheck[] {
  if (kindOf(machine, description, frame) !== 'Shape') return [];
  const checks = describedFields(machine, description, frame).map(([name, inner]): RouteCheck => {
    const kind = kindOf(machine, inner, frame);
    return {
      section,
      name,
      cleared: kind === 'Safe' ? everyClass : kind === 'Text' ? bitOf('nosql-injection') : noClass,
    };
  });
  return [{ section, name: undefined, cleared: bitOf('mass-assignment') }, ...checks];
}

function describedFields(
  machine: Machine,
  value: Value,
  frame: Frame,
): readonly (readonly [string, Value])[] {
  const [id] = value.refs;
  return [...((id === undefined ? undefined : machine.object(id, frame.state))?.fields ?? [])];
}

function checksOf(machine: Machine, value: Value, frame: Frame, depth: number): readonly RouteCheck[] {
  const objects = value.refs
    .map((id) => machine.object(id, frame.state))
    .filter((object) => object !== undefined);
  const { api = '' } = value;
  if (machine.project.hooks.routeChecks.some(({ chains }) => api.startsWith(chains))) {
    const pending = !api.endsWith('.Converted');
    const isSafe = !pending || api.endsWith('.Safe');
    const cleared = isSafe ? everyClass : api.endsWith('.Text') ? bitOf('nosql-injection') : noClass;
    return objects.flatMap(({ fields }) => {
      const section = textOf(fields.get('section'));
      const name = textOf(fields.get('name'));
      return section === undefined || name === undefined || cleared === noClass
        ? []
        : [{ section: sections[section] ?? section, name, cleared, ...(pending && { pending }) }];
    });
  }
  return objects.flatMap((object) => {
    const schema = object.fields.get('schema');
    const options = [object.fields.get('options'), object.fields.get('config')];
    const inner =
      depth > 0
        ? [...(object.items ?? []), object.rest, ...options].filter((value) => value !== undefined)
        : [];
    // hapi's `validate: { params: Joi.object({…}) }`
    const validate = object.fields.get('validate');
    const parts = validate ? describedFields(machine, validate, frame) : [];
    return [
      ...parts.flatMap(([part, description]) =>
        requestParts.has(part) ? byDescription(machine, description, part, frame) : [],
      ),
      ...inner.flatMap((item) => checksOf(machine, item, frame, depth - 1)),
      ...(schema ? bySchema(machine, schema, frame) : []),
    ];
  });
}

const textOf = (value: Value | undefined): string | undefined => {
  const text = value && exact(value)?.value;
  return typeof text === 'string' ? text : undefined;
};

/** `{ params: { properties: { id: { type: 'integer' } } } }`, a JSON schema for each part. */
function bySchema(machine: Machine, schema: Value, frame: Frame): readonly RouteCheck[] {
  const fieldsOf = (value: Value | undefined): readonly (readonly [string, Value])[] =>
    value ? describedFields(machine, value, frame) : [];
  const checks: RouteCheck[] = [];
  for (const [section, part] of fieldsOf(schema)) {
    if (kindOf(machine, part, frame) === 'Shape') {
      checks.push(...byDescription(machine, part, sections[section] ?? section, frame));
      continue;
    }
    const described = fieldsOf(part);
    const properties = described.find(([name]) => name === 'properties')?.[1];
    for (const [name, property] of properties ? fieldsOf(properties) : described) {
      const cleared = clearedBySchema(new Map(fieldsOf(property)));
      if (cleared !== noClass) checks.push({ section: sections[section] ?? section, name, cleared });
    }
  }
  return checks;
}

function clearedBySchema(property: ReadonlyMap<string, Value>): Mask {
  const type = textOf(property.get('type'));
  if (property.has('enum') || type === 'integer' || type === 'number' || type === 'boolean')
    return everyClass;
  const format = textOf(property.get('format'));
  if (format === 'uuid' || format === 'date' || format === 'date-time') return everyClass;
  const pattern = textOf(property.get('pattern'));
  const strict =
    pattern !== undefined && isStrictPattern(pattern, false, false) ? clearedByPattern(pattern) : noClass;
  return strict.or(type === 'string' ? bitOf('nosql-injection') : noClass);
}

/** A part of the request, `request.params` or the `params` of `({ params }, h) => …`. */
function partOf(target: Pattern, section: string): Expr | undefined {
  const { at, end } = target;
  if (target.k === 'var') return { k: 'field', object: target, name: section, at, end };
  if (target.k !== 'objectPattern') return undefined;
  const part = target.props.find(({ key }) => key === section)?.target;
  return part?.k === 'var' ? part : undefined;
}

/** Where a handler begins, what was checked before is known of its request. */
export function applyChecks(machine: Machine, frame: Frame): void {
  apply(
    machine,
    machine.checksOf(frame.fn).filter(({ pending }) => !pending),
    frame,
  );
}

/** Where the program has found that nothing was wrong, the other checks hold, too. */
export function applyPending(machine: Machine, frame: Frame): void {
  apply(machine, machine.checksOf(frame.fn), frame);
}

function apply(machine: Machine, checks: readonly RouteCheck[], frame: Frame): void {
  const target = frame.fn.ir.params[0]?.target;
  if (checks.length === 0 || !target) return;
  const { at, end } = target;
  for (const { section, name, cleared } of checks) {
    const holder = partOf(target, section);
    if (!holder) continue;
    const checked: Expr = name === undefined ? holder : { k: 'field', object: holder, name, at, end };
    clear(machine, checked, cleared, frame);
  }
  for (const section of new Set(checks.map((check) => check.section))) {
    const holder = partOf(target, section);
    if (holder) replace(machine, holder, checkedPart(machine, holder, section, checks, frame), frame);
  }
}

/** A part of the request as an object of which each property is what was checked, wherever it is handed on to. */
function checkedPart(
  machine: Machine,
  holder: Expr,
  section: string,
  checks: readonly RouteCheck[],
  frame: Frame,
): Value {
  const whole = machine.evaluate(holder, frame);
  const fields = new Map<string, Value>();
  for (const { section: of, name, cleared } of checks) {
    if (of !== section || name === undefined) continue;
    const value = fields.get(name) ?? machine.readField(whole, name, frame, holder);
    fields.set(name, withLabels(value, clearLabels(value.labels, cleared)));
  }
  if (fields.size === 0 || whole.refs.length > 0) return whole;
  const rest = withApi(whole, undefined);
  return reference(
    machine.allocate(
      { ...emptyObject, api: whole.api, fields, rest, sure: new Set(fields.keys()), open: true },
      frame,
      holder,
    ),
    whole.api,
  );
}
