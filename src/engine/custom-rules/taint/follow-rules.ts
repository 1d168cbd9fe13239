import type { AnalysisLimits } from '../../analysis.ts';
import type { Hit } from '../../dataflow/interpreter/machine.ts';
import { type Mark, MarkedFile } from '../../dataflow/interpreter/marks.ts';
import type { Project } from '../../dataflow/interpreter/project.ts';
import { Solver } from '../../dataflow/interpreter/solver.ts';
import type { LinkedModule } from '../../dataflow/names/linking.ts';
import type { Counting } from '../../dataflow/report/counted-sources.ts';
import { codeFlowsOf, locate, textAt, worstFirst } from '../../dataflow/report/findings.ts';
import { askedClasses, everyClass, noClass } from '../../dataflow/values/masks.ts';
import type { Finding } from '../../finding.ts';
import { fingerprint } from '../../fingerprint.ts';
import { grouped } from '../../grouped.ts';
import { append } from '../../languages/append.ts';
import type { Catalog } from '../../libraries/catalog.ts';
import { customRuleClass, maximumFindings, ruleIdOf, scores } from '../findings.ts';
import type { CompiledRule } from '../rule.ts';
import type { RuleMark } from './rule-marks.ts';

/** What rules about data are followed with: the code as it is linked, and the places that they describe. */
export interface FollowedCode {
  readonly project: Project;
  readonly catalog: Catalog;
  readonly limits: AnalysisLimits;
  readonly onWork: () => void;
  /** By path. */
  readonly marks: ReadonlyMap<string, readonly RuleMark[]>;
  /** Called between two modules; throws where the analysis was cancelled. */
  readonly breathe: () => Promise<void>;
}

/** Data counts for what asks for it alone: a source of a library's counts for nothing here. */
const counting: Counting = {
  takes: (vulnClass) => askedClasses.includes(vulnClass),
  harmless: ({ api, what }) => (api === undefined && what === 'a source of the rule' ? noClass : everyClass),
};

/** Follows data from sources to sinks of rules, as our own are followed. @throws the reason of a cancellation */
export async function followRules(
  rules: readonly CompiledRule[],
  code: FollowedCode,
): Promise<readonly Finding[]> {
  const modules = [...code.project.modules.values()];
  const marks = modules.flatMap(({ ir }) => code.marks.get(ir.path) ?? []);
  const has = (kind: Mark['kind'], { id }: CompiledRule): boolean =>
    marks.some((mark) => mark.kind === kind && mark.rule === id);
  const live = rules.filter((rule) => has('source', rule) && has('sink', rule));
  const findings: Finding[] = [];
  for (let from = 0; from < live.length; from += askedClasses.length)
    append(findings, await followed(live.slice(from, from + askedClasses.length), code));
  return findings;
}

/** Follows as many rules as can be told apart at once. */
async function followed(rules: readonly CompiledRule[], code: FollowedCode): Promise<readonly Finding[]> {
  const asked = new Map(rules.map(({ id }, i) => [id, askedClasses[i] ?? ''] as const));
  const marked = new Map<string, MarkedFile>();
  for (const [path, marks] of code.marks) {
    const own = marks.flatMap((mark) => {
      const name = asked.get(mark.rule);
      return name === undefined ? [] : [{ ...mark, asked: name }];
    });
    if (own.length > 0) marked.set(path, new MarkedFile(own));
  }
  const solver = new Solver(code.project, code.catalog, code.limits, counting, code.onWork, marked);
  const modules = withImporters([...code.project.modules.values()], marked, code.project);
  const hits: Hit[] = [];
  for (const module of modules) {
    await code.breathe();
    append(hits, solver.runModule(module));
  }
  for (const module of modules) {
    await code.breathe();
    for (const { result } of solver.look(module)) append(hits, result.hits);
  }
  for (const { result } of solver.later) append(hits, result.hits);
  for (const { result } of solver.settle(modules)) append(hits, result.hits);
  append(hits, solver.worldHits);
  const byClass = new Map(rules.map((rule) => [asked.get(rule.id), rule] as const));
  const groups = grouped(
    hits.filter(({ vulnClass, label }) => byClass.has(vulnClass) && label),
    ({ vulnClass, fn, at, end }) => `${vulnClass} ${fn.key} ${at} ${end}`,
  );
  const counts = new Map<string, number>();
  return [...groups.values()].flatMap((group) => {
    const [hit] = group;
    const rule = byClass.get(hit?.vulnClass);
    if (!hit || !rule) return [];
    const key = `${rule.id} ${hit.fn.module.ir.path}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count > maximumFindings ? [] : [findingOf(rule, group, code.marks)];
  });
}

/** The modules with marks, and those that import one, directly or by others: data may pass through their functions. */
function withImporters(
  modules: readonly LinkedModule[],
  marked: ReadonlyMap<string, MarkedFile>,
  project: Project,
): readonly LinkedModule[] {
  const importers = new Map<string, LinkedModule[]>();
  for (const module of modules)
    for (const { module: specifier } of module.ir.imports) {
      const target = project.moduleOf(specifier, module);
      if (!target) continue;
      const known = importers.get(target.ir.path);
      if (known) known.push(module);
      else importers.set(target.ir.path, [module]);
    }
  const wanted = new Set(marked.keys());
  for (const path of wanted) for (const { ir } of importers.get(path) ?? []) wanted.add(ir.path);
  return modules.filter(({ ir }) => wanted.has(ir.path));
}

function findingOf(
  rule: CompiledRule,
  hits: readonly Hit[],
  marks: ReadonlyMap<string, readonly RuleMark[]>,
): Finding {
  const [hit] = worstFirst(hits) as readonly [Hit, ...Hit[]];
  const place = locate(hit);
  const sink = textAt(hit);
  const sinks = (marks.get(place.file) ?? []).filter(
    (mark) => mark.kind === 'sink' && mark.rule === rule.id && mark.message !== '',
  );
  const { message } = sinks.find(({ at }) => at === hit.at) ?? sinks[0] ?? {};
  const { language } = hit.fn.module.ir;
  const origin = hit.label?.origin;
  return {
    ...place,
    ruleId: ruleIdOf(rule),
    vulnClass: customRuleClass,
    category: 'SAST',
    language,
    title: rule.id,
    message: message ?? rule.message,
    cwes: rule.cwes,
    score: scores[rule.severity],
    confidence: rule.confidence,
    codeFlows: codeFlowsOf(hits),
    sink: { kind: 'operation', what: `a sink of the rule ${rule.id}` },
    definitions: [rule.file],
    fingerprint: fingerprint({
      vulnClass: customRuleClass,
      ruleId: ruleIdOf(rule),
      language,
      ...(origin?.kind === 'source' && { source: textAt(origin) }),
      sink,
    }),
  };
}
