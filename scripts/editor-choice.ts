import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { hasDisplay } from './host/desktop.ts';

/** The VS Code that `npm start` opens. */
export type EditorChoice =
  | { readonly kind: 'installed'; readonly executable: string }
  | { readonly kind: 'downloaded' }
  | { readonly kind: 'served'; readonly because: string };

/**
 * Chooses the VS Code to start: the one named in `VSCODE_PATH`; else `code` on the PATH; else one to download;
 * else, where no window can be shown, one that is served to a browser.
 *
 * @param canRun whether a file is there and may be executed
 */
export function chooseEditor(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
  canRun: (file: string) => boolean = isExecutable,
): EditorChoice {
  const named = env['VSCODE_PATH'];
  if (named !== undefined && named !== '') return { kind: 'installed', executable: named };
  if (!hasDisplay(platform, env)) return { kind: 'served', because: 'this machine has no display' };
  const executable = installedCode(env, platform, canRun);
  return executable === undefined ? { kind: 'downloaded' } : { kind: 'installed', executable };
}

/** Inside a remote terminal of VS Code `code` only talks to the window: it cannot load an extension from a folder. */
function installedCode(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
  canRun: (file: string) => boolean,
): string | undefined {
  if (env['VSCODE_IPC_HOOK_CLI'] !== undefined) return undefined;
  const name = platform === 'win32' ? 'code.cmd' : 'code';
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => path.join(folder, name)).find(canRun);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
