import type { AnalysisEvent, AnalysisLimits } from '../analysis.ts';
import type { Project } from '../dataflow/interpreter/project.ts';
import { Solver } from '../dataflow/interpreter/solver.ts';
import type { LinkedFunction, LinkedModule } from '../dataflow/names/linking.ts';
import type { CountedSources } from '../dataflow/report/counted-sources.ts';
import { FindingCache } from '../dataflow/report/finding-cache.ts';
import type { Finding } from '../finding.ts';
import { HitReport, type SolveContext } from '../hit-report.ts';
import type { Catalog } from '../libraries/catalog.ts';
import type { EntryPoints } from '../routes/index.ts';
import { solveModules } from '../solve-modules.ts';
import type { AddedModels } from './added-models.ts';

/** What added sources and sinks are followed with. */
export interface AddedCode {
  /** In the order in which they are looked at. */
  readonly modules: readonly LinkedModule[];
  /** Functions whose bodies alone changed since the last analysis; undefined where more did. */
  readonly changed: readonly LinkedFunction[] | undefined;
  /** Links the modules with the catalog in which the added ones hold. */
  readonly link: (catalog: Catalog) => Project;
  readonly limits: AnalysisLimits;
  readonly entryPoints: EntryPoints;
  readonly onWork: () => void;
}

interface Kept {
  readonly project: Project;
  readonly solver: Solver;
}

/** What makes two findings one: a class at a place. */
export const placeOfFinding = ({ file, range, vulnClass }: Finding): string =>
  [vulnClass, range.startLine, range.startColumn, range.endLine, range.endColumn, file].join(' ');

/**
 * The analysis with the sources and sinks that an organization adds. It is one of its own: whatever they say of an API that our libraries
 * know, no finding goes because of them. It is kept, so that an edit costs little.
 */
export class AddedAnalysis {
  readonly #added: AddedModels;
  readonly #counted: CountedSources;
  readonly #findings: FindingCache;
  /** That of the last analysis, where it came to its end. */
  #kept: Kept | undefined;

  constructor(added: AddedModels, counted: CountedSources) {
    this.#added = added;
    this.#counted = counted;
    this.#findings = new FindingCache(counted);
  }

  /** Returns the same for other threat models. */
  counting(counted: CountedSources): AddedAnalysis {
    return new AddedAnalysis(this.#added, counted);
  }

  /**
   * Reports what is found with the added sources and sinks and was not found without them.
   * @param told places of findings without them
   * @throws what `goOn` throws, where the analysis was cancelled
   */
  async follow(
    code: AddedCode,
    context: SolveContext,
    told: ReadonlySet<string>,
    on: (event: AnalysisEvent) => void,
    goOn: () => Promise<void>,
  ): Promise<void> {
    const before = this.#kept;
    this.#kept = undefined;
    const { modules, changed, entryPoints } = code;
    if (!this.#added.concerns(modules)) return;
    const isCurrent = before && changed && before.solver.update(changed);
    const kept = isCurrent ? before : this.#anew(code);
    const report = new HitReport(this.#findings, entryPoints, context, (event) => {
      if (event.type !== 'finding') on(event);
      else if (!told.has(placeOfFinding(event.finding)))
        on({ type: 'finding', finding: ofAdded(event.finding, this.#added) });
    });
    await solveModules(kept.solver, { modules, published: kept.project.names.published }, report, goOn);
    this.#kept = kept;
  }

  #anew({ link, limits, onWork }: AddedCode): Kept {
    const { catalog } = this.#added;
    const project = link(catalog);
    return { project, solver: new Solver(project, catalog, limits, this.#counted, onWork) };
  }
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
