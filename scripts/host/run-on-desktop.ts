import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT, SAMPLE, TEST_EXTENSION } from '../paths.ts';
import { stopEmbeddedServices } from './embedded-services.ts';
import { QUIET_SETTINGS } from './server.ts';
import { copyAsRepository, removeFolder, temporaryFolder } from './workspace.ts';

/**
 * Runs a compiled test entry inside the extension host of a desktop VS Code, with this project's extension loaded
 * from its folder and a copy of the sample open.
 *
 * @returns the exit code of the run.
 */
export async function runOnDesktop(
  executable: string,
  testEntry: string,
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const { runTests } = await import('@vscode/test-electron');
  const home = await temporaryFolder();
  const folder = path.join(home, 'shop');
  const profile = path.join(home, 'profile');
  try {
    await copyAsRepository(SAMPLE, folder);
    await mkdir(path.join(profile, 'User'), { recursive: true });
    await writeFile(path.join(profile, 'User', 'settings.json'), JSON.stringify(QUIET_SETTINGS));
    return await runTests({
      vscodeExecutablePath: executable,
      extensionDevelopmentPath: [ROOT, TEST_EXTENSION],
      extensionTestsPath: testEntry,
      extensionTestsEnv: env,
      launchArgs: [folder, '--disable-extensions', '--disable-workspace-trust', `--user-data-dir=${profile}`],
    });
  } finally {
    await stopEmbeddedServices(home);
    await removeFolder(home);
  }
}
