import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { Client } from '../../src/api/client.ts';
import { contract } from '../../src/api/contract/index.ts';
import { type SampleProvider, startProvider } from '../support/posture-provider.ts';
import { connectTo, type RemoteService, startRemoteService } from '../support/remote-service.ts';
import { openSession, type Session } from '../support/session.ts';

const { cloudPosture, repositories } = contract;

const lock = {
  name: 'shop',
  lockfileVersion: 3,
  packages: {
    '': { dependencies: { lodash: '4.17.11' } },
    'node_modules/lodash': { version: '4.17.11' },
  },
};

/** What the Dependencies view says where a cloud posture provider reports the application as exposed. */
describe('dependencies of an application that is exposed', () => {
  let session: Session;
  let service: RemoteService;
  let provider: SampleProvider;
  let admin: Client;

  before(async () => {
    provider = await startProvider();
    provider.projects.push({ id: 'p1', name: 'Shop' });
    provider.assets.push({ id: 'a1', name: 'shop', projects: ['p1'] });
    provider.exposed.push('a1');
    service = await startRemoteService();
    const { id: tokenId, secret: tokenSecret } = service.token;
    admin = new Client({ baseUrl: service.url, credentials: { tokenId, tokenSecret } });
    service.git.commit('shop.git', {
      'package.json': '{ "name": "shop", "dependencies": { "lodash": "4.17.11" } }\n',
      'package-lock.json': JSON.stringify(lock, null, 2),
    });
    const folder = await service.clone('shop.git', 'shop');
    session = await openSession();
    await session.reload({ folder });
    await session.workbench.openContainer('Parapet');
    await connectTo(session, service);
    await session.workbench.treeRow('Add and Scan It There').click();
    await session.workbench.scanned();
  });
  after(async () => {
    await session?.close();
    await admin?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
    await provider?.[Symbol.asyncDispose]();
  });

  const view = (): Locator => session.workbench.view('Dependencies');
  const row = (text: string | RegExp): Locator => view().locator('.monaco-list-row', { hasText: text });
  const narrow = async () => {
    await view().getByRole('button', { name: 'Filter and Group Dependencies…' }).click();
    await session.workbench.choose('Only what is exposed to the internet');
  };

  it('says that nobody knows what is exposed, in the place of an empty list', async () => {
    await session.workbench.command('Parapet: Focus on Dependencies View');
    await row(/lodash 4\.17\.11.*vulnerabilities/).waitFor({ timeout: 60_000 });
    await narrow();
    await session.shot('dependencies-exposure-unknown');
    await row('The service does not know what is exposed').click();
    await row(/lodash 4\.17\.11/).waitFor();
  });

  it('marks it, and shows nothing else where that is asked for', async () => {
    await admin.call(cloudPosture.updatePostureSettings, provider.request);
    for (;;) {
      const { integration } = await admin.call(cloudPosture.getPostureSettings, {});
      if (integration?.sync.status === 'SUCCEEDED') break;
      await sleep(50);
    }
    const { repositories: known } = await admin.call(repositories.listRepositories, {});
    const map = async (projects: string[]) => {
      for (const { id: repositoryId } of known)
        await admin.call(cloudPosture.setPostureMapping, { repositoryId, projects, tags: [] });
      await session.workbench.command('Parapet: Refresh Dependencies');
    };
    await map(['p1']);
    await row(/lodash 4\.17\.11.*exposed/).waitFor();
    await row(/All packages of.*exposed/).waitFor();
    await narrow();
    await view()
      .getByText(/exposed only/)
      .waitFor();
    await row(/lodash 4\.17\.11.*exposed/).waitFor();
    await session.shot('dependencies-exposed');
    await map([]);
    await row('No package fits the filter').waitFor();
  });
});
