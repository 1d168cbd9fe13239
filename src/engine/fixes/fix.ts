import type { Finding } from '../finding.ts';
import type { SyntaxNode } from '../languages/syntax.ts';
import type { Edit } from './edits.ts';
import type { Environment, NamedSecret } from './environment.ts';
import type { Source } from './source.ts';

/** What a person has to provide where the program runs before it works with a change. */
export interface Need {
  /** Name of an environment variable. */
  readonly environment: string;
  /** What it holds, and what happens without it; one sentence of Markdown. */
  readonly text: string;
}

/** A change that should remove a finding; what proves it is the analysis of the project with it. */
export interface Fix {
  /** `<class>/<how>`, stable. */
  readonly strategy: string;
  /** What is done, in one line and the imperative. */
  readonly title: string;
  /** What changes and why it is safe, and what behaves differently, in a few sentences of Markdown. */
  readonly explanation: string;
  readonly needs?: readonly Need[];
  /** The secrets that get an environment variable, so that other patches of the project take other names. */
  readonly secrets?: readonly NamedSecret[];
  /** Edits of the finding's file. */
  readonly edits: readonly Edit[];
}

/** Why no mechanical fix is right here, as a sentence for the user. */
export interface NoFix {
  readonly reason: string;
}

/** Whether there is a change by rules to try, and why not. What it achieves only an analysis with it shows. */
export type Outlook = { readonly fixable: true } | { readonly fixable: false; readonly reason: string };

export type FixResult = Fix | NoFix | undefined;

export const noFix = (reason: string): NoFix => ({ reason });

export const isFix = (result: FixResult): result is Fix => result !== undefined && 'edits' in result;

/** What a strategy may look at. */
export interface Situation {
  readonly finding: Finding;
  readonly source: Source;
  /** The smallest node that covers the finding's range: a call, mostly. */
  readonly node: SyntaxNode;
  readonly project: ProjectFacts;
}

/** What the files around say: which libraries the project has. */
export interface ProjectFacts {
  /** Whether a dependency is declared, by its name in the package registry or, for Java, `group:artifact` or artifact. */
  readonly uses: (dependency: string) => boolean;
  /** The texts of the project's own modules that the file imports, a few at most. */
  readonly neighbours: () => readonly string[];
  /** Whether the file is a module of ECMAScript by its name or manifest; undefined where neither says. */
  readonly isModule: boolean | undefined;
  /** The environment variables that the project knows. */
  readonly environment: () => Environment;
  /** Those that other patches of the project gave to secrets. */
  readonly secrets: readonly NamedSecret[];
  /** Whether a test of the project imports the file. */
  readonly isLoadedByTests: () => boolean;
}

/** What is known of the project beside the file of the finding. */
export interface Surroundings {
  /** Paths of the project's files. */
  readonly files: readonly string[];
  readonly secrets: readonly NamedSecret[];
}

/** Looks at one finding of its weakness. @returns undefined where it has nothing to say */
export interface Strategy {
  readonly languages: readonly Source['language'][];
  readonly fix: (situation: Situation) => FixResult;
}
