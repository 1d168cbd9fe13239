import type { Call, Expr, FunctionIR } from '../ir/ir.ts';
import { readingName, walk } from '../ir/walk.ts';
import { setVariable } from './assign.ts';
import { fork, mergeInto, type State } from './heap.ts';
import { clearLabels, type Labels } from './labels.ts';
import type { Frame, Machine } from './machine.ts';
import { bitOf, everyClass, maskOf } from './masks.ts';
import { clearedByPattern, isStrictPattern } from './patterns.ts';
import { deepLabels, elements } from './reading.ts';
import { constant, exact, prefixOf, type Value, withLabels } from './values.ts';

const pathClasses = (): number => bitOf('path-traversal');
const urlClasses = (): number => bitOf('ssrf') | bitOf('open-redirect');

/** See `Machine.refine`. */
export function refine(machine: Machine, test: Expr, truth: boolean, frame: Frame): boolean {
  switch (test.k) {
    case 'unary':
      return test.op === '!' ? machine.refine(test.operand, !truth, frame) : true;
    case 'logical':
      if (test.op === '&&' && truth)
        return machine.refine(test.left, true, frame) && machine.refine(test.right, true, frame);
      if (test.op === '||' && !truth)
        return machine.refine(test.left, false, frame) && machine.refine(test.right, false, frame);
      return test.op === '??' || refineEither(machine, test, truth, frame);
    case 'binary':
      refineBinary(machine, test, truth, frame);
      return true;
    case 'call':
      refineCall(machine, test, truth, frame);
      return true;
    case 'assign':
      return test.target.k === 'var' ? machine.refine(test.target, truth, frame) : true;
    case 'field':
      // `if not url.netloc`: an address without a host stays on this site.
      if (!truth && hostParts.has(test.name))
        clearOrigins(machine, machine.evaluate(test, frame).labels, urlClasses(), frame);
      return true;
    case 'index':
      // `if (ALLOWED[x])`: a table of the program's own has the key.
      if (truth && isFixed(machine, test.object, frame)) clear(machine, test.index, everyClass, frame);
      return true;
    default:
      return true;
  }
}

/** `a || b` holds where a holds, and where it does not and b holds; the same for the failure of `a && b`. */
function refineEither(
  machine: Machine,
  test: Extract<Expr, { k: 'logical' }>,
  truth: boolean,
  frame: Frame,
): boolean {
  const base = frame.state;
  const exits: State[] = [];
  frame.state = fork(base);
  if (machine.refine(test.left, truth, frame)) exits.push(frame.state);
  frame.state = fork(base);
  if (machine.refine(test.left, !truth, frame) && machine.refine(test.right, truth, frame))
    exits.push(frame.state);
  frame.state = base;
  mergeInto(base, exits);
  return exits.length > 0;
}

/** Marks what an expression names as safe for some classes from here on. */
export function clear(machine: Machine, expr: Expr, mask: number, frame: Frame): void {
  if (expr.k === 'assign' && expr.target.k === 'var') return clear(machine, expr.target, mask, frame);
  if (expr.k === 'cast' || expr.k === 'await') return clear(machine, expr.value, mask, frame);
  // `allowed.includes(x.toLowerCase())`, `String(x)`: what holds of the text holds of the value.
  if (expr.k === 'call') {
    if (expr.callee.k === 'field' && normalisers.has(expr.callee.name))
      return clear(machine, expr.callee.object, mask, frame);
    if (
      expr.callee.k === 'var' &&
      expr.args[0] &&
      (expr.callee.name === 'String' || expr.callee.name === 'str')
    ) {
      return clear(machine, expr.args[0].value, mask, frame);
    }
  }
  if (expr.k === 'field' && expr.name === 'length') return;
  if (expr.k === 'call' && expr.callee.k === 'field' && hostCalls.has(expr.callee.name)) {
    clearOrigins(machine, machine.evaluate(expr, frame).labels, mask & urlClasses(), frame);
    return clear(machine, expr.callee.object, mask & urlClasses(), frame);
  }
  if (expr.k === 'field' && hostParts.has(expr.name)) {
    clearOrigins(machine, machine.evaluate(expr, frame).labels, mask & urlClasses(), frame);
    clear(machine, expr.object, mask & urlClasses(), frame);
  }
  const name = readingName(expr);
  if (name === undefined || expr.k === 'new' || expr.k === 'type') return;
  const value = machine.evaluate(expr, frame);
  clearContent(machine, value, mask, frame);
  const labels = clearLabels(value.labels, mask);
  if (labels === value.labels) return;
  replace(machine, expr, withLabels(value, labels), frame);
}

