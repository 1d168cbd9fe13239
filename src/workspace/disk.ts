import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import * as vscode from 'vscode';

/**
 * Reads files where the extension runs. What lies on its own disk is read from there: through the editor's file service
 * each look would be a message to another process and back, which is what thousands of files would wait for.
 */

/** Bytes of a file; undefined when there is none. */
export async function fileSize(uri: vscode.Uri): Promise<number | undefined> {
  try {
    if (uri.scheme === 'file') {
      const entry = await stat(uri.fsPath);
      return entry.isFile() ? entry.size : undefined;
    }
    const entry = await vscode.workspace.fs.stat(uri);
    return (entry.type & vscode.FileType.File) === 0 ? undefined : entry.size;
  } catch {
    return undefined;
  }
}

/** The content of a file; undefined when it cannot be read or is larger than `mostBytes`. */
export async function readFileUpTo(uri: vscode.Uri, mostBytes: number): Promise<Uint8Array | undefined> {
  try {
    if (uri.scheme === 'file') return await readFromDisk(uri.fsPath, mostBytes);
    const size = await fileSize(uri);
    return size === undefined || size > mostBytes ? undefined : await vscode.workspace.fs.readFile(uri);
  } catch {
    return undefined;
  }
}

/** A pipe under the name of a source file would be waited for without end otherwise. Windows has no such thing. */
const withoutWaiting: number | undefined = constants.O_NONBLOCK;

async function readFromDisk(path: string, mostBytes: number): Promise<Uint8Array | undefined> {
  await using file = await open(path, constants.O_RDONLY | (withoutWaiting ?? 0));
  const entry = await file.stat();
  if (!entry.isFile() || entry.size > mostBytes) return undefined;
  return await file.readFile();
}
