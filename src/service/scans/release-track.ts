import type { ReleaseTrack } from '../../api/contract/vocabulary.ts';
import { weaknesses } from '../../engine/weaknesses/index.ts';

/**
 * The two sets of rules that a scan may take (specification, sections 2.4 and 9): `EDGE` has all of them, `STABLE` is without
 * those of weaknesses that are marked as new (`edge` in `weakness.yml`).
 */

const onlyEdge: ReadonlySet<string> = new Set(weaknesses.filter(({ edge }) => edge).map(({ id }) => id));

/** Weaknesses that a scan of this track does not report. */
export const heldBackBy = (track: ReleaseTrack): readonly string[] => (track === 'EDGE' ? [] : [...onlyEdge]);

/** Whether a scan of this track reports issues of a weakness. */
export const isOfTrack = (track: ReleaseTrack, vulnClass: string): boolean =>
  track === 'EDGE' || !onlyEdge.has(vulnClass);
