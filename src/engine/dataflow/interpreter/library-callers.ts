import type { LinkedFunction, LinkedModule } from '../names/linking.ts';
import { type Counting, isBuilt } from '../report/counted-sources.ts';
import type { Hit, Summary } from './machine.ts';
import { fromArgument } from './unknown-callers.ts';

const argument = {
  threatModel: 'library',
  api: undefined,
  what: 'an argument of a public function',
} as const;

/**
 * What arguments of a library's public functions lead to, whoever calls them: sinks that wait in their summaries for data of
 * callers. Kept while files come and go, as it is asked for after every edit.
 */
export class LibraryCallers {
  readonly #counted: Counting;
  readonly #known = new Map<
    LinkedModule,
    { readonly of: LinkedModule['functions']; readonly hits: readonly Hit[] }
  >();

  constructor(counted: Counting) {
    this.#counted = counted;
  }

  /** A function of the module has another summary. */
  forget(module: LinkedModule): void {
    this.#known.delete(module);
  }

  hits(
    modules: readonly LinkedModule[],
    isOffered: (fn: LinkedFunction) => boolean,
    summaryOf: (fn: LinkedFunction) => Summary,
  ): readonly Hit[] {
    return modules.flatMap((module) => {
      const known = this.#known.get(module);
      if (known?.of === module.functions) return known.hits;
      const hits = module.functions
        .filter((fn) => fn.ir.index > 0 && isOffered(fn))
        .flatMap((fn) => this.#hitsOf(fn, summaryOf(fn)));
      this.#known.set(module, { of: module.functions, hits });
      return hits;
    });
  }

  #hitsOf(fn: LinkedFunction, { pending }: Summary): readonly Hit[] {
    return pending.flatMap((hit) =>
      hit.object === undefined &&
      this.#counted.takes(hit.vulnClass, argument, isBuilt(hit, hit.label.cleared))
        ? fromArgument(hit, fn, argument)
        : [],
    );
  }
}
