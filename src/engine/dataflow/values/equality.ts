import type { Call, Expr } from '../../ir/ir.ts';
import { dottedName, type IRNode, walk } from '../../ir/walk.ts';
import { refineLookedUp } from '../calls/chosen-methods.ts';
import {
  clear,
  clearByHost,
  clearOrigins,
  empty,
  hostParts,
  pathClasses,
  replace,
} from '../guards/barriers.ts';
import { isFixed, isOfOthers, listsFolder } from '../guards/closed-sets.ts';
import { refineByPart, refineByText, refineFound } from '../guards/guard-functions.ts';
import { clearHost } from '../guards/guard-patterns.ts';
import { isUnchanged, testKeptIn } from '../guards/kept-guards.ts';
import { clearListed } from '../guards/listed.ts';
import { pathOfParts } from '../guards/path-parts.ts';
import { endsInSeparator, isResolved, lastSet } from '../guards/path-roots.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import { bitOf, everyClass, type Mask, maskOf, noClass } from './masks.ts';
import { factsWithout } from './quoted-places.ts';
import { constant, exact, type Value } from './values.ts';

export function refineEquality(
  machine: Machine,
  target: Expr,
  other: Expr,
  equal: boolean,
  frame: Frame,
): void {
  // `if (action === undefined) return`: one who asks whether there is a method expects that there may be none.
  if (!equal && isMissing(other)) refineLookedUp(machine, target, frame);
  if (target.k === 'var' && isMissing(other)) {
    const kept = testKeptIn(frame.fn, target.name);
    if (kept && isUnchanged(frame.fn, kept, target.at)) refineFound(machine, kept, !equal, frame);
  }
  // `… ? rows[0] : undefined`: where there is something, it came by the way that is not constant.
  if (
    target.k === 'conditional' &&
    isMissing(other) &&
    !equal &&
    [target.then, target.else].some(isMissing)
  ) {
    machine.refine(target.test, !isMissing(target.then), frame);
    return;
  }
  // Nothing can be shown of a constant, nor by one that says only whether there is a value.
  if (target.k === 'const') return;
  // `if (TARGETS[name] !== undefined)`
  if (target.k === 'index' && isMissing(other)) machine.refine(target, !equal, frame);
  if (isPresence(other) && target.k !== 'call') {
    // `urlparse(x).hostname is None`: a browser still goes where `////host` leads.
    if (equal && isMissing(other) && mayBeHost(target))
      clearByHost(machine, machine.evaluate(target, frame), bitOf('ssrf'), frame);
    // There is no data in nothing: `if (name != null && !isSafe(name)) throw …`.
    if (equal && isMissing(other) && target.k === 'var') empty(machine, target, frame);
    // `if (result.error !== null)`, `if (ok === false)`
    if (other.k === 'const' && (target.k === 'var' || target.k === 'field' || target.k === 'index'))
      refinePresence(machine, target, other.value === true ? equal : !equal, frame);
    return;
  }
  if (target.k === 'unary' && target.op === 'typeof') {
    const type = exact(machine.evaluate(other, frame))?.value;
    if (equal && (type === 'number' || type === 'boolean' || type === 'bigint'))
      clear(machine, target.operand, everyClass, frame);
    if (equal && type === 'function') refineLookedUp(machine, target.operand, frame);
    if (equal && type === 'string') clear(machine, target.operand, bitOf('nosql-injection'), frame);
    return;
  }
  if (target.k === 'call' && target.callee.k === 'field' && target.callee.name === 'indexOf') {
    const value = exact(machine.evaluate(other, frame))?.value;
    if (value === -1) refineMembership(machine, target, target.callee.object, !equal, frame);
    // Found at the very beginning.
    if (value === 0)
      machine.refine({ ...target, callee: { ...target.callee, name: 'startsWith' } }, equal, frame);
    return;
  }
  if (equal && refineFolder(machine, target, other, frame)) return;
  if (target.k === 'call') {
    refineResult(machine, target, other, equal, frame);
    return;
  }
  if (!equal) {
    if (exact(machine.evaluate(other, frame))?.value === '__proto__') clearKey(machine, target, frame);
    return;
  }
  const value = machine.evaluate(other, frame);
  if (value.labels.some(isOfOthers)) {
    clear(machine, target, standing(value), frame);
    // A host that the caller gives is as good as the program's.
    if (value.labels.every(({ origin }) => origin.kind === 'parameter')) clearHost(machine, target, frame);
    return;
  }
  const known = exact(value);
  if (known) {
    if (known.value === null || known.value === undefined || known.value === true || known.value === false)
      return;
    const before = target.k === 'var' ? machine.evaluate(target, frame) : undefined;
    const isNoHost = known.value === '' && mayBeHost(target);
    const mask = isNoHost ? everyClass.without(bitOf('open-redirect')) : everyClass;
    if (before && before.labels.length > 0) {
      clearByHost(machine, before, mask, frame);
      replace(machine, target, constant(known.value), frame);
    } else clear(machine, target, mask, frame);
  } else if (other.k !== 'const' && other.k !== 'type' && other.k !== 'opaque') {
    // `row.name === name`: it is the row's text then, and no client's.
    clear(machine, target, everyClass, frame);
    // `target.hostname === config.host`: whatever it is, it is no client's.
    clearHost(machine, target, frame);
  }
}

