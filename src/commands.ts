import * as vscode from 'vscode';
import { Failure, type FailureAction, isCancellation } from './connection/failure.ts';
import { retryCanHelp } from './connection/retry.ts';

/** Every command of the extension, as the manifest contributes them. */
export const commandIds = [
  'parapet.scanWorkspace',
  'parapet.cancelScan',
  'parapet.scanSelection',
  'parapet.scanFile',
  'parapet.scanFolder',
  'parapet.scanChanges',
  'parapet.scanWorkingTree',
  'parapet.scanStaged',
  'parapet.scanBranch',
  'parapet.scanChangedFiles',
  'parapet.repeatOnDemand',
  'parapet.cancelOnDemand',
  'parapet.clearOnDemand',
  'parapet.forgetUploads',
  'parapet.connect',
  'parapet.replaceToken',
  'parapet.testConnection',
  'parapet.chooseOrganization',
  'parapet.agreeToService',
  'parapet.useLocalService',
  'parapet.signOut',
  'parapet.refresh',
  'parapet.groupBySeverity',
  'parapet.groupByFile',
  'parapet.groupByClass',
  'parapet.groupByRule',
  'parapet.groupByCategory',
  'parapet.groupByRepository',
  'parapet.groupByStatus',
  'parapet.groupByTool',
  'parapet.sortBySeverity',
  'parapet.sortByLocation',
  'parapet.sortByNewest',
  'parapet.sortByConfidence',
  'parapet.filterByText',
  'parapet.filter',
  'parapet.clearFilter',
  'parapet.chooseMinimumSeverity',
  'parapet.chooseCategories',
  'parapet.openIssue',
  'parapet.showDetails',
  'parapet.markFalsePositive',
  'parapet.acceptRisk',
  'parapet.confirmIssue',
  'parapet.backlogIssue',
  'parapet.reopenIssue',
  'parapet.undoTriage',
  'parapet.checkAgain',
  'parapet.investigate',
  'parapet.cancelInvestigation',
  'parapet.decideAsFound',
  'parapet.triage',
  'parapet.markNonExploitable',
  'parapet.markInformational',
  'parapet.changeSeverity',
  'parapet.editNote',
  'parapet.linkTracker',
  'parapet.generatePatch',
  'parapet.showPatch',
  'parapet.applyPatch',
  'parapet.cancelPatch',
  'parapet.regeneratePatch',
  'parapet.explainPatch',
  'parapet.howToFix',
  'parapet.forcePatch',
  'parapet.askModelForPatch',
  'parapet.undoPatch',
  'parapet.copyMarkdown',
  'parapet.openInService',
  'parapet.revealIssue',
  'parapet.nextStep',
  'parapet.previousStep',
  'parapet.showMore',
  'parapet.showSkipped',
  'parapet.showCoverage',
  'parapet.analyseDeeper',
  'parapet.openSarif',
  'parapet.closeSarif',
  'parapet.aboutSarif',
  'parapet.exportSarif',
  'parapet.nextReviewThread',
  'parapet.applyFromThread',
  'parapet.dismissFromThread',
  'parapet.aiGroupByKind',
  'parapet.aiGroupByTier',
  'parapet.aiGroupByProvider',
  'parapet.aiGroupByFile',
  'parapet.aiGroupByApplication',
  'parapet.aiFilter',
  'parapet.aiFilterByText',
  'parapet.aiClearFilter',
  'parapet.aiShowNew',
  'parapet.aiSearchRepositories',
  'parapet.aiShowWorkspace',
  'parapet.aiExport',
  'parapet.aiRefresh',
  'parapet.aiOpen',
  'parapet.aiShowMore',
  'parapet.newConversation',
  'parapet.showConversations',
  'parapet.addToChat',
  'parapet.askAgent',
  'parapet.automations',
  'parapet.memories',
  'parapet.connectModel',
  'parapet.disconnectModel',
  'parapet.showLog',
  'parapet.copyDiagnostics',
] as const;

export type CommandId = (typeof commandIds)[number];
type CommandFunction = (...args: readonly unknown[]) => Promise<void> | void;
export type CommandTable = Readonly<Record<CommandId, CommandFunction>>;

/**
 * Registers every command. What one throws is logged, and told with what can be done; a cancellation is nobody's
 * business.
 */
export function registerCommands(table: CommandTable, log: vscode.LogOutputChannel): vscode.Disposable {
  const registered = commandIds.map((id) =>
    vscode.commands.registerCommand(id, (...args: readonly unknown[]) =>
      runCommand(id, table[id], args, log),
    ),
  );
  return vscode.Disposable.from(...registered);
}

async function runCommand(
  id: CommandId,
  command: CommandFunction,
  args: readonly unknown[],
  log: vscode.LogOutputChannel,
): Promise<void> {
  const started = performance.now();
  try {
    await command(...args);
    log.debug(`${id}: ${Math.round(performance.now() - started)} ms`);
  } catch (error) {
    if (isCancellation(error)) {
      log.debug(`${id}: cancelled`);
      return;
    }
    logError(id, error, log);
    // Not awaited: whoever ran the command need not wait until the message is read.
    void offerHelp(error, () => runCommand(id, command, args, log), log);
  }
}

function logError(id: CommandId, error: unknown, log: vscode.LogOutputChannel): void {
  if (error instanceof Failure) log.error(`${id}: ${error.sentence}`);
  else log.error(`${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}

async function offerHelp(
  error: unknown,
  retry: () => Promise<void>,
  log: vscode.LogOutputChannel,
): Promise<void> {
  const text =
    error instanceof Failure ? error.sentence : error instanceof Error ? error.message : String(error);
  const again = vscode.l10n.t('Retry');
  const show = vscode.l10n.t('Show Log');
  const actions: readonly FailureAction[] = error instanceof Failure ? (error.text.actions ?? []) : [];
  const titles = actions.map(({ title }) => title);
  const picked = await vscode.window.showErrorMessage(
    text,
    ...titles,
    ...(retryCanHelp(error) ? [again] : []),
    show,
  );
  const action = actions.find(({ title }) => title === picked);
  if (action) await vscode.commands.executeCommand(action.command, ...(action.args ?? []));
  if (picked === again) await retry();
  if (picked === show) log.show(true);
}