/** What was shown of an object that stands for a text, a parsed address for instance, holds of the text in it. */
function clearContent(machine: Machine, value: Value, mask: number, frame: Frame): void {
  const [id] = value.refs;
  const object = value.refs.length === 1 && id !== undefined ? machine.object(id, frame.state) : undefined;
  if (id === undefined || !object) return;
  const cleared = (part: Value): Value => withLabels(part, clearLabels(part.labels, mask));
  if (object.content?.labels.length || object.rest?.labels.length || object.items?.some(isLabelled)) {
    frame.state.heap.set(id, {
      ...object,
      content: object.content && cleared(object.content),
      rest: object.rest && cleared(object.rest),
      items: object.items?.map(cleared),
    });
  }
}

const isLabelled = (value: Value): boolean => value.labels.length > 0;

/** On a text no longer than this, polynomial time is no time. */
const shortText = 1_000;

/** Properties of a parsed address that say where it leads. */
const hostParts = new Set(['hostname', 'host', 'origin', 'netloc']);
const hostCalls = new Set(['getHost', 'getAuthority', 'getRawAuthority']);

/** What was shown of a part of an address, or of a resolved path, holds of every variable with what it was made from. */
function clearOrigins(machine: Machine, shown: Labels, mask: number, frame: Frame): void {
  if (mask === 0 || shown.length === 0) return;
  for (const [name, binding] of frame.fn.scope.bindings) {
    if (binding.kind === 'free') continue;
    const value = machine.evaluate({ k: 'var', name, at: 0, end: 0 }, frame);
    const [id] = value.refs;
    const object = value.refs.length === 1 && id !== undefined ? machine.object(id, frame.state) : undefined;
    if (id !== undefined && object?.content) {
      const content = withLabels(object.content, clearShown(object.content.labels, shown, mask));
      frame.state.heap.set(id, { ...object, content });
    }
    if (value.labels.length === 0) continue;
    setVariable(machine, name, withLabels(value, clearShown(value.labels, shown, mask)), frame);
  }
}

const clearShown = (labels: Labels, shown: Labels, mask: number): Labels =>
  labels.flatMap((label) =>
    shown.some((other) => other.origin === label.origin) ? clearLabels([label], mask) : [label],
  );

const normalisers = new Set([
  'toLowerCase',
  'toUpperCase',
  'trim',
  'toString',
  'lower',
  'upper',
  'strip',
  'casefold',
  'normalize',
  'toLocaleLowerCase',
  'substring',
  'getName',
  'getCanonicalPath',
  'getCanonicalFile',
  'getAbsolutePath',
  'getPath',
  'toPath',
  'toFile',
  'toAbsolutePath',
  'toRealPath',
]);

function replace(machine: Machine, expr: Expr, value: Value, frame: Frame): void {
  if (expr.k === 'var') {
    setVariable(machine, expr.name, value, frame);
    return;
  }
  const name = readingName(expr);
  if (name === undefined) return;
  frame.refined = true;
  frame.state.variables.set(`?${name}`, value);
}

