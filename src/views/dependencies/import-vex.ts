import * as vscode from 'vscode';
import type { VexImport } from '../../connection/dependency-api.ts';
import { Failure } from '../../connection/failure.ts';
import type { SessionFolder } from '../scan-activity.ts';
import { askFolder, type DocumentParts, withCancel } from './document-file.ts';

/** Bytes that a character takes at most. */
const bytesOfCharacter = 3;

/**
 * Shows what a VEX document would decide about the packages of a folder, and has it decided once a person agrees.
 * @param given the document, and whether it was agreed to already
 * @throws Failure for a file that is too large
 */
export async function importVex(parts: DocumentParts, given: readonly unknown[]): Promise<void> {
  const folder = await askFolder(parts);
  if (!folder) return;
  const source = given[0] instanceof vscode.Uri ? given[0] : await askSource(folder);
  if (!source) return;
  const plan = await withCancel(vscode.l10n.t('Reading the VEX document'), (signal) =>
    parts.use(
      signal,
      async ({ dependencies }) => {
        const text = await textOf(source, dependencies.longestVex);
        return { text, outcome: await dependencies.importVex(folder.repositoryId, text, true, signal) };
      },
      folder.uri,
    ),
  );
  if (!plan) return;
  const { text, outcome } = plan;
  if (outcome.issues.length === 0) {
    const nothing = vscode.l10n.t('The document of {0} decides about no issue here.', outcome.author);
    void vscode.window.showInformationMessage([nothing, ...leftOver(outcome)].join(' '));
    return;
  }
  if (given[1] !== true && !(await isAgreed(outcome))) return;
  const done = await withCancel(vscode.l10n.t('Importing the VEX document'), (signal) =>
    parts.use(
      signal,
      ({ dependencies }) => dependencies.importVex(folder.repositoryId, text, false, signal),
      folder.uri,
    ),
  );
  if (!done) return;
  parts.store.upsert(
    folder.uri,
    done.issues.filter(({ id }) => parts.store.get(id) !== undefined),
  );
  const decided = vscode.l10n.t('Issues decided by the VEX document: {0}.', done.issues.length);
  void vscode.window.showInformationMessage([decided, ...leftOver(done)].join(' '));
}

async function askSource(folder: SessionFolder): Promise<vscode.Uri | undefined> {
  const [chosen] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Import VEX'),
      openLabel: vscode.l10n.t('Import'),
      filters: { [vscode.l10n.t('OpenVEX or CycloneDX')]: ['json'] },
      defaultUri: vscode.Uri.parse(folder.uri),
    })) ?? [];
  return chosen;
}

async function textOf(source: vscode.Uri, longest: number): Promise<string> {
  const { size } = await vscode.workspace.fs.stat(source);
  const text =
    size > longest * bytesOfCharacter
      ? undefined
      : Buffer.from(await vscode.workspace.fs.readFile(source)).toString('utf8');
  if (text === undefined || text.length > longest)
    throw new Failure({
      what: vscode.l10n.t(
        'The file has more than {0} characters, too many for a VEX document.',
        longest.toLocaleString(),
      ),
    });
  return text;
}

async function isAgreed(outcome: VexImport): Promise<boolean> {
  const decide = vscode.l10n.t('Decide');
  const detail = [
    vscode.l10n.t('Issues that the document decides about: {0}.', outcome.issues.length),
    ...leftOver(outcome),
    vscode.l10n.t('You can undo any decision.'),
  ].join('\n');
  const question = vscode.l10n.t('Decide as the VEX document of {0} says?', outcome.author);
  const options = { modal: true, detail };
  return (await vscode.window.showWarningMessage(question, options, decide)) === decide;
}

/** What the document leaves as it is, as sentences; none where there is nothing of the kind. */
function leftOver(outcome: VexImport): readonly string[] {
  const counts: readonly (readonly [number, string])[] = [
    [
      outcome.conflictCount,
      vscode.l10n.t('Later decisions by people, which stay: {0}.', outcome.conflictCount),
    ],
    [outcome.unchanged, vscode.l10n.t('Issues that are so already: {0}.', outcome.unchanged)],
    [outcome.undecided, vscode.l10n.t('Issues without a verdict yet: {0}.', outcome.undecided)],
    [
      outcome.unmatchedStatements,
      vscode.l10n.t('Statements about nothing that was found: {0}.', outcome.unmatchedStatements),
    ],
    [
      outcome.unreadStatements,
      vscode.l10n.t('Statements that could not be read: {0}.', outcome.unreadStatements),
    ],
  ];
  return counts.flatMap(([count, text]) => (count > 0 ? [text] : []));
}
