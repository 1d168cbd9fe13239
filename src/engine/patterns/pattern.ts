import type { ModuleIR } from '../ir/ir.ts';

/** A place that is wrong by its structure alone. */
export interface PatternMatch {
  readonly vulnClass: string;
  readonly at: number;
  readonly end: number;
  readonly message: string;
  readonly variant?: string;
  readonly confidence?: number;
}

export type Pattern = (module: ModuleIR, text: string) => Iterable<PatternMatch>;

/** A pattern that is looked for only where words are written that its matches have: most files have none of them. */
export const whereWritten =
  (words: RegExp, pattern: (module: ModuleIR) => Iterable<PatternMatch>): Pattern =>
  (module, text) =>
    words.test(text) ? pattern(module) : [];
