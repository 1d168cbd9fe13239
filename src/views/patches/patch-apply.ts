import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import { replacements } from '../../workspace/patches/patch-edits.ts';
import { mergeTexts, plain } from '../../workspace/patches/patch-merge.ts';
import { confirmPlaces, type Places, placesOf } from './patch-places.ts';
import type { ReviewPlan } from './patch-review.ts';

/** A file that was changed, and what makes it what it was. */
export interface AppliedFile {
  readonly document: vscode.TextDocument;
  /** Plain. */
  readonly before: string;
  readonly after: string;
  /** It had no unsaved edits, so it was saved with the patch. */
  readonly isSaved: boolean;
}

/**
 * Changes all files in one step of the editor, which its own undo takes back; git's index is not touched. Files
 * without unsaved edits are saved; those with some are left to their author.
 * @param places where the files were before they were planned
 * @throws Failure when the editor does not take the change: then nothing was changed; or when a file was replaced
 */
export async function applyPlan(
  { files }: Pick<ReviewPlan, 'files'>,
  places: Places,
): Promise<readonly AppliedFile[]> {
  const wasDirty = new Set(files.filter(({ document }) => document.isDirty).map(({ file }) => file));
  await replaceAll(files);
  const applied: AppliedFile[] = [];
  for (const { document, before, file } of files) {
    const isSaved = !wasDirty.has(file) && (await document.save());
    applied.push({ document, before, after: plain(document.getText()), isSaved });
  }
  await confirmPlaces(documentsOf(files), places);
  return applied;
}

/**
 * Makes files what they were before. Other edits since are kept.
 * @throws Failure when the changed lines were edited since: then nothing is changed
 */
export async function takeBack(applied: readonly AppliedFile[]): Promise<void> {
  const places = await placesOf(documentsOf(applied));
  const files = applied.map(({ document, before, after }) => {
    const present = plain(document.getText());
    const restored = present === after ? before : mergeTexts(after, present, before);
    if (restored === undefined) {
      throw new Failure({
        what: vscode.l10n.t(
          'The patched lines of {0} were edited since, so the patch is not taken back.',
          vscode.workspace.asRelativePath(document.uri),
        ),
        advice: vscode.l10n.t(
          'The editor’s own undo, or your version control, can take it back step by step.',
        ),
      });
    }
    return { document, before: present, after: restored };
  });
  const wasDirty = new Set(files.filter(({ document }) => document.isDirty).map(({ document }) => document));
  await replaceAll(files);
  for (const { document } of files) if (!wasDirty.has(document)) await document.save();
  await confirmPlaces(documentsOf(files), places);
}

const documentsOf = (files: readonly { readonly document: vscode.TextDocument }[]) =>
  files.map(({ document }) => document);

async function replaceAll(
  files: readonly {
    readonly document: vscode.TextDocument;
    readonly before: string;
    readonly after: string;
  }[],
): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  for (const { document, before, after } of files) {
    for (const { start, end, newText } of replacements(before, after)) {
      const range = new vscode.Range(start.line, start.character, end.line, end.character);
      edit.replace(document.uri, range, newText);
    }
  }
  // The editor refuses it as a whole when one of the files was changed in this very moment.
  if (await vscode.workspace.applyEdit(edit)) return;
  throw new Failure({
    what: vscode.l10n.t('The editor did not take the change, and nothing was changed.'),
    mayPass: true,
    advice: vscode.l10n.t('Look whether the files may be written, and try again.'),
  });
}
