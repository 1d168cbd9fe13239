import * as z from 'zod';
import { downloadDesktop, hasDisplay } from './desktop.ts';
import { HOSTS, type HostVersion } from './install.ts';
import { runOnDesktop } from './run-on-desktop.ts';
import { runOnServer } from './run-on-server.ts';

/** A VS Code in whose extension host tests can run. */
export interface TestHost {
  readonly name: string;
  /** Runs the compiled tests at `entry` and returns the exit code of the run. */
  run(entry: string, env: Readonly<Record<string, string>>): Promise<number>;
}

const wantedSchema = z.enum(['auto', 'desktop', 'server']);
const versions = Object.keys(HOSTS) as HostVersion[];

/**
 * The hosts to test in: `VSCODE_TEST_HOST` is `desktop`, `server` or `auto` (the default), which is `desktop` where
 * there is a display and a VS Code, or one can be downloaded.
 *
 * @throws when a desktop VS Code is asked for and there is none, or a download fails for another reason than that
 * its server cannot be reached.
 */
export async function testHosts(env: NodeJS.ProcessEnv): Promise<readonly TestHost[]> {
  const wanted = wantedSchema.safeParse(env['VSCODE_TEST_HOST'] ?? 'auto');
  if (!wanted.success) throw new Error('VSCODE_TEST_HOST must be "auto", "desktop" or "server".');
  if (wanted.data === 'server') return servers();
  const named = env['VSCODE_PATH'];
  if (named !== undefined) return [desktop(`desktop VS Code, ${named}`, named)];
  if (wanted.data === 'auto' && !hasDisplay(process.platform, env)) return servers();
  const downloaded: TestHost[] = [];
  for (const version of versions) {
    const { vscode } = HOSTS[version];
    const executable = await downloadDesktop(vscode, console.log);
    if (executable !== undefined) downloaded.push(desktop(`desktop VS Code ${vscode}`, executable));
  }
  if (downloaded.length > 0) return downloaded;
  if (wanted.data === 'auto') return servers();
  throw new Error('VSCODE_TEST_HOST is "desktop", but there is no VS Code: name one in VSCODE_PATH.');
}

function desktop(name: string, executable: string): TestHost {
  return { name, run: (entry, env) => runOnDesktop(executable, entry, env) };
}

function servers(): readonly TestHost[] {
  return versions.map((version) => ({
    name: `VS Code ${HOSTS[version].vscode}, server`,
    run: (entry, env) => runOnServer(version, entry, env),
  }));
}
