import type { Conditional, Model } from '../../libraries/model.ts';
import type { RowOf } from '../../libraries/rows.ts';
import { contextName } from '../../templates/builder.ts';
import { emptyObject } from '../heap/heap.ts';
import { inline } from '../interpreter/bodies.ts';
import { holds } from '../interpreter/conditions.ts';
import type { Invocation, Machine } from '../interpreter/machine.ts';
import type { LinkedTemplate } from '../names/templates.ts';
import { traced } from '../values/labels.ts';
import {
  exact,
  join,
  ofApi,
  ofCallable,
  reference,
  unknown,
  type Value,
  withLabels,
} from '../values/values.ts';
import { valuesAt } from './places.ts';

/** Steps that one entry may spend in templates and other calls that are run in place. */
const maximumInlined = 30_000;
/** Templates that one call may mean, and that include each other. */
const maximumTemplates = 4;
const maximumDepth = 12;

/**
 * Runs the templates that a call writes, each with the context that it is handed.
 * @returns the result of a call that asks for the functions of a template, or whose data the templates have been followed for
 */
export function renderTemplates(machine: Machine, model: Model, invocation: Invocation): Value | undefined {
  if (model.renders.length === 0 || machine.project.templates.isEmpty) return undefined;
  const render = model.renders.find(({ when }) => holds(machine, when, invocation));
  if (!render) return undefined;
  const templates = templatesOf(machine, render, invocation);
  if (render.row.functions) return functionsOf(machine, templates, invocation);
  for (const template of templates) run(machine, template, render.row, invocation);
  // What is not escaped was found where the template writes it: the text that comes out holds nothing else.
  const isText = render.row.engine !== 'file' && model.type === undefined && model.types.length === 0;
  return isText && templates.length > 0 ? unknown : undefined;
}

/** The functions that templates declare, as fields of an object. */
function functionsOf(machine: Machine, templates: readonly LinkedTemplate[], invocation: Invocation): Value {
  const fields = new Map<string, Value>();
  for (const { functions } of templates)
    for (const [name, fn] of functions)
      fields.set(name, ofCallable({ kind: 'function', fn, environment: undefined, self: undefined }));
  const { frame, node } = invocation.site;
  return reference(machine.allocate({ ...emptyObject, fields, open: true }, frame, node));
}

function templatesOf(
  machine: Machine,
  { row, places }: Conditional<RowOf<'render'>>,
  invocation: Invocation,
): readonly LinkedTemplate[] {
  const { module } = invocation.site.frame.fn;
  const { templates } = machine.project;
  const around = templates.of(module);
  const found: LinkedTemplate[] = [];
  for (const name of namesAt(machine, places, invocation)) {
    const engine = row.engine === 'same' ? around?.engine : row.engine === 'file' ? undefined : row.engine;
    const path = templates.find(name, module.ir.path, engine);
    if (path === undefined) continue;
    const settings = row.settings ? machine.project.templateSettings(module.ir.path) : undefined;
    const own = row.engine === 'same' ? around?.escapes : (row.escapes ?? settings?.escapes);
    const setUp = row.engine === 'same' ? around?.setUp : settings?.made;
    const template = templates.linked(path, engine, own, module.ir.language, setUp);
    if (template && !found.includes(template)) found.push(template);
  }
  return found.slice(0, maximumTemplates);
}

/** The constant names at the row's place, those of a list and those that templates are made from included. */
function namesAt(
  machine: Machine,
  places: Conditional<RowOf<'render'>>['places'],
  invocation: Invocation,
): readonly string[] {
  const { state } = invocation.site.frame;
  return places
    .flatMap((place) => valuesAt(machine, place, invocation))
    .flatMap((value) => [
      value,
      ...value.refs.flatMap((id) => {
        const object = machine.object(id, state);
        return [
          ...(object?.items?.slice(0, maximumTemplates) ?? []),
          ...(object?.content ? [object.content] : []),
        ];
      }),
    ])
    .flatMap((value) => {
      const text = exact(value)?.value;
      return typeof text === 'string' && text !== '' ? [text] : [];
    });
}

