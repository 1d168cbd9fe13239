/** What was shown of a part holds of what it was put into before: `full = root + name`, then `if (name.includes('..')) return`. */
import type { Expr, FunctionIR } from '../../ir/ir.ts';
import { walk } from '../../ir/walk.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import type { Labels } from '../values/labels.ts';
import { isUnchanged } from './kept-guards.ts';

/** Calls that put texts and parts of paths together, and leave the parts as they are. */
const joining = new Set(
  'join resolve joinpath get of format formatted concat normpath abspath realpath normalize toString str String File Path PurePath'.split(
    ' ',
  ),
);

interface Made {
  readonly name: string;
  readonly init: Expr;
  /** The variables in it. */
  readonly parts: readonly string[];
}

const known = new WeakMap<FunctionIR, ReadonlyMap<string, readonly Made[]>>();

/** Variables that are put together of parts alone, by the variables among these. */
function madeIn(fn: FunctionIR): ReadonlyMap<string, readonly Made[]> {
  let made = known.get(fn);
  if (!made) {
    made = findMade(fn);
    known.set(fn, made);
  }
  return made;
}

function findMade(fn: FunctionIR): ReadonlyMap<string, readonly Made[]> {
  const set = new Map<string, Expr | undefined>();
  const note = (name: string, value: Expr | undefined): void => {
    set.set(name, set.has(name) ? undefined : value);
  };
  for (const statement of fn.body)
    walk(statement, (node) => {
      if (node.k === 'declare' && node.target.k === 'var' && node.init) note(node.target.name, node.init);
      else if (node.k === 'assign' && node.target.k === 'var')
        note(node.target.name, node.op === undefined ? node.value : undefined);
      return node.k !== 'function';
    });
  const made = new Map<string, Made[]>();
  for (const [name, init] of set) {
    const parts: string[] = [];
    if (!init || init.k === 'var' || !isJoined(init, parts)) continue;
    for (const part of parts) made.set(part, [...(made.get(part) ?? []), { name, init, parts }]);
  }
  return made;
}

/** Whether an expression puts parts together and does nothing else; notes its variables. */
function isJoined(expr: Expr, parts: string[]): boolean {
  const areJoined = (list: readonly Expr[]): boolean => list.every((one) => isJoined(one, parts));
  switch (expr.k) {
    case 'const':
    case 'type':
    case 'this':
      return true;
    case 'var':
      parts.push(expr.name);
      return true;
    case 'field':
      return isJoined(expr.object, []);
    case 'cast':
      return isJoined(expr.value, parts);
    case 'binary':
      return (expr.op === '+' || expr.op === '/') && areJoined([expr.left, expr.right]);
    case 'template':
      return expr.tag === undefined && areJoined(expr.parts);
    case 'call':
    case 'new': {
      const { callee } = expr;
      const name = callee.k === 'field' || callee.k === 'var' ? callee.name : '';
      if (expr.k === 'call' && !joining.has(name)) return false;
      // What a method joins to may be a part, too: `root.resolve(name)`.
      const receiver = callee.k === 'field' ? [callee.object] : [];
      return areJoined([...receiver, ...expr.args.map(({ value }) => value)]);
    }
    default:
      return false;
  }
}

/**
 * Variables of a function that were put together with a variable, and what of the same data stands nowhere else in them.
 * @param until where the variable is asked about: until then its parts are as they were
 */
export function variablesMadeOf(
  machine: Machine,
  name: string,
  { labels, until }: { readonly labels: Labels; readonly until: number },
  frame: Frame,
): readonly string[] {
  return (madeIn(frame.fn.ir).get(name) ?? []).flatMap((made) => {
    if (!isUnchanged(frame.fn, made.init, until)) return [];
    const others = made.parts.filter((part) => part !== name);
    const isElsewhere = others.some((part) =>
      machine
        .evaluate({ k: 'var', name: part, at: 0, end: 0 }, frame)
        .labels.some(({ origin }) => labels.some((label) => label.origin === origin)),
    );
    return isElsewhere ? [] : [made.name];
  });
}
