/** Ignore files anywhere; models and rules of the project's own. */
const deciding = /(?:^|\/)\.parapetignore$|^\.parapet\/(?:models|rules)(?:\/|$)/;

/**
 * Whether a file of a project decides what of it is analysed, or how: whoever changes it could hide what they bring.
 * @param file relative to the folder that is scanned
 */
export const decidesAnalysis = (file: string): boolean => deciding.test(file);
