import type { Window } from '../window.ts';
import type { endpointCommands } from './commands.ts';
import { Endpoints } from './endpoints.ts';

/** Registers the Endpoints view. */
export function registerEndpoints(window: Window): Endpoints {
  const { context, connection, session, store, log } = window;
  const endpoints = new Endpoints({ connection, session, store, memory: context.workspaceState, log });
  window.register<typeof endpointCommands>({
    'parapet.endpointsGroupByAccess': () => endpoints.groupBy('access'),
    'parapet.endpointsGroupByFile': () => endpoints.groupBy('file'),
    'parapet.endpointsGroupByPath': () => endpoints.groupBy('path'),
    'parapet.endpointsFilterByText': () => endpoints.filterByText(),
    'parapet.endpointsFilter': () => endpoints.filter(),
    'parapet.endpointsClearFilter': () => endpoints.clearFilter(),
    'parapet.endpointsSearch': async () => {
      const { searchEndpoints } = await import('./search-endpoints.ts');
      await searchEndpoints(window);
    },
    'parapet.endpointsRefresh': () => endpoints.refresh(),
    'parapet.endpointsOpen': (...args) => endpoints.open(args),
    'parapet.endpointsShowIssues': (...args) => endpoints.showIssues(args),
    'parapet.endpointsAskAgent': (...args) => endpoints.askAgent(args),
    'parapet.endpointsCopyPath': (...args) => endpoints.copyPath(args),
  });
  window.keep(endpoints);
  return endpoints;
}
