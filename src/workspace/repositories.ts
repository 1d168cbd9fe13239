import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import type { Connection } from '../connection/connection.ts';
import { Failure } from '../connection/failure.ts';

/** A workspace folder and the repository that the service knows it as. */
export interface FolderRepository {
  readonly folder: vscode.WorkspaceFolder;
  readonly repositoryId: string;
}

const run = promisify(execFile);

/** Which repository of the service each workspace folder is. */
export class Repositories {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Folders that can be scanned: those on a disk. */
  get folders(): readonly vscode.WorkspaceFolder[] {
    return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  }

  /** The repositories of all folders; to the service on this machine, folders it does not know are added. */
  async ofFolders(signal: AbortSignal): Promise<readonly FolderRepository[]> {
    const found: FolderRepository[] = [];
    for (const folder of this.folders)
      found.push({ folder, repositoryId: await this.#ofFolder(folder, signal) });
    return found;
  }

  async #ofFolder(folder: vscode.WorkspaceFolder, signal: AbortSignal): Promise<string> {
    if (!this.#connection.remote) {
      const { id } = await this.#connection.use(signal, (api) =>
        api.addLocalRepository(folder.uri.fsPath, folder.name, signal),
      );
      return id;
    }
    const url = await originOf(folder.uri.fsPath, signal);
    const { id } = await this.#connection.use(signal, (api) => api.repositoryOfRemote(url, signal));
    return id;
  }
}

/** The address a folder was cloned from. */
async function originOf(folder: string, signal: AbortSignal): Promise<string> {
  try {
    const { stdout } = await run('git', ['-C', folder, 'remote', 'get-url', 'origin'], {
      signal,
      timeout: 10_000,
    });
    return stdout.trim();
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Failure({
      what: vscode.l10n.t(
        'The folder {0} has no git remote named origin, so the service cannot know it.',
        folder,
      ),
      advice: vscode.l10n.t('Add the remote, or use the service on this machine.'),
    });
  }
}
