import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { searchAiInventory } from '../../../src/api/contract/ai-inventory.ts';
import { createOrganization } from '../../../src/api/contract/organizations/organizations.ts';
import { CredentialStore } from '../../../src/connection/credentials.ts';
import { Remembered } from '../../../src/connection/remembered.ts';
import { openRemote, type RemoteConnection } from '../../../src/connection/remote-service.ts';
import { ServiceApi } from '../../../src/connection/service-api.ts';
import { Everywhere } from '../../../src/views/ai-components/everywhere.ts';
import { inventoryOf } from '../../../src/views/ai-components/workspace-inventory.ts';
import { AgentService as ChatService } from '../../../src/views/chat/agent-service.ts';
import { Investigations } from '../../../src/views/investigation/investigations.ts';
import { byOrganization } from '../../../src/views/issues/by-organization.ts';
import { IssueDetails } from '../../../src/views/issues/issue-details.ts';
import { IssueStore } from '../../../src/views/issues/issue-store.ts';
import { PatchJobs } from '../../../src/views/patches/patch-jobs.ts';
import type { SessionFolder } from '../../../src/views/scan-activity.ts';
import { OnDemandScans } from '../../../src/views/scans/on-demand/on-demand-scans.ts';
import { Session } from '../../../src/views/session.ts';
import { AgentService } from '../agent/own-service.ts';
import { FakeMemento, FakeSecrets } from '../connection/memento.ts';
import { makeIssue } from './make-issue.ts';

const { signal } = new AbortController();
const dangerous = (name: string) => `
const express = require('express');
const { exec } = require('child_process');
const { OpenAI } = require('openai');
const app = express();
app.get('/${name}', (request, response) => {
  exec('ls ' + request.query.name, (error, output) => response.send(output));
});
`;
const manifest = '{"name":"x","dependencies":{"openai":"4.0.0","express":"4.0.0"}}';

