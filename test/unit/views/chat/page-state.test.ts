import assert from 'node:assert/strict';
import type { Change, JobView, MessageView, ToPage } from '../../../../src/views/chat/messages.ts';
import { ToPage as ToPageSchema } from '../../../../src/views/chat/messages.ts';
import {
  act,
  activeJob,
  blank,
  endsOf,
  everything,
  type PageState,
  take,
} from '../../../../src/views/chat/page-state.ts';
import { nothingSaved, readSaved, withDraft } from '../../../../src/views/chat/saved-state.ts';
import { conversation, message, opened, text } from '../../../support/chat-page.ts';

const job: JobView = { id: 'j1', status: 'RUNNING', trace: null };

function told(...messages: readonly ToPage[]): PageState {
  for (const one of messages) assert.ok(ToPageSchema.safeParse(one).success, JSON.stringify(one));
  return messages.reduce(take, blank);
}

function changes(...list: Change[]): ToPage {
  return { type: 'changes', conversationId: 'c1', changes: list };
}

function wordsOf(list: readonly MessageView[] | undefined): readonly string[] {
  return (list ?? []).map(({ parts }) =>
    parts.map((part) => (part.type === 'text' ? part.text : part.type)).join('|'),
  );
}

describe('what the chat shows', () => {
  const begun = { ...message('m2', 'assistant'), state: 'streaming' } as const;

  it('grows with what the agent says, part by part', () => {
    const state = told(
      opened([message('m1', 'user', text('hi'))]),
      changes(
        { type: 'job', job },
        { type: 'message', message: begun },
        { type: 'text', messageId: 'm2', part: 0, text: 'Hel' },
        { type: 'text', messageId: 'm2', part: 0, text: 'lo' },
        { type: 'part', messageId: 'm2', index: 1, part: { type: 'patch', issueId: 'i', title: 't' } },
        { type: 'text', messageId: 'm2', part: 2, text: 'end' },
      ),
    );
    assert.deepEqual(wordsOf(state.open?.messages), ['hi', 'Hello|patch|end']);
    assert.equal(state.open && activeJob(state.open)?.id, 'j1');
  });

  it('shows the list in the place of a conversation that was deleted', () => {
    const state = told(opened([message('m1', 'user', text('hi'))]), {
      ...{ type: 'deleted', conversationId: conversation.id },
    });
    assert.deepEqual([state.screen, state.open], ['list', null]);
  });

  it('begins anew with a job that is taken up, and loses nothing that was said before it', () => {
    const state = told(
      opened([message('m1', 'user', text('hi')), { ...begun, parts: [text('half')] }]),
      changes(
        { type: 'restart', jobId: 'j1' },
        { type: 'message', message: begun },
        { type: 'text', messageId: 'm2', part: 0, text: 'whole' },
      ),
    );
    assert.deepEqual(wordsOf(state.open?.messages), ['hi', 'whole']);
  });

  it('puts earlier messages before those that are there, each once', () => {
    const state = told(opened([message('m3', 'user', text('3'))], true), {
      type: 'earlier',
      conversationId: 'c1',
      messages: [
        message('m1', 'user', text('1')),
        message('m2', 'user', text('2')),
        message('m3', 'user', text('3')),
      ],
      jobs: [],
      hasEarlier: false,
    });
    assert.deepEqual(wordsOf(state.open?.messages), ['1', '2', '3']);
    assert.equal(state.open?.hasEarlier, false);
  });

  it('takes no notice of what is said in another conversation', () => {
    const before = told(opened([message('m1', 'user', text('1'))]));
    const other = take(before, {
      type: 'changes',
      conversationId: 'c2',
      changes: [{ type: 'message', message: message('x', 'assistant', text('x')) }],
    });
    assert.deepEqual(wordsOf(other.open?.messages), ['1']);
  });

  it('takes no notice of an answer to a search that is no longer asked', () => {
    const asked = act(blank, { type: 'listing', query: { ...everything, search: 'new' }, isMore: false });
    const state = take(asked, {
      type: 'list',
      query: { ...everything, search: 'old' },
      conversations: [conversation],
      hasMore: false,
      isMore: false,
    });
    assert.deepEqual(state.list.conversations, []);
    assert.ok(state.list.isLoading);
  });

  it('lets a conversation that is put away leave the list', () => {
    const listed = told({
      type: 'list',
      query: everything,
      conversations: [conversation],
      hasMore: false,
      isMore: false,
    });
    const state = take(listed, { type: 'conversation', conversation: { ...conversation, isArchived: true } });
    assert.deepEqual(state.list.conversations, []);
  });

  it('has each chip once, at most twenty, and none after they were sent', () => {
    const chip = (index: number) =>
      ({ label: `${index}`, detail: '', value: { kind: 'file', path: `${index}` } }) as const;
    const many = Array.from({ length: 30 }, (_, index) => chip(index));
    const state = told({ type: 'chips', chips: [chip(1), chip(1)] }, { type: 'chips', chips: many });
    assert.equal(state.chips.length, 20);
    assert.deepEqual(take(state, { type: 'accepted' }).chips, []);
  });

  it('lets what was written be sent again when that failed', () => {
    const sending = act(blank, { type: 'sending' });
    const state = take(sending, { type: 'failed', what: 'send', message: 'No.', actions: [] });
    assert.equal(state.isSending, false);
    assert.equal(state.accepted, 0);
    assert.equal(state.failure?.message, 'No.');
  });

  it('shows how a job ended at the last message that belongs to it', () => {
    const state = told(
      opened([message('m1', 'user', text('1')), message('m2', 'assistant', text('2'))]),
      changes({ type: 'job', job }),
    );
    assert.deepEqual(state.open && [...endsOf(state.open)], [['m2', job]]);
  });
});

describe('what is kept of the chat', () => {
  it('is nothing where something else was kept', () => {
    for (const value of [undefined, null, 'x', {}, { screen: 'list' }])
      assert.deepEqual(readSaved(value), nothingSaved);
  });

  it('has the latest drafts, and none that were emptied', () => {
    let state = nothingSaved;
    for (let index = 0; index < 30; index++) state = withDraft(state, `c${index}`, 'draft');
    assert.equal(Object.keys(state.drafts).length, 20);
    assert.equal(state.drafts['c29'], 'draft');
    assert.equal(withDraft(state, 'c29', '').drafts['c29'], undefined);
    assert.deepEqual(readSaved(JSON.parse(JSON.stringify(state))), state);
  });

  it('is nothing of the service before once that is another one', () => {
    const state = told(
      opened([message('m1', 'user', text('hi'))]),
      {
        type: 'list',
        query: everything,
        conversations: [conversation],
        hasMore: false,
        isMore: false,
      },
      {
        type: 'chips',
        chips: [{ label: 'SQL injection', detail: '', value: { kind: 'issue', issueId: 'i1' } }],
      },
      { type: 'forget' },
    );
    assert.equal(state.open, null);
    assert.equal(state.screen, 'new');
    assert.deepEqual(state.list.conversations, []);
    assert.deepEqual(state.chips, []);
    assert.equal(state.patches.size, 0);
  });
});
