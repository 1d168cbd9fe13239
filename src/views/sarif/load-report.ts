import { createReadStream } from 'node:fs';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import { type Log, NoReport, readLog } from '../../workspace/sarif/read-log.ts';
import { type PlaceOf, WorkspaceFiles } from './report-files.ts';
import { type ReportFacts, ReportIssues } from './report-issues.ts';

/** A file apart, loaded with the first report. */

if (vscode.l10n.bundle) l10n.config({ contents: vscode.l10n.bundle });

/** Bytes of a report that is not on a disk, and so cannot be read in pieces. */
const largestElsewhere = 64_000_000;

export interface LoadedReport {
  readonly issues: ReportIssues;
  readonly facts: ReportFacts;
  readonly byFolder: Awaited<ReturnType<ReportIssues['all']>>['byFolder'];
}

/**
 * Reads a report and finds the files that it is about.
 * @param onProgress told the part that is read, 0–1
 * @param placeOf where a file is in the folders that are open; the extension's own, for it has a state
 * @throws Failure when it cannot be read, or is no SARIF 2.1.0
 */
export async function loadReport(
  uri: vscode.Uri,
  signal: AbortSignal,
  onProgress: (part: number) => void,
  placeOf: PlaceOf,
): Promise<LoadedReport> {
  const name = vscode.workspace.asRelativePath(uri);
  const stat = await vscode.workspace.fs.stat(uri).then(
    (found) => found,
    () => undefined,
  );
  if (!stat || (stat.type & vscode.FileType.File) === 0)
    throw new Failure({ what: vscode.l10n.t('There is no file {0}.', name) });
  if (uri.scheme !== 'file' && stat.size > largestElsewhere)
    throw new Failure({
      what: vscode.l10n.t('{0} is larger than 64 MB and on no disk of this machine.', name),
      advice: vscode.l10n.t('Copy it to a folder on the disk, and open it there.'),
    });
  const chunks =
    uri.scheme === 'file'
      ? createReadStream(uri.fsPath, { highWaterMark: 64 * 1024 })
      : [await vscode.workspace.fs.readFile(uri)];
  const log = await readOrExplain(name, async () =>
    readLog(chunks, { signal, onProgress: (bytes) => onProgress(bytes / Math.max(1, stat.size)) }),
  );
  refuseBroken(name, log);
  const folders = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.toString());
  const issues = new ReportIssues(
    log,
    { folders, report: uri.toString(), writtenAt: stat.mtime },
    new WorkspaceFiles(signal, placeOf),
  );
  return { issues, ...(await issues.all(signal)) };
}

/** A file that breaks off before its first result says nothing: least of all that there is no issue. */
function refuseBroken(name: string, { fault, runs }: Log): void {
  if (fault === undefined || runs.some(({ results }) => results.length > 0)) return;
  throw new Failure({
    what: vscode.l10n.t('{0} is broken ({1}), so none of its results can be shown.', name, fault),
    advice: vscode.l10n.t('Run the tool again to have it written whole, and open it then.'),
  });
}

async function readOrExplain(name: string, read: () => Promise<Log>): Promise<Log> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof NoReport && error.version !== undefined)
      throw new Failure({
        what: vscode.l10n.t('{0} is SARIF {1}; only 2.1.0 is read.', name, error.version),
        advice: vscode.l10n.t('Have the tool write SARIF 2.1.0.'),
      });
    if (error instanceof NoReport)
      throw new Failure({ what: vscode.l10n.t('{0} is no SARIF file: {1}', name, error.message) });
    if (error instanceof Error && 'code' in error)
      throw new Failure({ what: vscode.l10n.t('{0} cannot be read: {1}', name, error.message) });
    throw error;
  }
}
