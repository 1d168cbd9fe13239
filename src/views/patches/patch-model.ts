import * as vscode from 'vscode';
import type { IssueListItem } from '../../api/contract/issue.ts';
import type { Patch } from '../../api/contract/patches.ts';
import { Failure } from '../../connection/failure.ts';
import type { KnownIssue } from '../issues/known-issue.ts';
import { type ModelStep, modelStep } from './model-step.ts';
import type { UsePatches } from './patch-jobs.ts';

interface ModelParts {
  readonly use: UsePatches;
  readonly log: vscode.LogOutputChannel;
}

/** Where rules know no patch: whether a language model may, and what has to be done before it is asked. */
export class PatchModels {
  readonly #parts: ModelParts;

  constructor(parts: ModelParts) {
    this.#parts = parts;
  }

  /** What is next; undefined where no model could help, or nobody can tell now: it is a suggestion, and nothing else. */
  async step(known: KnownIssue, patch: Patch, signal: AbortSignal): Promise<ModelStep | undefined> {
    try {
      return await this.#ask(known, patch, signal);
    } catch (error) {
      this.#parts.log.debug(`Whether a language model could make a patch is not known: ${String(error)}`);
      return undefined;
    }
  }

  /**
   * Goes through what has to be done before a model is asked: one is connected, and a person agrees to what is sent.
   * @returns whether it may be asked; false where the person thought better of it
   * @throws Failure where none can be asked, or it was asked before
   */
  async prepare(known: KnownIssue, signal: AbortSignal): Promise<boolean> {
    const look = async () => {
      const patch = await this.#parts.use(signal, (api) => api.get(known.issue.id, signal), known.folder);
      return await this.#ask(known, patch, signal);
    };
    let step = await look();
    if (step?.kind === 'connect') {
      await vscode.commands.executeCommand('parapet.connectModel');
      step = await look();
      if (step?.kind === 'connect') return false;
    }
    switch (step?.kind) {
      case undefined:
        throw new Failure({
          what: vscode.l10n.t('This service asks no language model.'),
          advice: vscode.l10n.t('The change is one for a person: the details page says what to do.'),
          actions: [showDetails(known.issue)],
        });
      case 'asked':
        throw new Failure({
          what: vscode.l10n.t('{0} was asked already, and made no patch that holds.', step.model),
          advice: vscode.l10n.t('Connect another model, or read on the details page what to do by hand.'),
          actions: [
            { title: vscode.l10n.t('Connect a Language Model…'), command: 'parapet.connectModel' },
            showDetails(known.issue),
          ],
        });
      case 'agree':
        return await this.#agree(known, step, signal);
      default:
        return true;
    }
  }

  async #ask({ issue, folder }: KnownIssue, patch: Patch, signal: AbortSignal) {
    const model = await this.#parts.use(signal, (api) => api.model(issue.repositoryId, signal), folder);
    return modelStep(model, patch);
  }

  async #agree(
    { issue, folder }: KnownIssue,
    { model, host }: Extract<ModelStep, { kind: 'agree' }>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const send = vscode.l10n.t('Send to {0}', host);
    const picked = await vscode.window.showWarningMessage(
      vscode.l10n.t('Let {0} propose a patch?', model),
      {
        modal: true,
        detail: vscode.l10n.t(
          'The issue and the files that its data goes through are then sent to {0}; so is what the agent looks at in this repository, from now on. Ignored files and secrets are not.',
          host,
        ),
      },
      send,
    );
    if (picked !== send) return false;
    await this.#parts.use(signal, (api) => api.agreeToModel(issue.repositoryId, signal), folder);
    return true;
  }
}

function showDetails({ id }: IssueListItem) {
  return { title: vscode.l10n.t('Show Details'), command: 'parapet.showDetails', args: [id] };
}
