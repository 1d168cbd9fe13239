/** Reads a `.properties` file (java.util.Properties' format: keys, values, continued lines, comments). */
export function readProperties(text: string): ReadonlyMap<string, string> {
  const result = new Map<string, string>();
  const lines = text.replace(/\\\r?\n[ \t]*/g, '').split(/\r?\n/);
  for (const line of lines) {
    const found = /^\s*([^#!\s=:][^=:\s]*)\s*[=:\s]\s*(.*)$/.exec(line);
    if (found) result.set(found[1] as string, (found[2] as string).trim());
  }
  return result;
}
