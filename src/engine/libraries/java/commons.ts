import type { LibraryHooks } from '../hooks.ts';

/** Apache Commons' functions of texts that may be `null`. */
export const hooks: LibraryHooks = {
  textFunctions: new Set(['org.apache.commons.lang3.StringUtils']),
};
