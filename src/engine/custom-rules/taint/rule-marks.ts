import type { Mark } from '../../dataflow/interpreter/marks.ts';
import type { Term } from '../../languages/term.ts';
import { filled } from '../findings.ts';
import type { IndexedFile } from '../matching/indexed-file.ts';
import type { CompiledRule, Search, TaintPattern } from '../rule.ts';
import type { Evaluation } from '../search/evaluate.ts';
import type { Found } from '../search/found.ts';

/** A place that a rule's sources, sinks or sanitizers describe. */
export interface RuleMark extends Omit<Mark, 'asked'> {
  readonly rule: string;
  /** The rule's message, with what the sink's metavariables hold. */
  readonly message: string;
}

/** Marks of one rule in one file. */
const maximumMarks = 2_000;

/** The places of a file that matter for a rule about data. @throws StepLimit */
export function marksOf(
  rule: CompiledRule,
  search: Extract<Search, { mode: 'taint' }>,
  evaluation: Evaluation,
): readonly RuleMark[] {
  const { code } = evaluation.view;
  if (!code) return [];
  const places = (kind: Mark['kind'], patterns: readonly TaintPattern[]): RuleMark[] =>
    patterns.flatMap(({ formula, bySideEffect }) =>
      evaluation.find(formula).map((found) => markAt(found, { kind, bySideEffect, rule, code })),
    );
  return [
    ...places('source', search.sources),
    ...places('sink', search.sinks),
    ...places('sanitizer', search.sanitizers),
  ].slice(0, maximumMarks);
}

interface About {
  readonly kind: Mark['kind'];
  readonly bySideEffect: boolean;
  readonly rule: CompiledRule;
  readonly code: IndexedFile;
}

function markAt(found: Found, { kind, bySideEffect, rule, code }: About): RuleMark {
  const term = valueAt(code.termAt(found.at, found.end), kind, code);
  const variable = kind === 'source' && term ? parameterOf(term, code) : undefined;
  const { at, end } = term ?? found;
  return {
    kind,
    rule: rule.id,
    at,
    end,
    nameAt: term ? nameStart(term) : at,
    ...(variable && { variable }),
    bySideEffect,
    message: filled(rule.message.trim(), found.env),
  };
}

/** Of a variable that is assigned, what it is assigned: that is where its data comes from. */
function valueAt(term: Term | undefined, kind: Mark['kind'], code: IndexedFile): Term | undefined {
  if (!term || kind !== 'source') return term;
  const inner = term.kind === 'statement' ? term.parts[0] : term;
  const assignment = inner?.field === 'left' ? code.parentOf(inner) : inner;
  if (assignment?.kind !== 'assign' && assignment?.kind !== 'declare') return inner;
  return assignment.parts.find(({ field }) => field === 'right') ?? inner;
}

/** Where the IR has an expression begin: at the last name of what is called or read. */
function nameStart(term: Term): number {
  if (term.kind === 'member') return term.parts[1]?.at ?? term.at;
  if (term.kind === 'call') return term.parts[0] ? nameStart(term.parts[0]) : term.at;
  return term.at;
}

function parameterOf(term: Term, code: IndexedFile): Mark['variable'] {
  const around = term.kind === 'parameter' ? term : code.parentOf(term);
  if (around?.kind !== 'parameter') return undefined;
  const name = term.kind === 'parameter' ? term.parts.find(({ field }) => field === 'name') : term;
  const fn = code.parentOf(around);
  return name && fn ? { name: name.text, at: fn.at, end: fn.end } : undefined;
}
