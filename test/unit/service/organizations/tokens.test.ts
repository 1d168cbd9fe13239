import assert from 'node:assert/strict';
import { contract } from '../../../../src/api/contract/index.ts';
import { warnOfExpiringTokens } from '../../../../src/service/organizations/token-warnings.ts';
import { Harness } from '../support/harness.ts';
import { MailServer } from '../support/mail-server.ts';
import { memberOf } from '../support/member.ts';
import { until } from '../support/process.ts';

const { tokens } = contract;
const dayMs = 86_400_000;

describe('tokens by person', () => {
  let service: Harness;
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
  });

  it('are listed with their owners: all for an ADMIN, their own for a MEMBER', async () => {
    service = await Harness.start();
    const member = await memberOf(service);
    await service.call(tokens.createToken, { name: 'of the member' }, member);
    const ownersOf = async (credentials = service.credentials) => {
      const listed = await service.call(tokens.listTokens, {}, credentials);
      return listed.tokens.map(({ owner }) => owner?.email);
    };
    const boss = 'developer@localhost.localdomain';
    assert.deepEqual((await ownersOf()).sort(), [boss, 'member@example.com', 'member@example.com']);
    assert.deepEqual(await ownersOf(member), ['member@example.com', 'member@example.com']);
    await service.refusal(tokens.deleteToken, { tokenId: service.credentials.tokenId }, 404, member);
    await service.call(tokens.deleteToken, { tokenId: member.tokenId });
    await service.refusal(tokens.listTokens, {}, 401, member);
  });

  it('say how long they last, and the day of their last use', async () => {
    service = await Harness.start();
    const { token, secret } = await service.call(tokens.createToken, { expiresInDays: 30 });
    assert.deepEqual([token.daysLeft, token.expiresSoon, token.lastUsedOn], [30, false, undefined]);
    const later = new Date(Date.parse(token.createdAt) + 24.5 * dayMs);
    service.setNow(later);
    const listed = await service.call(tokens.listTokens, {}, { tokenId: token.id, tokenSecret: secret });
    const now = listed.tokens.find(({ id }) => id === token.id);
    assert.deepEqual(
      [now?.daysLeft, now?.expiresSoon, now?.lastUsedOn],
      [5, true, later.toISOString().slice(0, 10)],
    );
  });

  it('have their owners warned by mail a week and a day before, each once', async () => {
    await using mail = await MailServer.start();
    service = await Harness.start({ publicUrl: new URL('http://127.0.0.1:7300'), mail: mail.options });
    const { core } = service.service;
    const member = await memberOf(service);
    await service.call(tokens.createToken, { name: 'CI\r\nBcc: x@example.com', expiresInDays: 30 }, member);
    await service.call(tokens.createToken, { name: 'brief', expiresInDays: 1 }, member);
    const start = Date.now();
    const mailsAt = async (days: number, expected: number) => {
      service.setNow(new Date(start + days * dayMs));
      for (let count = 0; count < 2; count++) await warnOfExpiringTokens(core);
      const rows = await core.db.selectFrom('mails').select('recipient').execute();
      assert.deepEqual(
        rows.map(({ recipient }) => recipient),
        Array.from({ length: expected }, () => 'member@example.com'),
        `${days} days later`,
      );
    };
    await mailsAt(0.5, 0);
    await mailsAt(22, 0);
    await mailsAt(23.5, 1);
    await mailsAt(28, 1);
    await mailsAt(29.5, 2);
    await mailsAt(31, 2);
    await until(() => mail.received.length >= 1);
    assert.match(mail.received[0]?.raw ?? '', /Subject: A Parapet API token expires soon/);
    assert.doesNotMatch(mail.received[0]?.raw ?? '', /^Bcc:/m);
  });
});
