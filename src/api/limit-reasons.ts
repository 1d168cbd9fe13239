import type { SkipReason } from './contract/vocabulary.ts';

/** Why a file was skipped or analysed in part, where a deeper scan has more room. */
export const limitReasons: ReadonlySet<SkipReason> = new Set([
  'too-large',
  'too-deep',
  'time-limit',
  'step-limit',
  'memory-limit',
  'call-depth',
]);
