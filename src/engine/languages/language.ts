import type { ModuleIR } from '../ir/ir.ts';
import type { NodeMeter } from './node-meter.ts';
import type { LanguageId } from './registry.ts';
import type { SyntaxNode, Unread } from './syntax.ts';

/** A language of the engine: which files are its, which grammar reads them, and how a tree becomes IR. */
export interface Language extends Unread {
  /** A few lines with fields, renamed nodes, comments and an error: reading the parser's memory is tried on them. */
  readonly sample: string;
  lower(input: {
    readonly root: SyntaxNode;
    readonly text: string;
    readonly path: string;
    readonly id: LanguageId;
    readonly errors: number;
    /** Spent with every node. */
    readonly meter: Pick<NodeMeter, 'spend'>;
  }): ModuleIR;
}
