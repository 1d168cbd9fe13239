import type { AnalysisEvent, AnalysisLimits } from '../analysis.ts';
import type { Project } from '../dataflow/interpreter/project.ts';
import { Solver } from '../dataflow/interpreter/solver.ts';
import type { CountedSources } from '../dataflow/report/counted-sources.ts';
import { FindingCache } from '../dataflow/report/finding-cache.ts';
import type { Finding } from '../finding.ts';
import { HitReport, type SolveContext } from '../hit-report.ts';
import type { EntryPoints } from '../routes/index.ts';
import { type SolvedCode, solveModules } from '../solve-modules.ts';
import type { AddedModels } from './added-models.ts';

/** What added sources and sinks are followed with. */
export interface AddedCode extends SolvedCode {
  /** Linked with the catalog in which they hold. */
  readonly project: Project;
  readonly limits: AnalysisLimits;
  readonly counted: CountedSources;
  readonly entryPoints: EntryPoints;
  readonly onWork: () => void;
}

/** What makes two findings one: a class at a place. */
export const placeOfFinding = ({ file, range, vulnClass }: Finding): string =>
  [vulnClass, range.startLine, range.startColumn, range.endLine, range.endColumn, file].join(' ');

/**
 * Reports what is found with the added sources and sinks and was not found without them. It is an analysis of its own: whatever they
 * say of an API that our libraries know, no finding goes because of them.
 * @param told places of findings without them
 * @throws what `goOn` throws, where the analysis was cancelled
 */
export async function followAdded(
  added: AddedModels,
  code: AddedCode,
  context: SolveContext,
  told: ReadonlySet<string>,
  on: (event: AnalysisEvent) => void,
  goOn: () => Promise<void>,
): Promise<void> {
  const { project, limits, counted, entryPoints, onWork } = code;
  const solver = new Solver(project, added.catalog, limits, counted, onWork);
  const report = new HitReport(new FindingCache(counted), entryPoints, context, (event) => {
    if (event.type !== 'finding') on(event);
    else if (!told.has(placeOfFinding(event.finding)))
      on({ type: 'finding', finding: ofAdded(event.finding, added) });
  });
  await solveModules(solver, code, report, goOn);
}

/** A cause is told apart from that of a finding which is there without the added ones: neither is folded into the other. */
function ofAdded(finding: Finding, added: AddedModels): Finding {
  const definitions = added.definitionsOf(finding);
  const { source } = finding;
  return {
    ...finding,
    ...(definitions.length > 0 && { definitions }),
    ...(source?.cause !== undefined && { source: { ...source, cause: `${source.cause} added` } }),
  };
}
