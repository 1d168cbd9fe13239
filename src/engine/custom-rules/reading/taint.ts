import { isTrue, itemsOf, type LocatedValue, membersOf, textOf } from '../../files/structured/value.ts';
import type { Search, TaintPattern } from '../rule.ts';
import { type Context, readFormula } from './formula.ts';
import { taintPartKeys } from './keys.ts';
import { Unreadable } from './problems.ts';

/** Reads what a rule of `mode: taint` says. @throws Unreadable */
export function readTaint(rule: LocatedValue, context: Context): Extract<Search, { mode: 'taint' }> {
  const members = membersOf(rule);
  const each = (key: string): readonly LocatedValue[] => itemsOf(members.get(key)?.value);
  if (each('pattern-sources').length === 0 || each('pattern-sinks').length === 0)
    throw new Unreadable(rule, 'A rule of "mode: taint" needs pattern-sources and pattern-sinks.');
  return {
    mode: 'taint',
    sources: each('pattern-sources').map((item) => readPart(item, context)),
    sinks: each('pattern-sinks').map((item) => readPart(item, context)),
    sanitizers: each('pattern-sanitizers').map((item) => readPart(item, context)),
  };
}

/** Keys that are not patterns: those that hold here, and those that nothing stands for. */
const own: ReadonlySet<string> = new Set(taintPartKeys);
const refused: ReadonlySet<string> = new Set([
  'requires',
  'label',
  'at-exit',
  'control',
  'exact',
  'not_conflicting',
]);

function readPart(item: LocatedValue, context: Context): TaintPattern {
  const members = membersOf(item);
  for (const [key, { key: place }] of members)
    if (refused.has(key)) throw new Unreadable(place, `"${key}" is not supported where data is followed.`);
  const bySideEffect = members.get('by-side-effect')?.value;
  return {
    formula: readFormula(withoutOwn(item), context),
    bySideEffect: isTrue(bySideEffect) || textOf(bySideEffect) === 'only',
  };
}

const withoutOwn = (item: LocatedValue): LocatedValue =>
  item.kind === 'table'
    ? { ...item, members: new Map([...item.members].filter(([key]) => !own.has(key))) }
    : item;
