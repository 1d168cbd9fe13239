import type { Finding } from '../finding.ts';

/**
 * What code is for that is no part of the product.
 *
 * - `test`: tests and what they need: fixtures, mocks.
 * - `example`: examples, samples, demonstrations, documentation.
 * - `tooling`: build scripts, benchmarks, settings of build tools.
 * - `generated`: written by a program, and not to be edited.
 * - `vendored`: code of others that is kept in the project, bundled libraries.
 */
export const codeRoles = ['test', 'example', 'tooling', 'generated', 'vendored'] as const;
export type CodeRole = (typeof codeRoles)[number];

/** Why a file is no part of the product. */
export interface FileRole {
  readonly role: CodeRole;
  /** What shows it, as a person would look it up: `core/src/test`, `*.spec.ts`, `imports pytest`. */
  readonly by: string;
  /** Whether code of the product that imports the file shows the opposite. */
  readonly refutable: boolean;
}

/** By path, relative to the project; what is not in it is the product. */
export type FileRoles = ReadonlyMap<string, FileRole>;

export const noRoles: FileRoles = new Map();

/** Scores outside of the product: those above `asItIs` are put between it and the highest that is low, in their order. */
const highest = 39;
const asItIs = 25;

/** Returns the score of an issue that is not in the product: low at most. */
export const scoreOutside = (score: number): number =>
  score <= asItIs ? score : asItIs + Math.round(((score - asItIs) * (highest - asItIs)) / (100 - asItIs));

const confidenceMadeUp = 30;

/** Returns the finding as it is ranked with the role of its file. */
export function withRole(finding: Finding, role: FileRole | undefined): Finding {
  if (!role || finding.role || isWhatToolsAreFor(finding, role)) return finding;
  // What stands for a secret in a test or an example is made up, as a rule.
  const isMadeUp = finding.category === 'SECRETS' && (role.role === 'test' || role.role === 'example');
  return {
    ...finding,
    score: scoreOutside(finding.score),
    ...(isMadeUp && { confidence: Math.min(finding.confidence, confidenceMadeUp) }),
    role: { role: role.role, by: role.by },
  };
}

/** Infrastructure in folders of tools is what builds and runs the product: workflows are in `.github`. */
const isWhatToolsAreFor = ({ category }: Finding, { role }: FileRole): boolean =>
  category === 'IAC' && role === 'tooling';

/** Code that runs with the product all the same, if not written there. */
const runsWithProduct: ReadonlySet<CodeRole> = new Set(['generated', 'vendored']);

/**
 * Returns why a flow is no issue of the product, by the roles of the files where it ends and where it begins. Data that the
 * product hands to a library which it carries along is its own issue.
 */
export function roleOfFlow(sink: FileRole | undefined, source: FileRole | undefined): FileRole | undefined {
  if (sink && !runsWithProduct.has(sink.role)) return sink;
  return source && !runsWithProduct.has(source.role) ? source : sink && source;
}