/** The classes for which what equals the value is as harmless as the value itself: data that the scan does not look for. */
const standing = ({ labels }: Value): Mask =>
  labels
    .filter(isOfOthers)
    .reduce((all, { origin }) => all.and(origin.kind === 'source' ? origin.harmless : noClass), everyClass);

/** A folder of paths is equal to another one. @returns whether that is what is compared */
function refineFolder(machine: Machine, target: Expr, other: Expr, frame: Frame): boolean {
  if (target.k === 'call' && target.callee.k === 'field' && commonParts.has(target.callee.name)) {
    // `os.path.commonpath([path, root]) == root`; by characters, `/srv-old` and `/srv` have much in common.
    if (target.callee.name === 'commonprefix' && !endsInSeparator(machine, other, frame)) return true;
    const paths = target.args.flatMap(({ value }) =>
      value.k === 'array' ? value.items.map((item) => item.value) : [value],
    );
    for (const path of paths) {
      const { labels } = machine.evaluate(path, frame);
      if (!isResolved({ labels })) continue;
      clearOrigins(machine, labels, pathClasses(), frame);
      clear(machine, path, pathClasses(), frame);
    }
    return true;
  }
  if (target.k === 'call' && isFolderOf(machine, target, frame)) {
    // `path.dirname(path.resolve(root, name)) === root`
    const [path] = target.args;
    if (path && machine.evaluate(other, frame).labels.length === 0) {
      const { labels } = machine.evaluate(path.value, frame);
      if (isResolved({ labels })) {
        clearOrigins(machine, labels, pathClasses(), frame);
        clear(machine, path.value, pathClasses(), frame);
      }
    }
    return true;
  }
  // `path.parent == ROOT`, `path.getParent().equals(ROOT)`
  const parent = folderField(target);
  if (parent) {
    const { labels } = machine.evaluate(parent, frame);
    if (isResolved({ labels }) && machine.evaluate(other, frame).labels.length === 0) {
      clearOrigins(machine, labels, pathClasses(), frame);
      clear(machine, parent, pathClasses(), frame);
    }
    return true;
  }
  return false;
}

