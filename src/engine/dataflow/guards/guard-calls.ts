import type { Call, Expr, Field, Lambda } from '../../ir/ir.ts';
import { refineOwnKey } from '../heap/own-keys.ts';
import { deepLabels, elements } from '../interpreter/loads.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import { gap } from '../values/constants.ts';
import { refineEquality, refineMembership } from '../values/equality.ts';
import type { Label } from '../values/labels.ts';
import { bitOf, everyClass, noClass } from '../values/masks.ts';
import { followsText } from '../values/path-places.ts';
import { exact, prefixOf, type Value } from '../values/values.ts';
import { isAsynchronous } from './awaited.ts';
import { clear, clearOrigins, optionClasses, pathClasses, urlClasses } from './barriers.ts';
import { clearWhole } from './checked-each.ts';
import { hasOwnKeys, isFixed, isOfOthers } from './closed-sets.ts';
import { refineEach, refineSubset } from './guard-characters.ts';
import { refineByModel } from './guard-functions.ts';
import { clearHost, refinePattern } from './guard-patterns.ts';
import { refineBySignature } from './guard-signatures.ts';
import { clearListed } from './listed.ts';
import { refineNoneOfParts } from './path-parts.ts';
import { endsInSeparator, isResolved } from './path-roots.ts';
import { refineAllKnownBy, refineSomeBy } from './some-element.ts';

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

/** Those that ask for a key, where it is one of a map's. */
const keyed = new Set(['has', 'get', 'containsKey', 'hasOwnProperty']);

const isNothing = (expr: Expr): boolean => expr.k === 'const' && (expr.value ?? null) === null;

/** Whether it is a collection that is seen being made: `client.get(url)` asks for no key. */
const isKnown = (machine: Machine, expr: Expr, frame: Frame): boolean =>
  machine.evaluate(expr, frame).refs.length > 0;

const beginnings = new Set(['startsWith', 'startswith']);

/** Python's types that hold no text. */
const numbers = new Set(['int', 'float', 'bool', 'complex', 'Decimal', 'UUID', 'date', 'datetime']);

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

