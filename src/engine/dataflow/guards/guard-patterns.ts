import type { Call, Expr } from '../../ir/ir.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import { bitOf } from '../values/masks.ts';
import {
  beginsHarmless,
  clearedByAbsence,
  clearedByPattern,
  clearedByWhole,
  findsOption,
  isStrictPattern,
  topLevel,
} from '../values/patterns.ts';
import { namesDomain, namesHost } from '../values/url-patterns.ts';
import { exact } from '../values/values.ts';
import { clear, clearByHost, hostParts, optionClasses, urlClasses } from './barriers.ts';
import { testKeptIn } from './kept-guards.ts';

/** Expressions that only a path matches which does not begin like another host's address: `^\/(?!\/)`, `^\/[^/]`. */
const localPath = /^\^\\?\/(?:\(\?!|\[\^?|\\?w)/;

/** Expressions that only a text matches which begins with a scheme that is no script's: `^https?:`, `^(https?|mailto):`. */
const webAddress = /^\^\(?(?:\?:)?(?:https\??|http|mailto|tel|ftp|\|)+\)?:/;

/** Whether only addresses match that lead to a host that the pattern names. */
const isHosted = (source: string, how: Parameters<typeof namesHost>[1]): boolean =>
  namesHost(source, how) && !topLevel(source).includes('|');

/** What was shown of the host of an address. */
export function clearHost(machine: Machine, host: Expr, frame: Frame): void {
  if (host.k === 'field' && hostParts.has(host.name)) clear(machine, host, urlClasses(), frame);
  else clearByHost(machine, machine.evaluate(host, frame), urlClasses(), frame);
}

/** Whether a pattern is looked for anywhere in a text, and the answer is none where it is not found. */
const isSearching = (name: string, { fn }: Frame): boolean =>
  name === 'find' || fn.module.semantics.expressions.searching.has(name);

/** `check_code = RegexValidator(r"^[A-Z]+\Z")`, then `check_code(code)`. */
export function refineByValidator(machine: Machine, call: Call, frame: Frame): void {
  const [only, ...others] = call.args;
  const source = only && others.length === 0 ? patternSource(machine, call.callee, frame) : undefined;
  if (only && source !== undefined && isStrictPattern(source, false, false))
    clear(machine, only.value, clearedByPattern(source), frame);
}

/** `/^[a-z]+$/.test(x)`, `x.matches("[a-z]+")`, `re.fullmatch(r"\d+", x)`. */
export function refinePattern(
  machine: Machine,
  call: Call,
  object: Expr,
  truth: boolean,
  frame: Frame,
): boolean {
  const name = (call.callee as Extract<Expr, { k: 'field' }>).name;
  const args = call.args.map((arg) => arg.value);
  // `PATTERN.matcher(x).matches()`, also with the matcher in a variable
  const matcher = (object.k === 'var' ? testKeptIn(frame.fn, object.name) : undefined) ?? object;
  if (
    matcher.k === 'call' &&
    matcher.callee.k === 'field' &&
    matcher.callee.name === 'matcher' &&
    matcher.args[0]
  ) {
    const source = patternSource(machine, matcher.callee.object, frame);
    if (source === undefined) return true;
    if (truth && isStrictPattern(source, name === 'matches', false))
      clear(machine, matcher.args[0].value, clearedByPattern(source), frame);
    if (!truth && name === 'find') clear(machine, matcher.args[0].value, clearedByAbsence(source), frame);
    if (name === 'matches') clear(machine, matcher.args[0].value, clearedByWhole(source, truth), frame);
    if (truth && isHosted(source, name === 'matches' ? 'whole' : name === 'lookingAt' ? 'start' : 'anywhere'))
      clear(machine, matcher.args[0].value, urlClasses(), frame);
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
      isStrictPattern(source, whole, name === 'match' && frame.fn.module.semantics.expressions.matchFromStart)
    ) {
      clear(machine, subject, clearedByPattern(source), frame);
    }
    if (whole || (truth && /^\^.*\$$/.test(source)))
      clear(machine, subject, clearedByWhole(source, truth), frame);
    if (!truth && isSearching(name, frame)) clear(machine, subject, clearedByAbsence(source), frame);
    const fromStart = name === 'match' && frame.fn.module.semantics.expressions.matchFromStart;
    if (truth && isHosted(source, whole ? 'whole' : fromStart ? 'start' : 'anywhere'))
      clear(machine, subject, urlClasses(), frame);
    if (truth && namesDomain(source) && !topLevel(source).includes('|')) clearHost(machine, subject, frame);
    if (truth ? beginsHarmless(source, whole || fromStart) : findsOption(source, whole))
      clear(machine, subject, optionClasses(), frame);
    if (truth && localPath.test(source)) clear(machine, subject, bitOf('open-redirect'), frame);
    if (truth && webAddress.test(source)) clear(machine, subject, bitOf('web-address'), frame);
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
