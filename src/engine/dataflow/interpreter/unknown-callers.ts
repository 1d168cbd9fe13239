import type { FlowSource } from '../../finding.ts';
import type { FunctionIR, ModuleIR, Param } from '../../ir/ir.ts';
import { walk } from '../../ir/walk.ts';
import type { LinkedClass, LinkedFunction, LinkedModule } from '../names/linking.ts';
import { mentionedIn } from '../names/mentions.ts';
import { concatTraces, type Label, step, type Trace } from '../values/labels.ts';
import { noClass } from '../values/masks.ts';
import { anchor } from '../values/positions.ts';
import type { Hit, PendingHit, Summary } from './machine.ts';

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

interface Candidate {
  readonly fn: LinkedFunction;
  readonly hits: readonly PendingHit[];
}

/**
 * Statements and commands that functions build around their arguments, where nothing in the project names the
 * function: its callers lie outside, and may pass anything. Wrappers that pass on a whole statement are not meant.
 * Kept while files come and go: it is asked for after every edit, of all files.
 */
export class UnknownCallers {
  readonly #candidates = new Map<
    LinkedModule,
    { readonly of: LinkedModule['functions']; readonly found: readonly Candidate[] }
  >();
  readonly #read = new Map<LinkedModule, ModuleIR>();
  /** Of each name that was asked for, the files that mention it. */
  readonly #mentions = new Map<string, Set<LinkedModule>>();

  /** A function of the module has another summary. */
  forget(module: LinkedModule): void {
    this.#candidates.delete(module);
  }

  hits(modules: readonly LinkedModule[], summaryOf: (fn: LinkedFunction) => Summary): readonly Hit[] {
    const candidates = modules.flatMap((module) => this.#candidatesIn(module, summaryOf));
    this.#readAgain(modules);
    this.#lookFor(new Set(candidates.map(({ fn }) => fn.ir.name)), modules);
    return candidates
      .filter(({ fn }) => !this.#isNamed(fn))
      .flatMap(({ fn, hits }) => hits.flatMap((hit) => fromArgument(hit, fn, argument)))
      .map((hit) => ({ ...hit, confidence: Math.min(hit.confidence ?? confidence, confidence) }));
  }

  #candidatesIn(module: LinkedModule, summaryOf: (fn: LinkedFunction) => Summary): readonly Candidate[] {
    const known = this.#candidates.get(module);
    if (known?.of === module.functions) return known.found;
    const found = module.functions.filter(isPublic).flatMap((fn) => {
      const hits = summaryOf(fn).pending.filter(isBuilt);
      return hits.length > 0 ? [{ fn, hits }] : [];
    });
    this.#candidates.set(module, { of: module.functions, found });
    return found;
  }

  /** Brings what is known of names up to date with files that were edited. */
  #readAgain(modules: readonly LinkedModule[]): void {
    for (const module of modules) {
      if (this.#read.get(module) === module.ir) continue;
      this.#read.set(module, module.ir);
      const names = namesIn(module);
      for (const [name, mentioning] of this.#mentions) {
        if (names.has(name)) mentioning.add(module);
        else mentioning.delete(module);
      }
    }
  }

  /** Finds the files that mention names which were not asked for before. */
  #lookFor(asked: ReadonlySet<string>, modules: readonly LinkedModule[]): void {
    const wanted = new Map<string, Set<LinkedModule>>();
    for (const name of asked) if (!this.#mentions.has(name)) wanted.set(name, new Set());
    if (wanted.size === 0) return;
    for (const module of modules) for (const name of namesIn(module).keys()) wanted.get(name)?.add(module);
    for (const [name, mentioning] of wanted) this.#mentions.set(name, mentioning);
  }

  /** Whether anything but its own body mentions the function by its name. */
  #isNamed({ ir, module: own }: LinkedFunction): boolean {
    const mentioning = this.#mentions.get(ir.name) ?? new Set();
    return (
      mentioning.size > 1 ||
      [...mentioning].some((module) => module !== own || namesIn(own).get(ir.name) !== ir)
    );
  }
}

const isPublic = ({ ir, cls, module }: LinkedFunction): boolean =>
  ir.index > 0 &&
  ir.parent === 0 &&
  (ir.kind === 'function' || ir.kind === 'method') &&
  ir.decorators.length === 0 &&
  (cls === undefined || !isOfLibrary(cls)) &&
  !/^(?:_|$)/.test(ir.name) &&
  !(ir.name.startsWith('test') && testFile.test(module.ir.path));

/** What extends a library's class is most often called by the library. */
const isOfLibrary = (cls: LinkedClass, seen = new Set<LinkedClass>()): boolean =>
  cls.apiBases.length > 0 || (!seen.has(cls) && cls.bases.some((base) => isOfLibrary(base, seen.add(cls))));

/** Where pytest looks for tests, and hands each of them what its parameters name. */
const testFile = /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/;

const isBuilt = (hit: PendingHit): boolean =>
  hit.built === true && classes.has(hit.vulnClass) && hit.label.origin.kind === 'parameter';

const argument = { threatModel: 'library', api: undefined, what: 'an argument' } as const;

/** Returns the hit as data of an argument makes it; none for what does not come from an argument. */
export function fromArgument(hit: PendingHit, fn: LinkedFunction, source: FlowSource): readonly Hit[] {
  const { origin } = hit.label;
  const param = origin.kind === 'parameter' ? fn.ir.params[origin.index] : undefined;
  if (!param) return [];
  const label: Label = {
    ...hit.label,
    origin: { kind: 'source', source, fn, ...anchor(fn, param), harmless: noClass },
    trace: beginningIn(fn, param, hit.label.trace),
  };
  const { object: _, ...rest } = hit;
  return [{ ...rest, label }];
}

/** A trace that begins at the argument, also where the first thing done with it is a call that leads elsewhere. */
function beginningIn(fn: LinkedFunction, param: Param, trace: Trace | undefined): Trace | undefined {
  let first = trace;
  while (first?.previous) first = first.previous;
  return first?.fn === fn ? trace : concatTraces(step(undefined, 'source', fn, param), trace);
}

/** The names that a file mentions, each with the one function that does so, or `elsewhere`. */
type Names = ReadonlyMap<string, FunctionIR | 'elsewhere'>;

/** Kept, as all of a project's files are asked for each function. */
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
