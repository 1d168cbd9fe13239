import * as vscode from 'vscode';
import type { DetailsPanel, DetailsParts } from './details-panel.ts';

/** The details page, its schemas loaded with the first page and not at activation. */
export interface LazyDetails extends vscode.Disposable {
  show(id: string): Promise<void>;
  stepBy(delta: 1 | -1): Promise<void>;
}

export function lazyDetails(parts: DetailsParts): LazyDetails {
  let panel: Promise<DetailsPanel> | undefined;
  const loaded = () => {
    panel ??= import('./details-panel.ts').then((module) => new module.DetailsPanel(parts));
    return panel;
  };
  const serializer = vscode.window.registerWebviewPanelSerializer('parapet.details', {
    deserializeWebviewPanel: async (page, state) => (await loaded()).deserializeWebviewPanel(page, state),
  });
  return {
    show: async (id) => (await loaded()).show(id),
    stepBy: async (delta) => (await panel)?.stepBy(delta),
    dispose: () => {
      serializer.dispose();
      void panel?.then((one) => one.dispose());
    },
  };
}
