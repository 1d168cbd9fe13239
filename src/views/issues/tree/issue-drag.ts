import * as vscode from 'vscode';
import { issuesMarkdown } from '../issue-markdown.ts';
import type { IssueStore } from '../issue-store.ts';
import { type KnownIssue, shownLine } from '../known-issue.ts';
import { fileUri } from '../locations.ts';
import { idsOf, type TreeNode } from './issues-view.ts';

/** What a dragged issue is known by where it is dropped into an editor. */
const issuesMime = 'application/vnd.code.tree.parapet.issues';

/** Findings can be dragged: into an editor, where they open or are written down, and into a chat as context. */
export class IssueDrag implements vscode.TreeDragAndDropController<TreeNode> {
  readonly dragMimeTypes = ['text/uri-list', 'text/plain'];
  readonly dropMimeTypes = [];
  readonly #store: IssueStore;

  constructor(store: IssueStore) {
    this.#store = store;
  }

  handleDrag(source: readonly TreeNode[], transfer: vscode.DataTransfer): void {
    const dragged = idsOf(source).flatMap((id) => this.#store.get(id) ?? []);
    if (dragged.length === 0) return;
    const markdown = issuesMarkdown(dragged);
    transfer.set('text/uri-list', new vscode.DataTransferItem(uriList(dragged)));
    transfer.set('text/plain', new vscode.DataTransferItem(markdown));
    transfer.set(issuesMime, new vscode.DataTransferItem(markdown));
  }
}

/** Each place once, with its line. */
function uriList(issues: readonly KnownIssue[]): string {
  const uris = issues.map((known) =>
    fileUri(known)
      .with({ fragment: `L${shownLine(known)}` })
      .toString(),
  );
  return [...new Set(uris)].join('\r\n');
}

/** Writes dragged findings into the text they are dropped on (with Shift held, as for any drop). */
export function registerIssueDrop(): vscode.Disposable {
  const kind = vscode.DocumentDropOrPasteEditKind.Text.append('parapet', 'issue');
  return vscode.languages.registerDocumentDropEditProvider(
    { pattern: '**' },
    {
      async provideDocumentDropEdits(_document, _position, transfer) {
        const text = await transfer.get(issuesMime)?.asString();
        if (text === undefined || text === '') return undefined;
        return new vscode.DocumentDropEdit(text, vscode.l10n.t('Insert the finding as Markdown'), kind);
      },
    },
    { dropMimeTypes: [issuesMime], providedDropEditKinds: [kind] },
  );
}
