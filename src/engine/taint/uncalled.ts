import type { FunctionIR, ModuleIR } from '../ir/ir.ts';
import { walk } from '../ir/walk.ts';
import type { Label } from './labels.ts';
import type { LinkedFunction, LinkedModule } from './linking.ts';
import type { Hit, PendingHit, Summary } from './machine.ts';
import { mentionedIn } from './mentions.ts';
import { anchor } from './positions.ts';

/** Where text that is built around an argument is wrong, whoever calls the function with whatever. */
const classes: ReadonlySet<string> = new Set([
  'sql-injection',
  'command-injection',
  'ldap-injection',
  'xpath-injection',
  'code-injection',
  'nosql-injection',
]);

/** Surer than this nobody can be of a flow whose beginning is not seen. */
const confidence = 60;

/**
 * Statements and commands that functions build around their arguments, where nothing in the project names the
 * function: its callers lie outside, and may pass anything. Wrappers that pass on a whole statement are not meant.
 */
export function builtForUnseenCallers(
  modules: readonly LinkedModule[],
  summaryOf: (fn: LinkedFunction) => Summary,
): readonly Hit[] {
  const found: Hit[] = [];
  for (const module of modules) {
    for (const fn of module.functions) {
      if (!isPublic(fn)) continue;
      const hits = summaryOf(fn).pending.filter(isBuilt);
      if (hits.length > 0 && !isNamed(fn, modules))
        found.push(...hits.flatMap((hit) => fromArgument(hit, fn)));
    }
  }
  return found;
}

const isPublic = ({ ir, cls, module }: LinkedFunction): boolean =>
  ir.index > 0 &&
  ir.parent === 0 &&
  (ir.kind === 'function' || ir.kind === 'method') &&
  ir.decorators.length === 0 &&
  (cls === undefined || cls.apiBases.length === 0) &&
  !/^(?:_|$)/.test(ir.name) &&
  !(ir.name.startsWith('test') && testFile.test(module.ir.path));

/** Where pytest looks for tests, and hands each of them what its parameters name. */
const testFile = /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/;

const isBuilt = (hit: PendingHit): boolean =>
  hit.built === true && classes.has(hit.vulnClass) && hit.label.origin.kind === 'parameter';

function fromArgument(hit: PendingHit, fn: LinkedFunction): readonly Hit[] {
  const { origin } = hit.label;
  const param = origin.kind === 'parameter' ? fn.ir.params[origin.index] : undefined;
  if (!param) return [];
  const label: Label = {
    ...hit.label,
    origin: { kind: 'source', source: 'library', what: 'an argument', fn, ...anchor(fn, param) },
  };
  const { object: _, ...rest } = hit;
  return [{ ...rest, label, confidence: Math.min(hit.confidence ?? confidence, confidence) }];
}

/** Whether anything but its own body mentions the function by its name. */
function isNamed(fn: LinkedFunction, modules: readonly LinkedModule[]): boolean {
  const { name } = fn.ir;
  return modules.some((module) => {
    const by = namesIn(module).get(name);
    return by !== undefined && by !== fn.ir;
  });
}

/** The names that a file mentions, each with the one function that does so, or `elsewhere`. */
type Names = ReadonlyMap<string, FunctionIR | 'elsewhere'>;

/** Kept, as all of a project's files are asked for each function, after every edit. */
const known = new WeakMap<ModuleIR, Names>();

function namesIn({ ir }: LinkedModule): Names {
  const kept = known.get(ir);
  if (kept) return kept;
  const names = new Map<string, FunctionIR | 'elsewhere'>();
  for (const fn of ir.functions)
    for (const name of mentionedIn(fn)) names.set(name, names.has(name) ? 'elsewhere' : fn);
  for (const { member } of ir.imports) names.set(member, 'elsewhere');
  for (const { fields } of ir.classes) {
    for (const { init } of fields) {
      if (!init) continue;
      walk(init, (node) => {
        if (node.k === 'var' || node.k === 'field') names.set(node.name, 'elsewhere');
        return undefined;
      });
    }
  }
  known.set(ir, names);
  return names;
}
