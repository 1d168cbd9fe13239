import { LineIndex } from '../../files/lines.ts';
import type { Finding, FlowStep, Location, Range, Sink } from '../../finding.ts';
import { fingerprint } from '../../fingerprint.ts';
import { familyOf } from '../../languages/registry.ts';
import { sameSecret } from '../../secrets/same-secret.ts';
import { scoreOf, threats } from '../../threat-models.ts';
import { weaknessOf } from '../../weaknesses/index.ts';
import type { Hit } from '../interpreter/machine.ts';
import type { LinkedFunction, LinkedModule } from '../names/linking.ts';
import type { Trace } from '../values/labels.ts';
import { bitOf } from '../values/masks.ts';
import { maximumHops } from '../values/merging.ts';
import { located } from '../values/positions.ts';
import { causeOf } from './cause.ts';
import { type CountedSources, isBuilt } from './counted-sources.ts';

const indexes = new WeakMap<LinkedModule, { readonly text: string; readonly lines: LineIndex }>();

function linesOf(module: LinkedModule): LineIndex {
  const known = indexes.get(module);
  if (known?.text === module.text) return known.lines;
  const lines = new LineIndex(module.text);
  indexes.set(module, { text: module.text, lines });
  return lines;
}

export interface Anchored {
  readonly fn: LinkedFunction;
  readonly at: number;
  readonly end: number;
}

/** The code of a place. */
export const textAt = ({ fn, at, end }: Anchored): string => {
  const place = located(fn, { at, end });
  return fn.module.text.slice(place.at, place.end);
};

/** The place in its file as it is now. */
export function locate(anchored: Anchored): Location {
  const { module } = anchored.fn;
  const { at, end } = located(anchored.fn, anchored);
  const lines = linesOf(module);
  const startLine = lines.lineOf(at);
  const endLine = lines.lineOf(Math.max(at, end));
  const range: Range = {
    startLine: startLine + 1,
    startColumn: at - lines.startOf(startLine) + 1,
    endLine: endLine + 1,
    endColumn: Math.max(at, end) - lines.startOf(endLine) + 1,
  };
  const text = module.text.slice(lines.startOf(startLine), lines.endOf(endLine, module.text));
  return { file: module.ir.path, range, snippet: text.trim().slice(0, maximumSnippet) };
}

const maximumSnippet = 400;

/** A path variable of a route has no slash in it, unless a server lets an encoded one through: it is `..` at worst, which harms folders. */
const segmentDoubt = ({ vulnClass, label, despite }: Hit): number =>
  vulnClass === 'path-traversal' && despite !== 'single-name' && label?.cleared.meets(bitOf('one-segment'))
    ? 25
    : 0;

/** One finding for each place and class; further origins that reach it are further flows. */
export function toFinding(hits: readonly Hit[], counted: CountedSources): Finding {
  const ranked = worstFirst(hits);
  const hit = ranked[0] as Hit;
  const { module } = hit.fn;
  const entry = weaknessOf(hit.vulnClass);
  const location = locate(hit);
  const language = module.ir.language;
  const ruleId = `${familyOf(language)}/${hit.vulnClass}${hit.variant ? `/${hit.variant}` : ''}`;
  const flows = flowsOf(ranked);
  const origin = hit.label?.origin;
  const source = origin?.kind === 'source' ? origin : undefined;
  const threat = source
    ? counted.threat(hit.vulnClass, source.source, isBuilt(hit, hit.label?.cleared))
    : threats.remote;
  const merged = certaintyOf(hit);
  const own = Math.max(10, (hit.score ?? entry.score) - threat.discount);
  const doubt = threat.doubt + merged.doubt + segmentDoubt(hit);
  const confidence = Math.max(5, (hit.confidence ?? entry.confidence) - doubt);
  const score = scoreOf(Math.min(threat.atMost, merged.atMost, own), confidence);
  return {
    ...location,
    ruleId,
    vulnClass: hit.vulnClass,
    category: 'SAST',
    language,
    title: entry.title,
    message: hit.message ?? flowMessage(hit, source?.source.what, entry.impact),
    cwes: entry.cwes,
    score,
    confidence,
    codeFlows: flows.map((flow) => ({ steps: flow.map(({ step }) => step) })),
    sink: hit.sink,
    ...(hit.secrets?.[0] !== undefined && { secret: sameSecret(hit.secrets[0]) }),
    ...(source
      ? {
          source: {
            ...source.source,
            names: flows[0]?.map(({ name }) => name) ?? [],
            cause: causeOf(hit, ruleId),
          },
        }
      : {}),
    fingerprint: fingerprint({
      vulnClass: hit.vulnClass,
      ruleId,
      language,
      ...(source ? { source: textAt(source) } : {}),
      sink: textAt(hit),
    }),
  };
}

/** The flows of the first hits. */
const flowsOf = (hits: readonly Hit[]): readonly (readonly NamedStep[])[] =>
  hits
    .filter(({ label }) => label)
    .slice(0, 3)
    .map((hit) => flowOf(hit));

