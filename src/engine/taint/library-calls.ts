import { exportedFunctions } from './exported.ts';
import { Layer } from './heap.ts';
import { callCallable } from './invoke.ts';
import type { LinkedModule } from './linking.ts';
import type { Frame, Hit, Machine } from './machine.ts';
import type { Reports } from './reported.ts';
import type { Runs } from './runs.ts';
import type { World } from './world.ts';

interface Parts {
  readonly machine: Machine;
  readonly world: World;
  readonly runs: Runs;
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
