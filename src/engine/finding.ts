import type { VulnerableDependency } from './dependencies/vulnerable.ts';
import type { Outlook } from './fixes/fix.ts';
import type { FileRole } from './roles/code-role.ts';
import type { EntryPoint } from './routes/entry-point.ts';
import type { ThreatModel } from './threat-models.ts';

/** What the engine reports. Everything the service stores about an issue derives from these records. */

/** A half-open range. Lines and columns are 1-based, the end column is exclusive (SARIF 2.1.0 §3.30). */
export interface Range {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface Location {
  /** Path relative to the scanned root, with `/` as separator. */
  readonly file: string;
  readonly range: Range;
  /** The source text of the range's lines, trimmed to at most 400 characters. */
  readonly snippet: string;
}

export type FlowRole = 'source' | 'propagator' | 'sanitizer' | 'sink';

/** How the code comes to an API: it is called, makes an instance, is read or written as a property, or gets what a function returns. */
export type Binding = 'call' | 'new' | 'read' | 'write' | 'return';

/** What a finding is about: where its data ends, or what is wrong whatever arrives. */
export type Sink =
  /** An API that gets the data, or that is used as it must not be. */
  | {
      readonly kind: 'api';
      /** Its path in the libraries, `pg.Client.query`; of a method whose receiver is not known, `query`. */
      readonly api: string;
      readonly binding: Binding;
      /** Where the data goes in, as the library writes it: `Argument[0].Field[text]`; undefined where no data has to. */
      readonly argument: string | undefined;
      /** In words, where the path does not say what it is. */
      readonly what: string | undefined;
    }
  /** A regular expression that the data is matched by. */
  | { readonly kind: 'expression'; readonly expression: string }
  /** What the language itself does with the data: a property is written, a method is chosen by its name. */
  | { readonly kind: 'operation'; readonly what: string }
  /** A statement of a resource file, or of an annotation, that takes the data as text. */
  | { readonly kind: 'statement'; readonly name: string; readonly what: string }
  /** Code that is wrong by its structure. */
  | { readonly kind: 'structure' }
  /** Text that should not be there, or a file's setting. */
  | { readonly kind: 'text' };

/** Where the data of a flow comes in. */
export interface FlowSource {
  /** Who may choose the data. */
  readonly threatModel: ThreatModel;
  /** Classes for which the data counts in a scan that does not look for its threat model; those that run code where undefined. */
  readonly alwaysFor?: readonly string[];
  /** A client sent it before it was stored: it counts though stored data does not, with less confidence. */
  readonly isStored?: true;
  /** The API that gives it; undefined for a parameter, which a route or a caller fills. */
  readonly api: string | undefined;
  /** In words, within a sentence: `a request parameter`. */
  readonly what: string;
}

export interface FlowStep extends Location {
  readonly role: FlowRole;
  /** One sentence that says what happens to the data at this step. */
  readonly message: string;
}

export interface CodeFlow {
  readonly steps: readonly FlowStep[];
}

export type Category = 'SAST' | 'SCA' | 'SECRETS' | 'IAC';
export type Severity = 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW' | 'INFO';

export interface Finding extends Location {
  /** `<language>/<vulnerability class>[/<variant>]`, stable across releases. */
  readonly ruleId: string;
  /** The id of a weakness, which is its folder in `weaknesses/`, e.g. `sql-injection`. */
  readonly vulnClass: string;
  readonly category: Category;
  readonly language: string;
  readonly title: string;
  /** Why this place is an issue, in the terms of this code. */
  readonly message: string;
  readonly cwes: readonly string[];
  /** 0–100: critical ≥ 90, high ≥ 70, medium ≥ 40, low ≥ 10, info below. */
  readonly score: number;
  /** 0–100: how sure the engine is. */
  readonly confidence: number;
  readonly codeFlows: readonly CodeFlow[];
  readonly sink: Sink;
  /** Where the first flow's data comes from; undefined where the place itself is the issue. */
  readonly source?: FlowSource & {
    /** For each step of the first flow, what the data goes into or comes out of, where that has a name. */
    readonly names: readonly string[];
    /** Equal for findings of one cause within a file: the same value, unguarded, at several sinks of a function. */
    readonly cause?: string;
  };
  /** The route by which that data comes in, where one is known. */
  readonly entryPoint?: EntryPoint;
  /** What the code is for, where it is no part of the product: the score is low then. */
  readonly role?: Pick<FileRole, 'role' | 'by'>;
  /** The package that is vulnerable: of findings of the category `SCA`, and of no others. */
  readonly dependency?: VulnerableDependency;
  /** Equal for one secret in several places. Of a running scan only: never stored, written out or shown. */
  readonly secret?: string;
  /** Further findings of the same cause: other sinks that the same value reaches in the same function, other places of a secret. */
  readonly others?: readonly Finding[];
  /** What triage hangs on; see `fingerprint.ts`. */
  readonly fingerprint: string;
  /** What of a team's it hangs on, as coverage calls it: its custom rule, source or sink, or a template that was switched on. */
  readonly definitions?: readonly string[];
  /** Git's name for the content that the file had, from whoever read it. */
  readonly blobId?: string;
  /** The change that a custom rule proposes for the place. */
  readonly ruleFix?: { readonly range: Range; readonly text: string };
  /** Whether rules know a change that may remove it, where that was looked for. */
  readonly outlook?: Outlook;
}

export function severityOf(score: number): Severity {
  if (score >= 90) return 'CRITICAL';
  if (score >= 70) return 'HIGH';
  if (score >= 40) return 'MEDIUM';
  return score >= 10 ? 'LOW' : 'INFO';
}

/** Why a file, or a part of the analysis of one, was left out. Never silent: all of them reach the scan's coverage. */
export interface Skip {
  readonly file: string;
  readonly reason:
    | 'binary'
    | 'too-large'
    | 'minified'
    | 'unreadable'
    | 'outside-root'
    | 'encoding'
    | 'too-deep'
    | 'syntax-errors'
    | 'time-limit'
    | 'step-limit'
    | 'memory-limit'
    /** Calls that were approximated by their arguments, because they are nested too deeply or hold too many sinks. */
    | 'call-depth'
    /** The analysis itself failed or hung: a bug of Parapet's. */
    | 'internal-error'
    | 'unsupported-language'
    /** Ignore rules hide it. */
    | 'ignored'
    /** A row of a team's model file is wrong, and left out. */
    | 'invalid-model'
    /** A custom rule is wrong, and left out. */
    | 'invalid-rule';
  /** One sentence for the user: what was met, which limit, in numbers. */
  readonly detail: string;
  /** True when the file was analysed in part. */
  readonly partial: boolean;
  /** Functions of the file that this is about; left out where it is about the file. */
  readonly functions?: number;
}

export interface Coverage {
  readonly filesAnalysed: number;
  readonly bytesAnalysed: number;
  readonly filesByLanguage: Readonly<Record<string, number>>;
  readonly skips: readonly Skip[];
}