function run(machine: Machine, { main }: LinkedTemplate, row: RowOf<'render'>, invocation: Invocation): void {
  const { frame } = invocation.site;
  const { entry } = frame;
  if (entry.exhausted || entry.stack.includes(main)) return;
  if (entry.inlined >= maximumInlined || frame.depth >= maximumDepth) {
    // Handlers are looked at for themselves: what a program does while it starts need not be followed so far.
    if (entry.fn.ir.index !== 0) entry.cutShort = true;
    return;
  }
  inline(machine, main, undefined, unknown, [contextOf(machine, row, invocation)], invocation.site);
}

/** One object of all that a template is handed; each part tells that it was passed there. */
function contextOf(machine: Machine, row: RowOf<'render'>, invocation: Invocation): Value {
  const { frame, node } = invocation.site;
  const fields = new Map<string, Value>();
  const given = new Set<string>();
  let rest: Value | undefined;
  let labels: Value = unknown;
  const give = (name: string, value: Value): void => {
    const known = given.has(name) ? fields.get(name) : undefined;
    given.add(name);
    const passed =
      value.labels.length > 0
        ? withLabels(value, traced(value.labels, 'argument', frame.fn, node, name))
        : value;
    fields.set(name, known ? join(known, passed) : passed);
  };
  const giveAll = (value: Value): void => {
    if (value.labels.length > 0) labels = join(labels, withLabels(unknown, value.labels));
    for (const id of value.refs) {
      const object = machine.object(id, frame.state);
      for (const [name, held] of object?.fields ?? []) give(name, held);
      if (object?.rest) rest = rest ? join(rest, object.rest) : object.rest;
    }
  };
  for (const [name, api] of Object.entries(row.globals ?? {})) fields.set(name, ofApi(api));
  for (const api of row.stores ?? [])
    for (const [name, value] of machine.object(machine.storeOf(api), frame.state)?.fields ?? [])
      give(name, value);
  const around = row.engine === 'same' ? aroundContext(machine, invocation) : undefined;
  if (around) giveAll(around);
  for (const place of row.context === undefined ? [] : machine.places(row.context))
    for (const value of valuesAt(machine, place, invocation)) giveAll(value);
  if (row.held) for (const [name, value] of heldBy(machine, row.held, frame)) give(name, value);
  if (row.keywords)
    for (const arg of invocation.args) {
      if (arg.name !== undefined) give(arg.name, arg.value);
      else if (arg.spread === 'map') giveAll(arg.value);
    }
  const context = reference(machine.allocate({ ...emptyObject, fields, rest, open: true }, frame, node));
  return labels.labels.length > 0 ? withLabels(context, labels.labels) : context;
}

/** What was put into objects that the function was given, and its own objects that the framework puts there. */
function* heldBy(
  machine: Machine,
  types: readonly string[],
  frame: Invocation['site']['frame'],
): Iterable<readonly [string, Value]> {
  for (const { target } of frame.fn.ir.params) {
    if (target.k !== 'var') continue;
    const value = machine.evaluate(target, frame);
    const { api, cls } = value;
    if (api !== undefined && types.some((type) => machine.catalog.isA(api, type)))
      for (const id of value.refs) yield* machine.object(id, frame.state)?.fields ?? [];
    else if (cls) {
      yield [target.name, value];
      yield [cls.ir.name.charAt(0).toLowerCase() + cls.ir.name.slice(1), value];
    }
  }
}

/** The context of the template that stands around the call. */
function aroundContext(machine: Machine, { site: { frame, node } }: Invocation): Value | undefined {
  return frame.fn.scope.bindings.has(contextName)
    ? machine.evaluate({ k: 'var', name: contextName, at: node.at, end: node.end }, frame)
    : undefined;
}
