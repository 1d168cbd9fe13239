import * as vscode from 'vscode';
import type { Connection } from '../connection/connection.ts';
import { Failure } from '../connection/failure.ts';
import { type FolderRemotes, remotesOf } from './remotes.ts';

/** A workspace folder and the repository that the service knows it as. */
export interface FolderRepository {
  readonly folder: vscode.WorkspaceFolder;
  readonly repositoryId: string;
  /** Path of the folder in the repository, with `/` at its end: the service's paths begin with it. */
  readonly prefix: string;
}

/** Which repository of the service each workspace folder is. */
export class Repositories {
  readonly #connection: Connection;
  readonly #log: (message: string) => void;

  constructor(connection: Connection, log: (message: string) => void) {
    this.#connection = connection;
    this.#log = log;
  }

  /** Folders that can be scanned: those on a disk. */
  get folders(): readonly vscode.WorkspaceFolder[] {
    return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  }

  /** Folders that another extension provides: their files can be submitted, but not read from a disk. */
  get virtualFolders(): readonly vscode.WorkspaceFolder[] {
    return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme !== 'file');
  }

  /**
   * The repositories of all folders; to the service on this machine, folders it does not know are added.
   * @throws Failure when the service knows none of them; of several, those that it does not know are left out
   */
  async ofFolders(signal: AbortSignal): Promise<readonly FolderRepository[]> {
    const found: FolderRepository[] = [];
    let failure: Failure | undefined;
    for (const folder of this.folders) {
      const repository = await this.#ofFolder(folder, signal);
      if (!(repository instanceof Failure)) {
        found.push({ folder, ...repository });
        continue;
      }
      this.#log(`${folder.name} is left out: ${repository.sentence}`);
      failure ??= repository;
    }
    if (failure && found.length === 0) throw failure;
    return found;
  }

  /** @returns why the folder is no repository of the service, where that is so */
  async #ofFolder(
    folder: vscode.WorkspaceFolder,
    signal: AbortSignal,
  ): Promise<Pick<FolderRepository, 'repositoryId' | 'prefix'> | Failure> {
    if (!this.#connection.remote) {
      const { id } = await this.#connection.use(signal, (api) =>
        api.addLocalRepository(folder.uri.fsPath, folder.name, signal),
      );
      return { repositoryId: id, prefix: '' };
    }
    const known = await remotesOf(folder.uri.fsPath, signal);
    if (known.kind !== 'repository' || known.remotes.length === 0) return withoutRemote(folder, known);
    const repository = await this.#connection.use(signal, (api) =>
      api.repositoryOfRemotes(known.remotes, signal),
    );
    return repository ? { repositoryId: repository.id, prefix: known.prefix } : notThere(folder);
  }
}

function withoutRemote({ name }: vscode.WorkspaceFolder, { kind }: FolderRemotes): Failure {
  const local = vscode.l10n.t('Or use the service on this machine.');
  switch (kind) {
    case 'noGit':
      return new Failure({
        what: vscode.l10n.t(
          'Git is not installed, or not on the path, so nobody knows which repository {0} is.',
          name,
        ),
        advice: `${vscode.l10n.t('Install it, and reload the window.')} ${local}`,
      });
    case 'noRepository':
      return new Failure({
        what: vscode.l10n.t('The folder {0} is in no git repository, so the service cannot know it.', name),
        advice: vscode.l10n.t(
          'Open a clone of a repository that it knows, or use the service on this machine.',
        ),
      });
    case 'repository':
      return new Failure({
        what: vscode.l10n.t('The repository of {0} has no remote, so the service cannot know it.', name),
        advice: vscode.l10n.t('Add the remote, or use the service on this machine.'),
      });
  }
}

function notThere({ name }: vscode.WorkspaceFolder): Failure {
  return new Failure({
    what: vscode.l10n.t('The service has no repository with a remote of {0}.', name),
    advice: vscode.l10n.t(
      'Add the repository there, choose another organization, or use the service on this machine.',
    ),
  });
}