function refineBinary(
  machine: Machine,
  test: Extract<Expr, { k: 'binary' }>,
  truth: boolean,
  frame: Frame,
): void {
  const { op, left, right } = test;
  if (op === '==' || op === '===' || op === '!=' || op === '!==' || op === 'is') {
    const equal = truth === (op === '==' || op === '===' || op === 'is');
    refineEquality(machine, left, right, equal, frame);
    refineEquality(machine, right, left, equal, frame);
    return;
  }
  if (op === 'in') {
    if (isTextTest(machine, right, left, truth, frame)) return;
    if (truth && isFixed(machine, right, frame)) clear(machine, left, everyClass, frame);
    return;
  }
  if (op === 'instanceof') {
    if (truth && right.k === 'type' && machine.project.isScalar(right.type, frame.fn.module))
      clear(machine, left, everyClass, frame);
    return;
  }
  // `list.indexOf(x) >= 0`, `> -1`
  const bound = exact(machine.evaluate(right, frame))?.value;
  if (left.k === 'field' && left.name === 'length' && typeof bound === 'number') {
    const isShort = truth ? op === '<' || op === '<=' : op === '>' || op === '>=';
    if (isShort && bound <= shortText) clear(machine, left.object, bitOf('redos'), frame);
  }
  if (
    left.k === 'call' &&
    left.callee.k === 'field' &&
    (left.callee.name === 'indexOf' || left.callee.name === 'find')
  ) {
    const found = (op === '>=' && bound === 0) || (op === '>' && bound === -1);
    const missing = (op === '<' && bound === 0) || (op === '<=' && bound === -1);
    if (found || missing) refineMembership(machine, left, left.callee.object, truth === found, frame);
  }
}

function refineEquality(machine: Machine, target: Expr, other: Expr, equal: boolean, frame: Frame): void {
  if (target.k === 'unary' && target.op === 'typeof') {
    const type = exact(machine.evaluate(other, frame))?.value;
    if (equal && (type === 'number' || type === 'boolean' || type === 'bigint'))
      clear(machine, target.operand, everyClass, frame);
    if (equal && type === 'string') clear(machine, target.operand, bitOf('nosql-injection'), frame);
    return;
  }
  if (target.k === 'call' && target.callee.k === 'field' && target.callee.name === 'indexOf') {
    const value = exact(machine.evaluate(other, frame))?.value;
    if (value === -1) refineMembership(machine, target, target.callee.object, !equal, frame);
    return;
  }
  if (target.k === 'call' && target.callee.k === 'field' && equal && commonParts.has(target.callee.name)) {
    // `os.path.commonpath([path, root]) == root`
    const paths = target.args.flatMap(({ value }) =>
      value.k === 'array' ? value.items.map((item) => item.value) : [value],
    );
    for (const path of paths) clear(machine, path, pathClasses(), frame);
    return;
  }
  if (target.k === 'call') {
    const value = exact(machine.evaluate(other, frame))?.value;
    if (typeof value === 'boolean') machine.refine(target, value === equal, frame);
    if (typeof value === 'string' && equal) clear(machine, target, everyClass, frame);
    return;
  }
  if (!equal) {
    if (exact(machine.evaluate(other, frame))?.value === '__proto__') clearKey(machine, target, frame);
    return;
  }
  const value = machine.evaluate(other, frame);
  if (value.labels.length > 0) return;
  const known = exact(value);
  if (known) {
    if (known.value === null || known.value === undefined || known.value === true || known.value === false)
      return;
    if (target.k === 'var' && machine.evaluate(target, frame).labels.length > 0)
      replace(machine, target, constant(known.value), frame);
    else clear(machine, target, everyClass, frame);
  } else if (other.k !== 'const' && machine.evaluate(target, frame).labels.length > 0 && isOwn(value)) {
    clear(machine, target, everyClass, frame);
  }
}

/** What several paths begin with. */
const commonParts = new Set(['commonpath', 'commonprefix']);

/** Equal to something the program itself made: no text of the attacker's choice is left. */
const isOwn = (value: Value): boolean => value.api !== undefined || value.refs.length > 0;

/** A collection that the program fixes: no label in it, and it is a literal, a constant or a table of its own. */
function isFixed(machine: Machine, expr: Expr, frame: Frame): boolean {
  const value = machine.evaluate(expr, frame);
  if (value.labels.length > 0) return false;
  if (value.refs.length === 0) {
    const known = exact(value);
    return known !== undefined || value.known?.kind === 'prefix';
  }
  return value.refs.every((id) => {
    const object = machine.object(id, frame.state);
    if (!object || object.open) return false;
    if (object.rest && object.rest.labels.length > 0) return false;
    for (const field of object.fields.values()) if (field.labels.length > 0) return false;
    return !(object.items ?? []).some((item) => item.labels.length > 0);
  });
}

