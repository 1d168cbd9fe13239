import * as vscode from 'vscode';
import { bomDocument } from '../../api/bom/bom-document.ts';
import { type BomFormat, bomFormats } from '../../api/bom/bom-formats.ts';
import { bomPackages } from '../../api/bom/listed-packages.ts';
import { Failure } from '../../connection/failure.ts';
import { inventoryOf } from '../ai-components/workspace-inventory.ts';

import { askFolder, askTarget, type DocumentParts, saveDocument, withCancel } from './document-file.ts';

/**
 * Writes the bill of materials of a scanned folder: its packages and, where the format has them, its AI components.
 * @param given format and target, where they are known already
 * @throws Failure where there is no package, or where there are too many to list them all
 */
export async function exportSbom(parts: DocumentParts, given: readonly unknown[]): Promise<void> {
  const folder = await askFolder(parts);
  if (!folder) return;
  const format = bomFormats.find((one) => one === given[0]) ?? (await askFormat());
  if (!format) return;
  const title = vscode.l10n.t('Export Bill of Materials');
  const name = format.startsWith('spdx') ? 'sbom.spdx.json' : 'sbom.cdx.json';
  const target = given[1] instanceof vscode.Uri ? given[1] : await askTarget(title, folder, name);
  if (!target) return;
  const content = await withCancel(vscode.l10n.t('Collecting the packages of {0}', folder.name), (signal) =>
    parts.use(
      signal,
      async ({ dependencies, inventory }) => {
        const list = await dependencies.packages(folder.repositoryId, signal);
        const packages = (list?.packages ?? []).filter(({ manifestPath }) =>
          manifestPath.startsWith(folder.prefix ?? ''),
        );
        const { components, isCut } = await inventoryOf(inventory, folder, signal);
        return { packages, components, isCut: isCut || list?.isCut === true };
      },
      folder.uri,
    ),
  );
  if (!content) return;
  if (content.isCut)
    throw new Failure({
      what: vscode.l10n.t('{0} has more packages than can be listed here.', folder.name),
      advice: vscode.l10n.t('Run “parapet sbom” in a terminal: it writes them all.'),
    });
  if (content.packages.length + content.components.length === 0)
    throw new Failure({
      what: vscode.l10n.t('The latest scan of {0} found no package.', folder.name),
      advice: vscode.l10n.t('Scan the workspace, then export again.'),
    });
  const subject = { name: folder.name, toolVersion: parts.version, at: new Date() };
  const document = bomDocument(format, subject, {
    packages: bomPackages(content.packages),
    components: content.components.map(({ component }) => component),
  });
  await saveDocument(target, document);
}

async function askFormat(): Promise<BomFormat | undefined> {
  const labels = {
    'cyclonedx-1.6': 'CycloneDX 1.6',
    'cyclonedx-1.7': 'CycloneDX 1.7',
    'spdx-2.3': 'SPDX 2.3',
    'spdx-json-3.0': 'SPDX 3.0.1',
  } as const satisfies Record<BomFormat, string>;
  const all = vscode.l10n.t('packages and AI components');
  const picked = await vscode.window.showQuickPick(
    bomFormats.map((format) => ({
      label: labels[format],
      description: format === 'spdx-2.3' ? vscode.l10n.t('packages') : all,
      format,
    })),
    { title: vscode.l10n.t('Export the bill of materials as…') },
  );
  return picked?.format;
}
