import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSession, type Session } from '../support/session.ts';

/** A scan that leaves something out says so first, and can go further. */
describe('what a scan did not analyse', () => {
  let session: Session;
  let project: string;

  before(async () => {
    project = await mkdtemp(path.join(tmpdir(), 'pp-project-'));
    await mkdir(path.join(project, 'src'));
    await writeFile(path.join(project, 'src', 'run.js'), 'eval(process.argv[2]);\n');
    const padding = Array.from({ length: 60_000 }, (_, line) => `// line ${line} of a file that is long`);
    await writeFile(
      path.join(project, 'src', 'long.js'),
      `${padding.join('\n')}\nconst cp = require('child_process');\ncp.exec(process.argv[2]);\n`,
    );
    await writeFile(path.join(project, 'src', 'broken.js'), 'const a = 1;\nfunction ( {{{ ]] => ;\n');
    session = await openSession({ project });
  });

  after(async () => {
    await session?.close();
    await rm(project, { recursive: true });
  });

  it('stands above the issues in amber, lists the files with their reasons, and is settled by a deeper scan', async () => {
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await workbench.command('Parapet: Scan This Workspace');
    const row = workbench.treeRow(/Analysed in part: 1 file/);
    await row.waitFor();
    await workbench.treeRow('Code injection').first().waitFor();
    for (const theme of ['Dark Modern', 'Light Modern']) {
      await workbench.colorTheme(theme);
      await row.hover();
      await session.shot(`coverage-row-${theme.startsWith('Dark') ? 'dark' : 'light'}`);
    }
    await row.click();
    const picks = workbench.page.locator('.quick-input-list .monaco-list-row');
    await picks.filter({ hasText: 'long.js' }).filter({ hasText: 'Too large' }).waitFor();
    await picks.filter({ hasText: 'broken.js' }).filter({ hasText: 'in part' }).waitFor();
    await session.shot('coverage-list');
    await picks.filter({ hasText: 'Analyse Deeper' }).click();
    await workbench.treeRow(/Analysed in part: 1 file.*after a deeper scan/).waitFor();
    await workbench.treeRow('Command injection').first().waitFor();
    await session.shot('coverage-after');
  });

  it('says when the deeper scan has analysed everything', async () => {
    const { workbench } = session;
    await rm(path.join(session.folder, 'src', 'broken.js'));
    await workbench.command('Parapet: Analyse Deeper');
    await workbench.treeRow('The deeper scan analysed everything').waitFor();
    await session.shot('coverage-settled');
  });
});
