import assert from 'node:assert/strict';
import type { Conversation } from '../../../../src/api/contract/agent/conversations.ts';
import type { AgentJob } from '../../../../src/api/contract/agent/job.ts';
import type { AgentMessage, ToolCall } from '../../../../src/api/contract/agent/message.ts';
import { Failure } from '../../../../src/connection/failure.ts';
import type {
  Answer,
  ConversationPage,
  ConversationQuery,
  JobEvent,
} from '../../../../src/views/chat/agent-service.ts';
import { ChatHost } from '../../../../src/views/chat/chat-host.ts';
import type { ChatHostParts, ChatWindow } from '../../../../src/views/chat/chat-ports.ts';
import { ToPage } from '../../../../src/views/chat/messages.ts';
import type { IssueState } from '../../../../src/views/issues/issue-state.ts';

const at = '2026-11-21T10:00:00.000Z';
const trace: AgentJob['trace'] = {
  ...{
    analyst: 'deterministic',
    steps: 1,
    toolCalls: 0,
    inputTokens: 0,
    outputTokens: 0,
    durationMs: 5,
    sent: [],
  },
};

function conversation(change: Partial<Conversation> = {}): Conversation {
  return {
    ...{
      id: 'c1',
      organizationId: 'o',
      repositoryId: 'r1',
      title: 'Hello',
      source: 'manual',
      messageCount: 1,
    },
    ...{ preview: '', activeJobId: null, archivedAt: null, createdAt: at, updatedAt: at },
    ...change,
  };
}

function job(id: string, change: Partial<AgentJob> = {}): AgentJob {
  return {
    ...{
      id,
      conversationId: 'c1',
      organizationId: 'o',
      repositoryId: 'r1',
      status: 'PENDING',
      trigger: 'manual',
    },
    ...{ triggerId: null, trace, createdAt: at, startedAt: null, finishedAt: null },
    ...change,
  };
}

function said(id: string, role: AgentMessage['role'], words: string, jobId: string): AgentMessage {
  const parts: AgentMessage['parts'] = [{ type: 'text', text: words }];
  return { id, conversationId: 'c1', jobId, role, state: 'complete', parts, attachments: [], createdAt: at };
}

function asking(effect: ToolCall['effect']): AgentMessage {
  const call: ToolCall = {
    ...{ id: 't1', name: 'apply_patch', title: 'Apply a patch', input: { issueId: 'i1' }, effect },
    ...{ status: 'AWAITING_CONSENT', startedAt: at },
  };
  return { ...said('m2', 'assistant', '', 'j1'), parts: [{ type: 'tool', call }] };
}

/** A service and a window that do as they are told, and tell what they were asked. */
class Scripted {
  page: ConversationPage = { conversation: conversation(), jobs: [], messages: [] };
  events: JobEvent[] = [];
  access = { isEnabled: true, mayRun: true };
  failure: Error | undefined;
  isUsed = true;
  hasFolder = true;
  isSure = true;
  state: IssueState | undefined;
  applied: string | undefined | Error = 'Applied to `a.ts`.';
  readonly calls: string[] = [];
  readonly answers: Answer[] = [];
  readonly queries: ConversationQuery[] = [];
  readonly told: ToPage[] = [];
  readonly aborted: string[] = [];
  /** Ends what is followed. */
  end: () => void = () => undefined;
  readonly host: ChatHost;

  constructor() {
    this.host = new ChatHost({
      service: this.#service(),
      window: this.#window(),
      analyst: async () => ({ kind: 'deterministic', model: '', asks: null }),
      agree: async () => undefined,
      connectModel: async () => undefined,
      post: (message) => {
        assert.ok(ToPage.safeParse(message).success, JSON.stringify(message));
        this.told.push(message);
      },
      log: () => undefined,
    });
  }

  of<T extends ToPage['type']>(type: T): Extract<ToPage, { type: T }>[] {
    return this.told.filter((one): one is Extract<ToPage, { type: T }> => one.type === type);
  }

  /** Everything that the page was told to change, in order. */
  async changes(): Promise<readonly string[]> {
    await new Promise((resolve) => setTimeout(resolve, 60));
    return this.of('changes').flatMap(({ changes }) =>
      changes.map((one) =>
        one.type === 'text' ? `text ${one.text}` : one.type === 'job' ? `job ${one.job.status}` : one.type,
      ),
    );
  }

