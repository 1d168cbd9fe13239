import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { ChatTool } from '../../../../../src/api/contract/agent/chat-channel.ts';
import type { RequestOf } from '../../../../../src/api/contract/endpoint.ts';
import { contract } from '../../../../../src/api/contract/index.ts';
import {
  type SampleChatTool,
  startChatTool,
  webhookEnd,
  webhookSecret,
} from '../../../../support/chat-tools.ts';
import { eventually } from '../../../../support/code-hosts/webhooks.ts';
import { finding } from '../../support/findings.ts';
import { Harness } from '../../support/harness.ts';
import { memberOf } from '../../support/member.ts';

const { chatChannel, agentConfig, agentSchedules, auditLog } = contract;
const options = {
  allowedHosts: new Set(['127.0.0.1']),
  publicUrl: new URL('https://parapet.example.com'),
};
const hostile =
  '<!here> @channel *b* _i_ `c` <https://evil.example|x> https://evil.example {{DATE(1)}} \u202e';

describe('the chat channel', () => {
  let chat: SampleChatTool;
  let service: Harness;
  let ahead = 0;
  beforeEach(async () => {
    ahead = 0;
    service = await Harness.start(options);
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
    await chat[Symbol.asyncDispose]();
  });

  const set = async (tool: ChatTool, more: Partial<RequestOf<typeof chatChannel.setChatChannel>> = {}) => {
    chat = await startChatTool(tool);
    const request = {
      ...{ tool, name: '#appsec', webhookUrl: chat.webhookUrl, events: ['newIssues', 'scanFailed'] as const },
      ...more,
    };
    return (await service.call(chatChannel.setChatChannel, { ...request, events: [...request.events] }))
      .chatChannel;
  };
  const preview = () => service.call(chatChannel.previewChatChannel, {});
  const turnOn = async () => {
    const { version } = await preview();
    return (await service.call(chatChannel.turnOnChatChannel, { version })).chatChannel;
  };
  const present = async () =>
    (await service.call(chatChannel.getChatChannel, {})).chatChannel ?? assert.fail('no channel is set');
  const later = (minutes: number, harness = service) => {
    ahead += minutes;
    harness.setNow(new Date(Date.now() + ahead * 60_000));
    harness.service.core.happened();
  };
  const finds = (count: number, first = 0, title?: string) => {
    service.runner.script = async ({ on }) => {
      for (let each = first; each < first + count; each++)
        on({
          type: 'finding',
          finding: finding({
            fingerprint: `f${each}`,
            file: `src/a${each}.js`,
            ...(title === undefined ? {} : { title }),
          }),
        });
      return undefined;
    };
  };
  /** Until what happened is on the list of what the channel is told. */
  const noted = (count: number) =>
    eventually(async () => {
      const rows = await service.service.core.db.selectFrom('chat_events').select('seq').execute();
      return rows.length >= count || undefined;
    });
  const messages = async (harness = service) =>
    (await harness.call(chatChannel.listChatMessages, {})).messages;
  const messageIs = (state: string, harness = service) =>
    eventually(async () => (await messages(harness)).find((each) => each.state === state));
  const arrived = (count: number) => eventually(() => chat.bodies.length >= count || undefined);

  for (const tool of ['slack', 'teams'] as const)
    it(`of ${tool} gets one message of a minute, with places and links and without code`, async () => {
      assert.equal((await set(tool)).state, 'OFF');
      assert.equal((await turnOn()).state, 'ON');
      finds(13);
      await service.scan(await service.addRepository('shop'));
      service.runner.script = async () => {
        throw new Error('no');
      };
      await service.scan(await service.addRepository('blog'));
      await noted(2);
      assert.equal(chat.bodies.length, 0);
      later(2);
      const sent = await messageIs('SENT');
      assert.deepEqual([chat.bodies.length, sent.counts], [1, { newIssues: 13, scanFailed: 1 }]);
      const [body = ''] = chat.bodies;
      assert.match(body, /Parapet: 13 new critical or high issues, 1 failed scan/);
      assert.match(body, /and 4 more/);
      assert.match(body, /https:\/\/parapet\.example\.com\/dashboard\/issues\/[0-9a-f-]{36}/);
      assert.match(body, /shop.{1,20}src\/a\d+\.js:3/);
      assert.ok(body.includes('Scan failed'), 'what is urgent is not hidden by many issues');
      assert.ok(!body.includes('db.query(sql)') && !body.includes('reaches the query'));
      later(10);
      assert.equal(chat.bodies.length, 1);
    });

  it('of Slack formats nothing, links nothing and calls nobody by text from code', async () => {
    await set('slack');
    finds(1, 0, hostile);
    await turnOn();
    await service.scan(await service.addRepository());
    await noted(1);
    later(2);
    await arrived(1);
    const { text } = JSON.parse(chat.bodies[0] ?? '');
    for (const live of ['<!here', '@channel', '*b*', '_i_', '`c`', '<https://evil', 'https://evil', '\u202e'])
      assert.ok(!text.includes(live), `${live} in ${text}`);
    assert.ok(text.includes('&lt;'));
  });

  it('of Teams has text from code in runs that know no markup', async () => {
    await set('teams');
    finds(1, 0, hostile);
    await turnOn();
    await service.scan(await service.addRepository());
    await noted(1);
    later(2);
    await arrived(1);
    const [attachment] = JSON.parse(chat.bodies[0] ?? '').attachments;
    for (const block of attachment.content.body) {
      assert.equal(block.type, 'RichTextBlock');
      for (const run of block.inlines) {
        assert.equal(run.type, 'TextRun');
        assert.ok(!run.text.includes('{{') && !run.text.includes('\u202e'));
      }
    }
  });

  it('is sent nothing until it is turned on after a preview of these settings', async () => {
    await set('slack', { events: ['newIssues', 'automationFinished', 'patchReady', 'scanFailed'] });
    finds(1);
    await service.scan(await service.addRepository());
    const { version, messages: shown } = await preview();
    assert.deepEqual(
      shown.map(({ event, isSample }) => [event, isSample]),
      [
        ['newIssues', false],
        ['automationFinished', true],
        ['patchReady', true],
        ['scanFailed', true],
        ['test', false],
      ],
    );
    assert.match(shown[0]?.text ?? '', /Critical · SQL injection · project · src\/a0\.js:3/);
    await service.call(chatChannel.setChatChannel, { tool: 'slack', name: '#other', events: ['newIssues'] });
    const refused = await service.refusal(chatChannel.turnOnChatChannel, { version }, 409);
    assert.match(refused.error, /changed since the preview/);
    later(2);
    assert.deepEqual([chat.bodies.length, (await messages()).length], [0, 0]);
    await turnOn();
    finds(1, 1);
    await service.scan(await service.addRepository());
    await noted(1);
    later(2);
    await arrived(1);
    assert.equal(JSON.parse(shown[0]?.body ?? '').text.split('\n').length, 2);
  });

  it('is told of its repositories alone', async () => {
    const shop = await service.addRepository('shop');
    const blog = await service.addRepository('blog');
    await set('slack', { repositoryIds: [shop] });
    await turnOn();
    finds(1);
    await service.scan(blog);
    await service.scan(shop);
    await noted(1);
    later(2);
    await arrived(1);
    assert.ok(chat.bodies[0]?.includes('shop') && !chat.bodies[0].includes('blog'));
    const nowhere = '3f2b8c1e-58e1-4c8a-9b0f-0d5b1f6f2a11';
    const request = { tool: 'slack', name: '#a', events: ['newIssues'], repositoryIds: [nowhere] } as const;
    const wrong = { ...request, events: [...request.events], repositoryIds: [...request.repositoryIds] };
    await service.refusal(chatChannel.setChatChannel, wrong, 422);
  });

  it('is told when an automation ended', async () => {
    await set('slack', { events: ['automationFinished'] });
    await turnOn();
    const { schedule } = await service.call(agentSchedules.createCronSchedule, {
      ...{ name: 'Weekly overview', prompt: 'Which issues are open?', expression: '0 3 * * 1' },
    });
    await service.call(agentSchedules.triggerCronSchedule, { scheduleId: schedule.id });
    await noted(1);
    later(2);
    await arrived(1);
    const { text } = JSON.parse(chat.bodies[0] ?? '');
    assert.match(text, /Automation finished.*Weekly overview/);
  });

  it('gets a message again that it did not take, not before it said', async () => {
    await set('slack');
    await turnOn();
    chat.before = (response) => Boolean(response.writeHead(429, { 'retry-after': '600' }).end());
    finds(1);
    await service.scan(await service.addRepository());
    await noted(1);
    later(2);
    const waiting = await eventually(async () =>
      (await messages()).find((each) => each.attempts === 1 && each.errorMessage),
    );
    assert.match(waiting.errorMessage ?? '', /takes no more messages for now \(429\)/);
    const wait = Date.parse(waiting.nextAttemptAt ?? '') - Date.parse(waiting.createdAt);
    assert.ok(wait >= 600_000, `${wait}`);
    chat.before = () => false;
    finds(1, 1);
    await service.scan(await service.addRepository('other'));
    await noted(1);
    later(2);
    assert.equal(chat.bodies.length, 1);
    later(11);
    await eventually(async () => (await messages()).every(({ state }) => state === 'SENT') || undefined);
    later(2);
    await arrived(3);
    assert.equal(chat.bodies[0], chat.bodies[1]);
  });

  it('has a message given up after some attempts, with the reason', async () => {
    await set('teams');
    await turnOn();
    chat.before = (response) => Boolean(response.writeHead(503).end());
    finds(1);
    await service.scan(await service.addRepository());
    await noted(1);
    for (let attempts = 1; attempts <= 6; attempts++) {
      later(attempts === 1 ? 2 : 361);
      await eventually(async () => {
        const [message] = await messages();
        if (message?.attempts !== attempts) return undefined;
        const isWaiting = Date.parse(message.nextAttemptAt ?? '') > Date.now() + ahead * 60_000;
        return isWaiting || message.state === 'FAILED' || undefined;
      });
    }
    const failed = await messageIs('FAILED');
    assert.deepEqual([failed.attempts, chat.bodies.length], [6, 6]);
    assert.match(failed.errorMessage ?? '', /cannot answer now \(503\)/);
    assert.equal((await present()).state, 'ON');
  });

  for (const [tool, status] of [
    ['slack', 404],
    ['teams', 410],
  ] as const)
    it(`of ${tool} is turned off when its webhook is gone, and says so`, async () => {
      await set(tool);
      await turnOn();
      chat.before = (response) => Boolean(response.writeHead(status).end('no_service'));
      finds(1);
      await service.scan(await service.addRepository());
      await noted(1);
      later(2);
      const failed = await messageIs('FAILED');
      assert.match(failed.errorMessage ?? '', /refuses the webhook/);
      const { state, errorMessage } = await present();
      assert.equal(state, 'FAILED');
      assert.match(errorMessage ?? '', /Give a new webhook/);
      finds(1, 1);
      await service.scan(await service.addRepository());
      later(2);
      assert.equal(chat.bodies.length, 1);
    });

  it('is sent after a kill what it was to be told before, once', async () => {
    await set('slack');
    await turnOn();
    finds(1);
    await service.scan(await service.addRepository());
    await noted(1);
    await using next = await service.asAfterKill(options);
    later(2, next);
    await messageIs('SENT', next);
    later(2, next);
    assert.equal(chat.bodies.length, 1);
  });

  it('is sent again what a kill broke off, and not what the end of the service let come to its end', async () => {
    await set('slack');
    await turnOn();
    const { promise: held, resolve: hold } = Promise.withResolvers<ServerResponse>();
    chat.before = (response) => {
      hold(response);
      return true;
    };
    finds(1);
    await service.scan(await service.addRepository());
    await noted(1);
    later(2);
    const response = await held;
    chat.before = () => false;
    {
      await using next = await service.asAfterKill(options);
      later(2, next);
      assert.equal((await messageIs('SENT', next)).attempts, 2);
    }
    const stopped = service.service.stop();
    response.writeHead(200).end('ok');
    await stopped;
    await service.open(options);
    assert.equal((await messageIs('SENT')).attempts, 1);
    assert.equal(chat.bodies.length, 2);
  });

  it('gives up what waits when it is turned off, and shows that', async () => {
    await set('slack');
    await turnOn();
    finds(2);
    await service.scan(await service.addRepository());
    await noted(1);
    await service.call(chatChannel.turnOffChatChannel, {});
    const [given] = await messages();
    assert.deepEqual([given?.state, given?.counts], ['FAILED', { newIssues: 2 }]);
    assert.match(given?.errorMessage ?? '', /turned off/);
    await turnOn();
    await service.call(agentConfig.updateConfig, { chatChannel: null });
    assert.equal((await present()).state, 'OFF');
    later(2);
    assert.equal(chat.bodies.length, 0);
  });

  it('is sent a test message at once, or it is said why not', async () => {
    await set('teams');
    await service.call(chatChannel.testChatChannel, {});
    assert.match(chat.bodies[0] ?? '', /Parapet: test message/);
    const answers = [
      [400, 'Bad payload', /refuses the message \(400\)/],
      [200, '<html>Sign in</html>', /answered, but not as Microsoft Teams does/],
      [302, '', /redirects to another address/],
    ] as const;
    for (const [status, text, reason] of answers) {
      chat.before = (response) =>
        Boolean(response.writeHead(status, { location: 'https://169.254.169.254/' }).end(text));
      const refused = await service.refusal(chatChannel.testChatChannel, {}, 422);
      assert.match(refused.error, reason);
    }
    chat.before = (response) => Boolean(response.writeHead(200).end('1'));
    await service.call(chatChannel.testChatChannel, {});
    await service.refusal(chatChannel.testChatChannel, {}, 429);
    const states = (await messages()).map(({ state, isTest }) => `${state} ${isTest}`);
    assert.deepEqual(states, ['SENT true', 'FAILED true', 'FAILED true', 'FAILED true', 'SENT true']);
  });

  it('says when its webhook cannot be opened any more', async () => {
    await set('slack');
    const { db } = service.service.core;
    await db.updateTable('chat_channels').set({ webhook: 'v1.AAAA' }).execute();
    const refused = await service.refusal(chatChannel.testChatChannel, {}, 422);
    assert.match(refused.error, /cannot be opened.*give the credential again/);
  });

  it('bounds what a hostile webhook answers', async () => {
    await set('slack');
    chat.before = (response) => Boolean(response.writeHead(200).end('x'.repeat(17 * 1024 * 1024)));
    assert.match((await service.refusal(chatChannel.testChatChannel, {}, 422)).error, /larger than 16 MB/);
    chat.before = (response) => Boolean(response.writeHead(200).end('<!channel> secret'));
    const { error } = await service.refusal(chatChannel.testChatChannel, {}, 422);
    assert.ok(!error.includes('secret'), 'what it answers is not shown');
  });

  it('reaches no address inside that the operator does not permit', async () => {
    await set('slack');
    for (const webhookUrl of ['https://10.0.0.1/x', 'https://169.254.169.254/x', 'https://[::1]/x']) {
      await service.call(chatChannel.setChatChannel, {
        tool: 'slack',
        name: '#a',
        events: ['newIssues'],
        webhookUrl,
      });
      assert.match((await service.refusal(chatChannel.testChatChannel, {}, 422)).error, /own network/);
    }
    const other = { tool: 'slack' as const, name: '#a', events: ['newIssues' as const] };
    for (const webhookUrl of ['http://hooks.example.com/x', 'ftp://hooks.example.com/x', 'x'])
      await service.refusal(chatChannel.setChatChannel, { ...other, webhookUrl }, 400);
    for (const webhookUrl of ['https://a:b@hooks.example.com/x', 'https://hooks.example.com/x#y'])
      await service.refusal(chatChannel.setChatChannel, { ...other, webhookUrl }, 422);
    await service.refusal(chatChannel.setChatChannel, { ...other, tool: 'teams' }, 422);
  });

  it('is changed by administrators alone, in the audit log, and its webhook is seen nowhere', async () => {
    const channel = await set('slack');
    assert.match(channel.webhook ?? '', new RegExp(`^127\\.0\\.0\\.1:\\d+/…${webhookEnd}$`));
    await turnOn();
    const member = await memberOf(service);
    const { chatChannel: shown } = await service.call(chatChannel.getChatChannel, {}, member);
    assert.deepEqual(
      [shown?.name, shown?.state, shown?.webhook, shown?.repositoryIds],
      ['#appsec', 'ON', undefined, undefined],
    );
    const request = { tool: 'slack' as const, name: '#a', events: ['newIssues' as const] };
    await service.refusal(chatChannel.setChatChannel, request, 403, member);
    await service.refusal(chatChannel.turnOnChatChannel, { version: 'x' }, 403, member);
    for (const endpoint of [
      chatChannel.previewChatChannel,
      chatChannel.turnOffChatChannel,
      chatChannel.testChatChannel,
      chatChannel.deleteChatChannel,
      chatChannel.listChatMessages,
    ])
      await service.refusal(endpoint, {}, 403, member);
    const { entries } = await service.call(auditLog.readAuditLog, {});
    assert.deepEqual(
      entries.slice(0, 2).map(({ operation, choices }) => [operation, choices]),
      [
        ['agent.turnOnChatChannel', {}],
        ['agent.setChatChannel', { tool: 'slack' }],
      ],
    );
    const { db } = service.service.core;
    const kept = await Promise.all([
      db.selectFrom('chat_channels').selectAll().execute(),
      db.selectFrom('audit_entries').selectAll().execute(),
      present(),
      preview(),
    ]);
    const everything = JSON.stringify([entries, kept]) + service.logged.join('\n');
    assert.ok(!everything.includes(webhookSecret));
    assert.deepEqual(await service.call(chatChannel.deleteChatChannel, {}), { deleted: true });
    assert.equal((await service.call(chatChannel.getChatChannel, {})).chatChannel, null);
    await service.refusal(chatChannel.previewChatChannel, {}, 404);
  });
});
