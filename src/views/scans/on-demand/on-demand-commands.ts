import * as vscode from 'vscode';
import { Failure } from '../../../connection/failure.ts';
import { branches, type ChangeScope, usualBase } from '../../../workspace/changes.ts';
import { requireTrust } from '../../../workspace/trust.ts';
import { gatherChanges, gatherDocument, gatherResources, relativePath } from './gather.ts';
import type { Gather, OnDemandScans } from './on-demand-scans.ts';
import type { UseCodeScans } from './review.ts';
import type { Run } from './run.ts';
import { changeLabel, selectionLabel, type Target } from './target.ts';
import { endText, whatWasLeftOut } from './words.ts';

type Args = readonly unknown[];

/** The commands that scan something on demand: what they are about, from what VS Code passes them. */
export class OnDemandCommands {
  readonly #scans: OnDemandScans;
  readonly #useLocal: UseCodeScans;

  readonly #settle: (ids: readonly string[]) => Promise<void>;

  /** @param settle scans the project, where issues of it may be fixed */
  constructor(
    scans: OnDemandScans,
    useLocal: UseCodeScans,
    settle: (ids: readonly string[]) => Promise<void>,
  ) {
    this.#scans = scans;
    this.#useLocal = useLocal;
    this.#settle = settle;
  }

  /** A file that was saved just now: what is fixed with that is settled, and nothing else is said. */
  async scanSaved(document: vscode.TextDocument): Promise<void> {
    const gather = async () => gatherDocument(document, undefined);
    await this.#settleFixed(await this.#scans.scan(documentTarget(document), gather));
  }

