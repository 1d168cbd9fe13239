import type { Window } from '../window.ts';
import type { dependencyCommands } from './commands.ts';
import { Dependencies } from './dependencies.ts';

/** Registers the view of dependencies. */
export function registerDependencies(window: Window): Dependencies {
  const dependencies = new Dependencies(window);
  window.register<typeof dependencyCommands>({
    'parapet.dependencyOpen': (...args) => dependencies.open(args),
    'parapet.dependencyDetails': (...args) => dependencies.details(args),
    'parapet.dependenciesRefresh': () => dependencies.reload(),
  });
  window.keep(dependencies);
  return dependencies;
}
