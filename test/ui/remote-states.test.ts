import { Client } from '../../src/api/client.ts';
import { contract } from '../../src/api/contract/index.ts';
import { joinAsMember } from '../support/remote-member.ts';
import { connectTo, type RemoteService, startRemoteService } from '../support/remote-service.ts';
import { type ServiceGate, startServiceGate } from '../support/service-gate.ts';
import { openSession, type Session } from '../support/session.ts';

const app = `const { exec } = require('node:child_process');
require('express')().get('/list', (request, response) => {
  exec('ls ' + request.query.folder, (_error, out) => response.type('text').send(out));
});
`;

/** What a window says and offers where the shared service, its token or the person's permissions fail it. */
describe('a window that a shared service fails', () => {
  let session: Session;
  let service: RemoteService;
  let gate: ServiceGate;
  let folder: string;

  before(async () => {
    service = await startRemoteService();
    gate = await startServiceGate(service.url);
    service.git.commit('shop.git', { 'src/app.js': app, 'package.json': '{"name":"shop"}\n' });
    folder = await service.clone('shop.git', 'shop');
    session = await openSession();
    await session.reload({ folder });
    await session.workbench.openContainer('Parapet');
    await connect(service.token);
    await session.workbench.treeRow('Add and Scan It There').click();
    await session.workbench.treeRow(/command injection.*app\.js/i).waitFor();
    await session.workbench.scanned();
  });
  after(async () => {
    await session?.close();
    await gate?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
  });

  const connect = async (token: RemoteService['token']) => {
    const { workbench } = session;
    await workbench.command('Notifications: Clear All Notifications');
    await connectTo(session, { ...service, url: gate.url, token });
    // Rows of the connection before stay until this one is tried.
    await workbench.command('Notifications: Show Notifications');
    await workbench.notification(/Connected to/).waitFor();
    await workbench.command('Notifications: Clear All Notifications');
  };
  const issues = () => session.workbench.view('Issues');
  const openService = async () => {
    const { workbench } = session;
    const header = workbench.view('Service').locator('.pane-header');
    if ((await header.getAttribute('aria-expanded')) !== 'true') await header.locator('h3.title').click();
  };

  it('says that nothing answers, and shows everything again once the service is back', async () => {
    const { workbench } = session;
    gate.lets = 'nothing';
    await session.reload({ folder }, true);
    await workbench.openContainer('Parapet');
    await issues()
      .getByText(/Nothing answers at/)
      .first()
      .waitFor();
    await workbench.treeRow('Change the Address…').first().waitFor();
    await session.shot('remote-unreachable');
    gate.lets = 'everything';
    await workbench.treeRow('Retry').first().click();
    await workbench.treeRow(/command injection.*app\.js/i).waitFor();
  });

  it('says that the token is not accepted any more, and goes on with another', async () => {
    const { workbench } = session;
    const { id: tokenId, secret: tokenSecret } = service.token;
    await using admin = new Client({ baseUrl: service.url, credentials: { tokenId, tokenSecret } });
    const made = await admin.call(contract.tokens.createToken, {});
    await connect({ id: made.token.id, secret: made.secret });
    await workbench.treeRow(/command injection.*app\.js/i).waitFor();
    await admin.call(contract.tokens.deleteToken, { tokenId: made.token.id });
    await session.reload({ folder }, true);
    await workbench.openContainer('Parapet');
    await issues()
      .getByText(/did not accept the token/)
      .first()
      .waitFor();
    await session.shot('remote-signed-out');
    await workbench.treeRow('Replace the Token…').first().click();
    await workbench.answer('(2/3)', tokenId);
    await workbench.answer('(3/3)', tokenSecret);
    await workbench.treeRow(/command injection.*app\.js/i).waitFor();
  });

  it('offers a person who may only look no action of the Service view', async () => {
    const { workbench } = session;
    await connect(await joinAsMember(service, 'ada', ['REPOSITORY_VIEW']));
    await workbench.treeRow(/command injection.*app\.js/i).waitFor();
    await openService();
    const schedules = workbench.treeRow('Schedules');
    await schedules.click();
    const none = workbench.treeRow('No scans are scheduled');
    await none.waitFor();
    await workbench.hoverTells(none, /Scans of this repository need .*Who manages teams can grant it/);
    await workbench.treeRow(/No scans are scheduled.*add a schedule/).waitFor({ state: 'detached' });
    await schedules.hover();
    await schedules.locator('.action-item').first().waitFor({ state: 'detached' });
    await session.shot('remote-view-only');
  });

  it('says that the repository is not there to a person who may not see it, and what adding it takes', async () => {
    const { workbench } = session;
    await connect(await joinAsMember(service, 'grace', []));
    await issues()
      .getByText(/The service has no repository with a remote of shop/)
      .first()
      .waitFor();
    await workbench.treeRow('Add and Scan It There').first().click();
    await workbench.notification(/REPOSITORY_SCAN.*all repositories/).waitFor();
    await session.shot('remote-not-seen');
  });

  it('shows issues and scans of a service that has only what the specification has', async () => {
    const { workbench } = session;
    gate.lets = 'specified';
    await connect(service.token);
    await workbench.treeRow(/command injection.*app\.js/i).waitFor();
    await openService();
    await workbench.treeRow(/^main/).waitFor();
    await workbench.treeRow('Schedules').click();
    await workbench.treeRow(/No scans are scheduled.*add a schedule/).waitFor();
    await session.shot('remote-specified-only');
  });
});
