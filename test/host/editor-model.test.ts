import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { type RequestOptions, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Client } from '../../src/api/client.ts';
import { createConversation } from '../../src/api/contract/agent/conversations.ts';
import { jobStream } from '../../src/api/contract/agent/job-stream.ts';
import { cancelJob, getJob } from '../../src/api/contract/agent/jobs.ts';
import { agreeToModel, getModel } from '../../src/api/contract/agent/models.ts';
import type { EventOf } from '../../src/api/contract/endpoint.ts';
import { getIssue, searchIssues } from '../../src/api/contract/issues.ts';
import { listRepositories } from '../../src/api/contract/repositories/repositories.ts';
import { checkOwnSocket } from '../../src/api/own-socket.ts';
import { embeddedClient } from '../../src/connection/open.ts';
import { embeddedService, until } from './window.ts';

type Answer = (
  messages: readonly vscode.LanguageModelChatRequestMessage[],
  options: vscode.ProvideLanguageModelChatResponseOptions,
  progress: vscode.Progress<vscode.LanguageModelResponsePart>,
  token: vscode.CancellationToken,
) => Promise<void>;

/** What the test's own extension exports: a model of the editor whose answers are written here. */
interface Script {
  answer: Answer;
  readonly requests: { messages: readonly vscode.LanguageModelChatRequestMessage[] }[];
}

function posted(options: RequestOptions, body: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ ...options, method: 'POST' }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end(body);
  });
}

const says = (...texts: string[]): Answer => {
  return async (_messages, _options, progress) => {
    for (const text of texts) progress.report(new vscode.LanguageModelTextPart(text));
  };
};

