import { causeOf, folded, inOrder } from '../../engine/causes.ts';
import type { Finding } from '../../engine/finding.ts';
import { grouped } from '../../engine/grouped.ts';
import type { ScanEvent } from './scan-event.ts';

const keyOf = ({ fingerprint, file }: Finding): string => `${fingerprint} ${file}`;

/**
 * Makes one finding a cause of those that a scan finds, as they come. The first one of each cause is passed on at once and
 * stands for it; when others turn up, it is given out again with them by `settle`. A secret waits for `settle`: which of its
 * places comes first hangs on the order in which families are done.
 */
export class CauseFolding {
  readonly #causes = new Set<string>();
  /** Those that were passed on. */
  readonly #told = new Set<string>();

  /** Returns the finding when it can be shown now; undefined when it has to wait for `settle`. */
  take(finding: Finding): Finding | undefined {
    if (finding.secret !== undefined) return undefined;
    const cause = causeOf(finding);
    if (cause !== undefined && this.#causes.has(cause)) return undefined;
    if (cause !== undefined) this.#causes.add(cause);
    this.#told.add(keyOf(finding));
    return finding;
  }

  hasTold(finding: Finding): boolean {
    return this.#told.has(keyOf(finding));
  }

  /**
   * Returns all findings, one for each cause.
   * @param all with their final fingerprints
   */
  settle(all: Iterable<Finding>): readonly Finding[] {
    const groups = grouped(all, (finding) => causeOf(finding) ?? finding);
    return [...groups.values()].flatMap((members) => {
      const ordered = inOrder(members);
      const told = ordered.filter((finding) => this.#told.has(keyOf(finding)));
      const [first = ordered[0], ...alsoTold] = told;
      if (!first) return [];
      // What was passed on under its own name cannot be taken back.
      const others = ordered.filter((finding) => finding !== first && !told.includes(finding));
      return [folded([first, ...others]), ...alsoTold];
    });
  }
}

/** What a scan tells, and what of it waits for all families. */
export interface Telling {
  readonly on: (event: ScanEvent) => void;
  readonly folding: CauseFolding;
  /** Findings that got another number at the end of their family. */
  readonly settled: Set<Finding>;
}
