import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Client } from '../../src/api/client.ts';
import { getPatch, type Patch } from '../../src/api/contract/patches.ts';
import { listRepositories } from '../../src/api/contract/repositories/repositories.ts';
import { embeddedClient } from '../../src/connection/open.ts';
import { Participant } from '../../src/views/agent/participant.ts';
import { embeddedService, projectFile, projectFolder } from './window.ts';

type Handler = (typeof Participant)['prototype']['handle'];
type Turn = Partial<{ command: string; references: vscode.ChatPromptReference[]; after: vscode.ChatResult }>;

/** `@parapet` with the real service; what the chat would show is collected. */
describe('the chat participant', function () {
  this.timeout(90_000);
  let participant: Participant;
  const applied: string[] = [];

  before(async () => {
    await vscode.commands.executeCommand('parapet.scanWorkspace');
    const discovery = embeddedService() ?? assert.fail('no service runs');
    const client: Client = embeddedClient(discovery);
    const { repositories } = await client.call(listRepositories, {});
    const repositoryId = repositories[0]?.id ?? assert.fail('no repository');
    const folder = { uri: projectFolder().toString(), name: 'project', repositoryId };
    const parts = {
      connection: {
        scopes: [undefined],
        useClient: <T>(_: AbortSignal, work: (open: Client) => Promise<T>) => work(client),
      },
      session: { isUsed: true, use: async () => undefined, loadQuietly: async () => undefined },
      store: { get: () => undefined },
      patches: {
        // A person agrees to the very patch that the service has.
        patch: async (issueId: string) => (await client.call(getPatch, { issueId })).patch,
        evidenced: (patch: Patch) => patch,
        take: () => undefined,
        applyOne: async (id: string) => {
          applied.push(id);
          return [projectFile('backoffice/reports.py')];
        },
      },
      folders: async () => [folder],
      uriOf: (_: string, file: string) => projectFile(file),
      placeOf: (uri: vscode.Uri) => ({
        folder: folder.uri,
        file: vscode.workspace.asRelativePath(uri, false),
      }),
      log: { warn: () => undefined },
    };
    participant = new Participant(parts as unknown as ConstructorParameters<typeof Participant>[0]);
  });

  async function ask(prompt: string, { command, references = [], after }: Turn = {}, stop = 0) {
    const shown: string[] = [];
    const buttons: vscode.Command[] = [];
    const progress: string[] = [];
    const stream = {
      markdown: (value: string | vscode.MarkdownString) =>
        shown.push(typeof value === 'string' ? value : value.value),
      button: (button: vscode.Command) => buttons.push(button),
      progress: (value: string) => progress.push(value),
    };
    const source = new vscode.CancellationTokenSource();
    if (stop > 0) setTimeout(() => source.cancel(), stop);
    const turn = Object.create(vscode.ChatResponseTurn.prototype) as object;
    const history = after ? [Object.assign(turn, { participant: 'parapet.agent', result: after })] : [];
    const [request, context, response] = [
      { prompt, command, references },
      { history },
      stream,
    ] as unknown as Parameters<Handler>;
    const result = await participant.handle(request, context, response, source.token);
    return { text: shown.join(''), pieces: shown.length, buttons, progress, result };
  }

  it('lists issues with links that the editor opens, in pieces', async () => {
    const { text, pieces, result, progress } = await ask('', { command: 'issues' });
    assert.match(text, /1\. \*\*Critical\*\* \[[^\]]+\]\(command:parapet\.showDetails\?/);
    assert.match(text, /\]\(file:\/\/[^)]*#L\d+\)/);
    assert.doesNotMatch(text, /parapet:(?:file|issue)\?/);
    assert.ok(pieces > 1 && progress.length > 0);
    assert.deepEqual(
      participant.followups(result).map(({ prompt, command }) => [prompt, command]),
      [
        ['explain number 1', ''],
        ['what should I fix first?', ''],
      ],
      'each is asked without the command of the question before it',
    );
  });

  it('goes on in the same conversation', async () => {
    const first = await ask('show critical issues');
    const second = await ask('the first one', { command: 'explain', after: first.result });
    assert.match(second.text, /### \[/);
    assert.equal(second.result.metadata?.['conversationId'], first.result.metadata?.['conversationId']);
  });

  it('takes what is attached', async () => {
    const value = projectFile('backoffice/reports.py');
    const references = [{ id: 'file', value }];
    const { text } = await ask('what is wrong with this file?', { references });
    assert.match(text, /reports\.py/);
  });

  it('asks before anything is changed, and hears the answer', async () => {
    const listed = await ask('show command injections');
    // The patch of the one in reports.py is made by another test.
    const rows = listed.text.split('\n').filter((line) => /^\d+\. /.test(line));
    const other = rows.findIndex((line) => !line.includes('reports.py')) + 1;
    assert.ok(other > 0, listed.text);
    const asked = await ask(`fix number ${other}`, { after: listed.result });
    const offered = participant.followups(asked.result).map(({ prompt, label }) => [label, prompt]);
    assert.deepEqual(offered, [
      ['Apply Patch', 'yes'],
      ['Decline', 'no'],
    ]);
    assert.deepEqual(applied, []);
    assert.equal(asked.text.match(/```diff\n--- a\//g)?.length, 1);
    const declined = await ask('no', { after: asked.result });
    assert.match(declined.text, /Left as it is/);
    const again = await ask(`fix number ${other}`, { after: declined.result });
    const agreed = await ask('yes', { command: 'fix', after: again.result });
    assert.equal(applied.length, 1);
    assert.match(agreed.text, /Applied to/);
  });

  it('ends quietly when it is cancelled', async () => {
    assert.deepEqual((await ask('what should I fix first?', {}, 1)).result.errorDetails, undefined);
  });

  it('is contributed with its commands', () => {
    const manifest = vscode.extensions.getExtension('parapet.parapet')?.packageJSON;
    const [contributed] = manifest.contributes.chatParticipants;
    assert.equal(contributed.name, 'parapet');
    assert.deepEqual(
      contributed.commands.map(({ name }: { name: string }) => name),
      ['issues', 'explain', 'fix', 'scan', 'changes', 'summary'],
    );
  });
});
