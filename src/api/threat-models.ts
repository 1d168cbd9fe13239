// Without the schemas' library, which an activation of the extension does not read.

/**
 * Whose data a source gives: that of anyone who reaches the program (`remote`) or calls the library, answers of other
 * servers, files and archives, what is stored, the environment, the command line and what the user types (`arguments`), or
 * output of other programs (`system`).
 */
export const threatModels = [
  'remote',
  'library',
  'response',
  'file',
  'database',
  'environment',
  'arguments',
  'system',
] as const;

/** What a service without a choice looks for. */
export const usualThreatModels: readonly (typeof threatModels)[number][] = ['remote', 'library'];