export function refineCall(machine: Machine, test: Call, truth: boolean, frame: Frame): void {
  const first = test.args[0]?.value;
  if (refineEach(machine, test, truth, frame)) return;
  const method = asMethod(machine, test, frame);
  if (method) return refineCall(machine, method, truth, frame);
  if (isOfProject(machine, test.callee, frame)) return refineByModel(machine, test, truth, frame);
  if (refineBySignature(machine, test, truth, frame)) return;
  if (test.callee.k === 'field') {
    const { object, name } = test.callee;
    if (name === 'equals' || name === 'equalsIgnoreCase' || name === 'contentEquals') {
      if (first) {
        refineEquality(machine, object, first, truth, frame);
        refineEquality(machine, first, object, truth, frame);
      }
      return;
    }
    if (first && truth && name === 'issubset' && refineSubset(machine, object, first, frame)) return;
    if (first && truth && name === 'issuperset' && refineSubset(machine, first, object, frame)) return;
    if (first && !truth && name === 'difference' && refineSubset(machine, object, first, frame)) return;
    const second = test.args[1]?.value;
    // `Object.hasOwn(table, key)`, `Object.prototype.hasOwnProperty.call(table, key)`
    if ((name === 'hasOwn' || isBorrowedTest(test.callee)) && first && second) {
      if (truth && hasOwnKeys(machine, first, frame)) clear(machine, second, everyClass, frame);
      if (truth) refineOwnKey(machine, first, second, frame);
      return;
    }
    // `_.has(target, key)`
    if (truth && name === 'has' && first && second) refineOwnKey(machine, first, second, frame);
    if (numericTests.has(name)) {
      if (truth) clear(machine, first ?? object, everyClass, frame);
      return;
    }
    if (first && (truth ? ofSome : ofAll).has(name)) refineBySome(machine, test, object, first, frame);
    if (first && (truth ? ofAll : ofAny).has(name)) {
      if (first.k !== 'function' || !refineNoneOfParts(machine, test, first, truth, frame))
        refineElements(machine, test, object, first, truth, frame);
      return;
    }
    if (first?.k === 'function' && truth && finders.has(name)) {
      refineFound(machine, object, first, frame);
      return;
    }
    if (first && membership.has(name)) {
      if (truth && name === 'hasOwnProperty') refineOwnKey(machine, object, first, frame);
      // `TABLE.get(key, key)`: what it gives need not be there.
      if (name === 'get' && second && !isNothing(second)) return;
      if (truth && keyed.has(name) && isKnown(machine, object, frame) && hasOwnKeys(machine, object, frame))
        clearListed(machine, first, frame);
      else refineMembership(machine, test, object, truth, frame);
      return;
    }
    if (first && truth && (name === 'endsWith' || name === 'endswith')) {
      refineEnding(machine, object, first, frame);
      return;
    }
    if (first && beginnings.has(name)) {
      refineBeginning(machine, object, first, truth, frame);
      return;
    }
    if (patternMethods.has(name) && refinePattern(machine, test, object, truth, frame)) return;
  } else if (test.callee.k === 'var' && first) {
    const name = test.callee.name;
    // `next((row for row in rows if row.name == name), None)`
    if (
      name === 'next' &&
      first.k === 'comprehension' &&
      test.args.slice(1).every(({ value }) => isNothing(value))
    ) {
      machine.refine(first, truth, frame);
      return;
    }
    if (name === 'bool' || name === 'Boolean') {
      machine.refine(first, truth, frame);
      return;
    }
    if (name === 'isinstance' && truth) {
      const type = test.args[1]?.value;
      const types = type?.k === 'array' ? type.items.map(({ value }) => value) : type ? [type] : [];
      if (types.length > 0 && types.every((each) => each.k === 'var' && numbers.has(each.name)))
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

/** `StringUtils.contains(text, part)` is `text.contains(part)`, but for `null`. */
function asMethod(machine: Machine, test: Call, frame: Frame): Call | undefined {
  const { methodOfFirst } = machine.project.hooks;
  const [text, ...args] = test.args;
  if (methodOfFirst.length === 0 || test.callee.k !== 'field' || !text || args.length === 0) return undefined;
  const { object, name } = test.callee;
  for (const type of typesNamed(machine, machine.evaluate(object, frame), name)) {
    const method = methodOfFirst.map((of) => of(machine.catalog.canonical(type), name)).find(Boolean);
    if (method) return { ...test, callee: { ...test.callee, object: text.value, name: method }, args };
  }
  return undefined;
}

/** The types of libraries whose function is called: of a class of the project's, those from which it has the function. */
function typesNamed(
  { project }: Machine,
  { api, callables: [only] }: Value,
  name: string,
): readonly string[] {
  if (api !== undefined) return [api];
  const isInherited = only?.kind === 'class' && project.members.method(only.cls, name).length === 0;
  return isInherited ? project.members.apiBases(only.cls) : [];
}

/** Whether the project's own code is called: that says what a test shows, whatever the function is called. */
function isOfProject(machine: Machine, callee: Expr, frame: Frame): boolean {
  if (callee.k !== 'field') return callee.k === 'var' && machine.evaluate(callee, frame).callables.length > 0;
  const object = machine.evaluate(callee.object, frame);
  if (object.cls && machine.project.members.method(object.cls, callee.name).length > 0) return true;
  return machine.readField(object, callee.name, frame, callee).callables.length > 0;
}

/** `host.endsWith('.example.org')`, `host.endsWith('.' + domain)`: a host of a domain that the program names. */
function refineEnding(machine: Machine, object: Expr, ending: Expr, frame: Frame): void {
  const value = machine.evaluate(ending, frame);
  const text = exact(value)?.value;
  const isDomain = typeof text === 'string' && /^\.[\w-]+\.[\w.-]*\w$/.test(text);
  const isPutTogether = value.known?.kind === 'prefix' && value.known.text.replaceAll(gap, '') === '.';
  if (isDomain || (isPutTogether && !value.labels.some((label) => !isOfCaller(label) && isOfOthers(label)))) {
    clear(machine, object, bitOf('own-domain'), frame);
    clearHost(machine, object, frame);
  }
}

const isBorrowedTest = ({ name, object }: Field): boolean =>
  name === 'call' &&
  ((object.k === 'field' && object.name === 'hasOwnProperty') ||
    (object.k === 'var' && /^_*has(?:Own(?:Prop(?:erty)?)?)?$/.test(object.name)));

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
  if (!callable || isAsynchronous(callable)) return;
  const value = machine.evaluate(list, frame);
  const each = elements(machine, value, frame);
  const holds = truth !== (test.callee.k === 'field' && ofNone.has(test.callee.name));
  refineAllKnownBy(machine, test, value, callable, holds, frame);
  const [mask = noClass] = machine.predicate(callable, [each], holds, { node: test, frame });
  clearWhole(machine, list, each, mask, frame);
}

/** `roots.some((root) => isBelow(root, path))`, `roots.noneMatch(…)` that fails: what it shows of the path. */
function refineBySome(machine: Machine, test: Call, list: Expr, check: Expr, frame: Frame): void {
  const { callables } = machine.evaluate(check, frame);
  const [callable] = callables;
  if (!callable || callables.length > 1 || isAsynchronous(callable)) return;
  const isEvery = test.callee.k === 'field' && ofAll.has(test.callee.name) && !ofNone.has(test.callee.name);
  refineSomeBy(machine, test, machine.evaluate(list, frame), callable, !isEvery, frame);
}

/** What asks whether something holds of no element. */
const ofNone = new Set(['noneMatch']);

/** What asks whether something holds of any element, or of all. */
const ofAny = new Set(['some', 'anyMatch']);
const ofAll = new Set(['every', 'allMatch', ...ofNone]);

/** What is true where something holds of one element. */
const ofSome = new Set([...ofAny, 'find', 'findLast']);

/** What looks through a list for an element that a function knows. */
const finders = new Set(['some', 'find', 'findLast']);

/** `LIST.some((item) => item === x)`: what equals an element of a list of the program's own is one of the program's texts. */
function refineFound(machine: Machine, list: Expr, check: Lambda, frame: Frame): void {
  const fn = frame.fn.module.functions[check.fn]?.ir;
  const [only, ...others] = fn?.body ?? [];
  const [param] = fn?.params ?? [];
  if (only?.k !== 'return' || others.length > 0 || param?.target.k !== 'var') return;
  const element = param.target.name;
  const test = only.value;
  if (test?.k !== 'binary' || (test.op !== '===' && test.op !== '==')) return;
  const isOfElement = (side: Expr): boolean =>
    side.k === 'var' ? side.name === element : side.k === 'field' && isOfElement(side.object);
  const [mine, asked] = isOfElement(test.left) ? [test.left, test.right] : [test.right, test.left];
  if (isOfElement(mine) && !isOfElement(asked) && isFixed(machine, list, frame))
    clear(machine, asked, everyClass, frame);
}

/** What `path.relative` and its like give, in the catalogs. */
const relativePath = 'path.Relative';

/** `text.startswith((first, second))`: each of them an address with its host. */
function beginsWithOneOf(machine: Machine, { refs: [id, ...others] }: Value, frame: Frame): boolean {
  const items = id === undefined || others.length > 0 ? undefined : machine.object(id, frame.state)?.items;
  return items !== undefined && items.length > 0 && items.every((item) => withHost.test(prefixOf(item)));
}

/** `text.startswith(("//", "/\\"))` */
const isAmong = (machine: Machine, { refs }: Value, text: string, frame: Frame): boolean =>
  refs.some((id) => machine.object(id, frame.state)?.items?.some((item) => exact(item)?.value === text));

/** The beginning of an address that names its host wholly. */
const withHost = /^https?:\/\/[^/]+\//;

function refineBeginning(machine: Machine, text: Expr, start: Expr, truth: boolean, frame: Frame): void {
  const beginning = machine.evaluate(start, frame);
  if (!truth) {
    // Who asks for `//` has asked for `/` before: a path of this site is left.
    if (exact(beginning)?.value === '//' || isAmong(machine, beginning, '//', frame))
      clear(machine, text, bitOf('open-redirect'), frame);
    if (exact(beginning)?.value === '-' || isAmong(machine, beginning, '-', frame))
      clear(machine, text, optionClasses(), frame);
    const refused = exact(beginning)?.value;
    if (refused === '/' || isAmong(machine, beginning, '/', frame))
      clear(machine, text, bitOf('no-first-slash'), frame);
    // The way from the root to the file does not lead out: what it was made from stays inside.
    const way = machine.evaluate(text, frame);
    const isWayUp = /^\.\.[\\/]?$/.test(prefixOf(beginning));
    if (!isWayUp && !isAmong(machine, beginning, '..', frame) && !isAmong(machine, beginning, '../', frame))
      return;
    if (way.api === relativePath) clearOrigins(machine, way.labels, pathClasses(), frame);
    // Normalised, a path leads up at its beginning or not at all; what stands behind a folder is no beginning.
    else if (isResolved(way) && !way.labels.some(({ cleared }) => followsText(cleared)))
      clear(machine, text, bitOf('no-way-up'), frame);
    return;
  }
  // A root that the caller gives is as good as a constant one; one that the attacker gives is not.
  if (beginning.labels.some((label) => !isOfCaller(label) && isOfOthers(label)))
    return clearBelow(machine, text, beginning, frame);
  if (exact(beginning)?.value !== '' && !prefixOf(beginning).startsWith('-'))
    clear(machine, text, optionClasses(), frame);
  if (beginsWithOneOf(machine, beginning, frame)) {
    clear(machine, text, urlClasses(), frame);
    return;
  }
  const prefix = prefixOf(beginning);
  if (prefix === "'" || prefix === '"') clear(machine, text, bitOf('quoted'), frame);
  if (/^https?:/.test(prefix)) clear(machine, text, bitOf('web-address'), frame);
  if (withHost.test(prefix)) clear(machine, text, urlClasses(), frame);
  else if (/^https?:/.test(prefix)) return;
  // `id=` or `user-` is no root that a path could be under.
  else if (prefix === '/' || (prefix !== '' && !/[\\/]/.test(prefix))) return;
  else {
    const value = machine.evaluate(text, frame);
    const labels = deepLabels(machine, value, frame, 1);
    // Below `/srv/../etc` is nothing that is below `/srv`, and `/srv-old` begins so, too.
    if (!isResolved({ labels }) || !(isPath(machine, value) || endsInSeparator(machine, start, frame))) {
      if (prefix.startsWith('/')) clear(machine, text, bitOf('open-redirect'), frame);
      return;
    }
    // A path was resolved to look at it: what it was made from leads where it leads.
    clearOrigins(machine, labels, pathClasses(), frame);
    clear(machine, text, pathClasses().or(prefix.startsWith('/') ? bitOf('open-redirect') : noClass), frame);
  }
}

/** Below a root that an attacker has a part in, what else the path was made of does not lead out. */
function clearBelow(machine: Machine, text: Expr, root: Value, frame: Frame): void {
  const value = machine.evaluate(text, frame);
  const labels = deepLabels(machine, value, frame, 1);
  if (!isPath(machine, value) || !isResolved({ labels })) return;
  const others = labels.filter(({ origin }) => root.labels.every((label) => label.origin !== origin));
  clearOrigins(machine, others, pathClasses(), frame);
}

/** Data that a function gets of its caller, who also chooses what it is held against. */
const isOfCaller = ({ origin }: Label): boolean =>
  origin.kind === 'parameter' || origin.source.threatModel === 'library';

/** Paths that are no texts begin with each other part by part. */
const isPath = ({ catalog }: Machine, { api }: Value): boolean =>
  api !== undefined && catalog.isA(api, 'java.nio.file.Path');
