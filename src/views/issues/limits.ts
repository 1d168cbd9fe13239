/** Characters that the contract takes. They are not imported from it: that would load its schemas at activation. */

export const longestReason = 5_000;
export const longestNote = 5_000;
/** Of what a person knows about an issue that is to be investigated. */
export const longestContext = 20_000;