  /** The lines that the selection touches; without a selection, the whole document. */
  async scanSelection(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (!editor) throw nothingOpen();
    const { document, selection } = editor;
    if (selection.isEmpty) return await this.#scanDocument(document);
    // Selecting whole lines ends before the first character of the line after them.
    const isAtStart = selection.end.character === 0 && selection.end.line > selection.start.line;
    const lines = { first: selection.start.line + 1, last: selection.end.line + (isAtStart ? 0 : 1) };
    await this.#run(
      {
        kind: 'selection',
        key: `selection ${document.uri.toString()}`,
        label: selectionLabel(nameOf(document.uri), lines.first, lines.last),
      },
      async () => gatherDocument(document, lines),
    );
  }

  /** The file of the editor, or those that are selected in the Explorer. */
  async scanFile(args: Args): Promise<void> {
    const uris = urisOf(args);
    const [only] = uris;
    if (!only) {
      const document = vscode.window.activeTextEditor?.document;
      if (!document) throw nothingOpen();
      return await this.#scanDocument(document);
    }
    await this.scanFiles(uris);
  }

  /** Files by themselves, whatever else is known of them. */
  async scanFiles(uris: readonly vscode.Uri[]): Promise<void> {
    const [only] = uris;
    const open = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === only?.toString());
    if (uris.length === 1 && open) return await this.#scanDocument(open);
    await this.#scanResources(uris);
  }

  async scanFolder(args: Args): Promise<void> {
    const uris = urisOf(args);
    if (uris.length > 0) return await this.#scanResources(uris);
    const [chosen] =
      (await vscode.window.showOpenDialog({
        title: vscode.l10n.t('Scan a folder of this workspace'),
        openLabel: vscode.l10n.t('Scan'),
        canSelectFiles: false,
        canSelectFolders: true,
        ...(vscode.workspace.workspaceFolders?.[0]
          ? { defaultUri: vscode.workspace.workspaceFolders[0].uri }
          : {}),
      })) ?? [];
    if (!chosen) return;
    if (!vscode.workspace.getWorkspaceFolder(chosen)) {
      throw new Failure({
        what: vscode.l10n.t('{0} is not in this workspace.', chosen.fsPath),
        advice: vscode.l10n.t('Add it to the workspace first: its issues need a folder to be shown in.'),
      });
    }
    await this.#scanResources([chosen]);
  }

  /** Asks which changes are meant. */
  async scanChanges(): Promise<void> {
    const picked = await vscode.window.showQuickPick(
      [
        {
          label: vscode.l10n.t('$(edit) Working tree'),
          description: vscode.l10n.t('everything that is not committed'),
          run: () => this.scanWorkingTree([]),
        },
        {
          label: vscode.l10n.t('$(diff-added) Staged'),
          description: vscode.l10n.t('what the next commit brings'),
          run: () => this.scanStaged([]),
        },
        {
          label: vscode.l10n.t('$(git-branch) Branch'),
          description: vscode.l10n.t('what this branch brings since it left another, committed or not'),
          run: () => this.scanBranch([]),
        },
      ],
      { title: vscode.l10n.t('Scan which changes?'), matchOnDescription: true },
    );
    await picked?.run();
  }

  async scanWorkingTree(args: Args): Promise<void> {
    await this.#scanChange({ kind: 'workingTree' }, await repositoryOf(args));
  }

  async scanStaged(args: Args): Promise<void> {
    await this.#scanChange({ kind: 'staged' }, await repositoryOf(args));
  }

  async scanBranch(args: Args): Promise<void> {
    const where = await repositoryOf(args);
    if (!where) return;
    const { signal } = new AbortController();
    const base = await chooseBase((where.gitFolder ?? where.folder.uri).fsPath, signal);
    if (base !== undefined) await this.#scanChange({ kind: 'branch', base }, where);
  }

  /** The changed files that are selected in the Source Control view. */
  async scanChangedFiles(args: Args): Promise<void> {
    const uris = args.flatMap((arg) => {
      const uri = fieldOf(arg, 'resourceUri');
      return uri instanceof vscode.Uri ? [uri] : [];
    });
    const folder = uris[0] && vscode.workspace.getWorkspaceFolder(uris[0]);
    if (!folder) throw new Failure({ what: vscode.l10n.t('No changed file of this workspace is selected.') });
    requireTrustForGit();
    const names = uris.map((uri) => relativePath(folder, uri)).sort();
    await this.#run(
      {
        kind: 'workingTree',
        key: `changes ${folder.uri.toString()} ${names.join('\n')}`,
        label:
          names.length === 1
            ? vscode.l10n.t('Changes in {0}', nameOf(uris[0] ?? folder.uri))
            : vscode.l10n.t('Changes in {0} files', names.length),
      },
      (signal) => gatherChanges(folder, { kind: 'workingTree' }, signal, undefined, uris),
    );
  }

  async repeat(node: unknown): Promise<void> {
    const id = fieldOf(node, 'id');
    if (typeof id !== 'string') return;
    const run = await this.#scans.repeat(id);
    tell(run);
    await this.#settleFixed(run);
  }

  cancel(node: unknown): void {
    const id = fieldOf(node, 'id');
    this.#scans.cancel(typeof id === 'string' ? id : undefined);
  }

  clear(node: unknown): void {
    const id = fieldOf(node, 'id');
    this.#scans.clear(typeof id === 'string' ? id : undefined);
  }

  async #scanDocument(document: vscode.TextDocument): Promise<void> {
    await this.#run(documentTarget(document), async () => gatherDocument(document, undefined));
  }

  async #scanResources(uris: readonly vscode.Uri[]): Promise<void> {
    const names = uris.map(String).sort();
    const folder = uris[0] && vscode.workspace.getWorkspaceFolder(uris[0]);
    const isRoot = folder?.uri.toString() === uris[0]?.toString();
    const label =
      uris.length === 1 && uris[0]
        ? isRoot && folder
          ? folder.name
          : nameOf(uris[0])
        : vscode.l10n.t('{0} files and folders', uris.length);
    await this.#run({ kind: 'resources', key: `resources ${names.join('\n')}`, label }, (signal) =>
      gatherResources(uris, this.#useLocal, signal),
    );
  }

  async #scanChange(scope: ChangeScope, where: RepositoryArgument | undefined): Promise<void> {
    if (!where) return;
    requireTrustForGit();
    const { folder, gitFolder } = where;
    const base = scope.kind === 'branch' ? scope.base : '';
    const isOneOfSeveral = (vscode.workspace.workspaceFolders?.length ?? 0) > 1 || gitFolder !== undefined;
    const name = gitFolder === undefined ? folder.name : nameOf(gitFolder);
    await this.#run(
      {
        kind: scope.kind,
        key: `${scope.kind} ${(gitFolder ?? folder.uri).toString()}`,
        label: changeLabel(scope.kind, base, isOneOfSeveral ? name : undefined),
      },
      (signal) => gatherChanges(folder, scope, signal, gitFolder, undefined),
    );
  }

  async #run(target: Target, gather: Gather): Promise<void> {
    const run = this.#scans.scan(target, gather);
    vscode.window.setStatusBarMessage(
      `$(sync~spin) ${vscode.l10n.t('Parapet scans: {0}', target.label)}`,
      run.catch(() => undefined),
    );
    const ended = await run;
    tell(ended);
    await this.#settleFixed(ended);
  }

  /** What is not in the saved files any more, the project's own scan settles. */
  async #settleFixed(run: Run | undefined): Promise<void> {
    if (run?.outcome && isSettling(run)) await this.#settle(run.outcome.missed);
  }
}

/** Whether issues of the project are no longer in files as they are saved. */
function isSettling({ state, outcome }: Run): boolean {
  if (state.kind !== 'done' || outcome?.how !== 'project' || outcome.missed.length === 0) return false;
  return !vscode.workspace.textDocuments.some(
    ({ uri, isDirty }) =>
      isDirty && vscode.workspace.getWorkspaceFolder(uri)?.uri.toString() === outcome.folder,
  );
}

