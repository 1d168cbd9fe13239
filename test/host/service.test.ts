import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { listIssues, updateIssueStatuses } from '../../src/api/contract/issues.ts';
import type { IssueStatus } from '../../src/api/contract/vocabulary.ts';
import { embeddedClient } from '../../src/connection/open.ts';
import { embeddedService, problemCount, projectFolder, until } from './window.ts';

/** The service under the window: replaced, used by others, and chosen by nobody but the user. */
describe('the service of a window', function () {
  this.timeout(60_000);

  before(async () => {
    await vscode.commands.executeCommand('parapet.scanWorkspace');
    await settled();
  });

  it('is replaced without notice when it is killed', async () => {
    const before = await settled();
    const killed = embeddedService();
    assert.ok(killed);
    process.kill(killed.pid, 'SIGKILL');
    await vscode.commands.executeCommand('parapet.refresh');
    assert.equal(await settled(), before);
    assert.notEqual(embeddedService()?.instanceId, killed.instanceId);
  });

  it('tells this window what another one decides', async () => {
    const before = await settled();
    const discovery = embeddedService();
    assert.ok(discovery);
    await using other = embeddedClient(discovery);
    const { issues } = await other.call(listIssues, { statuses: ['PENDING_REVIEW'], limit: 1000 });
    const [issue] = issues;
    assert.ok(issue);
    const decide = (status: IssueStatus) =>
      other.call(updateIssueStatuses, { issueIds: [issue.id], status, reason: 'decided elsewhere' });
    await decide('FALSE_POSITIVE');
    await until('the issue is gone from Problems', () => problemCount() < before);
    await decide('PENDING_REVIEW');
    await until('it is there again', () => problemCount() === before);
  });

  it('is not chosen by the workspace', async () => {
    let asked = 0;
    const elsewhere = createServer((_, response) => {
      asked += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    const folder = vscode.Uri.joinPath(projectFolder(), '.vscode');
    const settings = vscode.Uri.joinPath(folder, 'settings.json');
    const existing = await Promise.resolve(vscode.workspace.fs.readFile(settings)).catch(() => undefined);
    const text = JSON.stringify({ 'parapet.service.url': url, 'parapet.service.headerPrefix': 'X-Evil' });
    try {
      await vscode.workspace.fs.writeFile(settings, Buffer.from(text));
      // The editor leaves a setting of the user's own out of what a workspace may set.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const configuration = vscode.workspace.getConfiguration('parapet.service');
      assert.equal(configuration.get('url'), '');
      await vscode.commands.executeCommand('parapet.refresh');
      assert.ok((await settled()) > 0);
      assert.equal(asked, 0);
    } finally {
      if (existing) await vscode.workspace.fs.writeFile(settings, existing);
      else await vscode.workspace.fs.delete(folder, { recursive: true });
      elsewhere.close();
    }
  });
});

/** How many problems there are once their places have been found: when the number has stayed for a while. */
async function settled(): Promise<number> {
  let count = -1;
  let since = performance.now();
  await until('the problems are complete', () => {
    if (problemCount() !== count) since = performance.now();
    count = problemCount();
    return count > 0 && performance.now() - since > 800;
  });
  return count;
}
