import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import { toChip } from './chat-words.ts';
import { type Chip, mostChips } from './messages.ts';
import type { ChatParts } from './parts.ts';

/** Characters of a selection that the agent takes; a longer one is looked up in its file instead. */
const longestSelection = 100_000;

/** What in the window can be shown to the agent. */
export class ContextChips {
  readonly #parts: Pick<ChatParts, 'store' | 'placeOf'>;

  constructor(parts: Pick<ChatParts, 'store' | 'placeOf'>) {
    this.#parts = parts;
  }

  issue(issueId: string): Chip {
    return toChip({ kind: 'issue', issueId }, (id) => this.#parts.store.get(id)?.issue.title);
  }

  /** @throws Failure when the file is in no open folder */
  file(uri: vscode.Uri): Chip {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    if (!folder) {
      throw new Failure({
        what: vscode.l10n.t('{0} is in no open folder, so the agent cannot read it.', uri.path),
        advice: vscode.l10n.t('Select its text and add the selection instead.'),
      });
    }
    return this.#chip({ kind: 'file', path: this.#parts.placeOf(uri.with({ fragment: '' })).file });
  }

  /** What is selected in an editor, or its line. */
  selection({ document, selection }: vscode.TextEditor): Chip {
    const range = selection.isEmpty
      ? document.lineAt(selection.active.line).range
      : new vscode.Range(selection.start, selection.end);
    return this.#lines(document, range);
  }

  /** Whole files that were dropped, or the line of one where the address names it (`#L12`). */
  async dropped(uris: readonly string[]): Promise<readonly Chip[]> {
    const chips: Chip[] = [];
    for (const text of uris.slice(0, mostChips)) {
      const uri = here(vscode.Uri.parse(text, true));
      const { type } = await vscode.workspace.fs.stat(uri.with({ fragment: '' }));
      if ((type & vscode.FileType.Directory) !== 0) {
        throw new Failure({
          what: vscode.l10n.t('{0} is a folder.', vscode.workspace.asRelativePath(uri)),
          advice: vscode.l10n.t('Drop its files instead, or name the folder in your question.'),
        });
      }
      chips.push(this.file(uri));
    }
    return chips;
  }

  /** Asks for one of what is at hand: the selection, open files, files of the workspace, issues. */
  async choose(): Promise<readonly Chip[]> {
    const editor = vscode.window.activeTextEditor;
    const items = [
      ...(editor ? [this.#item('$(selection)', () => this.selection(editor))] : []),
      ...openFiles().map((uri) => this.#item('$(file)', () => this.file(uri))),
      ...[...this.#parts.store.all()]
        .slice(0, 300)
        .map(({ issue }) =>
          this.#item('$(shield)', () => this.issue(issue.id), `${issue.file}:${issue.startLine}`),
        ),
    ].flatMap((item) => item ?? []);
    const more = {
      label: `$(folder-opened) ${vscode.l10n.t('Other files…')}`,
      description: '',
      chip: undefined,
    };
    const picked = await vscode.window.showQuickPick([...items, more], {
      title: vscode.l10n.t('Add to the chat'),
      placeHolder: vscode.l10n.t('What the agent should look at'),
      matchOnDescription: true,
      canPickMany: true,
    });
    if (!picked) return [];
    const others = picked.includes(more) ? await this.#otherFiles() : [];
    return [...picked.flatMap(({ chip }) => chip ?? []), ...others];
  }

  /** Undefined for what cannot be added. */
  #item(icon: string, make: () => Chip, description?: string) {
    try {
      const chip = make();
      return { label: `${icon} ${chip.label}`, description: description ?? chip.detail, chip };
    } catch {
      return undefined;
    }
  }

  async #otherFiles(): Promise<readonly Chip[]> {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    const uris = await vscode.window.showOpenDialog({
      canSelectMany: true,
      openLabel: vscode.l10n.t('Add'),
      ...(folder ? { defaultUri: folder.uri } : {}),
    });
    return (uris ?? []).map((uri) => this.file(uri));
  }

  #lines(document: vscode.TextDocument, range: vscode.Range): Chip {
    const text = document.getText(range);
    if (text.length > longestSelection) {
      throw new Failure({
        what: vscode.l10n.t('The selection has more than {0} characters.', longestSelection.toLocaleString()),
        advice: vscode.l10n.t('Select less, or add the whole file.'),
      });
    }
    const { file } = this.#parts.placeOf(document.uri);
    // A selection that ends before the first character of a line has nothing of it.
    const isBefore = range.end.character === 0 && range.end.line > range.start.line;
    const endLine = range.end.line + (isBefore ? 0 : 1);
    return this.#chip({ kind: 'selection', path: file, startLine: range.start.line + 1, endLine, text });
  }

  #chip(value: Chip['value']): Chip {
    return toChip(value, () => undefined);
  }
}

/** A window on another machine names files by that machine, on which this runs. */
function here(uri: vscode.Uri): vscode.Uri {
  return uri.scheme === 'vscode-remote' ? uri.with({ scheme: 'file', authority: '' }) : uri;
}

function openFiles(): readonly vscode.Uri[] {
  const uris = vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
  return [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
}
