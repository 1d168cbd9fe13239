import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { listOrganizations } from '../../../src/api/contract/organizations/organizations.ts';
import { createToken, deleteToken, listTokens } from '../../../src/api/contract/organizations/tokens.ts';
import { holds } from '../requirements/index.ts';
import { refused, succeed, type TargetOf } from './target.ts';

const day = 24 * 60 * 60 * 1000;

export function tokens(target: TargetOf): void {
  const lifetime = (token: { createdAt: string; expiresAt: string }) =>
    Math.round((Date.parse(token.expiresAt) - Date.parse(token.createdAt)) / day);

  describe('tokens', () => {
    it(
      holds(
        'work at once, show their secret once, and stop working when deleted',
        '2.4.token.1',
        '2.4.token.2',
        '2.4.token.3',
        '5.3',
        '5.5',
      ),
      async () => {
        const { token, secret } = await succeed(target(), createToken, { name: 'For a test' });
        assert.equal(token.name, 'For a test');
        assert.ok(secret.length >= 43, 'the secret has fewer than 256 bits');
        const pair = { tokenId: token.id, tokenSecret: secret };
        await succeed(target(), listOrganizations, {}, pair);
        const listed = await succeed(target(), listTokens, { limit: 100 });
        assert.ok(listed.tokens.some(({ id, name }) => id === token.id && name === 'For a test'));
        assert.ok(!JSON.stringify(listed).includes(secret));
        await succeed(target(), deleteToken, { tokenId: token.id });
        await refused(target(), listOrganizations, {}, 401, pair);
        await refused(target(), deleteToken, { tokenId: token.id }, 404);
      },
    );

    it(holds('last 30 days unless said otherwise, from 1 to 365', '2.4.token.4', '5.3'), async () => {
      for (const [days, lasts] of [
        [undefined, 30],
        [1, 1],
        [365, 365],
      ] as const) {
        const { token } = await succeed(
          target(),
          createToken,
          days === undefined ? {} : { expiresInDays: days },
        );
        assert.equal(lifetime(token), lasts);
        await succeed(target(), deleteToken, { tokenId: token.id });
      }
      for (const expiresInDays of [0, 366, -1, 1.5, '30'])
        await refused(target(), createToken, { expiresInDays }, 400);
    });

    it(holds('are not mixed up: the secret of one does not go with the id of another', '5.1'), async () => {
      const one = await succeed(target(), createToken, {});
      const two = await succeed(target(), createToken, {});
      assert.notEqual(one.secret, two.secret);
      await refused(target(), listOrganizations, {}, 401, { tokenId: one.token.id, tokenSecret: two.secret });
      for (const { token } of [one, two]) await succeed(target(), deleteToken, { tokenId: token.id });
    });

    it(holds('of another organization are not there', '5.4'), async () => {
      const { token } = await succeed(target(), createToken, {});
      const foreign = await refused(target(), deleteToken, { tokenId: token.id }, 404, target().stranger);
      const nowhere = await refused(target(), deleteToken, { tokenId: randomUUID() }, 404, target().stranger);
      assert.equal(foreign.error, nowhere.error);
      await succeed(target(), deleteToken, { tokenId: token.id });
    });
  });
}
