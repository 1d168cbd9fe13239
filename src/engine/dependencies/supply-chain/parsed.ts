/** @returns what a reader makes of a text; undefined where it refuses it: the reading of manifests says so */
export function parsed<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}