/** The result of a call compares so. */
function refineResult(machine: Machine, target: Call, other: Expr, equal: boolean, frame: Frame): void {
  const beginning = isBeginning(target, other) && target.callee.k === 'field' ? target.callee : undefined;
  if (beginning) {
    const startsWith = {
      ...target,
      callee: { ...beginning, name: 'startsWith' },
      args: [{ value: other }],
    };
    machine.refine(startsWith, equal, frame);
    return;
  }
  const value = exact(machine.evaluate(other, frame))?.value;
  if (typeof value === 'boolean') machine.refine(target, value === equal, frame);
  if (typeof value === 'string' && equal) {
    clear(machine, target, everyClass, frame);
    refineByText(machine, target, value, frame);
  }
  // `pattern.fullmatch(x) is None`: nothing was found.
  if (value === null || (value === undefined && isMissing(other)))
    refineFound(machine, target, !equal, frame);
}

/** A variable with the outcome of a test, or a part of an outcome, has this truth. */
function refinePresence(machine: Machine, target: Expr, truth: boolean, frame: Frame): void {
  const kept = target.k === 'var' ? testKeptIn(frame.fn, target.name) : target;
  if (kept) refineByPart(machine, kept, truth, frame);
}

/** `path.slice(0, root.length)`, which is compared with the root. */
function isBeginning({ callee, args: [from, to, ...others] }: Call, other: Expr): boolean {
  if (callee.k !== 'field' || !/^(?:slice|substring|substr)$/.test(callee.name) || others.length > 0)
    return false;
  if (from?.value.k !== 'const' || from.value.value !== 0) return false;
  if (to?.value.k !== 'field' || to.value.name !== 'length') return false;
  const measured = dottedName(to.value.object);
  return measured !== undefined && measured === dottedName(other);
}

const mayBeHost = (expr: Expr): boolean =>
  expr.k === 'var' || (expr.k === 'field' && hostParts.has(expr.name));

const isPresence = (expr: Expr): boolean =>
  expr.k === 'const' && (typeof expr.value === 'boolean' || expr.value === null || expr.value === undefined);

const isMissing = (expr: Expr): boolean =>
  expr.k === 'const'
    ? expr.value === null || expr.value === undefined
    : expr.k === 'var' && expr.name === 'undefined';

/** `path.dirname(…)`, `os.path.dirname(…)`. */
const isFolderOf = (machine: Machine, { callee }: Call, frame: Frame): boolean => {
  const api =
    callee.k === 'field' && callee.name === 'dirname'
      ? machine.evaluate(callee.object, frame).api
      : callee.k === 'var'
        ? machine.evaluate(callee, frame).api?.replace(/\.dirname$/, '')
        : undefined;
  return api === 'path' || api === 'os.path' || api === 'path.posix';
};

/** The path of which an expression gives the folder. */
function folderField(expr: Expr): Expr | undefined {
  if (expr.k === 'field') return expr.name === 'parent' ? expr.object : undefined;
  return expr.k === 'call' &&
    expr.args.length === 0 &&
    expr.callee.k === 'field' &&
    /^getParent(?:File)?$/.test(expr.callee.name)
    ? expr.callee.object
    : undefined;
}

/** What several paths begin with. */
const commonParts = new Set(['commonpath', 'commonprefix']);

/** `collection.includes(x)`, `text.contains("..")`. */
export function refineMembership(
  machine: Machine,
  call: Call,
  collection: Expr,
  truth: boolean,
  frame: Frame,
): void {
  const item = call.args[0]?.value;
  if (!item) return;
  if (isTextTest(machine, collection, item, truth, frame)) return;
  if (truth && isFixed(machine, collection, frame)) clearListed(machine, item, frame);
  else if (truth && listsFolder(machine, collection, frame)) clear(machine, item, pathClasses(), frame);
  if (!truth && machine.evaluate(collection, frame).refs.length > 0) {
    const keys = elementsOf(machine, collection, frame).map((key) => exact(key)?.value);
    if (keys.includes('__proto__'))
      clearKey(machine, item, frame, keys.includes('constructor') || keys.includes('prototype'));
  }
}

