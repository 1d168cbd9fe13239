import * as vscode from 'vscode';
import { vexFormats } from '../../api/contract/dependencies.ts';
import type { VexFormat } from '../../connection/dependency-api.ts';
import { askFolder, askTarget, type DocumentParts, saveDocument, withCancel } from './document-file.ts';

/**
 * Writes what was decided about the vulnerable packages of a scanned folder's repository.
 * @param given format and target, where they are known already
 */
export async function exportVex(parts: DocumentParts, given: readonly unknown[]): Promise<void> {
  const folder = await askFolder(parts);
  if (!folder) return;
  const format = vexFormats.find((one) => one === given[0]) ?? (await askFormat());
  if (!format) return;
  const name = format === 'openvex' ? 'vex.openvex.json' : 'vex.cdx.json';
  const title = vscode.l10n.t('Export VEX');
  const target = given[1] instanceof vscode.Uri ? given[1] : await askTarget(title, folder, name);
  if (!target) return;
  const exported = await withCancel(
    vscode.l10n.t('Collecting decisions about packages of {0}', folder.name),
    (signal) =>
      parts.use(
        signal,
        ({ dependencies }) => dependencies.exportVex(folder.repositoryId, format, signal),
        folder.uri,
      ),
  );
  if (exported) await saveDocument(target, exported.document);
}

async function askFormat(): Promise<VexFormat | undefined> {
  const labels = {
    openvex: 'OpenVEX 0.2.0',
    'cyclonedx-1.6': 'CycloneDX 1.6',
    'cyclonedx-1.7': 'CycloneDX 1.7',
  } as const satisfies Record<VexFormat, string>;
  const picked = await vscode.window.showQuickPick(
    vexFormats.map((format) => ({ label: labels[format], format })),
    { title: vscode.l10n.t('Export the decisions about vulnerable packages as…') },
  );
  return picked?.format;
}
