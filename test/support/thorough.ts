/**
 * Whether tests try as much as they can. `npm run bench -- fuzz` does so, and the tests
 * themselves try a tenth of it.
 */
export const isThorough = process.env['PARAPET_TESTS'] === 'thorough';

/** How often a property is tried: so many times where there is time, else a tenth of it. */
export const tries = (thorough: number): { readonly numRuns: number } => ({
  numRuns: isThorough ? thorough : Math.ceil(thorough / 10),
});