function elementsOf(machine: Machine, collection: Expr, frame: Frame): readonly Value[] {
  return machine.evaluate(collection, frame).refs.flatMap((id) => {
    const object = machine.object(id, frame.state);
    return [...(object?.items ?? []), ...(object?.fields.values() ?? [])];
  });
}

/** A key that is none of a prototype's: one who checks an element of a path so checks all keys of it. */
function clearKey(machine: Machine, key: Expr, frame: Frame, isEveryWay = false): void {
  const mask = bitOf('prototype-pollution');
  const { labels } = machine.evaluate(key, frame);
  clear(machine, key, mask, frame);
  if (isElement(key, frame) || (isEveryWay && isIndexed(key, frame)))
    clearOrigins(machine, labels, mask, frame);
}

/** `const key = keys[i]`, and not `body['key']`: refusing `__proto__` alone leaves `constructor`, then `prototype`. */
function isIndexed(key: Expr, frame: Frame): boolean {
  const set = key.k === 'var' ? lastSet(key, frame) : undefined;
  return set?.k === 'index' && set.index.k !== 'const';
}

/** Whether a key is one of several that are looked at in turn, and not a value of its own such as `body.key`. */
function isElement(key: Expr, frame: Frame): boolean {
  if (key.k === 'index') return true;
  if (key.k !== 'var') return false;
  const { ir } = frame.fn;
  const isKey = (node: IRNode): boolean => node.k === 'var' && node.name === key.name;
  if (ir.params.some(({ target }) => isKey(target))) return true;
  let found = false;
  for (const statement of ir.body)
    walk(statement, (node) => {
      if (node.k === 'foreach')
        found ||= isKey(node.target.k === 'declare' ? node.target.target : node.target);
      return !found;
    });
  return found;
}

/** `text[1:-1]`, without a quotation mark in it, where `text` begins with one: it is one literal, and no other code. */
function clearLiteral(machine: Machine, inside: Expr, frame: Frame): void {
  if (inside.k !== 'call' || inside.callee.k !== 'field' || inside.callee.name !== 'slice') return;
  const [from, to] = inside.args.map(({ value }) => exact(machine.evaluate(value, frame))?.value);
  const { object } = inside.callee;
  const isQuoted = machine
    .evaluate(object, frame)
    .labels.every(({ cleared }) => cleared.meets(bitOf('quoted')));
  if (from === 1 && to === -1 && isQuoted) clear(machine, object, bitOf('code-injection'), frame);
}

/** Whether a text is searched for a constant one: without `..` there is no way up, without line breaks no new line. */
export function isTextTest(machine: Machine, text: Expr, part: Expr, truth: boolean, frame: Frame): boolean {
  const needle = exact(machine.evaluate(part, frame))?.value;
  if (typeof needle !== 'string') return false;
  // Of a path's parts, one that is `..` leads up, and no other.
  const path = needle === '..' ? pathOfParts(text, frame) : undefined;
  if (path) {
    if (!truth) clear(machine, path, bitOf('no-way-up'), frame);
    return true;
  }
  const haystack = machine.evaluate(text, frame);
  if (haystack.labels.length === 0) return false;
  if (truth) return true;
  if (needle === '..' || needle === '../' || needle === './') clear(machine, text, bitOf('no-way-up'), frame);
  if (needle === '/') clear(machine, text, bitOf('no-first-slash'), frame);
  if (needle === '\n' || needle === '\r')
    clear(machine, text, maskOf(['log-injection', 'header-injection']), frame);
  // What stands between quotes stays there.
  if (needle === "'" || needle === '"') {
    clear(machine, text, bitOf('xpath-injection').or(factsWithout((quote) => quote === needle)), frame);
    clearLiteral(machine, text, frame);
  }
  if (needle === '__proto__') clear(machine, text, bitOf('prototype-pollution'), frame);
  if (needle === '://' || needle === '//') clear(machine, text, bitOf('open-redirect'), frame);
  return true;
}
