import { scanSecrets } from '../engine/secrets/index.ts';
import { cleaned } from '../engine/secrets/redaction.ts';

/**
 * A file's text, or a part of it, with every secret in it blanked out: what a tool shows may go to a language model.
 * @param path decides what is looked for, as in a scan
 * @param around more of the file, by which a secret may be told that goes beyond the part
 */
export function withoutSecrets(path: string, text: string, around = text): string {
  const { seen } = scanSecrets({ path, text: around });
  if (seen.length === 0) return text;
  const range = { startLine: 1, startColumn: 1, endLine: Number.MAX_SAFE_INTEGER, endColumn: 1 };
  return cleaned({ snippet: text, range }, seen);
}
