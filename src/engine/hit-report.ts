import type { AnalysisEvent } from './analysis.ts';
import type { CompiledRule } from './custom-rules/rule.ts';
import type { RuleMark } from './custom-rules/taint/rule-marks.ts';
import type { Hit } from './dataflow/interpreter/machine.ts';
import type { Look } from './dataflow/interpreter/solver.ts';
import type { LinkedFunction } from './dataflow/names/linking.ts';
import type { FindingCache } from './dataflow/report/finding-cache.ts';
import { textAt, worstFirst } from './dataflow/report/findings.ts';
import type { Label, Origin, Trace } from './dataflow/values/labels.ts';
import type { ProjectResources } from './resources.ts';
import { type FileRole, type FileRoles, roleOfFlow, withRole } from './roles/code-role.ts';
import type { EntryPoints } from './routes/index.ts';
import { WaysIn } from './ways-in.ts';

export interface LinkContext {
  readonly resources: ProjectResources;
  /** Texts that are reported where they are written; a use of one is the same issue once more. */
  readonly secrets: ReadonlySet<string>;
}

export interface SolveContext extends LinkContext {
  /** Of files that are no part of the product. */
  readonly roles: FileRoles;
  /** What custom rules ask about data. */
  readonly asked?:
    | { readonly rules: readonly CompiledRule[]; readonly marks: ReadonlyMap<string, readonly RuleMark[]> }
    | undefined;
}

/** Data of a client's that is for sure what does harm: no other hit of the place is worse. */
const isWorst = ({ label }: Hit): boolean =>
  label?.origin.kind === 'source' && label.origin.source.threatModel === 'remote' && label.merging.hops === 0;

const placeOf = (hit: Hit): string => `${hit.vulnClass} ${hit.fn.key} ${hit.at}`;

/** Adds a hit to those of its place; of several with one origin the surest stays. */
function keepSurest(hits: Hit[], hit: Hit, { origin, merging }: Label): void {
  const at = hits.findIndex(({ label }) => label?.origin === origin);
  if (at < 0) hits.push(hit);
  else if (merging.hops < (hits[at]?.label?.merging.hops ?? 0)) hits[at] = hit;
}

/** Weaknesses that are not told of where the same data, or the same place, does worse. */
const worseThan: Readonly<Record<string, readonly string[]>> = {
  'command-injection': ['argument-injection'],
  'path-traversal': ['link-following'],
};

/** Turns hits into findings, one for each place and class, as they come. */
export class HitReport {
  readonly #findings: FindingCache;
  readonly #waysIn: WaysIn;
  readonly #secrets: ReadonlySet<string>;
  readonly #roles: FileRoles;
  readonly #on: (event: AnalysisEvent) => void;
  readonly #byPlace = new Map<string, Hit[]>();
  readonly #told = new Set<string>();
  /** The classes for which data of an origin did more than to be asked about. */
  readonly #used = new Map<Origin, Set<string>>();
  /** By file: functions whose analysis was stopped, and those in which calls were approximated. */
  readonly #givenUp = new Map<string, Set<LinkedFunction>>();
  readonly #approximated = new Map<string, Set<LinkedFunction>>();

  constructor(
    findings: FindingCache,
    entryPoints: EntryPoints,
    { secrets, roles }: SolveContext,
    on: (event: AnalysisEvent) => void,
  ) {
    this.#findings = findings;
    this.#waysIn = new WaysIn(entryPoints);
    this.#secrets = secrets;
    this.#roles = roles;
    this.#on = on;
  }

  addLooks(looks: readonly Look[]): void {
    for (const { fn, result } of looks) {
      this.add(result.hits);
      if (result.exhausted) this.cutShort(fn, result.brokenOff);
    }
  }

