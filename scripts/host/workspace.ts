import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '../processes.ts';

const AUTHOR = ['-c', 'user.name=Parapet tests', '-c', 'user.email=tests@example.invalid'];

/** A new folder under the system's temporary folder; its name is short because sockets live below it. */
export function temporaryFolder(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'pp-'));
}

/** Deletes a folder, also while a process that is just ending still writes to it. */
export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** Copies a project to `target` and makes the copy a git repository with one commit, on the branch `main`. */
export async function copyAsRepository(project: string, target: string): Promise<void> {
  await cp(project, target, { recursive: true });
  const git = (...words: string[]) => run('git', words, { cwd: target });
  await git('init', '--quiet', '--initial-branch=main');
  await git('add', '--all');
  await git(...AUTHOR, 'commit', '--quiet', '--no-gpg-sign', '--message=First commit');
}
