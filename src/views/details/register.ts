import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import type { InvestigationCommands } from '../investigation/investigation-commands.ts';
import type { Issues } from '../issues/register.ts';
import type { Patches } from '../patches/patches.ts';
import type { Trackers } from '../trackers/trackers.ts';
import type { Triage } from '../triage/triage.ts';
import type { Window } from '../window.ts';
import type { detailsCommands } from './commands.ts';
import { type DetailsPage, detailsPage } from './details-page.ts';

export interface DetailsUse {
  readonly triage: Triage;
  readonly investigations: InvestigationCommands;
  readonly patches: Patches;
  readonly trackers: Trackers;
}

/** Registers the details page and what is done on it. */
export function registerDetails(window: Window, issues: Issues, use: DetailsUse): DetailsPage {
  const { context, connection, store, log } = window;
  const { view, details, targets, places, saved } = issues;
  const { triage, investigations, patches, trackers } = use;
  const page = detailsPage({
    extensionUri: context.extensionUri,
    store,
    details,
    scannedFile: places.scannedFile,
    triage,
    trackers,
    investigate: async (ids, question) => {
      const own = saved.areUnsaved(ids) ? await saved.ask(ids) : ids;
      if (own.length > 0) await investigations.investigate(own, question);
    },
    save: async (id) => {
      await saved.save([id]);
    },
    patch: (id, signal) => patches.patch(id, signal),
    evidenced: (patch) => patches.evidenced(patch),
    canUndoPatch: (id) => patches.canUndo(id),
    patchModel: (id, patch, signal) => patches.modelStep(id, patch, signal),
    peek: (signal, work, folder) => connection.peek(signal, work, folder),
    log,
  });
  window.register<typeof detailsCommands>({
    'parapet.showDetails': (...args) => {
      const [id, folder] = args;
      const isSettled = typeof id === 'string' && typeof folder === 'string' && !store.get(id);
      if (isSettled) return page.show(id, targets.opening, folder);
      return page.show(targets.one(args).issue.id, targets.opening);
    },
    'parapet.howToFix': (...args) => page.show(targets.one(args).issue.id, targets.opening),
    'parapet.undoPatch': async (id) => patches.undo(await shownIssue(page, id)),
    'parapet.undoTriage': async (id) => triage.undo(await shownIssue(page, id)),
    'parapet.nextStep': () => page.stepBy(1),
    'parapet.previousStep': () => page.stepBy(-1),
  });
  window.keep(
    page,
    view.onDidChangeSelection(() => page.selected(view.selectedIds)),
    saved.onDidSave(({ before, now }) => page.replace(before, now)),
    connection.onDidChangeService(({ folder }) => void page.forget(folder)),
  );
  return page;
}

/** Undo is about the issue on its page. */
async function shownIssue(page: DetailsPage, id: unknown): Promise<string> {
  const shown = typeof id === 'string' ? id : await page.shownId();
  if (shown !== undefined) return shown;
  throw new Failure({
    what: vscode.l10n.t('No issue is shown on the details page.'),
    advice: vscode.l10n.t('Show the details of the issue, and undo it there.'),
  });
}
