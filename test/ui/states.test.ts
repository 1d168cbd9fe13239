import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../../scripts/paths.ts';
import { openSession, type Session } from '../support/session.ts';
import { openWorkspaceFile } from '../support/workspace-file.ts';

/** What the views say when there is nothing to list. */
describe('the issues view', () => {
  let session: Session | undefined;
  let project: string;

  beforeEach(async () => {
    project = await mkdtemp(path.join(tmpdir(), 'pp-project-'));
    await mkdir(path.join(project, 'src'));
    await writeFile(path.join(project, 'src', 'add.js'), 'export const add = (a, b) => a + b;\n');
    await writeFile(path.join(project, 'src', 'logo.js'), Buffer.from([0, 1, 2, 3, 0, 255, 254, 0]));
  });

  afterEach(async () => {
    await session?.close();
    session = undefined;
    await rm(project, { recursive: true });
  });

  it('says that nothing was found, and what was not looked at', async () => {
    session = await openSession({ project });
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Scan This Workspace');
    await workbench.treeRow(/No issues found.*1 file analysed/).waitFor();
    await workbench.treeRow('1 file was skipped').waitFor();
    await session.shot('clean');
    await workbench.treeRow('1 file was skipped').click();
    await workbench.view('Scans').locator('.monaco-list-row', { hasText: 'logo.js' }).waitFor();
    await session.shot('skipped');
  });

  it('says why the service did not start, and offers what can be done', async () => {
    session = await openSession({ project, env: { PARAPET_IDLE_MINUTES: 'soon' } });
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Scan This Workspace');
    await workbench.notification(/--idle-minutes must be a number/).waitFor();
    await workbench.button('Retry').waitFor();
    await workbench.treeRow('Scan again').waitFor();
    await session.shot('failed');
    await workbench.treeRow('Show log').click();
    const chosen = workbench.page.locator('.part.panel select option:checked', { hasText: 'Parapet' });
    await chosen.first().waitFor({ state: 'attached' });
  });

  it('lists the issues of several folders together', async () => {
    session = await openSession();
    const { workbench } = session;
    await openWorkspaceFile(session, path.join(ROOT, 'samples', 'vulnerable-shop.code-workspace'));
    const welcome = workbench.view('Issues').getByRole('region', { name: 'Welcome' });
    await welcome.getByRole('button', { name: 'Scan This Workspace' }).click();
    await workbench.treeRow(/SQL injection.*database\.py/).waitFor();
    await workbench.treeRow(/SQL injection.*database\.ts/).waitFor();
    await workbench.treeRow(/SQL injection.*InvoiceRepository/).waitFor();
    await session.shot('several-folders');
  });
});
