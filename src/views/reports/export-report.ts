import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import type { ReportRequest } from '../../connection/repository/report-api.ts';
import { withCancel } from '../dependencies/document-file.ts';
import type { SessionFolder } from '../scan-activity.ts';
import type { Session } from '../session.ts';

export interface ReportParts {
  readonly session: Pick<Session, 'latest'>;
  /** Has the service of a folder make a report. */
  readonly make: (folder: string, request: ReportRequest, signal: AbortSignal) => Promise<Uint8Array>;
}

/** Those that the service makes; the window makes the others, of what it shows. */
const made = ['DOCX', 'CSV'] as const;
const elsewhere = { SARIF: 'parapet.exportSarif', SBOM: 'parapet.exportSbom' } as const;
type Made = (typeof made)[number];
type Format = Made | keyof typeof elsewhere;

/**
 * Writes a report of a scanned folder into a file that the user chooses.
 * @param given format and target, where they are known already
 * @throws Failure where nothing was scanned, or with the reason of the service
 */
export async function exportReport(parts: ReportParts, given: readonly unknown[]): Promise<void> {
  const format = made.find((one) => one === given[0]) ?? (await askFormat());
  if (!format) return;
  if (format === 'SARIF' || format === 'SBOM') {
    await vscode.commands.executeCommand(elsewhere[format]);
    return;
  }
  const folder = await askFolder(parts);
  if (!folder) return;
  const target = given[1] instanceof vscode.Uri ? given[1] : await askTarget(folder, format);
  if (!target) return;
  const request: ReportRequest = {
    format,
    name: folder.name,
    language: vscode.env.language.startsWith('de') ? 'de' : 'en',
    filters: {
      repositoryIds: [folder.repositoryId],
      ...(folder.prefix !== undefined && { pathPrefix: folder.prefix }),
    },
  };
  const content = await withCancel(vscode.l10n.t('Making the report of {0}', folder.name), (signal) =>
    parts.make(folder.uri, request, signal),
  );
  if (!content) return;
  await vscode.workspace.fs.writeFile(target, content);
  // Not awaited: whoever ran the command need not wait until the message is read.
  void offerToOpen(target, format);
}

async function askFormat(): Promise<Format | undefined> {
  const formats: readonly (vscode.QuickPickItem & { readonly format: Format })[] = [
    {
      label: vscode.l10n.t('Document (DOCX)'),
      detail: vscode.l10n.t('To send on, with summary, plots and each finding'),
      format: 'DOCX',
    },
    { label: vscode.l10n.t('Table (CSV)'), detail: vscode.l10n.t('One row for each issue'), format: 'CSV' },
    {
      label: 'SARIF',
      detail: vscode.l10n.t('The issues that the tree shows, for other tools'),
      format: 'SARIF',
    },
    {
      label: vscode.l10n.t('Bill of materials (SBOM)'),
      detail: vscode.l10n.t('Packages and AI components'),
      format: 'SBOM',
    },
  ];
  const picked = await vscode.window.showQuickPick(formats, { title: vscode.l10n.t('Export a report as…') });
  return picked?.format;
}

async function askFolder({ session }: ReportParts): Promise<SessionFolder | undefined> {
  const folders = session.latest.map(({ folder }) => folder);
  if (folders.length === 0)
    throw new Failure({
      what: vscode.l10n.t('There is nothing to report yet: this workspace was not scanned.'),
      advice: vscode.l10n.t('Scan the workspace first.'),
    });
  if (folders.length === 1) return folders[0];
  const picked = await vscode.window.showQuickPick(
    folders.map((folder) => ({ label: folder.name, folder })),
    { title: vscode.l10n.t('Which folder is the report about?') },
  );
  return picked?.folder;
}

async function askTarget(folder: SessionFolder, format: Made): Promise<vscode.Uri | undefined> {
  const ending = format.toLowerCase();
  return await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Report'),
    saveLabel: vscode.l10n.t('Export'),
    filters: { [format]: [ending] },
    defaultUri: vscode.Uri.joinPath(vscode.Uri.parse(folder.uri), `security-report.${ending}`),
  });
}

async function offerToOpen(target: vscode.Uri, format: Made): Promise<void> {
  const open = vscode.l10n.t('Open');
  const reveal = vscode.l10n.t('Show in Folder');
  const text = vscode.l10n.t('Exported to {0}.', vscode.workspace.asRelativePath(target));
  const picked = await vscode.window.showInformationMessage(text, open, reveal);
  if (picked === reveal) await vscode.commands.executeCommand('revealFileInOS', target);
  // The editor shows no documents; what the system has for them does.
  else if (picked === open && format === 'DOCX') await vscode.env.openExternal(target);
  else if (picked === open) await vscode.commands.executeCommand('vscode.open', target);
}
