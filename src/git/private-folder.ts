import { rmSync } from 'node:fs';
import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

let made: Promise<string> | undefined;

/**
 * A folder of this process that no other user can write to; git is started in it, so that nothing of a repository is
 * found where a program or a setting is looked for. It is removed when the process ends.
 */
export async function privateFolder(): Promise<string> {
  const known = await made?.catch(() => undefined);
  // What is in the folder for temporary files may be cleared away while a service runs for weeks.
  if (known !== undefined && (await stat(known).catch(() => undefined))) return known;
  made = mkdtemp(path.join(tmpdir(), 'parapet-git-'));
  const folder = await made;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
