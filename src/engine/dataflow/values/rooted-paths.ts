import { pathClasses } from '../guards/barriers.ts';
import { deepLabels } from '../interpreter/loads.ts';
import type { Invocation, Machine } from '../interpreter/machine.ts';
import { clearLabels, dataLabels, joinLabels, type Labels } from './labels.ts';
import { bitOf } from './masks.ts';
import { exact, prefixOf, unknown, type Value } from './values.ts';

const joining = /^path(?:\.posix|\.win32)?\.join$/;
const resolving =
  /^path(?:\.posix|\.win32)?\.(?:normalize|resolve)$|^(?:os\.path|posixpath)\.(?:normpath|abspath|realpath)$/;
/** `^(\.\.(\/|\\|$))+` and its like: what leads up at the beginning of a path. */
const leadingWays = /^\^\(+(?:\?:)?(?:\\\.\\\.|\\\.\{2\}|\.\.)(?![\w.])[\s\S]*\)\+$/;

/**
 * The labels of a path that is put below another one. What was resolved from the root, `path.normalize('/' + name)`, has no
 * way up left in it: below a folder of the program's it stays there, while alone it may still be any file.
 */
export function labelsBelow(machine: Machine, path: string, { args, site }: Invocation): Labels | undefined {
  if (!joining.test(path) || args.length < 2 || args.some(({ spread }) => spread !== undefined))
    return undefined;
  const resolved = bitOf('resolved-path');
  const [, ...parts] = args;
  const isRooted = ({ value }: { readonly value: Value }): boolean =>
    exact(value) === undefined &&
    /^[\\/]/.test(prefixOf(value)) &&
    value.labels.every(({ cleared }) => cleared.meets(resolved));
  if (!parts.some(isRooted)) return undefined;
  return args.reduce<Labels>((all, arg, i) => {
    const labels = dataLabels(deepLabels(machine, arg.value, site.frame, 2));
    const left = i > 0 && isRooted(arg) ? clearLabels(labels, pathClasses()) : labels;
    return joinLabels(all, clearLabels(left, resolved));
  }, []);
}

/**
 * `os.path.normpath("/" + name).lstrip("/")`, `os.path.relpath(os.path.normpath("/" + name), "/")`: a way down from wherever it is
 * put, of Python's.
 */
export function isWayDown(path: string, { receiver, args }: Invocation): boolean {
  const [first, second] = args.map(({ value }) => value);
  const isRelative = path === 'os.path.relpath' && second !== undefined && exact(second)?.value === '/';
  const isStripped = /^(?:str|\*)\.lstrip$/.test(path) && /[\\/]/.test(String(first && exact(first)?.value));
  const text = isRelative ? first : isStripped ? receiver : undefined;
  const resolved = bitOf('resolved-path');
  return (
    text !== undefined &&
    prefixOf(text).startsWith('/') &&
    text.labels.every(({ cleared }) => cleared.meets(resolved))
  );
}

/** `path.normalize('/' + name)`, `path.resolve('/', name)`: they begin at the root, wherever their data leads. */
export const rootOf = (path: string, { args }: Invocation): string =>
  resolving.test(path) &&
  prefixOf(args[0]?.value ?? unknown).startsWith('/') &&
  args.some(({ value }) => value.labels.length > 0)
    ? '/'
    : '';

/** `path.normalize(name).replace(/^(\.\.[\/\\])+/, '')`: resolved, a path leads up at its beginning only. */
export function isStrippedOfWays(
  machine: Machine,
  path: string,
  { receiver, args, site }: Invocation,
): boolean {
  if (!path.endsWith('.replace') || !receiver || receiver.labels.length === 0) return false;
  const [id] = args[0]?.value.refs ?? [];
  const source = id === undefined ? undefined : machine.object(id, site.frame.state)?.fields.get('source');
  const text = source && exact(source)?.value;
  const resolved = bitOf('resolved-path');
  return (
    typeof text === 'string' &&
    leadingWays.test(text) &&
    receiver.labels.every(({ cleared }) => cleared.meets(resolved))
  );
}
