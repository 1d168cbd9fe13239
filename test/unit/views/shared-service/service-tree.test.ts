import assert from 'node:assert/strict';
import { ApiError } from '../../../../src/api/api-error.ts';
import { RepositoryPermission } from '../../../../src/api/contract/organizations/permissions.ts';
import type { Scan } from '../../../../src/api/contract/scans/scans.ts';
import { Failure } from '../../../../src/connection/failure.ts';
import type { ServiceApi } from '../../../../src/connection/service-api.ts';
import type { Activity } from '../../../../src/views/scan-activity.ts';
import type { Session } from '../../../../src/views/session.ts';
import type { ServiceNode } from '../../../../src/views/shared-service/nodes.ts';
import { ServiceTree } from '../../../../src/views/shared-service/service-tree.ts';
import { makeScan, project } from '../make-scan.ts';

/** A tree over a service whose answers the test writes. */
function setUp(isConnected = true) {
  const asked: string[] = [];
  const drawn: (ServiceNode | undefined)[] = [];
  let listener = () => {};
  let scans: Scan[] = [makeScan({ id: 'main', branch: 'main', status: 'COMPLETED' })];
  let failure: Error | undefined;
  let held: readonly RepositoryPermission[] = RepositoryPermission.options;
  let permissionsAsked = 0;
  const answer = <T>(what: string, value: T): Promise<T> => {
    asked.push(what);
    return failure ? Promise.reject(failure) : Promise.resolve(value);
  };
  const api = {
    repository: {
      scans: () => answer('scans', scans),
      pullRequestScans: () => answer('pullRequests', []),
      schedules: () => answer('schedules', []),
    },
    access: {
      teamsOf: () => answer('access', []),
      permissionsOn: () => {
        permissionsAsked++;
        return Promise.resolve(new Set(held));
      },
    },
  };
  const session: { folders: (typeof project)[]; history: unknown[]; activity: Activity } = {
    folders: [project],
    history: [],
    activity: { kind: 'settled' },
  };
  const tree = new ServiceTree({
    session: {
      ...session,
      get folders() {
        return session.folders;
      },
      get history() {
        return session.history;
      },
      get activity() {
        return session.activity;
      },
      onDidChange: (one: () => void) => {
        listener = one;
        return { dispose: () => {} };
      },
    } as unknown as Session,
    account: () =>
      isConnected
        ? { url: 'https://security.example.com', organization: undefined, expiresAt: undefined }
        : undefined,
    use: (_signal, work) => work(api as unknown as ServiceApi),
    headOf: () => Promise.resolve(undefined),
    draw: (node) => drawn.push(node),
    log: () => undefined,
  });
  const section = async (name: string) =>
    (await tree.children()).find((node) => node.kind === 'section' && node.section === name) ??
    assert.fail(`no ${name}`);
  return {
    ...{ tree, asked, drawn, session, section },
    change: () => listener(),
    find: (next: Scan[]) => {
      scans = next;
    },
    may: (...next: RepositoryPermission[]) => {
      held = next;
    },
    permissionsAsked: () => permissionsAsked,
    fail: (error: Error | undefined) => {
      failure = error;
    },
  };
}

const labels = (nodes: readonly ServiceNode[]) =>
  nodes.map((node) => (node.kind === 'fact' ? node.label : node.kind === 'scan' ? node.id : node.kind));

