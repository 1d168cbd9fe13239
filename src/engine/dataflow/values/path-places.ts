/** Where in a path data stands: behind a folder it cannot begin at the root, before other parts `..` is a way up. */

import { deepLabels } from '../interpreter/loads.ts';
import type { Invocation, Machine } from '../interpreter/machine.ts';
import { clearLabels, type Labels } from './labels.ts';
import { bitOf, type Mask } from './masks.ts';
import { exact, prefixOf, type Value } from './values.ts';

const belowFolder = bitOf('below-folder');
const innerPart = bitOf('inner-part');
const follows = bitOf('follows-text');

/** Whether data is a part that stands behind something else. */
export const followsText = (cleared: Mask): boolean => cleared.meets(follows);

/** The labels of what is put behind a text: behind anything but the root itself, it does not begin at the root. */
export const behind = (before: Value, labels: Labels): Labels =>
  labels.length === 0 || isRootOrNothing(before) ? labels : clearLabels(labels, belowFolder.or(follows));

/** The labels of what is put below a path by `/`: an absolute one takes its place. */
export const below = (labels: Labels): Labels => clearLabels(labels, follows);

/** The labels of what stands before a text: before a separator, it is a folder's name. */
export const before = (labels: Labels, after: Value): Labels =>
  labels.length > 0 && /^[\\/]/.test(prefixOf(after)) ? clearLabels(labels, innerPart) : labels;

function isRootOrNothing(value: Value): boolean {
  const known = exact(value)?.value;
  return known === null || known === undefined
    ? value.known?.kind === 'prefix' && value.labels.length > 0 && /^[\\/]?$/.test(value.known.text)
    : /^[\\/]?$/.test(String(known));
}

/** What puts parts together so that a later one cannot begin at the root. */
const appending =
  /^(?:path(?:\.posix|\.win32)?\.join|java\.io\.File|java\.nio\.file\.(?:Paths\.get|Path\.of)|(?:\*|str|String|java\.lang\.String)\.(?:format|formatted|concat))$/;

/** What puts parts together, of which a later one may begin at the root: the others do not count then. */
const joining =
  /^(?:path(?:\.posix|\.win32)?\.resolve|(?:os\.path|posixpath|ntpath)\.join|(?:pathlib\.(?:Pure)?Path)\.joinpath|java\.nio\.file\.Path\.resolve)$/;

/** Of these, the receiver is the first part. */
const isPart = /(?:concat|formatted|^(?:\*|str)\.format|Path\.joinpath|Path\.resolve)$/;

/** The labels of a path that is put together, by where in it they stand. */
export function placedIn(machine: Machine, path: string, invocation: Invocation, labels: Labels): Labels {
  if (labels.length === 0) return labels;
  const appends = appending.test(path);
  if (!appends && !joining.test(path)) return labels;
  const { receiver, args, site } = invocation;
  if (args.some(({ spread }) => spread !== undefined)) return labels;
  // The module that a function is of is no part.
  const base = receiver && isPart.test(path) ? [receiver] : [];
  const parts = [...base, ...args.map(({ value }) => value)];
  const [first, ...others] = parts;
  if (!first || others.length === 0) return labels;
  const of = parts.map((part) => deepLabels(machine, part, site.frame, 2));
  const stands = (from: number, to: number, origin: Labels[number]['origin']): boolean =>
    of.slice(from, to).some((some) => some.some((label) => label.origin === origin));
  return labels.flatMap((label) => {
    const isFirst = stands(0, 1, label.origin) || isRootOrNothing(first);
    let mask = isFirst ? undefined : appends ? belowFolder.or(follows) : follows;
    if (stands(0, -1, label.origin)) mask = mask?.or(innerPart) ?? innerPart;
    return mask ? clearLabels([label], mask) : [label];
  });
}
