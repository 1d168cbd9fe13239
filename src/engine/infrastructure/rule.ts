import { LineIndex } from '../files/lines.ts';
import type { CodeFlow, Finding, FlowRole, FlowSource, Range } from '../finding.ts';
import { fingerprint } from '../fingerprint.ts';
import type { Edit } from '../fixes/edits.ts';

/** Formats of infrastructure that rules are about: the first part of their ids. */
export const formats = [
  'cloudformation',
  'compose',
  'dockerfile',
  'github-actions',
  'kubernetes',
  'nginx',
  'terraform',
] as const;
export type Format = (typeof formats)[number];

/** What a rule says, whatever file it is about. */
export interface Rule {
  /** `<format>/<weakness>/<what>`, stable across releases; the weakness is a folder of `weaknesses/`. */
  readonly id: `${Format}/${string}/${string}`;
  /** What is wrong, in a few words. */
  readonly title: string;
  readonly cwes: readonly string[];
  /** 0–100, as in `Finding.score`. */
  readonly score: number;
  readonly confidence: number;
  /** What to do about it: one sentence in the imperative. */
  readonly remediation: string;
}

/** A change of the file that removes a finding. */
export interface SafeEdit {
  /** In one line and the imperative. */
  readonly title: string;
  /** What behaves differently, in a sentence or two. */
  readonly explanation: string;
  readonly edits: readonly Edit[];
}

/** One place where a rule holds. Offsets are those of the file's text, the end is exclusive. */
export interface Hit {
  readonly rule: Rule;
  readonly at: number;
  readonly end: number;
  /** Why this place is an issue, in the names of this file: one sentence. */
  readonly message: string;
  /** What the issue is about, such as a resource's address: tells equal lines apart in fingerprints. */
  readonly subject: string;
  /** From source to sink, where data leads to the place. */
  readonly flow?: readonly HitStep[];
  readonly source?: FlowSource;
  /** Undefined where no edit is safe without knowing more. */
  readonly fix?: SafeEdit;
}

export interface HitStep {
  readonly at: number;
  readonly end: number;
  readonly role: FlowRole;
  readonly message: string;
}

/** A hit with the finding that is made of it. */
export interface Found {
  readonly finding: Finding;
  readonly fix: SafeEdit | undefined;
}

/** Places of one rule in one file that are told: those after them are of the same kind. */
const maximumPlaces = 200;

/** Returns the first places of each rule in the order of the text, and how many more there are. */
export function firstPlaces(hits: readonly Hit[]): { readonly kept: readonly Hit[]; readonly left: number } {
  const counts = new Map<string, number>();
  const kept = hits
    .toSorted((a, b) => a.at - b.at || a.end - b.end)
    .filter(({ rule }) => {
      const count = (counts.get(rule.id) ?? 0) + 1;
      counts.set(rule.id, count);
      return count <= maximumPlaces;
    });
  return { kept, left: hits.length - kept.length };
}

/** Says how many places are not listed. */
export const moreThanListed = (left: number): string =>
  `${left} further places are not listed: ${maximumPlaces} of each rule are.`;

/** The weakness that a rule is about. */
export const weaknessOfRule = ({ id }: Rule): string => id.split('/')[1] ?? '';

/** Returns the findings of a file's hits, in their order. Fingerprints of equal ones are not yet numbered. */
export function foundIn(path: string, text: string, hits: readonly Hit[]): readonly Found[] {
  const lines = new LineIndex(text);
  return hits.map((hit) => ({ finding: toFinding(path, text, lines, hit), fix: hit.fix }));
}

function toFinding(path: string, text: string, lines: LineIndex, hit: Hit): Finding {
  const { rule, subject, flow, source } = hit;
  const vulnClass = weaknessOfRule(rule);
  const language = rule.id.slice(0, rule.id.indexOf('/'));
  const place = (at: number, end: number) => {
    const range = rangeOf(lines, at, end);
    return { file: path, range, snippet: snippetOf(text, lines, range) };
  };
  const codeFlows: readonly CodeFlow[] = flow
    ? [{ steps: flow.map(({ at, end, role, message }) => ({ ...place(at, end), role, message })) }]
    : [];
  return {
    ...place(hit.at, hit.end),
    ruleId: rule.id,
    vulnClass,
    category: 'IAC',
    language,
    title: rule.title,
    message: `${hit.message} ${rule.remediation}`,
    cwes: rule.cwes,
    score: rule.score,
    confidence: rule.confidence,
    codeFlows,
    sink: { kind: 'text' },
    ...(source && flow && { source: { ...source, names: flow.map(() => '') } }),
    // No language of this list has comments of two slashes, which addresses have.
    fingerprint: fingerprint({
      vulnClass,
      ruleId: rule.id,
      language: 'text',
      sink: `${subject}\n${text.slice(hit.at, hit.end)}`,
    }),
  };
}

function rangeOf(lines: LineIndex, at: number, end: number): Range {
  const startLine = lines.lineOf(at);
  const endLine = lines.lineOf(Math.max(at, end - 1));
  return {
    startLine: startLine + 1,
    startColumn: at - lines.startOf(startLine) + 1,
    endLine: endLine + 1,
    endColumn: end - lines.startOf(endLine) + 1,
  };
}

/** The range's lines, without the white space around them; see `Location.snippet`. */
const snippetOf = (text: string, lines: LineIndex, { startLine, endLine }: Range): string =>
  text
    .slice(lines.startOf(startLine - 1), lines.endOf(endLine - 1, text))
    .trim()
    .slice(0, 400);
