import { type Issues, onSaved } from '../issues/register.ts';
import type { Window } from '../window.ts';
import type { patchCommands } from './commands.ts';
import { Patches } from './patches.ts';

/** Registers patches of issues. */
export function registerPatches(
  { connection, store, session, log, keep, register }: Window,
  issues: Issues,
): Patches {
  const patches = new Patches({ connection, store, session, targets: issues.targets, log });
  register<typeof patchCommands>({
    'parapet.generatePatch': onSaved(issues, (args) => patches.generate(args)),
    'parapet.showPatch': (...args) => patches.show(args),
    'parapet.applyPatch': (...args) => patches.apply(args),
    'parapet.cancelPatch': (...args) => patches.cancel(args),
    'parapet.regeneratePatch': (...args) => patches.generate(args, 'anew'),
    'parapet.explainPatch': (...args) => patches.explain(args),
    'parapet.forcePatch': (...args) => patches.generate(args, 'force'),
    'parapet.upgradeAllPackages': onSaved(issues, (args) => patches.upgradeAll(args)),
    'parapet.askModelForPatch': (...args) => patches.askModel(args),
  });
  keep(
    patches,
    connection.onDidChangeService(() => void patches.forget()),
  );
  return patches;
}
