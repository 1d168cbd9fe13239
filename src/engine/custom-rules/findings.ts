import type { LineIndex } from '../files/lines.ts';
import type { Finding, Range, Severity } from '../finding.ts';
import { fingerprint } from '../fingerprint.ts';
import { type Env, entriesOf } from './matching/bindings.ts';
import type { CompiledRule } from './rule.ts';
import { maximumLength } from './search/expressions.ts';
import type { Found, Span } from './search/found.ts';

/** Findings of one rule in one file: a rule that matches everywhere says nothing more with the next. */
export const maximumFindings = 500;
/** Findings of all rules in one file. */
export const maximumOfFile = 2_000;

/** The class of these findings: what is wrong is what their rule says. */
export const customRuleClass = 'custom-rule';

/** The id of a rule in findings, which no rule of ours has. */
export const ruleIdOf = ({ id }: CompiledRule): string => `custom/${id}`;

export const scores: Readonly<Record<Severity, number>> = {
  CRITICAL: 95,
  HIGH: 75,
  MEDIUM: 50,
  LOW: 25,
  INFO: 5,
};

const maximumSnippet = 400;
const maximumMessage = 2_000;
/** Characters of what a metavariable holds that a message shows. */
const maximumShown = 200;

export interface FindingFile {
  readonly path: string;
  readonly text: string;
  readonly language: string;
  readonly lines: LineIndex;
}

/** What a rule found at one place. */
export function findingOf(rule: CompiledRule, found: Found, file: FindingFile): Finding {
  const range = rangeOf(found, file.lines);
  const line = range.startLine - 1;
  const edit = editOf(rule, found, file);
  return {
    file: file.path,
    range,
    snippet: file.text
      .slice(file.lines.startOf(line), file.lines.endOf(line, file.text))
      .trim()
      .slice(0, maximumSnippet),
    ruleId: ruleIdOf(rule),
    vulnClass: customRuleClass,
    category: 'SAST',
    language: file.language,
    title: rule.id,
    message: filled(rule.message.trim(), found.env).slice(0, maximumMessage),
    cwes: rule.cwes,
    score: scores[rule.severity],
    confidence: rule.confidence,
    codeFlows: [],
    sink: { kind: 'structure' },
    definitions: [rule.file],
    fingerprint: fingerprint({
      vulnClass: customRuleClass,
      ruleId: ruleIdOf(rule),
      language: file.language,
      sink: file.text.slice(found.at, found.end),
    }),
    ...(edit && { ruleFix: edit }),
  };
}

function rangeOf({ at, end }: Span, lines: LineIndex): Range {
  const startLine = lines.lineOf(at);
  const endLine = lines.lineOf(Math.max(at, end));
  return {
    startLine: startLine + 1,
    startColumn: at - lines.startOf(startLine) + 1,
    endLine: endLine + 1,
    endColumn: Math.max(at, end) - lines.startOf(endLine) + 1,
  };
}

/** A text with what metavariables hold in their place, the longest names first. */
export function filled(text: string, env: Env, most = maximumShown): string {
  if (!text.includes('$')) return text;
  const held = new Map(entriesOf(env).map(([name, { text: value }]) => [name, value] as const));
  return text.replaceAll(/\$(?:\.\.\.)?(?:[A-Z_][A-Z_0-9]*|\d+)/g, (name) => {
    const value = held.get(name);
    if (value === undefined) return name;
    return value.length > most ? `${value.slice(0, most)}…` : value;
  });
}

/** The change that a rule proposes for a place; undefined where it proposes none. */
function editOf(rule: CompiledRule, found: Found, file: FindingFile): Finding['ruleFix'] {
  const before = file.text.slice(found.at, found.end);
  const after =
    rule.fix === undefined
      ? replaced(rule, before)
      : filled(rule.fix.trimEnd(), found.env, Number.POSITIVE_INFINITY);
  if (after === undefined || after === before) return undefined;
  return { range: rangeOf(found, file.lines), text: after };
}

function replaced({ fixExpression }: CompiledRule, text: string): string | undefined {
  if (!fixExpression) return undefined;
  const { expression, replacement, count } = fixExpression;
  if (text.length > maximumLength(expression)) return undefined;
  let left = count;
  const regex = new RegExp(expression.source, `${expression.flags}g`);
  return text.replace(regex, (...found: unknown[]) => {
    if (left-- <= 0) return String(found[0]);
    return replacement.replaceAll(/\\(\d)/g, (_, index: string) => {
      const group = found[Number(index)];
      return typeof group === 'string' ? group : '';
    });
  });
}
