import type { SourceFile } from '../analysis.ts';
import { type SecretScan, scanText } from './scanner.ts';

/**
 * Finds secrets written into one file: tokens of known formats, private keys, credentials in URLs and in the files
 * that tools keep them in, and literals assigned to names that say they are secret. Deterministic, bounded, without
 * network. No part of a finding holds the secret itself.
 */
export function scanSecrets(file: SourceFile): SecretScan {
  return scanText(file);
}
