import type { ModuleIR } from '../ir/ir.ts';

/** A place that is wrong by its structure alone. */
export interface RuleMatch {
  readonly vulnClass: string;
  readonly at: number;
  readonly end: number;
  readonly message: string;
  readonly variant?: string;
  readonly confidence?: number;
}

export interface Rule {
  /** It is looked for only where one of these is written, in lower case, which its matches have: most files have none. */
  readonly words: readonly string[] | undefined;
  readonly find: (module: ModuleIR) => Iterable<RuleMatch>;
}

export const anywhere = (find: Rule['find']): Rule => ({ words: undefined, find });

export const whereWritten = (words: readonly string[], find: Rule['find']): Rule => ({ words, find });
