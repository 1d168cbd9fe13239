import type { Solver } from './dataflow/interpreter/solver.ts';
import type { LinkedModule } from './dataflow/names/linking.ts';
import type { HitReport } from './hit-report.ts';

const maximumRounds = 4;

export interface SolvedCode {
  /** In the order in which they are looked at. */
  readonly modules: readonly LinkedModule[];
  /** Those that a package exports. */
  readonly published: Iterable<LinkedModule>;
}

/**
 * Runs each module and then looks at its functions, and reports what is hit.
 * @param goOn called before each step with how many are done, of twice the number of modules; throws where the analysis was cancelled
 */
export async function solveModules(
  solver: Solver,
  { modules, published }: SolvedCode,
  report: HitReport,
  goOn: (done: number) => Promise<void>,
): Promise<void> {
  for (const [done, module] of modules.entries()) {
    await goOn(done);
    report.add(solver.runModule(module));
  }
  report.add(solver.firstWorldHits);
  for (const module of published) report.add(solver.registerLibrary(module));
  for (const [done, module] of modules.entries()) {
    await goOn(modules.length + done);
    report.addLooks(solver.look(module));
  }
  await goOn(2 * modules.length);
  report.addLooks(solver.later);
  // A handler may be registered after it was looked at, and may register others.
  for (let round = 0; round < maximumRounds; round++) {
    await goOn(2 * modules.length);
    const again = solver.settle(modules);
    const late = solver.solveLate(modules);
    report.addLooks([...again, ...late]);
    if (late.length + again.length === 0) break;
  }
  report.add(solver.builtForUnknownCallers(modules));
  report.add(solver.reachedByLibraryCallers(modules));
  report.add(solver.worldHits);
  for (const { fn, brokenOff } of solver.cutShort) report.cutShort(fn, brokenOff);
  report.end();
}
