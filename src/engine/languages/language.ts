import type { ModuleIR } from '../ir/ir.ts';
import type { Routes } from '../routes/entry-point.ts';
import type { Rule } from '../rules/rule.ts';
import type { CodePart } from './embedded.ts';
import type { NodeMeter } from './node-meter.ts';
import type { LanguageId } from './registry.ts';
import type { SyntaxNode, Unread } from './syntax.ts';
import type { TermShapes } from './term.ts';

/** A language of the engine: which files are its, which grammar reads them, and how a tree becomes IR. */
export interface Language extends Unread {
  /** A few lines with fields, renamed nodes, comments and an error: reading the parser's memory is tried on them. */
  readonly sample: string;
  /** For texts that the grammar finds errors in: another spelling of the same length, and the grammar that reads it. */
  readonly second?: {
    /** The file name of the grammar, where that is another one; undefined where the text gives no cause for it. */
    grammar(text: string): string | undefined;
    respell(text: string): string;
  };
  /** The code within files of other markup, such as components, and the grammars that their parts need. */
  readonly embedded?: {
    readonly grammars: readonly string[];
    /** @returns the parts of such a file, with the number of places that cannot be read; undefined for any other file */
    parts(path: string, text: string): EmbeddedCode | undefined;
  };
  lower(input: {
    readonly root: SyntaxNode;
    /** Of a component: what runs for each use of it, where `root` is the module's own. */
    readonly component?: readonly SyntaxNode[];
    readonly text: string;
    readonly path: string;
    readonly id: LanguageId;
    readonly errors: number;
    /** Spent with every node. */
    readonly meter: Pick<NodeMeter, 'spend'>;
  }): ModuleIR;
}

/** What a file of markup has of a language's code. */
export interface EmbeddedCode {
  readonly parts: readonly CodePart[];
  /** Places of the markup that do not follow its grammar. */
  readonly errors: number;
}

/** What a language's folder holds beside its semantics: `index.ts`, `rules/index.ts`, `routes.ts` and `terms.ts`. */
export interface LanguageParts {
  readonly language: Language;
  /** What is wrong by its structure alone. */
  readonly rules: readonly Rule[];
  /** The routes that a module declares; undefined where a language's are not read. */
  readonly routes: ((ir: ModuleIR) => Routes) | undefined;
  /** How patterns see its code; undefined where it cannot be looked for by patterns. */
  readonly terms: TermShapes | undefined;
}
