import type { Session } from './session.ts';

const ATTEMPTS = 4;
const PATIENCE_MS = 8_000;

/**
 * Opens a `.code-workspace` file, with our views. The web workbench may read the file before its connection stands,
 * and then shows no folder: it is loaded anew.
 */
export async function openWorkspaceFile(session: Session, workspace: string): Promise<void> {
  const { workbench } = session;
  const ours = workbench.view('Issues');
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    await session.reload({ workspace }, attempt > 1);
    await workbench.openContainer('Parapet');
    const welcome = ours.locator('.welcome-view-content p, .monaco-list-row').first();
    await welcome.waitFor();
    // It says that there is no folder for a moment, or for good.
    const without = ours.getByRole('button', { name: 'Open Folder' });
    const hasFolders = await without.waitFor({ state: 'hidden', timeout: PATIENCE_MS }).then(
      () => true,
      () => false,
    );
    if (hasFolders) return;
  }
  throw new Error('The window shows no folder of the workspace file.');
}
