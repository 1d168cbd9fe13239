import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type CommandTable, registerCommands } from './commands.ts';
import { Connection } from './connection/connection.ts';
import { connectToService, useLocalService } from './views/connect/connect.ts';
import { lazyDetails } from './views/details/lazy-details.ts';
import { IssueActions } from './views/issues/code-actions.ts';
import { Diagnostics } from './views/issues/diagnostics.ts';
import { IssueHover } from './views/issues/hover.ts';
import { chooseMinimumSeverity, IssueTargets, openIssue } from './views/issues/issue-commands.ts';
import { IssueDetails } from './views/issues/issue-details.ts';
import { IssueStore } from './views/issues/issue-store.ts';
import { IssuesView } from './views/issues/issues-view.ts';
import { trackPlaces } from './views/issues/places.ts';
import { setGrouping } from './views/issues/settings.ts';
import { Triage } from './views/issues/triage.ts';
import { ScansView } from './views/scans/scans-view.ts';
import { StatusBar } from './views/status-bar.ts';
import { WindowSession } from './views/window-session.ts';
import { Repositories } from './workspace/repositories.ts';

/** Puts the parts together. Nothing is started, read or asked before someone uses a view or a command. */
export function activate(context: vscode.ExtensionContext): void {
  if (vscode.l10n.bundle) l10n.config({ contents: vscode.l10n.bundle });
  const log = vscode.window.createOutputChannel('Parapet', { log: true });
  const store = new IssueStore();
  const connection = new Connection(context, log);
  const session = new WindowSession(context, {
    connection,
    store,
    log,
    repositories: new Repositories(connection),
  });
  const issues = new IssuesView(store, session.session);
  const scans = new ScansView(session.session, (id) => session.scanDetail(id));
  const details = new IssueDetails(store, (signal, work) => connection.use(signal, work));
  const triage = new Triage(connection, store);
  const targets = new IssueTargets(store, issues);
  const page = lazyDetails({ extensionUri: context.extensionUri, store, details, triage, log });

  const commands: CommandTable = {
    'parapet.scanWorkspace': () => session.scan(),
    'parapet.cancelScan': () => session.cancel(),
    'parapet.connect': () => connectToService(connection),
    'parapet.useLocalService': () => useLocalService(connection),
    'parapet.refresh': () => session.load(),
    'parapet.groupBySeverity': () => setGrouping('severity'),
    'parapet.groupByFile': () => setGrouping('file'),
    'parapet.groupByClass': () => setGrouping('class'),
    'parapet.chooseMinimumSeverity': () => chooseMinimumSeverity(),
    'parapet.openIssue': (...args) => openIssue(targets.one(args)),
    'parapet.showDetails': (...args) => page.show(targets.one(args).issue.id),
    'parapet.markFalsePositive': (...args) => triage.decide('falsePositive', targets.all(args)),
    'parapet.acceptRisk': (...args) => triage.decide('acceptRisk', targets.all(args)),
    'parapet.reopenIssue': (...args) => triage.decide('reopen', targets.all(args)),
    'parapet.nextStep': () => page.stepBy(1),
    'parapet.previousStep': () => page.stepBy(-1),
    'parapet.showMore': (node) => issues.showMore(node),
    'parapet.showSkipped': () => scans.revealSkipped(),
    'parapet.showLog': () => log.show(),
  };

  const files = { scheme: 'file' };
  context.subscriptions.push(
    log,
    store,
    session,
    issues,
    scans,
    page,
    new Diagnostics(store, (message) => log.info(message)),
    new StatusBar(store, session.session),
    trackPlaces(store),
    vscode.languages.registerHoverProvider(files, new IssueHover(store, details)),
    vscode.languages.registerCodeActionsProvider(files, new IssueActions(store), {
      providedCodeActionKinds: IssueActions.kinds,
    }),
    registerCommands(commands, log),
  );
  session.loadWhenSeen([issues, scans]);
}