  add(hits: readonly Hit[]): void {
    for (const hit of hits) {
      if (this.#isReported(hit)) continue;
      const key = placeOf(hit);
      const known = this.#byPlace.get(key);
      if (known) {
        if (hit.label) keepSurest(known, hit, hit.label);
        if (known.length > 3) known.splice(known.indexOf(this.#worstFirst(known)[3] as Hit), 1);
        continue;
      }
      this.#byPlace.set(key, [hit]);
    }
    for (const hit of hits) {
      if (hit.probe) continue;
      this.#noteUse(hit);
      const key = placeOf(hit);
      if (this.#told.has(key) || !isWorst(hit) || this.#roleOf(hit)) continue;
      if (!this.#waysIn.isForFew(hit)) this.#tell(key);
    }
  }

  #roleOf({ fn, label }: Hit): FileRole | undefined {
    const origin = label?.origin;
    const sink = this.#roles.get(fn.module.ir.path);
    if (origin?.kind !== 'source') return sink;
    return roleOfFlow(sink, this.#roles.get(origin.fn.module.ir.path)) ?? this.#roleOfWay(label?.trace);
  }

  /** What goes through a test gets to its end by nothing that the product does. */
  #roleOfWay(last: Trace | undefined): FileRole | undefined {
    if (this.#roles.size === 0) return undefined;
    for (let trace = last; trace; trace = trace.previous) {
      const role = this.#roles.get(trace.fn.module.ir.path);
      if (role?.role === 'test') return role;
    }
    return undefined;
  }

  /** Flows of the product come before those of its tests. */
  #worstFirst(hits: readonly Hit[]): readonly Hit[] {
    const [product, others] = [false, true].map((isOther) =>
      hits.filter((hit) => (this.#roleOf(hit) !== undefined) === isOther),
    );
    const [open, forFew] = [false, true].map((isForFew) =>
      (product ?? []).filter((hit) => this.#waysIn.isForFew(hit) === isForFew),
    );
    return [open, forFew, others].flatMap((some) => worstFirst(some ?? []));
  }

  #noteUse({ vulnClass, label }: Hit): void {
    if (!label) return;
    const classes = this.#used.get(label.origin);
    const did = [vulnClass, ...(worseThan[vulnClass] ?? [])];
    if (classes) for (const one of did) classes.add(one);
    else this.#used.set(label.origin, new Set(did));
  }

  /** `if not exists(path): …` before the file is opened: the opening says it all. */
  #isProbeOfUsed(hits: readonly Hit[]): boolean {
    return hits.every(
      (hit) =>
        hit.probe &&
        hit.label &&
        (this.#used.get(hit.label.origin)?.has(hit.vulnClass) ||
          Object.keys(worseThan).some(
            (worse) =>
              worseThan[worse]?.includes(hit.vulnClass) &&
              this.#byPlace.has(placeOf({ ...hit, vulnClass: worse })),
          )),
    );
  }

  /** Whether the hit hands over a secret that stands elsewhere, and is reported there. */
  #isReported(hit: Hit): boolean {
    return hit.secrets?.some((secret) => this.#secrets.has(secret) && !textAt(hit).includes(secret)) ?? false;
  }

  /** What surely comes from a client cannot get worse: it is told at once. The rest waits for a worse origin, or a surer way. */
  #tell(key: string): void {
    const all = this.#byPlace.get(key);
    if (!all || this.#told.has(key)) return;
    this.#told.add(key);
    const ofProduct = all.filter((hit) => !this.#roleOf(hit));
    const hits = this.#waysIn.mostOpen(ofProduct.length > 0 ? ofProduct : all);
    const [first] = worstFirst(hits);
    // Routes and what guards them may change while the flow stays as it was.
    const finding = this.#waysIn.add(this.#findings.of(key, hits), first);
    this.#on({ type: 'finding', finding: withRole(finding, first && this.#roleOf(first)) });
  }

  cutShort(fn: LinkedFunction, brokenOff: boolean): void {
    const limited = brokenOff ? this.#givenUp : this.#approximated;
    const file = fn.module.ir.path;
    const functions = limited.get(file);
    if (functions) functions.add(fn);
    else limited.set(file, new Set([fn]));
  }

  end(): void {
    for (const [key, hits] of this.#byPlace) if (!this.#isProbeOfUsed(hits)) this.#tell(key);
    const skip = (file: string, reason: keyof typeof limits, functions: ReadonlySet<LinkedFunction>): void =>
      this.#on({
        type: 'skip',
        skip: {
          file,
          reason,
          detail: limits[reason](namesOf(functions)),
          partial: true,
          functions: functions.size,
        },
      });
    for (const [file, functions] of this.#givenUp) skip(file, 'step-limit', functions);
    for (const [file, functions] of this.#approximated) {
      const given = this.#givenUp.get(file);
      const others = new Set([...functions].filter((fn) => !given?.has(fn)));
      if (others.size > 0) skip(file, 'call-depth', others);
    }
  }
}

const limits = {
  'step-limit': (names: string) => `The analysis of ${names} was stopped at its limit of steps.`,
  'call-depth': (names: string) =>
    `Some calls in ${names} are nested too deeply or lead to too many sinks: they were approximated by their arguments.`,
} as const;

/** The first functions in the order of the file, and how many there are more. */
function namesOf(functions: ReadonlySet<LinkedFunction>): string {
  const ordered = [...functions].toSorted((a, b) => a.ir.index - b.ir.index);
  const names = new Set(
    ordered.map(({ ir }) =>
      ir.index === 0 ? 'the file’s own statements' : ir.name ? `\`${ir.name}\`` : 'a function',
    ),
  );
  const shown = [...names].slice(0, 3).join(', ');
  return names.size > 3 ? `${shown} and ${names.size - 3} more` : shown;
}
