import type { Finding } from '../../finding.ts';
import type { Hit } from '../interpreter/machine.ts';
import type { LinkedModule } from '../names/linking.ts';
import type { CountedSources } from './counted-sources.ts';
import { toFinding } from './findings.ts';

interface Cached {
  readonly hits: readonly Hit[];
  /** The texts of all files that the flows pass through. */
  readonly texts: ReadonlyMap<LinkedModule, string>;
  readonly finding: Finding;
}

/** Findings of the last analysis: those whose hits and files are as they were are given out again. */
export class FindingCache {
  readonly #byPlace = new Map<string, Cached>();

  readonly #counted: CountedSources;

  constructor(counted: CountedSources) {
    this.#counted = counted;
  }

  of(place: string, hits: readonly Hit[]): Finding {
    const known = this.#byPlace.get(place);
    if (known && isCurrent(known, hits)) return known.finding;
    const finding = toFinding(hits, this.#counted);
    this.#byPlace.set(place, { hits, texts: textsOf(hits), finding });
    return finding;
  }
}

const isCurrent = (known: Cached, hits: readonly Hit[]): boolean =>
  known.hits.length === hits.length &&
  known.hits.every((hit, i) => hit === hits[i]) &&
  [...known.texts].every(([module, text]) => module.text === text);

function textsOf(hits: readonly Hit[]): ReadonlyMap<LinkedModule, string> {
  const texts = new Map<LinkedModule, string>();
  const add = (module: LinkedModule): unknown => texts.set(module, module.text);
  for (const hit of hits) {
    add(hit.fn.module);
    if (hit.label?.origin.kind === 'source') add(hit.label.origin.fn.module);
    for (let trace = hit.label?.trace; trace; trace = trace.previous) add(trace.fn.module);
  }
  return texts;
}
