import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { ChatTool } from '../../../../../src/api/contract/agent/chat-channel.ts';
import { type Outcome, post } from '../../../../../src/service/agent/channel/post.ts';
import { openOutbound } from '../../../../../src/service/core/outbound.ts';
import { startChatTool } from '../../../../support/chat-tools.ts';

const reachable = { mayBePrivate: true, allowedHosts: new Set<string>() };

/** What becomes of a message when the tool answers so. */
async function outcomeOf(tool: ChatTool, answer: (response: ServerResponse) => void): Promise<Outcome> {
  await using chat = await startChatTool(tool);
  await using outbound = openOutbound(reachable, { timeMs: 500, retries: 0 });
  chat.before = (response) => {
    answer(response);
    return true;
  };
  return await post(outbound, tool, chat.webhookUrl, '{}', new AbortController().signal);
}

const says =
  (status: number, text = '', headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(text);

describe('a chat tool’s answer', () => {
  const cases: readonly (readonly [ChatTool, number, string, Outcome['kind']])[] = [
    ['slack', 200, 'ok', 'sent'],
    ['slack', 200, 'ok\n', 'sent'],
    ['slack', 202, '', 'refused'],
    ['slack', 400, 'invalid_payload', 'refused'],
    ['slack', 403, 'action_prohibited', 'gone'],
    ['slack', 404, 'no_service', 'gone'],
    ['slack', 410, 'channel_is_archived', 'gone'],
    ['slack', 500, 'rollup_error', 'later'],
    ['teams', 202, '', 'sent'],
    ['teams', 200, '1', 'sent'],
    ['teams', 200, 'Summary or Text is required.', 'refused'],
    ['teams', 200, 'Microsoft Teams endpoint returned HTTP error 429', 'later'],
    ['teams', 401, '', 'gone'],
    ['teams', 413, '', 'refused'],
    ['teams', 502, '', 'later'],
  ];
  for (const [tool, status, text, kind] of cases)
    it(`of ${tool} with ${status} ${text.trim()} means ${kind}`, async () => {
      const outcome = await outcomeOf(tool, says(status, text));
      assert.equal(outcome.kind, kind);
      if (outcome.kind !== 'sent') assert.ok(text === '' || !outcome.reason.includes(text));
    });

  it('says how long to wait, in seconds or until a date', async () => {
    const inSeconds = await outcomeOf('slack', says(429, '', { 'retry-after': '90' }));
    assert.equal(inSeconds.kind === 'later' && inSeconds.afterMs, 90_000);
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    const untilDate = await outcomeOf('teams', says(503, '', { 'retry-after': date }));
    const waitMs = untilDate.kind === 'later' ? (untilDate.afterMs ?? 0) : 0;
    assert.ok(waitMs > 3_500_000 && waitMs <= 3_600_000, `${waitMs}`);
    for (const wrong of ['-5', 'soon', '0', 'Infinity']) {
      const outcome = await outcomeOf('slack', says(429, '', { 'retry-after': wrong }));
      assert.deepEqual([outcome.kind, 'afterMs' in outcome && outcome.afterMs], ['later', undefined], wrong);
    }
  });

  it('that never comes, or breaks off, is waited for no longer than its bound', async () => {
    const never = await outcomeOf('slack', () => {});
    assert.match(never.kind === 'later' ? never.reason : '', /did not answer within/);
    const broken = await outcomeOf('teams', (response) => void response.destroy());
    assert.match(broken.kind === 'later' ? broken.reason : '', /could not be reached, or broke off/);
  });
});