describe('a window whose folders are of two organizations', function () {
  this.timeout(90_000);

  let service: AgentService;
  let remote: RemoteConnection;
  let second: string;
  let folders: readonly SessionFolder[];
  let store: IssueStore;
  let session: Session;
  const ids: Record<'one' | 'other', string> = { one: '', other: '' };
  const apis = new Map<string, ServiceApi>();
  /** Every call says which folder it is about: nothing is left to what a service makes of a call that names none. */
  const use = async <T>(_signal: AbortSignal, work: (api: ServiceApi) => Promise<T>, folder?: string) =>
    await work(apis.get(folder ?? assert.fail('a call that is about no folder')) ?? assert.fail(folder));

  before(async () => {
    const files = { 'app.js': dangerous('one'), 'package.json': manifest };
    service = await AgentService.start(files, 'one');
    second = await mkdtemp(path.join(tmpdir(), 'pp-other-'));
    await writeFile(path.join(second, 'app.js'), dangerous('other'));
    await writeFile(path.join(second, 'package.json'), manifest);
    await service.client.call(createOrganization, { name: 'Other' });

    const url = service.baseUrl;
    const credentials = new CredentialStore(new FakeSecrets());
    await credentials.write(url, { ...service.credentials, headerPrefix: undefined });
    const remembered = new Remembered(new FakeMemento(), new FakeMemento());
    await remembered.setSignIn({ id: 'sign-in', url });
    const network = { environment: {} };
    const address = { url, headerPrefix: 'X-Service-API-Token' };
    remote = await openRemote({ address, credentials, remembered, network }, signal);
    const other = remote.organizations.find(({ name }) => name === 'Other') ?? assert.fail('not seen');
    const one = remote.organizations.find(({ id }) => id !== other.id) ?? assert.fail('not seen');
    await remembered.setOrganization(one);
    const uris = [service.root, second].map((folder) => pathToFileURL(folder).href) as [string, string];
    await remembered.setFolderOrganization(uris[1], other);
    Object.assign(ids, { one: one.id, other: other.id });
    for (const uri of uris) apis.set(uri, new ServiceApi(remote.of(uri).client));
    const repositories = await Promise.all(
      uris.map((uri, at) =>
        use(signal, (api) => api.addLocalRepository([service.root, second][at] ?? '', 'shop', signal), uri),
      ),
    );
    folders = repositories.map(({ id }, at) => ({
      uri: uris[at] ?? '',
      name: ['one', 'other'][at] ?? '',
      repositoryId: id,
    }));
    assert.deepEqual(
      repositories.map(({ organizationId }) => organizationId),
      [ids.one, ids.other],
    );
    store = new IssueStore();
    session = new Session({
      ...{ store, use, folders: async () => folders, branchOf: async () => undefined },
      log: () => undefined,
      onAlreadyRunning: () => assert.fail('none was running'),
    });
    await session.scan();
  });
  after(async () => {
    session?.dispose();
    store?.dispose();
    await service?.[Symbol.asyncDispose]();
    if (second) await rm(second, { recursive: true, force: true });
  });

  const found = () =>
    [...store.all()].filter(({ issue }) => issue.vulnClass.includes('command')).map(({ issue }) => issue);

  it('scans each folder in its own, and shows the issues of both', async () => {
    assert.deepEqual(
      found()
        .map(({ organizationId }) => organizationId)
        .sort(),
      Object.values(ids).sort(),
    );
    assert.deepEqual(
      new Set(session.latest.map(({ scan }) => scan.organizationId)),
      new Set(Object.values(ids)),
    );
    await session.load();
    assert.equal(found().length, 2);
    const details = new IssueDetails(store, use);
    for (const { id, organizationId } of found())
      assert.equal((await details.get(id, signal)).organizationId, organizationId);
  });

  it('sends what is about several issues to each of them', async () => {
    const parts = byOrganization(
      store,
      [...found(), makeIssue()].map(({ id }) => id),
    );
    assert.deepEqual(
      parts.map(({ folder, ids: { length } }) => [folder, length]),
      [...found().map(({ id }) => [store.get(id)?.folder, 1]), [undefined, 1]],
    );
    const details = new IssueDetails(store, use);
    const ended: string[] = [];
    const investigations = new Investigations({
      ...{ store, details, use, log: () => undefined },
      onEnded: ({ id }) => ended.push(id),
      onWithoutContext: () => assert.fail('it was begun here'),
      onLost: () => assert.fail('nothing was lost'),
      pause: () => new Promise((resolve) => setTimeout(resolve, 20)),
    });
    const both = found().map(({ id }) => id);
    await investigations.request(both, 'Nobody but us calls it.', signal);
    for (const until = performance.now() + 60_000; ended.length < 2 && performance.now() < until; )
      await new Promise((resolve) => setTimeout(resolve, 20));
    investigations.dispose();
    assert.deepEqual(ended.sort(), both.sort());

    const jobs = new PatchJobs({
      store,
      use: (until, work, folder) => use(until, (api) => work(api.patches), folder),
      log: () => undefined,
    });
    await jobs.generate(both, false, signal);
    jobs.dispose();
    for (const { patch } of found()) assert.ok(patch && !/QUEUED|RUNNING|GENERATING/.test(patch.status));
  });

  it('scans on demand in the organization of the folder', async () => {
    const scans = new OnDemandScans({
      store,
      use: (until, work, folder) => use(until, (api) => work(api.codeScans), folder),
      useLocal: () => assert.fail('nothing leaves the machine'),
      remote: () => undefined,
      allowsUpload: async () => true,
      repositoryOf: async (folder) => folders.find(({ uri }) => uri === folder)?.repositoryId,
    });
    for (const { uri, name } of folders) {
      const content = dangerous(`new-${name}`).replace('name, (error', 'other, (error');
      const run = await scans.scan({ kind: 'document', key: uri, label: name }, async () => ({
        ...{ folder: uri, root: undefined, repository: { key: uri, name }, form: 'files' as const },
        candidates: [{ path: `new-${name}.js`, content }],
        ...{ isPresent: false, leftOut: [] },
      }));
      assert.equal(run.state.kind, 'done', JSON.stringify(run.state));
      assert.ok((run.outcome?.found ?? 0) > 0);
    }
    scans.dispose();
  });

  it('has the AI components of each folder, and searches all repositories of both', async () => {
    for (const folder of folders) {
      const { components } = await use(
        signal,
        (api) => inventoryOf(api.inventory, folder, signal),
        folder.uri,
      );
      assert.ok(components.some(({ component }) => component.name === 'openai'));
    }
    const search = new Everywhere(
      (until, work, folder) => use(until, (api) => work(api.inventory), folder),
      {},
      folders.map(({ uri }) => uri),
    );
    let rows = await search.rows(signal);
    while (rows.nextCursor !== undefined) rows = await search.moreRows(signal);
    assert.deepEqual(
      new Set(rows.items.map(({ repositoryId }) => repositoryId)),
      new Set(folders.map(({ repositoryId }) => repositoryId)),
    );
    for (const item of rows.items) {
      const kind = item.kindCounts[0]?.kind ?? assert.fail('a row without components');
      assert.ok(((await search.components({ row: item, kind }, signal))?.items.length ?? 0) > 0);
    }
  });

  it('keeps conversations where their repository is, lists both, and finds each again', async () => {
    const reach = {
      use: async <T>(
        _signal: AbortSignal,
        work: (client: RemoteConnection['client']) => Promise<T>,
        folder: string | undefined,
      ) => await work(remote.of(folder ?? assert.fail('a call that is about no folder')).client),
      scopes: () => folders.map(({ uri }) => uri),
      folderOf: (id: string | null) => folders.find(({ repositoryId }) => repositoryId === id)?.uri,
    };
    const chat = new ChatService(reach);
    const begun = [];
    for (const { repositoryId } of folders) {
      assert.ok((await chat.access(repositoryId, signal)).mayRun);
      begun.push(await chat.begin(repositoryId, 'What is wrong here?', [], signal));
    }
    assert.deepEqual(
      begun.map(({ organizationId }) => organizationId),
      [ids.one, ids.other],
    );
    const { conversations, nextCursor } = await chat.list(
      { search: '', source: null, isArchived: false },
      signal,
    );
    assert.deepEqual(new Set(conversations.map(({ id }) => id)), new Set(begun.map(({ id }) => id)));
    assert.equal(nextCursor, undefined);
    // A window that is loaded anew knows a conversation by its id alone.
    const anew = new ChatService(reach);
    for (const { id } of begun) {
      const page = await anew.open(id, undefined, signal);
      const job = page.jobs[0] ?? assert.fail('nobody answers');
      let said = '';
      await anew.follow(
        job.id,
        (event) => {
          if (event.event === 'message.delta') said += event.data.text;
        },
        signal,
      );
      assert.match(said, /command injection/i);
    }
    await assert.rejects(anew.open(crypto.randomUUID(), undefined, signal), { kind: 'notFound' });
  });

  it('finds nothing of a folder in the organization of the other', async () => {
    const [one, other] = folders;
    assert.ok(one && other);
    const request = { repositoryIds: [other.repositoryId], organizationId: ids.one };
    const { repositories } = await service.client.call(searchAiInventory, request, { signal });
    assert.deepEqual(repositories, []);
    await assert.rejects(
      use(signal, (api) => api.startScan(other.repositoryId, signal), one.uri),
      { kind: 'invalid' },
    );
  });
});
