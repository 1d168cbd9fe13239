import assert from 'node:assert/strict';
import { contract } from '../../../../src/api/contract/index.ts';
import { type Credentials, Harness } from '../support/harness.ts';
import { memberOf } from '../support/member.ts';

const { organizations, scim } = contract;

describe('the last ADMIN of an organization', () => {
  let service: Harness;
  let other: Credentials;
  let own: string;
  let others: string;
  beforeEach(async () => {
    service = await Harness.start();
    other = await memberOf(service);
    const { members } = await service.call(organizations.listMembers, {});
    own = members.find(({ role }) => role === 'ADMIN')?.id ?? '';
    others = members.find(({ role }) => role === 'MEMBER')?.id ?? '';
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
  });

  const setRole = (memberId: string, role: 'ADMIN' | 'MEMBER', as = service.credentials) =>
    service.send(organizations.updateMemberRole, { memberId, role }, as);

  async function admins(): Promise<string[]> {
    const { members } = await service.call(organizations.listMembers, { statuses: ['active'] });
    return members.filter(({ role }) => role === 'ADMIN').map(({ id }) => id);
  }

  it('is left where two demote each other at once', async () => {
    for (let round = 0; round < 10; round++) {
      const [asker, target] = round % 2 === 0 ? [service.credentials, other] : [other, service.credentials];
      const [first] = await admins();
      await setRole(first === own ? others : own, 'ADMIN', first === own ? service.credentials : other);
      assert.equal((await admins()).length, 2);
      const outcomes = await Promise.all([
        setRole(asker === other ? own : others, 'MEMBER', asker),
        setRole(target === other ? own : others, 'MEMBER', target),
      ]);
      const statuses = outcomes.map(({ status }) => status).sort();
      assert.equal(statuses[0], 200);
      assert.ok(statuses[1] === 403 || statuses[1] === 409, String(statuses));
      assert.equal((await admins()).length, 1);
    }
  });

  it('is left where a person demotes one while the identity provider deactivates the other', async () => {
    const { secret } = await service.call(scim.createScimToken, {});
    await setRole(others, 'ADMIN');
    const deactivate = service.request(`/scim/v2/Users/${others}`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${secret}` },
    });
    const outcomes = await Promise.all([deactivate, setRole(own, 'MEMBER', other)]);
    const succeeded = outcomes.filter(({ status }) => status === 200 || status === 204);
    assert.equal(succeeded.length, 1);
    const { core } = service.service;
    const left = await core.db
      .selectFrom('members')
      .select('id')
      .where('role', '=', 'ADMIN')
      .where('status', '=', 'active')
      .execute();
    assert.equal(left.length, 1);
  });

  it('demotes nobody any more who was demoted a moment ago', async () => {
    await setRole(others, 'ADMIN');
    const outcomes = await Promise.all([setRole(others, 'MEMBER'), setRole(own, 'MEMBER', other)]);
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), [200, 403]);
  });
});
