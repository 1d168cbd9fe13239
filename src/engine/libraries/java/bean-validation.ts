import { everyClass } from '../../dataflow/values/masks.ts';
import type { LibraryHooks } from '../hooks.ts';

const identifier = /^org\.hibernate\.validator\.constraints\.UUID$/;
const pattern = /(?:^|\.)constraints\.Pattern$/;

/** `@Pattern(regexp = "…")` of Jakarta, and what Hibernate adds to it. */
export const hooks: LibraryHooks = {
  check: (path) => {
    if (identifier.test(path)) return { kind: 'classes', mask: everyClass };
    return pattern.test(path) ? { kind: 'pattern', isFirst: true, whole: true } : undefined;
  },
};
