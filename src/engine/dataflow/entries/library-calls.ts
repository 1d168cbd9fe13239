import { callCallable } from '../calls/invoke.ts';
import { Layer } from '../heap/heap.ts';
import type { FunctionAnalysis } from '../interpreter/function-analysis.ts';
import type { Frame, Hit, Machine } from '../interpreter/machine.ts';
import type { ProgramInitialization } from '../interpreter/program-initialization.ts';
import { exportedFunctions } from '../names/exported.ts';
import type { LinkedModule } from '../names/linking.ts';
import type { Reports } from '../report/reported.ts';

interface Parts {
  readonly machine: Machine;
  readonly world: ProgramInitialization;
  readonly runs: FunctionAnalysis;
  readonly reports: Reports;
}

/**
 * Makes what a package's main module exports callable by anyone with anything.
 * @returns what calling the exported closures leads to; other functions are analysed as roots
 */
export function callExports(module: LinkedModule, { machine, world, runs, reports }: Parts): readonly Hit[] {
  const hits: Hit[] = [];
  reports.into(hits, () => {
    const exported = exportedFunctions(machine, machine.moduleExports(module, world.state), world.heap);
    for (const { callable } of exported) runs.registerExported(callable);
    // Calls follow each other: what one leaves in a variable that they share, the next one finds.
    const heap = new Layer(world.heap);
    for (const { callable, holder } of exported) {
      if (callable.kind !== 'function' || !callable.fn.scope.closesOver) continue;
      const entry = world.openEntry(callable.fn);
      entry.stack.length = 0;
      const frame: Frame = {
        ...world.frameAt(callable.fn),
        entry,
        depth: 0,
        state: { variables: new Layer(), heap },
      };
      const args = runs.argumentsFor(callable.fn);
      callCallable(machine, callable, holder, args, { node: callable.fn.ir, frame });
      runs.callUncalled(frame);
    }
  });
  return hits;
}
