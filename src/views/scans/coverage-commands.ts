import * as vscode from 'vscode';
import type { Skip } from '../../api/contract/scans/coverage.ts';
import { uriOf } from '../issues/locations.ts';
import type { ScanWishes } from '../scan-activity.ts';
import { type CoverageGaps, canGoDeeper } from './coverage-gaps.ts';
import { skipReasonText } from './scan-nodes.ts';

export interface CoverageParts {
  readonly all: () => readonly CoverageGaps[];
  readonly scan: (wishes: ScanWishes) => Promise<void>;
  readonly showInScans: () => Promise<void>;
}

interface Pick extends vscode.QuickPickItem {
  readonly run?: () => PromiseLike<unknown>;
}

/** Lists the files that were not analysed, or in part, each with its reason; leads to them and to a deeper scan. */
export async function showCoverage(parts: CoverageParts): Promise<void> {
  const open = parts.all().filter(({ gaps }) => gaps.length > 0);
  if (open.length === 0) {
    await parts.showInScans();
    return;
  }
  const actions: Pick[] = [
    ...(open.some(canGoDeeper)
      ? [
          {
            label: `$(zoom-in) ${vscode.l10n.t('Analyse Deeper')}`,
            description: vscode.l10n.t('scan again with larger limits'),
            run: () => analyseDeeper(parts),
          },
        ]
      : []),
    {
      label: `$(list-tree) ${vscode.l10n.t('Show in the Scans View')}`,
      description: vscode.l10n.t('with all that was left out, also on purpose'),
      run: () => parts.showInScans(),
    },
  ];
  const files = open.flatMap(({ folder, gaps }) =>
    gaps.toSorted(partialFirst).map((gap) => pickOf(gap, folder.uri, open.length > 1 ? folder.name : '')),
  );
  const separator = { label: vscode.l10n.t('Files'), kind: vscode.QuickPickItemKind.Separator };
  const picked = await vscode.window.showQuickPick<Pick>([...actions, separator, ...files], {
    title: vscode.l10n.t('Not Analysed, or in Part'),
    placeHolder: vscode.l10n.t('Choose a file to open it'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  await picked?.run?.();
}

/** Scans the folders again in which a limit was met, with larger ones. */
export async function analyseDeeper({ all, scan }: CoverageParts): Promise<void> {
  const folders = all()
    .filter(canGoDeeper)
    .map(({ folder }) => folder.uri);
  await scan({ depth: 'deep', ...(folders.length > 0 && { only: new Set(folders) }) });
}

function partialFirst(a: Skip, b: Skip): number {
  return Number(b.partial) - Number(a.partial);
}

function pickOf({ file, reason, detail, partial }: Skip, folder: string, folderName: string): Pick {
  const isWhole = file === '.';
  const state = partial ? vscode.l10n.t('in part') : vscode.l10n.t('not analysed');
  return {
    label: isWhole ? vscode.l10n.t('Whole folder') : file,
    description: [folderName, state, skipReasonText(reason)].filter((part) => part !== '').join(' · '),
    detail,
    ...(isWhole ? {} : { run: () => vscode.commands.executeCommand('vscode.open', uriOf(folder, file)) }),
  };
}
