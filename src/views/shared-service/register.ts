import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import type { Window } from '../window.ts';
import type { serviceCommands } from './commands.ts';
import { openDashboard, openRepositoryPage } from './dashboard.ts';
import type { ServiceNode } from './nodes.ts';
import type { ActionParts } from './service-actions.ts';
import { ServiceView } from './service-view.ts';

type Actions = typeof import('./service-actions.ts');

/** Registers the view of what a service elsewhere keeps about this window's repositories. */
export function registerService(window: Window): ServiceView {
  const view = new ServiceView(window);
  const row = <Kind extends ServiceNode['kind']>(
    args: readonly unknown[],
    ...kinds: readonly Kind[]
  ): Extract<ServiceNode, { kind: Kind }> => {
    const chosen = view.chosen(args);
    const isMeant = (node: ServiceNode): node is Extract<ServiceNode, { kind: Kind }> =>
      kinds.some((kind) => kind === node.kind);
    if (chosen && isMeant(chosen)) return chosen;
    throw new Failure({ what: vscode.l10n.t('No such row is selected in the Service view.') });
  };
  const act = async (work: (actions: Actions, parts: ActionParts) => Promise<void>): Promise<void> => {
    const [actions, tree] = await Promise.all([import('./service-actions.ts'), view.tree()]);
    try {
      await work(actions, { window, tree });
    } catch (error) {
      tree.refused(error);
      throw error;
    }
  };
  window.register<typeof serviceCommands>({
    'parapet.serviceRefresh': async () => (await view.tree()).reload(),
    'parapet.openServicePage': (...args) => openRepositoryPage(window, view.chosen(args)),
    'parapet.openTeamPage': (...args) =>
      openDashboard(window, { kind: 'team', id: row(args, 'team').access.team.id }),
    'parapet.openServiceTokens': () => openDashboard(window, { kind: 'tokens' }),
    'parapet.openServiceTrackers': () => openDashboard(window, { kind: 'trackers' }),
    'parapet.serviceCancelScan': (...args) =>
      act((actions, parts) => actions.cancelScan(parts, row(args, 'scan'))),
    'parapet.scanPullRequest': (...args) =>
      act((actions, parts) => actions.scanPullRequest(parts, view.chosen(args))),
    'parapet.rescanPullRequest': (...args) =>
      act((actions, parts) => actions.rescanPullRequest(parts, row(args, 'scan'))),
    'parapet.openPullRequest': (...args) => act((actions) => actions.openPullRequest(row(args, 'scan'))),
    'parapet.addSchedule': (...args) =>
      act((actions, parts) => actions.saveSchedule(parts, row(args, 'section'))),
    'parapet.changeSchedule': (...args) =>
      act((actions, parts) => actions.saveSchedule(parts, row(args, 'schedule'))),
    'parapet.deleteSchedule': (...args) =>
      act((actions, parts) => actions.deleteSchedule(parts, row(args, 'schedule'))),
    'parapet.changeScannerSetting': (...args) =>
      act((actions, parts) => actions.changeSetting(parts, row(args, 'setting'))),
    'parapet.inheritScannerSetting': (...args) =>
      act((actions, parts) => actions.inheritSetting(parts, row(args, 'setting'))),
  });
  window.keep(view);
  return view;
}
