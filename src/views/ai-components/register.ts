import * as vscode from 'vscode';
import type { Window } from '../window.ts';
import { AiComponents } from './ai-components.ts';
import type { aiCommands } from './commands.ts';

/** Registers the view of AI components. */
export function registerAiComponents(window: Window): AiComponents {
  const { context, connection, session, log, version } = window;
  const components = new AiComponents({
    connection,
    session,
    memory: context.workspaceState,
    log,
    version,
  });
  window.register<typeof aiCommands>({
    'parapet.aiGroupByKind': () => components.groupBy('kind'),
    'parapet.aiGroupByTier': () => components.groupBy('tier'),
    'parapet.aiGroupByProvider': () => components.groupBy('provider'),
    'parapet.aiGroupByFile': () => components.groupBy('file'),
    'parapet.aiGroupByApplication': () => components.groupBy('application'),
    'parapet.aiFilter': () => components.run('filter'),
    'parapet.aiFilterByText': () => components.run('filterByText'),
    'parapet.aiClearFilter': () => components.run('clearFilter'),
    'parapet.aiShowNew': () => components.run('showNew'),
    'parapet.aiSearchRepositories': (...args) => components.run('searchRepositories', args),
    'parapet.aiShowWorkspace': () => components.run('showWorkspace'),
    'parapet.aiExport': (...args) => components.run('export', args),
    'parapet.aiRefresh': () => components.run('refresh'),
    'parapet.aiOpen': (...args) => components.run('open', args),
    'parapet.aiShowMore': (...args) => components.run('showMore', args),
  });
  window.keep(components, vscode.languages.registerHoverProvider({ scheme: 'file' }, components));
  return components;
}
