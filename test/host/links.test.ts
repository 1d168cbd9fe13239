import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { classOf, problemsOf, until, windowOfExtension } from './window.ts';

const database = 'storefront/src/lib/database.ts';
const open = (rest: string) =>
  vscode.commands.executeCommand('parapet.openLink', vscode.Uri.parse(`vscode://parapet.parapet${rest}`));
const chosenService = () => vscode.workspace.getConfiguration('parapet.service').get<string>('url');

/** Links that somebody else made, opened in a window that uses the service on this machine. */
describe('a link to an issue', function () {
  this.timeout(90_000);
  let id = '';
  let server: Server;
  let url: string;
  /** Whatever reached the address of the link. */
  const requests: string[] = [];
  const asked: string[] = [];
  let answer: string | undefined;
  let shown: typeof vscode.window;
  let original: Pick<typeof vscode.window, 'showWarningMessage' | 'showErrorMessage' | 'createInputBox'>;
  const boxes: string[] = [];

  before(async () => {
    server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await vscode.commands.executeCommand('parapet.scanWorkspace');
    const problem = await until('the SQL injection', () =>
      problemsOf(database).find((one) => classOf(one) === 'sql-injection'),
    );
    assert.ok(typeof problem.code === 'object');
    [id = ''] = JSON.parse(decodeURIComponent(problem.code.target.query)) as string[];
    shown = await windowOfExtension();
    const { showWarningMessage, showErrorMessage, createInputBox } = shown;
    original = { showWarningMessage, showErrorMessage, createInputBox };
    const say = async (text: string) => {
      asked.push(text);
      return answer;
    };
    Object.assign(shown, {
      showWarningMessage: say,
      showErrorMessage: say,
      createInputBox: () => {
        const box = original.createInputBox();
        const show = box.show.bind(box);
        box.show = () => {
          boxes.push(box.value);
          show();
          box.hide();
        };
        return box;
      },
    });
  });
  after(() => {
    Object.assign(shown, original);
    server.close();
  });
  beforeEach(() => {
    answer = undefined;
    for (const list of [requests, asked, boxes]) list.length = 0;
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('opens its code and its page', async () => {
    await open(`/issue/${id}`);
    const active = () => vscode.window.tabGroups.all.map(({ activeTab }) => activeTab?.input);
    await until('the page', () => active().some((input) => input instanceof vscode.TabInputWebview));
    await until('the code', () =>
      active().some((input) => input instanceof vscode.TabInputText && input.uri.path.endsWith(database)),
    );
    assert.deepEqual(asked, []);
  });

  it('of another service asks first, and sends nothing there before a token is entered for it', async () => {
    const link = `/issue/${id}?service=${encodeURIComponent(url)}`;
    await open(link);
    assert.match(asked[0] ?? '', /another service: http:\/\/127\.0\.0\.1/);
    assert.deepEqual(boxes, []);
    answer = 'Connect…';
    await open(link);
    assert.deepEqual(boxes, [url], 'the address is shown, and the question was given up');
    assert.deepEqual(requests, []);
    assert.equal(chosenService() ?? '', '');
    assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 0);
  });

  it('to connect fills the address in, and nothing else', async () => {
    await open(`/connect?service=${encodeURIComponent(url)}&tokenId=${id}&tokenSecret=stolen`);
    assert.deepEqual(boxes, [url]);
    assert.deepEqual(requests, []);
    assert.equal(chosenService() ?? '', '');
  });

  it('that is hostile is refused in a sentence', async () => {
    for (const rest of [
      '/connect?service=http%3A%2F%2Fsecurity.example.com',
      '/connect?service=https%3A%2F%2Fada%3Asecret%40evil.example',
      '/issue/..%2F..%2Fconnect',
      '/command/workbench.action.quit',
    ]) {
      await open(rest);
      await until('the refusal', () => asked.length === 1);
      assert.match(asked[0] ?? '', /cannot be used|not one that Parapet can open/);
      asked.length = 0;
    }
    assert.deepEqual(boxes, []);
  });

  it('to an issue that is not there says so', async () => {
    await open('/issue/00000000-0000-4000-8000-000000000000');
    await until('the sentence', () => asked.some((text) => /no such issue/.test(text)));
  });

  it('is copied as one that this editor opens', async () => {
    await vscode.commands.executeCommand('parapet.copyLink', id);
    const copied = vscode.Uri.parse(await vscode.env.clipboard.readText());
    assert.equal(copied.authority, 'parapet.parapet');
    assert.equal(copied.path, `/issue/${id}`);
  });
});
