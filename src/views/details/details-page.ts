import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { DetailsPanel } from './details-panel.ts';
import type { DetailsParts } from './parts.ts';

/** Milliseconds that a selection rests on an issue that is more than passed by. */
const restMs = 100;

/** The details page, its code loaded with the first page. */
export interface DetailsPage extends vscode.Disposable {
  /**
   * @param code settles when the code beside which a new page goes is there
   * @param folder of an issue that the window's list is without
   */
  show(id: string, code: Promise<void>, folder?: string): Promise<void>;
  /** Shows an issue with the form that creates one in a tracker for it. */
  createTrackerIssue(id: string, code: Promise<void>): Promise<void>;
  /** Of issues that are selected: a single one is likely to be looked at next, once the selection rests. */
  selected(ids: readonly string[]): void;
  stepBy(delta: 1 | -1): Promise<void>;
  /** The service is another one. @param folder URI, where it is that for one folder alone */
  forget(folder?: string): Promise<void>;
  /** The issue that is shown. */
  shownId(): Promise<string | undefined>;
  /** Shows an issue in place of the one that stood for it, where that is shown. */
  replace(before: string, now: string): void;
}

export function detailsPage(parts: DetailsParts): DetailsPage {
  let panel: Promise<DetailsPanel> | undefined;
  const loaded = () => {
    panel ??= import('./details-panel.ts').then((module) => new module.DetailsPanel(parts));
    return panel;
  };
  const serializer = vscode.window.registerWebviewPanelSerializer('parapet.details', {
    deserializeWebviewPanel: async (page, state) => (await loaded()).deserializeWebviewPanel(page, state),
  });
  let preparing = new AbortController();
  const selected = (ids: readonly string[]) => {
    preparing.abort();
    const [id] = ids;
    if (id === undefined || ids.length > 1) return;
    preparing = new AbortController();
    const { signal } = preparing;
    sleep(restMs, undefined, { signal })
      .then(async () => await (await loaded()).prepare(id, signal))
      .catch((error: unknown) => {
        if (!signal.aborted) parts.log.debug(`The details page is not prepared: ${String(error)}`);
      });
  };
  return {
    selected,
    show: async (id, code, folder) => (await loaded()).show(id, code, folder),
    createTrackerIssue: async (id, code) => (await loaded()).createTrackerIssue(id, code),
    replace: (before, now) => void panel?.then((one) => one.replace(before, now)),
    shownId: async () => (await panel)?.shownId,
    stepBy: async (delta) => (await panel)?.stepBy(delta),
    forget: async (folder) => {
      preparing.abort();
      (await panel)?.forget(folder);
    },
    dispose: () => {
      preparing.abort();
      serializer.dispose();
      void panel?.then((one) => one.dispose());
    },
  };
}
