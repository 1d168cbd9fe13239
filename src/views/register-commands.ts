import * as vscode from 'vscode';
import { Failure, type FailureAction, isCancellation, sentenceOf } from '../connection/failure.ts';
import { retryCanHelp } from '../connection/retry.ts';
import type { CommandFunction, CommandHandlers, CommandTable } from './command-table.ts';

/**
 * Registers the commands of a feature. What one throws is logged, and told with what can be done; a cancellation is
 * nobody's business.
 */
export function registerCommands<Table extends CommandTable>(
  handlers: CommandHandlers<Table>,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const registered = Object.entries<CommandFunction>(handlers).map(([id, handler]) =>
    vscode.commands.registerCommand(id, (...args: readonly unknown[]) => runCommand(id, handler, args, log)),
  );
  return vscode.Disposable.from(...registered);
}

async function runCommand(
  id: string,
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

function logError(id: string, error: unknown, log: vscode.LogOutputChannel): void {
  if (error instanceof Failure) log.error(`${id}: ${error.sentence}`);
  else log.error(`${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}

async function offerHelp(
  error: unknown,
  retry: () => Promise<void>,
  log: vscode.LogOutputChannel,
): Promise<void> {
  const text = sentenceOf(error);
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