  #service(): ChatHostParts['service'] {
    const fail = () => {
      if (this.failure) throw this.failure;
    };
    return {
      access: async () => {
        fail();
        return this.access;
      },
      list: async (query) => {
        this.queries.push(query);
        return { conversations: [conversation()], nextCursor: 'next' };
      },
      open: async (_id, cursor) => {
        this.calls.push(`open ${cursor ?? ''}`);
        return this.page;
      },
      begin: async (repositoryId, words) => {
        this.calls.push(`begin ${repositoryId} ${words}`);
        return conversation();
      },
      say: async (_id, words) => {
        fail();
        this.calls.push(`say ${words}`);
        return { message: said('m9', 'user', words, 'j9'), job: job('j9') };
      },
      cancel: async (id) => job(id, { status: 'CANCELLED' }),
      answer: async (answer) => {
        this.answers.push(answer);
        return job('j2');
      },
      archive: async (_id, isArchived) => conversation({ archivedAt: isArchived ? at : null }),
      delete: async (id, issueId) => {
        this.calls.push(`delete ${id} of ${issueId}`);
      },
      follow: async (id, take, signal) => {
        this.calls.push(`follow ${id}`);
        signal.addEventListener('abort', () => this.aborted.push(id));
        for (const event of this.events) take(event);
        await new Promise<void>((resolve) => {
          this.end = resolve;
        });
      },
    };
  }

  #window(): ChatWindow {
    const record = (what: string) => {
      this.calls.push(what);
    };
    const scripted = this;
    return {
      get hasFolder() {
        return scripted.hasFolder;
      },
      get isUsed() {
        return scripted.isUsed;
      },
      repositories: async () => [{ id: 'r1', name: 'shop' }],
      titleOf: () => undefined,
      openFile: async (path, line, repositoryId) => record(`file ${path}:${line} of ${repositoryId}`),
      openIssue: async (id) => record(`issue ${id}`),
      openLink: async (url) => record(`link ${url}`),
      copy: async (words) => record(`copy ${words}`),
      confirm: async () => this.isSure,
      patch: async (issueId) => ({
        ...{ issueId, status: 'READY', validation: 'PASSED', files: [], diff: '', forced: false },
      }),
      stateOf: async () => scripted.state,
      stateKey: () => JSON.stringify(scripted.state ?? null),
      showPatch: async (id) => record(`show ${id}`),
      regeneratePatch: async (id) => record(`regenerate ${id}`),
      applyPatch: async (id, agreed) => {
        record(`apply ${id}${agreed === undefined ? '' : ` as ${agreed}`}`);
        if (this.applied instanceof Error) throw this.applied;
        return this.applied;
      },
      dropped: async () => [],
      chooseContext: async () => [],
      run: async (command) => record(`run ${command}`),
      tookPatch: () => record('took patch'),
    };
  }
}

