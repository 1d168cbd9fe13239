import type { Expr } from '../../ir/ir.ts';
import { walk } from '../../ir/walk.ts';
import type { ProjectResources } from '../../resources.ts';
import { isOfTests } from '../../roles/path-roles.ts';
import type { Frame, Invocation, Machine } from '../interpreter/machine.ts';
import type { LinkedFunction } from '../names/linking.ts';
import {
  constant,
  exact,
  join,
  reference,
  tainted,
  unknown,
  type Value,
  withLabels,
} from '../values/values.ts';
import { typeOf } from './container-making.ts';
import { get } from './container-reads.ts';
import { emptyObject, type HeapObject } from './heap.ts';

/** Under which name an object of settings keeps the names of the files that they were read from. */
const filesKey = '$files';

/** `properties.load(stream)`: from then on the settings are those of the file, too. */
export function load(machine: Machine, receiver: Value, invocation: Invocation): Value {
  const { frame } = invocation.site;
  const [stream] = invocation.args;
  const files = stream?.expr ? filesNamedIn(machine, stream.expr, frame) : [];
  for (const id of receiver.refs) {
    const object = machine.object(id, frame.state);
    if (!object) continue;
    const known = [...filesOf(object), ...files].join('\n');
    const read = stream && stream.value.labels.length > 0 ? tainted(stream.value.labels) : undefined;
    frame.state.heap.set(id, {
      ...object,
      fields: files.length > 0 ? new Map(object.fields).set(filesKey, constant(known)) : object.fields,
      rest: read && object.rest ? join(object.rest, read) : (object.rest ?? read),
    });
  }
  return unknown;
}

/** `ResourceBundle.getBundle("messages")`: the settings of the file of that name. */
export function bundle(machine: Machine, api: string, invocation: Invocation): Value {
  const { frame, node } = invocation.site;
  const name = invocation.args[0] && exact(invocation.args[0].value)?.value;
  const fields = new Map(
    typeof name === 'string' ? [[filesKey, constant(`${name.replaceAll('.', '/')}.properties`)]] : [],
  );
  return reference(
    machine.allocate({ ...emptyObject, fields, open: true }, frame, node),
    typeOf(machine, api),
  );
}

const filesOf = (object: HeapObject | undefined): readonly string[] => {
  const field = object?.fields.get(filesKey);
  const names = field && exact(field)?.value;
  return typeof names === 'string' ? names.split('\n') : [];
};

/** A setting: what the program put under the key, else what the files say that it was read from, where they agree. */
export function setting(
  machine: Machine,
  op: 'setting' | 'configuration',
  receiver: Value,
  key: Value | undefined,
  fallback: Value | undefined,
  invocation: Invocation,
): Value {
  const written = get(machine, receiver, key, undefined, invocation);
  const name = key && exact(key)?.value;
  const given = written.labels.some((label) => label.origin.kind === 'source');
  if (written.known || given || typeof name !== 'string')
    return fallback && !written.known ? join(written, fallback) : written;
  const { frame } = invocation.site;
  const files = receiver.refs.flatMap((id) => filesOf(machine.object(id, frame.state)));
  const isMeant = op === 'configuration' ? isSettings(machine) : isFile(files);
  const said = valueIn(machine.project.resources, isMeant, name, frame.fn.module.ir.path);
  if (said !== undefined) return withLabels(constant(said), written.labels);
  return fallback ? withLabels(unknown, fallback.labels) : unknown;
}

const isSettings =
  ({ project }: Machine) =>
  (path: string): boolean =>
    project.hooks.isSettings.some((isOne) => isOne(path));

/** How deep streams are wrapped around the one that opens the file. */
const maximumDepth = 5;

/**
 * The `.properties` files whose names are written where a stream is opened: of `getResourceAsStream("/app.properties")`, also
 * in the readers around it and in the variable that holds it. Nothing where the name is not known.
 */
function filesNamedIn(machine: Machine, expr: Expr, frame: Frame, depth = maximumDepth): string[] {
  if (depth === 0) return [];
  const text = holdsText(expr) ? exact(machine.evaluate(expr, frame))?.value : undefined;
  if (typeof text === 'string') return text.endsWith('.properties') ? [text.replace(/^\/+/, '')] : [];
  if (expr.k === 'var')
    return settingsOf(expr.name, frame.fn).flatMap((init) => filesNamedIn(machine, init, frame, depth - 1));
  if (expr.k === 'cast' || expr.k === 'await') return filesNamedIn(machine, expr.value, frame, depth);
  if (expr.k !== 'call' && expr.k !== 'new') return [];
  const holder = expr.callee.k === 'field' && !holdsText(expr.callee.object) ? [expr.callee.object] : [];
  return [...expr.args.map(({ value }) => value), ...holder].flatMap((part) =>
    filesNamedIn(machine, part, frame, depth - 1),
  );
}

/** Reading it runs nothing. */
const holdsText = (expr: Expr): boolean =>
  expr.k === 'const' ||
  expr.k === 'var' ||
  (expr.k === 'field' && holdsText(expr.object)) ||
  expr.k === 'type' ||
  expr.k === 'this';

/** What a variable of a function is set to. */
function settingsOf(name: string, { ir }: LinkedFunction): Expr[] {
  const found: Expr[] = [];
  for (const statement of ir.body)
    walk(statement, (node) => {
      if (node.k === 'declare' && node.target.k === 'var' && node.target.name === name && node.init)
        found.push(node.init);
      if (node.k === 'assign' && node.target.k === 'var' && node.target.name === name) found.push(node.value);
      return undefined;
    });
  return found;
}

/**
 * What files say of a key, as code in another file finds it; undefined where they say nothing or disagree. Resources of tests
 * are for tests alone, and those of the module that the code is in come before those of others.
 */
function valueIn(
  { properties }: ProjectResources,
  isMeant: (path: string) => boolean,
  key: string,
  from: string,
): string | undefined {
  const forTests = isOfTests(from);
  const candidates = [...properties].filter(([path]) => isMeant(path) && (forTests || !isOfTests(path)));
  const near = candidates.filter(([path]) => partOf(path) === partOf(from));
  const values = new Set(
    (near.length > 0 ? near : candidates).flatMap(([, settings]) => settings.get(key) ?? []),
  );
  const [only, ...others] = values;
  return others.length === 0 ? only : undefined;
}

const isFile =
  (names: readonly string[]): ((path: string) => boolean) =>
  (path) =>
    names.some((name) => path === name || path.endsWith(`/${name}`));

/** The part of a project with several that a file belongs to: what stands above its `src`. */
const partOf = (path: string): string => /^(?:(.*?)\/)?src\//.exec(path)?.[1] ?? '';
