import assert from 'node:assert/strict';
import { contract } from '../../../../src/api/contract/index.ts';
import { publicUrlOf } from '../../../../src/service/lifecycle/options.ts';
import { beginSession, endAccess } from '../../../../src/service/sign-in/sessions.ts';
import { Harness } from '../support/harness.ts';

const { organizations } = contract;
const hourMs = 3_600_000;

describe('a session of a browser', () => {
  let service: Harness;
  let home: string;
  let userId: string;

  async function begin(organizationId: string | null): Promise<string> {
    const { core } = service.service;
    return beginSession(core, core.db, { userId, organizationId, method: 'link', client: 'A browser' });
  }

  function ask(secret: string, headers: Record<string, string> = { 'x-parapet-session': '1' }) {
    return service.request('/organizations', {
      headers: { Cookie: `parapet-session=${secret}`, ...headers },
    });
  }

  async function seen(secret: string): Promise<string[]> {
    const response = await ask(secret);
    assert.equal(response.status, 200);
    return organizations.listOrganizations.response
      .parse(await response.json())
      .organizations.map(({ name }) => name);
  }

  beforeEach(async () => {
    service = await Harness.start();
    const listed = await service.call(organizations.listOrganizations, {});
    home = listed.organizations[0]?.id ?? '';
    const { core } = service.service;
    userId = (await core.db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id;
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
  });

  it('opens all organizations of the person, or the one that vouches for them', async () => {
    await service.call(organizations.createOrganization, { name: 'Second' });
    assert.deepEqual(await seen(await begin(null)), ['This machine', 'Second']);
    assert.deepEqual(await seen(await begin(home)), ['This machine']);
  });

  it('opens what it created, also where one organization vouches', async () => {
    const secret = await begin(home);
    const made = await service.request('/organizations', {
      method: 'POST',
      headers: {
        Cookie: `parapet-session=${secret}`,
        'x-parapet-session': '1',
        'Content-Type': 'application/json',
        Origin: 'http://localhost',
        'Sec-Fetch-Site': 'same-origin',
      },
      body: JSON.stringify({ name: 'Made in the browser' }),
    });
    assert.equal(made.status, 201);
    assert.deepEqual(await seen(secret), ['This machine', 'Made in the browser']);
  });

  it('is taken only from pages of the service itself', async () => {
    const secret = await begin(null);
    const own = { 'x-parapet-session': '1' };
    assert.equal((await ask(secret, { ...own, 'Sec-Fetch-Site': 'same-origin' })).status, 200);
    assert.equal((await ask(secret, {})).status, 401, 'without the header that a form cannot send');
    assert.equal((await ask(secret, { ...own, 'Sec-Fetch-Site': 'none' })).status, 401);
    assert.equal((await ask(secret, { ...own, 'Sec-Fetch-Site': 'same-site' })).status, 403);
    assert.equal((await ask(secret, { ...own, 'Sec-Fetch-Site': 'cross-site' })).status, 403);
    assert.equal((await ask(secret, { ...own, Origin: 'https://elsewhere.example.com' })).status, 403);
    const opened = {
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Dest': 'document',
    };
    assert.equal((await ask(secret, { ...own, ...opened })).status, 403, 'the interface is no page');
  });

  it('ends after 12 hours without use, and after 7 days with it', async () => {
    const start = Date.now();
    const secret = await begin(null);
    let at = start;
    for (; at < start + 7 * 24 * hourMs; at += 11 * hourMs) {
      service.setNow(new Date(at));
      assert.equal((await ask(secret)).status, 200);
    }
    service.setNow(new Date(at));
    assert.equal((await ask(secret)).status, 401);
    service.setNow(new Date(start));
    const unused = await begin(null);
    service.setNow(new Date(start + 12 * hourMs + 1));
    assert.equal((await ask(unused)).status, 401);
  });

  it('keeps no secret in the store', async () => {
    const secret = await begin(null);
    const rows = await service.service.core.db.selectFrom('sessions').selectAll().execute();
    assert.equal(rows.length, 1);
    assert.ok(!JSON.stringify(rows).includes(secret));
  });

  it('ends at once when the person leaves their only organization', async () => {
    const secret = await begin(null);
    await endAccess(service.service.core.db, home, userId);
    assert.equal((await ask(secret)).status, 401);
    await service.refusal(organizations.listOrganizations, {}, 401);
  });
});

describe('the public address of a service', () => {
  const of = (PARAPET_PUBLIC_URL: string) => publicUrlOf({ PARAPET_PUBLIC_URL });

  it('is https, or http on this machine, without a path or a password', () => {
    assert.equal(of(' https://parapet.example.com ')?.href, 'https://parapet.example.com/');
    assert.equal(of('http://127.0.0.1:7300')?.href, 'http://127.0.0.1:7300/');
    assert.equal(of(''), undefined);
    for (const wrong of [
      'parapet.example.com',
      'ftp://parapet.example.com',
      'https://parapet.example.com/path',
      'https://user:secret@parapet.example.com',
      'http://parapet.example.com',
    ])
      assert.throws(() => of(wrong), /PARAPET_PUBLIC_URL/);
  });

  it('is an origin that pages may have, behind a proxy that ends TLS', async () => {
    const publicUrl = new URL('https://parapet.example.com');
    await using service = await Harness.start({ publicUrl });
    const { core } = service.service;
    const { id: userId } = await core.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const secret = await beginSession(core, core.db, {
      userId,
      organizationId: null,
      method: 'link',
      client: '',
    });
    const ask = (cookie: string, origin: string) =>
      service.request('http://parapet.example.com/organizations', {
        headers: { Cookie: `${cookie}=${secret}`, Origin: origin, 'x-parapet-session': '1' },
      });
    assert.equal((await ask('__Host-parapet-session', publicUrl.origin)).status, 200);
    assert.equal((await ask('parapet-session', publicUrl.origin)).status, 401);
    assert.equal((await ask('__Host-parapet-session', 'https://evil.example.com')).status, 403);
    assert.equal((await service.request('http://other.example.com/organizations')).status, 403);
  });
});