const membership = new Set([
  'includes',
  'contains',
  'has',
  'containsKey',
  'containsValue',
  'hasOwnProperty',
  'indexOf',
  'get',
  'find',
  '__contains__',
]);
const beginnings = new Set(['startsWith', 'startswith']);
const patternMethods = new Set(['test', 'match', 'matches', 'fullmatch', 'exec', 'search', 'find']);
const numericTests = new Set([
  'isInteger',
  'isSafeInteger',
  'isFinite',
  'isdigit',
  'isnumeric',
  'isdecimal',
  'isNumeric',
  'isDigits',
  'isalnum',
  'isalpha',
  'isAlphanumeric',
  'isAlpha',
  'isUUID',
  'isInt',
  'isidentifier',
  'isNumber',
  'isCreatable',
  'isHexadecimal',
  'isMongoId',
  'isBoolean',
]);

function refineCall(machine: Machine, test: Call, truth: boolean, frame: Frame): void {
  const first = test.args[0]?.value;
  if (test.callee.k === 'field') {
    const { object, name } = test.callee;
    if (name === 'equals' || name === 'equalsIgnoreCase' || name === 'contentEquals') {
      if (first) {
        refineEquality(machine, object, first, truth, frame);
        refineEquality(machine, first, object, truth, frame);
      }
      return;
    }
    if (numericTests.has(name)) {
      if (truth) clear(machine, first ?? object, everyClass, frame);
      return;
    }
    if (first && ((name === 'some' && !truth) || (name === 'every' && truth))) {
      refineElements(machine, test, object, first, truth, frame);
      return;
    }
    if (first && membership.has(name)) {
      refineMembership(machine, test, object, truth, frame);
      return;
    }
    if (first && beginnings.has(name)) {
      refineBeginning(machine, object, first, truth, frame);
      return;
    }
    if (patternMethods.has(name) && refinePattern(machine, test, object, truth, frame)) return;
  } else if (test.callee.k === 'var' && first) {
    const name = test.callee.name;
    if (name === 'bool' || name === 'Boolean') {
      machine.refine(first, truth, frame);
      return;
    }
    if (name === 'isinstance' && truth) {
      const type = test.args[1]?.value;
      if (type?.k === 'var' && ['int', 'float', 'bool'].includes(type.name))
        clear(machine, first, everyClass, frame);
      if (type?.k === 'var' && type.name === 'str') clear(machine, first, bitOf('nosql-injection'), frame);
      return;
    }
    if (numericTests.has(name)) {
      if (truth) clear(machine, first, everyClass, frame);
      return;
    }
  }
  refineByModel(machine, test, truth, frame);
}

/** `!list.some(isBad)`, `list.every(isGood)`: what holds of each element holds of the list. */
function refineElements(
  machine: Machine,
  test: Call,
  list: Expr,
  check: Expr,
  truth: boolean,
  frame: Frame,
): void {
  const [callable] = machine.evaluate(check, frame).callables;
  if (!callable) return;
  const value = machine.evaluate(list, frame);
  const [mask] = machine.predicate(callable, [elements(machine, value, frame)], truth, { node: test, frame });
  if (mask) clear(machine, list, mask, frame);
}

/** `collection.includes(x)`, `text.contains("..")`. */
function refineMembership(
  machine: Machine,
  call: Call,
  collection: Expr,
  truth: boolean,
  frame: Frame,
): void {
  const item = call.args[0]?.value;
  if (!item) return;
  if (isTextTest(machine, collection, item, truth, frame)) return;
  if (truth && isFixed(machine, collection, frame)) clear(machine, item, everyClass, frame);
  if (!truth && machine.evaluate(collection, frame).refs.length > 0) {
    const keys = elementsOf(machine, collection, frame);
    if (keys.some((key) => exact(key)?.value === '__proto__')) clearKey(machine, item, frame);
  }
}

function elementsOf(machine: Machine, collection: Expr, frame: Frame): readonly Value[] {
  return machine.evaluate(collection, frame).refs.flatMap((id) => {
    const object = machine.object(id, frame.state);
    return [...(object?.items ?? []), ...(object?.fields.values() ?? [])];
  });
}

