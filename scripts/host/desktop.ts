import path from 'node:path';
import { ROOT } from '../paths.ts';

const DOWNLOAD_TIMEOUT_MS = 30_000;
const UNREACHABLE = new Set([
  ...['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT'],
  ...['ENETUNREACH', 'EHOSTUNREACH', 'EPIPE', 'UND_ERR_CONNECT_TIMEOUT'],
]);

/** Whether a window can be shown. Only Linux has machines without. */
export function hasDisplay(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean {
  return platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

/**
 * Whether an error says that another machine could not be reached. Any other failure of a download (a wrong
 * checksum, a full disk) is a failure and no reason to do without.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'TimeoutError') return true;
  const code = 'code' in error ? error.code : undefined;
  return (typeof code === 'string' && UNREACHABLE.has(code)) || isUnreachable(error.cause);
}

/**
 * The desktop VS Code that `@vscode/test-electron` downloads (once, into `.vscode-test/`), or `undefined`, said
 * aloud, when it cannot be reached.
 *
 * @param version a number such as `1.110.0`, or `stable`
 * @throws when the download fails for any other reason.
 */
export async function downloadDesktop(
  version: string,
  say: (line: string) => void,
): Promise<string | undefined> {
  const { downloadAndUnzipVSCode, SilentReporter } = await import('@vscode/test-electron');
  say(`Looking for a desktop VS Code (${version}) to download …`);
  try {
    return await downloadAndUnzipVSCode({
      version,
      cachePath: path.join(ROOT, '.vscode-test'),
      reporter: new SilentReporter(),
      timeout: DOWNLOAD_TIMEOUT_MS,
    });
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    say('VS Code cannot be downloaded: its server cannot be reached from here.');
    return undefined;
  }
}
