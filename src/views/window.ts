import * as vscode from 'vscode';
import { Connection } from '../connection/connection.ts';
import { Repositories } from '../workspace/repositories.ts';
import type { CommandHandlers, CommandTable } from './command-table.ts';
import { IssueStore } from './issues/issue-store.ts';
import { IssueTally } from './issues/issue-tally.ts';
import { scopeSetting } from './issues/settings.ts';
import { registerCommands } from './register-commands.ts';
import type { Session } from './session.ts';
import { WindowSession } from './window-session.ts';

/** What every feature is given of the window it is in. */
export interface Window {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly connection: Connection;
  readonly repositories: Repositories;
  readonly store: IssueStore;
  readonly tally: IssueTally;
  readonly windowSession: WindowSession;
  readonly session: Session;
  /** The extension's version. */
  readonly version: string;
  /** Disposes of these when the extension ends. */
  readonly keep: (...disposables: readonly { dispose(): void }[]) => void;
  /** Registers the commands of a feature's table. */
  readonly register: <Table extends CommandTable>(handlers: CommandHandlers<Table>) => void;
}

/** Returns what all features share. Nothing is started, read or asked. */
export function openWindow(context: vscode.ExtensionContext): Window {
  const log = vscode.window.createOutputChannel('Parapet', { log: true });
  const store = new IssueStore();
  const tally = new IssueTally(store, scopeSetting);
  const connection = new Connection(context, log);
  const repositories = new Repositories(connection, (message) => log.warn(message));
  const windowSession = new WindowSession(context, { connection, store, log, repositories });
  const { subscriptions } = context;
  subscriptions.push(log, store, tally, windowSession);
  return {
    context,
    log,
    connection,
    repositories,
    store,
    tally,
    windowSession,
    session: windowSession.session,
    version: versionOf(context),
    keep: (...disposables) => subscriptions.push(...disposables),
    register: (handlers) => subscriptions.push(registerCommands(handlers, log)),
  };
}

function versionOf({ extension }: vscode.ExtensionContext): string {
  const manifest: unknown = extension.packageJSON;
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : '';
  return String(version);
}