describe('the extension’s side of the chat', () => {
  let chat: Scripted;

  beforeEach(() => {
    chat = new Scripted();
  });

  afterEach(() => {
    chat.host.leave();
    chat.end();
  });

  it('tells the card of a patch anew when the window found out something about it', async () => {
    await chat.host.evidenceChanged(['i1']);
    assert.deepEqual(chat.of('patch'), [], 'nobody looks at it');
    await chat.host.receive({ type: 'patch', issueId: 'i1', action: 'view' });
    await chat.host.evidenceChanged(['i1', 'i2']);
    assert.deepEqual(
      chat.of('patch').map(({ issueId }) => issueId),
      ['i1', 'i1'],
    );
  });

  it('asks nobody before the extension was used here', async () => {
    chat.isUsed = false;
    await chat.host.receive({ type: 'ready', conversationId: null });
    assert.deepEqual(
      chat.of('service').map(({ service }) => service.state),
      ['idle'],
    );
    assert.deepEqual(chat.queries, []);
  });

  it('says what stands in the way: no folder, an agent that is off, no permission, a service that fails', async () => {
    const stateOf = async () => {
      await chat.host.receive({ type: 'ready', conversationId: null });
      const { state, actions } = chat.of('service').at(-1)?.service ?? {};
      return [state, actions?.map(({ title }) => title)];
    };
    chat.hasFolder = false;
    assert.deepEqual(await stateOf(), ['noFolder', ['Open Folder…']]);
    chat.hasFolder = true;
    chat.access = { isEnabled: false, mayRun: true };
    assert.equal((await stateOf())[0], 'disabled');
    chat.access = { isEnabled: true, mayRun: false };
    assert.equal((await stateOf())[0], 'disabled');
    chat.failure = new Failure(
      { what: 'No.' },
      { cause: Object.assign(new Error('x'), { kind: 'unreachable' }) },
    );
    assert.deepEqual(await stateOf(), ['failed', ['Retry']]);
    chat.failure = new Failure(
      { what: 'No.' },
      { cause: Object.assign(new Error('x'), { kind: 'notOffered' }) },
    );
    assert.equal((await stateOf())[0], 'disabled');
    chat.failure = undefined;
    chat.access = { isEnabled: true, mayRun: true };
    assert.equal((await stateOf())[0], 'ready');
  });

  it('begins a conversation about the repository, and follows its answer', async () => {
    chat.page = {
      conversation: conversation({ activeJobId: 'j1' }),
      jobs: [job('j1')],
      messages: [said('m1', 'user', 'hi', 'j1')],
    };
    chat.events = [
      { event: 'message.delta', data: { messageId: 'm2', part: 0, text: 'Hel' } },
      { event: 'message.delta', data: { messageId: 'm2', part: 0, text: 'lo' } },
      { event: 'done', data: { jobId: 'j1', status: 'COMPLETED', trace } },
    ];
    await chat.host.receive({
      type: 'send',
      conversationId: null,
      repositoryId: 'r1',
      text: 'hi',
      attachments: [],
    });
    assert.deepEqual(chat.calls.slice(0, 2), ['begin r1 hi', 'open ']);
    assert.equal(chat.of('accepted').length, 1);
    assert.deepEqual(await chat.changes(), [
      'restart',
      'job PENDING',
      'message',
      'text Hello',
      'job COMPLETED',
    ]);
    chat.end();
    await chat.changes();
    assert.equal(chat.of('conversation').at(-1)?.conversation.isBusy, false);
  });

  it('takes up a job that still runs when the page is loaded anew', async () => {
    chat.page = {
      conversation: conversation({ activeJobId: 'j1' }),
      jobs: [job('j1', { status: 'RUNNING' })],
      messages: [],
    };
    await chat.host.receive({ type: 'ready', conversationId: 'c1' });
    assert.ok(chat.calls.includes('follow j1'));
    chat.host.leave();
    assert.deepEqual(chat.aborted, ['j1']);
  });

  it('deletes a chat thread of an issue once the person is sure, and shows it no more', async () => {
    chat.page = {
      conversation: conversation({ activeJobId: 'j1', issueId: 'i1' }),
      jobs: [job('j1', { status: 'RUNNING' })],
      messages: [],
    };
    await chat.host.receive({ type: 'ready', conversationId: 'c1' });
    assert.equal(chat.of('opened')[0]?.conversation.issueId, 'i1');
    const request = { type: 'delete', conversationId: 'c1', issueId: 'i1', title: 'Hello' } as const;
    chat.isSure = false;
    await chat.host.receive(request);
    assert.deepEqual(chat.of('deleted'), []);
    chat.isSure = true;
    await chat.host.receive(request);
    assert.ok(chat.calls.includes('delete c1 of i1'));
    assert.deepEqual(chat.of('deleted'), [{ type: 'deleted', conversationId: 'c1' }]);
    assert.deepEqual(chat.aborted, ['j1']);
  });

  it('takes up a job in the midst of a message, whose tools come before its parts are known', async () => {
    const begun: AgentMessage = { ...said('m2', 'assistant', '', 'j1'), state: 'streaming', parts: [] };
    const running = asking('none').parts[0];
    assert.ok(running?.type === 'tool');
    const call = { ...running.call, status: 'RUNNING' } as const;
    chat.page = {
      conversation: conversation({ activeJobId: 'j1' }),
      jobs: [job('j1', { status: 'RUNNING' })],
      messages: [begun],
    };
    chat.events = [
      { event: 'tool.started', data: { messageId: 'm2', part: 0, call } },
      { event: 'message.delta', data: { messageId: 'm2', part: 1, text: 'Done.' } },
    ];
    await chat.host.receive({ type: 'ready', conversationId: 'c1' });
    assert.deepEqual(await chat.changes(), ['restart', 'job RUNNING', 'message', 'part', 'text Done.']);
    assert.deepEqual(chat.of('failed'), []);
  });

  it('pages the list and the history with the cursors of the service', async () => {
    const query = { search: 'x', source: null, isArchived: false };
    await chat.host.receive({ type: 'list', query, isMore: false });
    await chat.host.receive({ type: 'list', query, isMore: true });
    assert.deepEqual(
      chat.queries.map(({ cursor }) => cursor),
      [undefined, 'next'],
    );
    chat.page = { ...chat.page, nextCursor: 'earlier' };
    await chat.host.receive({ type: 'open', conversationId: 'c1' });
    chat.page = { ...chat.page, nextCursor: undefined };
    await chat.host.receive({ type: 'earlier', conversationId: 'c1' });
    await chat.host.receive({ type: 'earlier', conversationId: 'c1' });
    assert.deepEqual(chat.calls, ['open ', 'open earlier']);
    assert.equal(chat.of('earlier')[0]?.hasEarlier, false);
  });

  it('runs a call whose effect is in the window only once it is approved, and says what came of it', async () => {
    chat.page = {
      ...chat.page,
      jobs: [job('j1')],
      messages: [said('m1', 'user', 'fix it', 'j1'), asking('workspace')],
    };
    await chat.host.receive({ type: 'open', conversationId: 'c1' });
    await chat.host.receive({ type: 'answer', jobId: 'j1', toolCallId: 't1', isApproved: false });
    assert.ok(!chat.calls.includes('apply i1'));
    assert.deepEqual(chat.answers, [{ jobId: 'j1', toolCallId: 't1', approved: false }]);
    await chat.host.receive({ type: 'answer', jobId: 'j1', toolCallId: 't1', isApproved: true });
    assert.deepEqual(chat.answers[1]?.result, { text: 'Applied to `a.ts`.', places: [] });
    assert.ok(chat.calls.includes('follow j2'));
    chat.applied = new Failure({ what: 'The file is gone.' });
    await chat.host.receive({ type: 'answer', jobId: 'j1', toolCallId: 't1', isApproved: true });
    assert.equal(chat.answers[2]?.errorMessage, 'The file is gone.');
  });

  it('applies the very patch that the person was asked about', async () => {
    const asked = asking('workspace');
    for (const part of asked.parts)
      if (part.type === 'tool')
        part.call.consent = { title: 'Apply?', detail: '', confirm: 'Apply', version: 'v7' };
    chat.page = { ...chat.page, jobs: [job('j1')], messages: [asked] };
    await chat.host.receive({ type: 'open', conversationId: 'c1' });
    await chat.host.receive({ type: 'answer', jobId: 'j1', toolCallId: 't1', isApproved: true });
    assert.ok(chat.calls.includes('apply i1 as v7'), chat.calls.join());
  });

  it('leaves a call open where the person thought better of it in the editor’s own question', async () => {
    chat.page = { ...chat.page, jobs: [job('j1')], messages: [asking('workspace')] };
    chat.applied = undefined;
    await chat.host.receive({ type: 'open', conversationId: 'c1' });
    await chat.host.receive({ type: 'answer', jobId: 'j1', toolCallId: 't1', isApproved: true });
    assert.deepEqual(chat.answers, []);
    assert.equal(chat.of('failed').at(-1)?.what, 'act');
  });

  it('lets the service run a call whose effect is there', async () => {
    chat.page = { ...chat.page, jobs: [job('j1')], messages: [asking('service')] };
    await chat.host.receive({ type: 'open', conversationId: 'c1' });
    await chat.host.receive({ type: 'answer', jobId: 'j1', toolCallId: 't1', isApproved: true });
    assert.deepEqual(chat.answers, [{ jobId: 'j1', toolCallId: 't1', approved: true }]);
    assert.ok(!chat.calls.includes('apply i1'));
  });

  it('asks again what a job was to answer', async () => {
    chat.page = {
      ...chat.page,
      messages: [
        said('m1', 'user', 'first', 'j1'),
        said('m2', 'assistant', 'no', 'j1'),
        said('m3', 'user', 'second', 'j3'),
      ],
    };
    await chat.host.receive({ type: 'open', conversationId: 'c1' });
    await chat.host.receive({ type: 'retry', jobId: 'j1' });
    assert.ok(chat.calls.includes('say first'));
  });

  it('tells what failed, and keeps what was written', async () => {
    await chat.host.receive({ type: 'open', conversationId: 'c1' });
    chat.failure = new Failure({ what: 'It is busy.', advice: 'Wait.' });
    await chat.host.receive({
      type: 'send',
      conversationId: 'c1',
      repositoryId: null,
      text: 'x',
      attachments: [],
    });
    const failed = chat.of('failed')[0];
    assert.deepEqual([failed?.what, failed?.message], ['send', 'It is busy. Wait.']);
    assert.equal(chat.of('accepted').length, 0);
  });

  it('opens places in the repository that is spoken of', async () => {
    await chat.host.receive({ type: 'open', conversationId: 'c1' });
    await chat.host.receive({ type: 'openFile', path: 'src/a.ts', line: 3 });
    assert.ok(chat.calls.includes('file src/a.ts:3 of r1'));
  });
});