/** The editor's own model answers the agent's jobs: service → bridge of the window → the editor → its provider. */
describe('a language model of the editor', function () {
  this.timeout(90_000);
  let script: Script;
  let client: Client;
  let repositoryId: string;

  before(async () => {
    const extension = vscode.extensions.getExtension<Script>('parapet-tests.test-model');
    script = await (extension ?? assert.fail('the extension of the test is not there')).activate();
    await until('the model', async () => (await vscode.lm.selectChatModels({ id: 'scripted' })).length > 0);
    await vscode.commands.executeCommand('parapet.scanWorkspace');
    client = embeddedClient(embeddedService() ?? assert.fail('no service runs'));
    const { repositories } = await client.call(listRepositories, {});
    repositoryId = repositories[0]?.id ?? assert.fail('no repository');
    script.answer = says('ok');
    const connected = vscode.commands.executeCommand('parapet.connectModel');
    // The editor's models come first in the list; whoever presses Enter takes it.
    await until('the model is connected', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return (await client.call(getModel, { repositoryId })).model?.title === 'Scripted Editor Model';
    });
    await connected;
  });
  after(async () => {
    await vscode.commands.executeCommand('parapet.disconnectModel');
  });

  async function ask(initialMessage: string) {
    const { job } = await client.call(createConversation, { repositoryId, initialMessage });
    return job?.id ?? assert.fail('no job');
  }

  async function heard(jobId: string) {
    const events: EventOf<typeof jobStream>[] = [];
    for await (const event of client.events(jobStream, { jobId }, { signal: AbortSignal.timeout(30_000) }))
      events.push(event);
    const text = events.map((event) => (event.event === 'message.delta' ? event.data.text : '')).join('');
    const end = events.at(-1);
    return { events, text, end: end?.event === 'done' ? end.data : assert.fail('it did not end') };
  }

  const asText = (): string => JSON.stringify(script.requests.at(-1)?.messages);

  it('was tried with nothing of the code in it, and is told to be one that sends elsewhere', async () => {
    assert.equal(script.requests.length, 1);
    assert.doesNotMatch(asText(), /reports\.py|SQL|vulnerable-shop/);
    const { model, agreed } = await client.call(getModel, { repositoryId });
    assert.equal(model?.isRemote, true);
    assert.equal(agreed, false);
    assert.match(model?.baseUrl ?? '', /^http:\/\/window-[0-9a-f]{8}\.localhost\/v1$/);
  });

  it('is not asked about a repository before somebody agreed: the built-in analyst answers and says so', async () => {
    const before = script.requests.length;
    const { text, end } = await heard(await ask('show critical issues'));
    assert.match(
      text,
      /1\. \*\*Critical\*\*[\s\S]*Scripted Editor Model[\s\S]*not asked before somebody agreed/,
    );
    assert.equal(end.trace.analyst, 'deterministic');
    assert.equal(script.requests.length, before);
  });

  it('has nobody else served: the bridge lies where only this user is, and wants its token', async () => {
    const { model } = await client.call(getModel, { repositoryId });
    const { host, pathname } = new URL(model?.baseUrl ?? assert.fail('no model'));
    const sockets: string[] = [];
    for (const parent of [process.env['XDG_RUNTIME_DIR'], tmpdir(), '/tmp'])
      for (const each of parent ? globSync('parapet-*/model.sock', { cwd: parent }) : [])
        sockets.push(path.join(parent ?? '', each));
    const body = JSON.stringify({ model: 'scripted', messages: [{ role: 'user', content: 'hello' }] });
    const before = script.requests.length;
    for (const headers of [{}, { authorization: 'Bearer x' }, { origin: 'https://evil.example' }]) {
      const statuses: number[] = [];
      for (const socketPath of sockets) {
        const asked = { socketPath, path: `${pathname}/chat/completions`, headers: { host, ...headers } };
        // Sockets of windows that were killed are among them.
        const status = await posted(asked, body).catch(() => undefined);
        if (status === undefined) continue;
        await checkOwnSocket(socketPath);
        statuses.push(status);
      }
      assert.ok(statuses.length > 0, 'no bridge was found');
      for (const status of statuses) assert.ok(status === 401 || status === 403, String(status));
    }
    assert.equal(script.requests.length, before);
  });

  describe('once its use is agreed to', () => {
    before(async () => {
      await client.call(agreeToModel, { repositoryId, agreed: true });
    });

    it('answers as a stream, in pieces', async () => {
      script.answer = async (_messages, _options, progress) => {
        for (const text of ['From ', 'the ', 'editor.']) {
          progress.report(new vscode.LanguageModelTextPart(text));
          await new Promise((resolve) => setTimeout(resolve, 150));
        }
      };
      const { events, text, end } = await heard(await ask('hello'));
      assert.equal(text.trim(), 'From the editor.');
      assert.ok(events.filter(({ event }) => event === 'message.delta').length >= 2);
      assert.equal(end.status, 'COMPLETED');
      assert.equal(end.trace.analyst, 'model');
      assert.equal(end.trace.model, 'openai-compatible/scripted');
    });

    it('calls tools, and is told what they answered, as data', async () => {
      script.answer = async (messages, options, progress) => {
        const isAnswered = JSON.stringify(messages).includes('call-1');
        if (isAnswered) return progress.report(new vscode.LanguageModelTextPart('There is one in reports.'));
        assert.ok(options.tools?.some(({ name }) => name === 'list_issues'));
        const input = { severities: ['CRITICAL'], limit: 3 };
        progress.report(new vscode.LanguageModelToolCallPart('call-1', 'list_issues', input));
      };
      const { events, text } = await heard(await ask('what is critical?'));
      const call = events.find((event) => event.event === 'tool.completed');
      assert.equal(call?.event === 'tool.completed' && call.data.call.name, 'list_issues');
      assert.match(text, /There is one in reports/);
      assert.match(asText(), /<data id=/);
    });

    it('has to ask for what would change anything', async () => {
      const asked = { repositoryIds: [repositoryId], statuses: ['PENDING_REVIEW' as const], limit: 1 };
      const { issues } = await client.call(searchIssues, asked);
      const issueId = issues[0]?.id ?? assert.fail('no issue');
      script.answer = async (_messages, _options, progress) => {
        const input = { issueIds: [issueId], status: 'FALSE_POSITIVE', reason: 'I say so.' };
        progress.report(new vscode.LanguageModelToolCallPart('call-2', 'triage_issues', input));
      };
      const { events } = await heard(await ask('dismiss it'));
      const call = events.findLast((event) => event.event === 'tool.completed');
      assert.equal(call?.event === 'tool.completed' && call.data.call.status, 'AWAITING_CONSENT');
      assert.equal((await client.call(getIssue, { id: issueId })).issue.status, 'PENDING_REVIEW');
    });

    it('is hung up on when the job is cancelled', async () => {
      let wasCancelled = false;
      script.answer = async (_messages, _options, progress, token) => {
        progress.report(new vscode.LanguageModelTextPart('Thinking for a long time. '));
        await new Promise<void>((resolve) => token.onCancellationRequested(() => resolve()));
        wasCancelled = true;
      };
      const before = script.requests.length;
      const jobId = await ask('think');
      await until('it is asked', () => script.requests.length > before);
      await client.call(cancelJob, { jobId });
      // VS Code 1.110 does not pass a cancellation on to a provider that has begun to answer.
      if (!vscode.version.startsWith('1.110.')) await until('the editor is told', () => wasCancelled);
      assert.equal((await client.call(getJob, { jobId })).job.status, 'CANCELLED');
    });

    it('that fails ends the job with the reason, as the editor gives it', async () => {
      script.answer = async () => {
        throw vscode.LanguageModelError.NoPermissions('not today');
      };
      const refused = await heard(await ask('hello again'));
      assert.equal(refused.end.status, 'FAILED');
      assert.ok((refused.end.errorMessage ?? '').length > 10, refused.end.errorMessage);
      script.answer = says('Well again.');
      assert.match((await heard(await ask('and now?'))).text, /Well again/);
    });
  });
});