describe('the tree of a shared service', () => {
  it('has nothing with the service on this machine', async () => {
    const { tree } = setUp(false);
    assert.deepEqual(await tree.children(), []);
  });

  it('asks for a section when it is opened, once, and again after it was changed', async () => {
    const { tree, asked, drawn, section } = setUp();
    const schedules = await section('schedules');
    assert.deepEqual(asked, []);
    await tree.children(schedules);
    await tree.children(schedules);
    assert.deepEqual(asked, ['schedules']);
    tree.reloadSection(project, 'schedules');
    assert.equal(drawn.at(-1), await section('schedules'), 'the row is drawn again, and no other');
    await tree.children(schedules);
    assert.deepEqual(asked, ['schedules', 'schedules']);
  });

  it('says in a row what failed, and what the service does not offer', async () => {
    const { tree, fail, section } = setUp();
    fail(new ApiError('unavailable', 'The service is being updated.'));
    const [failed] = await tree.children(await section('schedules'));
    assert.ok(failed?.kind === 'fact' && failed.command === 'parapet.serviceRefresh');
    assert.match(failed.label, /being updated/);
    fail(new ApiError('notOffered', 'There is no such operation.'));
    assert.deepEqual(labels(await tree.children(await section('access'))), [
      'This service does not offer it',
    ]);
    fail(undefined);
    tree.reload();
    assert.deepEqual(labels(await tree.children(await section('schedules'))), ['No scans are scheduled']);
  });

  it('asks for scans again when one of this window, or of a colleague, became known', async () => {
    const { tree, asked, session, section, change, find } = setUp();
    assert.deepEqual(labels(await tree.children(await section('scans'))), ['main']);
    change();
    await tree.children(await section('scans'));
    const before = asked.length;
    change();
    await tree.children(await section('scans'));
    assert.equal(asked.length, before, 'nothing is different');
    find([makeScan({ id: 'topic', branch: 'topic', status: 'COMPLETED' })]);
    session.history = [{ scan: { id: 'topic', status: 'COMPLETED' } }];
    change();
    assert.deepEqual(labels(await tree.children(await section('scans'))), ['topic']);
  });

  it('says why the window has no repository there, with what to do', async () => {
    const { tree, session } = setUp();
    session.folders = [];
    const action = {
      title: 'Add and Scan It There',
      command: 'parapet.addRepository',
      args: ['file:///shop'],
    };
    session.activity = {
      kind: 'failed',
      failure: { what: 'The service has no such repository.', actions: [action] },
    };
    const rows = await tree.children();
    assert.deepEqual(labels(rows), [
      'security.example.com',
      'The service has no such repository.',
      'Add and Scan It There',
    ]);
    const last = rows.at(-1);
    assert.ok(last?.kind === 'fact');
    assert.deepEqual([last.command, last.args], [action.command, action.args]);
  });

  it('asks once what the person may do, and again after something was refused', async () => {
    const { tree, drawn, section, may, permissionsAsked } = setUp();
    const lack = async (name: string) => {
      const node = await section(name);
      return node.kind === 'section' ? node.lacks : assert.fail();
    };
    await tree.children(await section('scans'));
    await tree.children(await section('schedules'));
    assert.equal(permissionsAsked(), 1);
    assert.equal(await lack('schedules'), undefined);
    may('REPOSITORY_VIEW');
    tree.refused(new ApiError('unavailable', 'The service is being updated.'));
    assert.equal(permissionsAsked(), 1);
    const refusal = new ApiError('forbidden', 'This takes a permission.');
    tree.refused(new Failure({ what: refusal.message }, { cause: refusal }));
    drawn.length = 0;
    await tree.children(await section('scans'));
    assert.equal(permissionsAsked(), 2);
    assert.deepEqual(drawn, [undefined], 'rows that offered more are drawn again');
    assert.equal(await lack('schedules'), 'REPOSITORY_SCAN');
  });

  it('asks anew where a folder is another repository now', async () => {
    const { tree, asked, session, section } = setUp();
    await tree.children(await section('schedules'));
    session.folders = [{ ...project, repositoryId: 'another' }];
    const now = await section('schedules');
    assert.ok(now.kind === 'section' && now.folder.repositoryId === 'another');
    await tree.children(now);
    assert.deepEqual(asked, ['schedules', 'schedules']);
  });

  it('knows nothing of the service before', async () => {
    const { tree, asked, section } = setUp();
    await tree.children(await section('schedules'));
    tree.forget();
    await tree.children(await section('schedules'));
    assert.deepEqual(asked, ['schedules', 'schedules']);
    tree.dispose();
  });
});