function documentTarget(document: vscode.TextDocument): Target {
  return { kind: 'document', key: `resources ${document.uri.toString()}`, label: nameOf(document.uri) };
}

/** What the status bar says of the last scan. */
let told: vscode.Disposable | undefined;

/** Says in the status bar what came of it; when nothing was scanned at all, in a message that says why. */
function tell(run: Run | undefined): void {
  if (run?.state.kind !== 'done' || !run.outcome) return;
  const { filesSent, leftOut } = run.outcome;
  if (filesSent === 0 && leftOut.length > 0) {
    const show = vscode.l10n.t('Show Why');
    const text = vscode.l10n.t('Nothing was scanned of {0}: {1}', run.target.label, whatWasLeftOut(leftOut));
    void vscode.window.showWarningMessage(text, show).then((picked) => {
      if (picked === show) void vscode.commands.executeCommand('parapet.scans.focus');
    });
    return;
  }
  told?.dispose();
  // What came of those, the scan of the project says.
  if (isSettling(run)) return;
  const { icon, text, isNotice } = endText(run.target, run.outcome);
  if (isNotice) void vscode.window.showInformationMessage(text);
  told = vscode.window.setStatusBarMessage(`$(${icon}) ${text}`, 8_000);
}

interface RepositoryArgument {
  readonly folder: vscode.WorkspaceFolder;
  /** The repository that was clicked, when it is not the workspace folder itself. */
  readonly gitFolder: vscode.Uri | undefined;
}

/** The repository whose title was clicked in the Source Control view, else the folder of the editor, else the one asked for. */
async function repositoryOf([first]: Args): Promise<RepositoryArgument | undefined> {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const [onlyFolder] = folders;
  if (!onlyFolder) {
    throw new Failure({
      what: vscode.l10n.t('No folder on a disk is open, so nothing has changes.'),
      advice: vscode.l10n.t('Open a folder first.'),
    });
  }
  const root = fieldOf(first, 'rootUri');
  if (root instanceof vscode.Uri) {
    const exact = folders.find(({ uri }) => uri.toString() === root.toString());
    if (exact) return { folder: exact, gitFolder: undefined };
    const around = vscode.workspace.getWorkspaceFolder(root);
    if (around) return { folder: around, gitFolder: root };
    // A repository above the workspace folder: what is in the folder counts.
    const within = folders.find(({ uri }) => uri.path.startsWith(`${root.path}/`));
    if (within) return { folder: within, gitFolder: undefined };
  }
  if (folders.length === 1) return { folder: onlyFolder, gitFolder: undefined };
  const active = vscode.window.activeTextEditor;
  const ofEditor = active && vscode.workspace.getWorkspaceFolder(active.document.uri);
  if (ofEditor) return { folder: ofEditor, gitFolder: undefined };
  const folder = await vscode.window.showWorkspaceFolderPick({
    placeHolder: vscode.l10n.t('Scan the changes of which folder?'),
  });
  return folder && { folder, gitFolder: undefined };
}

/** The branch that this one is compared with: the one that others are usually merged into, else the one chosen. */
async function chooseBase(folder: string, signal: AbortSignal): Promise<string | undefined> {
  requireTrustForGit();
  const usual = await usualBase(folder);
  if (usual !== undefined) return usual;
  const names = await branches(folder, signal);
  if (names.length === 0) {
    throw new Failure({
      what: vscode.l10n.t('The repository has no branch to compare with.'),
      advice: vscode.l10n.t('Scan the working tree’s changes instead.'),
    });
  }
  return await vscode.window.showQuickPick([...names], {
    title: vscode.l10n.t('Which branch did this one leave?'),
  });
}

/** A repository has its say before it is trusted only where what is open is read. */
function requireTrustForGit(): void {
  requireTrust(
    vscode.l10n.t('This workspace is not trusted, so git is not asked what changed in it.'),
    vscode.l10n.t('Trust it first, or scan the file or a selection: that runs nothing.'),
  );
}

/** What the Explorer and the editor's title pass: the clicked resource, and all that are selected. */
function urisOf([first, second]: Args): readonly vscode.Uri[] {
  const selected = Array.isArray(second) ? second.filter((one) => one instanceof vscode.Uri) : [];
  if (selected.length > 0) return selected;
  return first instanceof vscode.Uri ? [first] : [];
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !(name in value)) return undefined;
  return Reflect.get(value, name);
}

function nameOf(uri: vscode.Uri): string {
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  return name === '' ? uri.toString(true) : name;
}

function nothingOpen(): Failure {
  return new Failure({
    what: vscode.l10n.t('No text is open in an editor.'),
    advice: vscode.l10n.t('Open a file, or choose one in the Explorer.'),
  });
}
