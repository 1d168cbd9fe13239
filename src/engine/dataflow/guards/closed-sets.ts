/** Collections of which the program alone says what is in them: a key or an element that is there is none of a client's choice. */
import type { Expr } from '../../ir/ir.ts';
import { dottedName } from '../../ir/walk.ts';
import { isOfUser } from '../../threat-models.ts';
import { isListOfEnvironment } from '../heap/settings-lists.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import type { Label } from '../values/labels.ts';
import { bitOf, everyClass, type Mask } from '../values/masks.ts';
import { exact, type Value } from '../values/values.ts';
import { lastSet } from './path-roots.ts';

/** What those who run the program set, its environment for instance, is as good as its own text: they say what it allows. */
export const isOfOthers = ({ origin }: Label): boolean =>
  origin.kind !== 'source' ||
  !isOfUser(origin.source.threatModel) ||
  (origin.source.alwaysFor?.length ?? 0) > 0;

const areOfOthers = (value: Value | undefined): boolean => value?.labels.some(isOfOthers) ?? false;

/** A collection that the program fixes: no label in it, and it is a literal, a constant or a table of its own. */
export function isFixed(machine: Machine, expr: Expr, frame: Frame): boolean {
  const table = tableListed(expr);
  if (table) return hasOwnKeys(machine, table, frame);
  return isMadeOfConstants(machine, expr, frame) || isListOfEnvironment(expr, frame);
}

function isMadeOfConstants(machine: Machine, expr: Expr, frame: Frame): boolean {
  const value = machine.evaluate(expr, frame);
  if (areOfOthers(value)) return false;
  if (value.refs.length === 0) {
    const known = exact(value);
    return known !== undefined || value.known?.kind === 'prefix';
  }
  return value.refs.every((id) => {
    const object = machine.object(id, frame.state);
    if (!object || object.open) return false;
    if (areOfOthers(object.rest) || areOfOthers(object.keys)) return false;
    for (const field of object.fields.values()) if (areOfOthers(field)) return false;
    return !(object.items ?? []).some(areOfOthers);
  });
}

/** Whether the keys of a table are the program's, whatever stands under them. */
export const hasOwnKeys = (machine: Machine, table: Expr, frame: Frame): boolean =>
  areKeysOwn(machine, machine.evaluate(table, frame), frame);

/** As `hasOwnKeys`, of a table that was evaluated. */
export function areKeysOwn(machine: Machine, { labels, refs, known }: Value, frame: Frame): boolean {
  if (labels.some(isOfOthers)) return false;
  // Nothing is known of it, and so nothing of a client in it.
  if (refs.length === 0) return known === undefined;
  return refs.every((id) => {
    const object = machine.object(id, frame.state);
    if (!object || areOfOthers(object.keys) || object.items?.some(areOfOthers)) return false;
    // `{ ...settings }`: what is not known of it is nobody's data.
    if (object.open && (object.api !== undefined || areOfOthers(object.content))) return false;
    // What was put under keys of which nothing was noted may have any key.
    return object.keys !== undefined || !areOfOthers(object.rest);
  });
}

/** `Object.keys(TABLE)`, `TABLE.keys()`: the table. */
function tableListed(expr: Expr): Expr | undefined {
  if (expr.k !== 'call' || expr.callee.k !== 'field' || expr.callee.name !== 'keys') return undefined;
  const [only, ...others] = expr.args;
  return others.length > 0 ? undefined : (only?.value ?? expr.callee.object);
}

/** What a table shows of a key that it has: one of a prototype's may be meant where these are keys of every object. */
export const shownByTable = ({ fn }: Frame): Mask =>
  fn.module.semantics.values.havePrototypes
    ? everyClass.without(bitOf('prototype-pollution').or(bitOf('unsafe-reflection')))
    : everyClass;

/** Python's `name in Model.__table__.columns.keys()`, `name in settings.KINDS`: of the program's own, whatever it is. */
export function isOwnCollection(machine: Machine, expr: Expr, frame: Frame): boolean {
  if (!frame.fn.module.semantics.values.unknownFieldsAreOwn || (expr.k !== 'field' && expr.k !== 'call'))
    return false;
  const { labels, refs } = machine.evaluate(expr, frame);
  return labels.length + refs.length === 0 && dottedName(expr) !== undefined;
}

/** `os.listdir(folder)`, `await fs.readdir(folder)`, also kept in a variable: what a folder has is a name, and no way out. */
export function listsFolder(machine: Machine, expr: Expr, frame: Frame): boolean {
  const set = expr.k === 'var' ? lastSet(expr, frame) : expr;
  const made = set?.k === 'await' ? set.value : set;
  if (made?.k !== 'call') return false;
  const [folder] = made.args;
  return (
    listing.test(machine.evaluate(made.callee, frame).api ?? '') &&
    folder !== undefined &&
    machine.evaluate(folder.value, frame).labels.length === 0 &&
    // Nothing was added to it.
    machine.evaluate(expr, frame).labels.length === 0
  );
}

const listing = /^os\.listdir$|(?:^|[./])readdir(?:Sync)?$/;
