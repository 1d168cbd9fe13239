import type { SourceFile } from '../analysis.ts';
import { type SecretScan, secretScanner } from './scanner.ts';

export { secretScanner } from './scanner.ts';

/** Made when it is first asked for. */
let plain: ((file: SourceFile) => SecretScan) | undefined;

/**
 * Finds secrets written into one file: tokens of known formats, private keys, credentials in URLs and in the files
 * that tools keep them in, and literals assigned to names that say they are secret. Deterministic, bounded, without
 * network. No part of a finding holds the secret itself.
 */
export function scanSecrets(file: SourceFile): SecretScan {
  plain ??= secretScanner([]);
  return plain(file);
}
