import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { connectTo, type RemoteService, startRemoteService } from '../support/remote-service.ts';
import { openSession, type Session } from '../support/session.ts';

const run = promisify(execFile);

const app = (route: string) => `const { exec } = require('node:child_process');
require('express')().get('${route}', (request, response) => {
  exec('ls ' + request.query.folder, (_error, out) => response.type('text').send(out));
});
`;

const lock = JSON.stringify({
  name: 'shop',
  lockfileVersion: 3,
  packages: {
    '': { name: 'shop', dependencies: { left: '1.0.0', right: '1.0.0' } },
    'node_modules/left': { version: '1.0.0', license: 'MIT' },
    'node_modules/right': { version: '1.0.0', license: 'GPL-3.0-only' },
  },
});

/** What a person does about a branch and its repository at a shared service, from the editor. */
describe('the Service view', () => {
  let session: Session;
  let service: RemoteService;
  let folder: string;

  const git = async (...args: string[]) =>
    await run('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd: folder });

  before(async () => {
    service = await startRemoteService();
    service.git.commit('shop.git', {
      'src/app.js': app('/list'),
      'package.json': '{"name":"shop","dependencies":{"left":"1.0.0","right":"1.0.0"}}\n',
      'package-lock.json': lock,
    });
    folder = await service.clone('shop.git', 'shop');
    session = await openSession();
    await session.reload({ folder });
    const { workbench } = session;
    await workbench.openContainer('Parapet');
    await connectTo(session, service);
    await workbench.treeRow('Add and Scan It There').click();
    await workbench.treeRow(/command injection.*app\.js/i).waitFor();
    await workbench.scanned();
    await workbench.view('Service').locator('.pane-header h3.title').click();
    await workbench.view('Issues').locator('.pane-header h3.title').click();
    await workbench.treeRow(/^main/).waitFor();
  });
  after(async () => {
    await session?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('scans the pull request of the branch that is checked out, and leads to what it brings', async () => {
    const { workbench } = session;
    await git('checkout', '--quiet', '-b', 'topic');
    await writeFile(path.join(folder, 'src/more.js'), app('/more'));
    await git('add', '.');
    await git('commit', '--quiet', '--message=List more');
    await git('push', '--quiet', 'origin', 'topic');
    await workbench.treeRow('Pull Requests').click();
    await workbench.treeRow(/No pull request was scanned yet/).click();
    await workbench.answer('Scan the pull request of topic', '7');
    const scanned = workbench.treeRow(/#7.*this branch.*1 issue/);
    await scanned.waitFor();
    await scanned.click();
    await workbench.treeRow(/command injection.*src\/more\.js:3/i).click();
    await workbench.tab('more.js').waitFor();
    await session.shot('service-pull-request');
  });

  it('changes the policy of licences once it is said what that does', async () => {
    const { workbench } = session;
    await workbench.treeRow('Pull Requests').click();
    await workbench.treeRow('Scanner Settings').click();
    await workbench.treeRow(/Lowest confidence/).waitFor();
    await workbench.treeRow('Scanner Settings').hover();
    await workbench.page.mouse.wheel(0, 1_000);
    await workbench.treeRow(/Licences/).click();
    await workbench.choose('Denied licences');
    await workbench.choose('GPL-3.0-only');
    await session.shot('service-licences');
    await workbench.page.keyboard.press('Enter');
    const asks = workbench.page.locator('.monaco-dialog-box', {
      hasText: '1 of 2 packages breaks this policy.',
    });
    await asks.waitFor();
    await session.shot('service-licence-effect');
    await asks.getByRole('button', { name: 'Save' }).click();
    await workbench.treeRow(/Licences.*0 allowed, 1 denied.*of this repository/).waitFor();
  });
});