/** A key that is none of a prototype's: one who checks it so checks all keys of the path it is from. */
function clearKey(machine: Machine, key: Expr, frame: Frame): void {
  const mask = bitOf('prototype-pollution');
  const { labels } = machine.evaluate(key, frame);
  clear(machine, key, mask, frame);
  clearOrigins(machine, labels, mask, frame);
}

/** Whether a text is searched for a constant one: without `..` there is no way up, without line breaks no new line. */
function isTextTest(machine: Machine, text: Expr, part: Expr, truth: boolean, frame: Frame): boolean {
  const needle = exact(machine.evaluate(part, frame))?.value;
  if (typeof needle !== 'string') return false;
  const haystack = machine.evaluate(text, frame);
  if (haystack.labels.length === 0) return false;
  if (truth) return true;
  if (needle === '..' || needle === '../') clear(machine, text, pathClasses(), frame);
  if (needle === '\n' || needle === '\r')
    clear(machine, text, maskOf(['log-injection', 'header-injection']), frame);
  // What stands between quotes stays there.
  if (needle === "'" || needle === '"') clear(machine, text, bitOf('xpath-injection'), frame);
  if (needle === '__proto__') clear(machine, text, bitOf('prototype-pollution'), frame);
  if (needle === '://' || needle === '//') clear(machine, text, bitOf('open-redirect'), frame);
  return true;
}

/** A canonical path under a root; an address that begins with a fixed host. */
/** What `path.relative` and its like give, in the catalogs. */
const relativePath = 'path.Relative';

