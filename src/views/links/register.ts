import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import type { ConnectFlow } from '../connect/connect.ts';
import { isOnDemand } from '../issues/known-issue.ts';
import type { Issues } from '../issues/register.ts';
import { servicePage } from '../issues/service-page.ts';
import type { Window } from '../window.ts';
import type { linkCommands } from './commands.ts';

/** Registers links to issues: those that are opened here, and those that are copied. */
export function registerLinks(window: Window, { targets }: Issues, connecting: ConnectFlow): void {
  const { connection, store, session, windowSession, context, log } = window;
  let isBusy = false;
  /** One at a time: links can come in any number. */
  const open = async (uri: vscode.Uri): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    try {
      const { openLink } = await import('./links.ts');
      await openLink({ connection, store, session, windowSession, connecting }, uri);
    } finally {
      isBusy = false;
    }
  };
  window.register<typeof linkCommands>({
    'parapet.openLink': async (uri) => {
      if (uri instanceof vscode.Uri) await open(uri);
    },
    'parapet.copyLink': async (...args) => {
      const { issue } = targets.one(args);
      if (issue.reported || isOnDemand(issue))
        throw new Failure({ what: vscode.l10n.t('No service keeps this issue, so there is no link to it.') });
      const { issueLink } = await import('./link.ts');
      const page = servicePage(issue);
      const service = connection.remote?.url;
      const { uriScheme } = vscode.env;
      await vscode.env.clipboard.writeText(
        page ?? issueLink(uriScheme, context.extension.id, issue.id, service),
      );
      vscode.window.setStatusBarMessage(
        page === undefined && service === undefined
          ? vscode.l10n.t('Link copied. It works on this machine only.')
          : vscode.l10n.t('Link copied'),
        5_000,
      );
    },
  });
  window.keep(
    vscode.window.registerUriHandler({
      // As a command, so that what fails is told and logged as everything else.
      handleUri: (uri) => {
        log.info('A link from outside is opened.');
        void vscode.commands.executeCommand('parapet.openLink', uri);
      },
    }),
  );
}
