import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import { type ExportFormat, exportFormats, exportText } from './export-text.ts';
import { toQuery } from './filter.ts';
import type { KnownComponent } from './grouping.ts';
import type { InventoryView } from './inventory-view.ts';
import type { AiComponentsParts } from './parts.ts';
import { countText } from './words.ts';
import { mostListed } from './workspace-inventory.ts';

/**
 * Writes what the view shows, or what its search finds, to a file.
 * @param given format and target, where they are known already
 */
export async function exportInventory(
  inventory: InventoryView,
  parts: AiComponentsParts,
  given: readonly unknown[],
): Promise<void> {
  const components = inventory.scope === 'workspace' ? inventory.shown : await allFound(inventory, parts);
  if (components.length === 0) {
    throw new Failure({
      what: vscode.l10n.t('There is no AI component to export: the view shows none.'),
      advice: vscode.l10n.t('Scan the workspace, or clear the filter.'),
    });
  }
  const format = exportFormats.find((one) => one === given[0]) ?? (await askFormat());
  if (!format) return;
  const folder = vscode.workspace.workspaceFolders?.[0];
  const target = given[1] instanceof vscode.Uri ? given[1] : await askTarget(format, folder?.uri);
  if (!target) return;
  const name = folder?.name ?? vscode.l10n.t('all repositories');
  const text = exportText(components, format, { name, toolVersion: parts.version, at: new Date() });
  await vscode.workspace.fs.writeFile(target, Buffer.from(text));
  const open = vscode.l10n.t('Open');
  const done = vscode.l10n.t(
    '{0} exported to {1}.',
    countText(components.length),
    vscode.workspace.asRelativePath(target),
  );
  // Not awaited: whoever ran the command need not wait until the message is read.
  void vscode.window.showInformationMessage(done, open).then((picked) => {
    if (picked === open) void vscode.commands.executeCommand('vscode.open', target);
  });
}

/** Every component that the search over all repositories finds, page after page. */
async function allFound(
  inventory: InventoryView,
  parts: AiComponentsParts,
): Promise<readonly KnownComponent[]> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Collecting the AI components of all repositories'),
    cancellable: true,
  };
  return await vscode.window.withProgress(options, async (_progress, token) => {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort());
    const found: KnownComponent[] = [];
    let cursor: string | undefined;
    const scopes = [...parts.scopes()];
    do {
      const from = cursor;
      const page = await parts.use(
        stop.signal,
        (api) => api.components(toQuery(inventory.filter), from, stop.signal),
        scopes[0],
      );
      if (!page) {
        throw new Failure({
          what: vscode.l10n.t(
            'The service counts components, but does not list them, so none can be exported.',
          ),
        });
      }
      found.push(...page.components.map((component) => ({ component, folder: '', folderName: '' })));
      cursor = page.nextCursor;
      if (cursor === undefined) scopes.shift();
    } while (scopes.length > 0 && found.length < mostListed);
    if (scopes.length > 0) {
      throw new Failure({
        what: vscode.l10n.t('More than {0} AI components match: too many for one file.', mostListed),
        advice: vscode.l10n.t('Narrow the filter.'),
      });
    }
    return found;
  });
}

const files: Readonly<Record<ExportFormat, string>> = {
  cyclonedx: 'cdx.json',
  json: 'json',
  csv: 'csv',
  markdown: 'md',
};

async function askFormat(): Promise<ExportFormat | undefined> {
  const label = { cyclonedx: 'CycloneDX ML-BOM', json: 'JSON', csv: 'CSV', markdown: 'Markdown' } as const;
  const detail = {
    cyclonedx: vscode.l10n.t('bill of materials for other tools, version 1.6'),
    json: vscode.l10n.t('every field'),
    csv: vscode.l10n.t('for a spreadsheet'),
    markdown: vscode.l10n.t('for a document or a comment'),
  } as const;
  const picked = await vscode.window.showQuickPick(
    exportFormats.map((format) => ({ label: label[format], description: detail[format], format })),
    { title: vscode.l10n.t('Export the AI components as…') },
  );
  return picked?.format;
}

async function askTarget(
  format: ExportFormat,
  folder: vscode.Uri | undefined,
): Promise<vscode.Uri | undefined> {
  const name = `ai-components.${files[format]}`;
  return await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export the AI components'),
    saveLabel: vscode.l10n.t('Export'),
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
}
