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

export type Pattern = (module: ModuleIR) => Iterable<PatternMatch>;