/** The code flows of hits of one place, as findings have them. */
export const codeFlowsOf = (hits: readonly Hit[]): Finding['codeFlows'] =>
  flowsOf(worstFirst(hits)).map((flow) => ({ steps: flow.map(({ step }) => step) }));

/** The hits of one place, those with the worst sources first. */
export const worstFirst = (hits: readonly Hit[]): readonly Hit[] =>
  hits.toSorted((a, b) => rank(a) - rank(b));

/** What each place costs where the data may have been taken for other data: by their number. */
const certainties = [
  { doubt: 0, atMost: 100 },
  { doubt: 20, atMost: 69 },
  { doubt: 35, atMost: 54 },
  { doubt: 50, atMost: 39 },
] as const;

const hopsOf = ({ label }: Hit): number => label?.merging.hops ?? 0;

const certaintyOf = (hit: Hit): { readonly doubt: number; readonly atMost: number } =>
  certainties[hopsOf(hit)] ?? certainties[maximumHops];

/** A sure flow of another threat model is told before an unsure one. */
const rankOfHop = 250;

const rank = (hit: Hit): number => {
  const origin = hit.label?.origin;
  if (origin?.kind !== 'source') return 2000;
  // A part of a text weighs more than a whole one, which a library's caller most likely means.
  const isMeant = origin.source.threatModel === 'library' && !isBuilt(hit, hit.label?.cleared);
  return (
    threats[origin.source.threatModel].rank * 100 +
    (isMeant ? 50 : 0) +
    hopsOf(hit) * rankOfHop +
    (hit.label?.trace?.length ?? 0)
  );
};

const flowMessage = (hit: Hit, what: string | undefined, impact: string): string =>
  `${capital(what ?? 'Data from outside')} reaches ${described(hit.sink)} without being made safe, so an attacker can ${impact}.`;

/** A sink in words, within a sentence. */
function described(sink: Sink): string {
  switch (sink.kind) {
    case 'api':
      return sink.what ?? sink.api;
    case 'expression':
      return `the expression /${shortened(sink.expression)}/`;
    case 'operation':
    case 'statement':
      return sink.what;
    case 'structure':
    case 'text':
      return '';
  }
}

const shortened = (expression: string): string =>
  expression.length > 60 ? `${expression.slice(0, 60)}…` : expression;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface NamedStep {
  readonly step: FlowStep;
  readonly name: string;
  /** The data may have been taken for other data here. */
  readonly isUnsure: boolean;
}

/** Steps that cost certainty. */
const unsure: ReadonlySet<Trace['kind']> = new Set(['part', 'within', 'guess', 'left'] as const);

function flowOf(hit: Hit): readonly NamedStep[] {
  const traces: Trace[] = [];
  for (let t = hit.label?.trace; t; t = t.previous) traces.unshift(t);
  const origin = hit.label?.origin;
  const steps = traces.map((trace, i): NamedStep => {
    const source = i === 0 && origin?.kind === 'source' ? origin.source.what : undefined;
    const role = i === 0 ? 'source' : 'propagator';
    return {
      step: { ...locate(trace), role, message: messageOf(trace, source) },
      name: source === undefined ? trace.name : '',
      isUnsure: unsure.has(trace.kind),
    };
  });
  const message = `It reaches ${described(hit.sink)}.`;
  return withoutRepeats([
    ...steps,
    { step: { ...locate(hit), role: 'sink', message }, name: '', isUnsure: false },
  ]);
}

function messageOf(trace: Trace, source: string | undefined): string {
  if (source !== undefined) return `${capital(source)} comes in here.`;
  switch (trace.kind) {
    case 'source':
      return 'Data from outside comes in here.';
    case 'assign':
      return trace.name ? `It is kept in \`${trace.name}\`.` : 'It is kept here.';
    case 'argument':
      return trace.name ? `It is passed to \`${trace.name}\`.` : 'It is passed on.';
    case 'part':
      return trace.name
        ? `\`${trace.name}\` may be another part of what it is in, so confidence is lower.`
        : 'This may be another part of what it is in, so confidence is lower.';
    case 'within':
      return trace.name
        ? `\`${trace.name}\` may take another part of what is passed, so confidence is lower.`
        : 'Another part of what is passed may be taken, so confidence is lower.';
    case 'guess':
      return trace.name
        ? `What \`${trace.name}\` returns is not known, so confidence is lower.`
        : 'What this call returns is not known, so confidence is lower.';
    case 'left':
      return `It is left in \`${trace.name}\`, where other calls may find something else, so confidence is lower.`;
    case 'return':
      return trace.name ? `\`${trace.name}\` returns it.` : 'It is returned.';
    case 'sink':
      return 'It is used here.';
  }
}

/** Of propagators on one line, the last says it all; what costs certainty is told in any case. */
function withoutRepeats(steps: readonly NamedStep[]): readonly NamedStep[] {
  return steps.filter(({ step, isUnsure }, i) => {
    const next = steps[i + 1]?.step;
    const repeated = next && next.role === step.role && next.file === step.file;
    return isUnsure || !(repeated && next.range.startLine === step.range.startLine);
  });
}