function refineBeginning(machine: Machine, text: Expr, start: Expr, truth: boolean, frame: Frame): void {
  const beginning = machine.evaluate(start, frame);
  if (!truth) {
    // Who asks for `//` has asked for `/` before: a path of this site is left.
    if (exact(beginning)?.value === '//') clear(machine, text, bitOf('open-redirect'), frame);
    // The way from the root to the file does not lead out: what it was made from stays inside.
    const way = machine.evaluate(text, frame);
    if (way.api === relativePath && /^\.\.[\\/]?$/.test(prefixOf(beginning)))
      clearOrigins(machine, way.labels, pathClasses(), frame);
    return;
  }
  // A root that the caller gives is as good as a constant one; one that the attacker gives is not.
  if (beginning.labels.some((label) => label.origin.kind === 'source')) return;
  const prefix = prefixOf(beginning);
  if (/^https?:\/\/[^/]+\//.test(prefix)) clear(machine, text, urlClasses(), frame);
  else if (/^https?:/.test(prefix)) return;
  // `id=` or `user-` is no root that a path could be under.
  else if (prefix === '/' || (prefix !== '' && !/[\\/]/.test(prefix))) return;
  else {
    // A path was resolved to look at it: what it was made from leads where it leads.
    clearOrigins(machine, machine.evaluate(text, frame).labels, pathClasses(), frame);
    clear(machine, text, pathClasses() | (prefix.startsWith('/') ? bitOf('open-redirect') : 0), frame);
  }
}

/** Expressions that only a path matches which does not begin like another host's address: `^\/(?!\/)`, `^\/[^/]`. */
const localPath = /^\^\\?\/(?:\(\?!|\[\^?|\\?w)/;

/** `/^[a-z]+$/.test(x)`, `x.matches("[a-z]+")`, `re.fullmatch(r"\d+", x)`. */
function refinePattern(machine: Machine, call: Call, object: Expr, truth: boolean, frame: Frame): boolean {
  const name = (call.callee as Extract<Expr, { k: 'field' }>).name;
  const args = call.args.map((arg) => arg.value);
  // `PATTERN.matcher(x).matches()`
  if (
    object.k === 'call' &&
    object.callee.k === 'field' &&
    object.callee.name === 'matcher' &&
    object.args[0]
  ) {
    const source = patternSource(machine, object.callee.object, frame);
    if (truth && source !== undefined && isStrictPattern(source, name === 'matches', false)) {
      clear(machine, object.args[0].value, clearedByPattern(source), frame);
    }
    return true;
  }
  for (const [pattern, subject, whole] of [
    [object, args[0], name === 'fullmatch' || name === 'matches'],
    [args[0], args[1], name === 'fullmatch' || name === 'matches'],
    [args[0], object, name === 'matches' || name === 'fullmatch'],
  ] as const) {
    if (!pattern || !subject) continue;
    const source = patternSource(machine, pattern, frame);
    if (source === undefined) continue;
    if (
      truth &&
      isStrictPattern(source, whole, name === 'match' && frame.fn.module.ir.language === 'python')
    ) {
      clear(machine, subject, clearedByPattern(source), frame);
    }
    if (truth && localPath.test(source)) clear(machine, subject, bitOf('open-redirect'), frame);
    return true;
  }
  return false;
}

function patternSource(machine: Machine, expr: Expr, frame: Frame): string | undefined {
  if (expr.k === 'regexp') return expr.source;
  if (expr.k === 'const')
    return typeof expr.value === 'string' && /[\^$[\\+*(]/.test(expr.value) ? expr.value : undefined;
  const value = machine.evaluate(expr, frame);
  for (const id of value.refs) {
    const source = machine.object(id, frame.state)?.fields.get('source');
    const known = source && exact(source)?.value;
    if (typeof known === 'string') return known;
  }
  const known = exact(value)?.value;
  return typeof known === 'string' && /[\^$[\\+*(]/.test(known) ? known : undefined;
}

/** Guards of the catalog, and functions of the project that return the outcome of a guard. */
function refineByModel(machine: Machine, test: Call, truth: boolean, frame: Frame): void {
  const path = apiOfCallee(machine, test, frame);
  const model = path === undefined ? undefined : machine.catalog.model(path);
  for (const guard of model?.guards ?? []) {
    if (guard.row.result !== truth) continue;
    for (const place of guard.places) {
      const expr =
        place.base.at === 'receiver'
          ? test.callee.k === 'field'
            ? test.callee.object
            : undefined
          : place.base.at === 'argument'
            ? test.args[place.base.index]?.value
            : undefined;
      if (expr) clear(machine, expr, maskOf(guard.row.clears), frame);
    }
  }
  if (!model) refineByPredicate(machine, test, truth, frame);
}

function apiOfCallee(machine: Machine, test: Call, frame: Frame): string | undefined {
  if (test.callee.k === 'field') {
    const object = machine.evaluate(test.callee.object, frame);
    return object.api === undefined ? undefined : `${object.api}.${test.callee.name}`;
  }
  return machine.evaluate(test.callee, frame).api;
}

/** `if (isSafe(x))`: where `isSafe` returns this truth, its parameter was shown to be safe. */
function refineByPredicate(machine: Machine, test: Call, truth: boolean, frame: Frame): void {
  refineByCallee(machine, test, truth, frame, () => true);
}

/** `requireUnderRoot(path);`: a function that throws where its argument is not safe; what it returns is not looked at. */
export function refineByAssertion(machine: Machine, call: Call, frame: Frame): void {
  refineByCallee(machine, call, false, frame, isAssertion);
}

const assertions = new WeakMap<FunctionIR, boolean>();

function isAssertion(fn: FunctionIR): boolean {
  const known = assertions.get(fn);
  if (known !== undefined) return known;
  let throws = false;
  for (const statement of fn.body) {
    walk(statement, (node) => {
      if (node.k === 'throw') throws = true;
      return !throws && node.k !== 'function';
    });
  }
  assertions.set(fn, throws);
  return throws;
}

function refineByCallee(
  machine: Machine,
  test: Call,
  truth: boolean,
  frame: Frame,
  fits: (fn: FunctionIR) => boolean,
): void {
  if (frame.depth > 5) return;
  const callee =
    test.callee.k === 'field'
      ? machine.readField(machine.evaluate(test.callee.object, frame), test.callee.name, frame, test.callee)
      : machine.evaluate(test.callee, frame);
  const [callable] = callee.callables;
  if (callee.callables.length !== 1 || callable?.kind !== 'function' || !fits(callable.fn.ir)) return;
  const args = test.args.map((arg) => machine.evaluate(arg.value, frame));
  if (!args.some((arg) => deepLabels(machine, arg, frame, 1).length > 0)) return;
  const cleared = machine.predicate(callable, args, truth, { node: test, frame });
  cleared.forEach((mask, i) => {
    const arg = test.args[i];
    if (mask !== 0 && arg) clear(machine, arg.value, mask, frame);
  });
}
