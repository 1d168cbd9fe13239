import { scoreByCaller } from './cvss/index.ts';
import type { Hit } from './dataflow/interpreter/machine.ts';
import type { Origin } from './dataflow/values/labels.ts';
import { located } from './dataflow/values/positions.ts';
import type { Finding } from './finding.ts';
import type { EntryPoint } from './routes/entry-point.ts';
import type { EntryPoints, Place } from './routes/index.ts';

type Source = Extract<Origin, { kind: 'source' }>;

/** The routes by which data comes in, and what follows from who may use them. */
export class WaysIn {
  readonly #entryPoints: EntryPoints;
  readonly #known = new WeakMap<Hit, EntryPoint | false>();

  constructor(entryPoints: EntryPoints) {
    this.#entryPoints = entryPoints;
  }

  /** The route whose handler holds the source of a hit. */
  of(hit: Hit): EntryPoint | undefined {
    let known = this.#known.get(hit);
    if (known === undefined) {
      known = this.#find(hit) ?? false;
      this.#known.set(hit, known);
    }
    return known === false ? undefined : known;
  }

  #find(hit: Hit): EntryPoint | undefined {
    const source = hit.label?.origin;
    if (source?.kind !== 'source') return undefined;
    const file = source.fn.module.ir.path;
    const found = this.#entryPoints.at(file, located(source.fn, source).at, handedOn(hit, source));
    if (found?.bearer === undefined) return found;
    // What another request reads is sent by a browser again.
    const sink = this.#entryPoints.at(hit.fn.module.ir.path, located(hit.fn, hit).at);
    return sink?.bearer === found.bearer ? found : { ...found, bearer: undefined };
  }

  /** Of several hits of one place those that most callers can cause. */
  mostOpen(hits: readonly Hit[]): readonly Hit[] {
    const open = hits.filter((hit) => !this.isForFew(hit));
    return open.length > 0 ? open : hits;
  }

  /** Whether only some callers, or no browser of a victim, can send the data of a hit. */
  isForFew(hit: Hit): boolean {
    const { administrators, bearer } = this.of(hit) ?? {};
    return administrators !== undefined || bearer !== undefined;
  }

  /** A finding with the route of its first hit, and a score that counts who may use that. */
  add(finding: Finding, first: Hit | undefined): Finding {
    const entryPoint = first && this.of(first);
    if (!entryPoint) return finding;
    const exposure = { threatModel: finding.source?.threatModel, entryPoint };
    return { ...finding, entryPoint, score: scoreByCaller(finding.vulnClass, finding.score, exposure) };
  }
}

/** Where the function that gets the data hands it on, or where it does harm with it itself. */
function handedOn(hit: Hit, { fn, ...source }: Source): Place {
  if (hit.fn === fn) return located(fn, hit);
  for (let trace = hit.label?.trace; trace; trace = trace.previous)
    if (trace.fn === fn) return located(fn, trace);
  return located(fn, source);
}
