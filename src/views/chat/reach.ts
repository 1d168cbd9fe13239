import * as l10n from '@vscode/l10n';
import { Failure, type FailureAction, isCancellation } from '../../connection/failure.ts';
import { retryCanHelp } from '../../connection/retry.ts';
import { isNotOffered } from './failure-kind.ts';
import type { Action, ServiceView } from './messages.ts';

/** Not a command of the editor: the chat begins anew. */
export const retryCommand = 'retry';

/** What the page shows of a failure; its buttons are known by their numbers. */
export interface Told {
  readonly message: string;
  readonly actions: readonly FailureAction[];
}

export function toldOf(error: unknown): Told {
  const own = error instanceof Failure ? (error.text.actions ?? []) : [];
  const message =
    error instanceof Failure ? error.sentence : error instanceof Error ? error.message : String(error);
  const again = { title: l10n.t('Retry'), command: retryCommand };
  return { message, actions: retryCanHelp(error) ? [...own, again] : own };
}

export function numbered(actions: readonly FailureAction[]): Action[] {
  return actions.map(({ title }, id) => ({ title, id }));
}

/** What stands in the way of using the agent, with the next step; or who is there to use it. */
export type Reached = Partial<ServiceView> & { readonly offers?: readonly FailureAction[] };

export interface Reach {
  readonly hasFolder: boolean;
  /** @throws Failure when the service knows none of the open folders */
  readonly repositories: () => Promise<ServiceView['repositories']>;
  readonly access: (
    repositoryId: string | null,
  ) => Promise<{ readonly isEnabled: boolean; readonly mayRun: boolean }>;
  readonly analyst: (repositoryId: string | null) => Promise<ServiceView['analyst']>;
  readonly canConnectModel: () => Promise<boolean>;
}

/** Looks for the service, the repository and the permission, in this order. @throws only a cancellation */
export async function reachService(reach: Reach): Promise<Reached> {
  if (!reach.hasFolder) return noFolder();
  try {
    const repositories = await reach.repositories();
    const repositoryId = repositories[0]?.id ?? null;
    const { isEnabled, mayRun } = await reach.access(repositoryId);
    if (!isEnabled || !mayRun) return { state: 'disabled', message: disabledText(isEnabled), offers: [] };
    const analyst = await reach.analyst(repositoryId);
    const canConnectModel = await reach.canConnectModel();
    return { state: 'ready', message: '', offers: [], repositories, repositoryId, analyst, canConnectModel };
  } catch (error) {
    if (isCancellation(error)) throw error;
    const { message, actions } = toldOf(error);
    return { state: hindrance(error), message, offers: actions };
  }
}

export function noFolder(): Reached {
  return {
    state: 'noFolder',
    message: l10n.t('Open a folder: the agent answers from the issues and the code of a repository.'),
    offers: [{ title: l10n.t('Open Folder…'), command: 'vscode.openFolder' }],
  };
}

function hindrance(error: unknown): ServiceView['state'] {
  if (isNotOffered(error) || isAboutTrust(error)) return 'disabled';
  // What no call of the client caused is about the folders, which the service does not know.
  return error instanceof Failure && error.cause === undefined ? 'noRepository' : 'failed';
}

function isAboutTrust(error: unknown): boolean {
  const actions = error instanceof Failure ? (error.text.actions ?? []) : [];
  return actions.some(({ command }) => command === 'workbench.trust.manage');
}

function disabledText(isEnabled: boolean): string {
  return isEnabled
    ? l10n.t(
        'Your token may not use the agent. Ask an administrator of the service for the permission Agent Run.',
      )
    : l10n.t('The agent is switched off for this organization. An administrator can switch it on.');
}
