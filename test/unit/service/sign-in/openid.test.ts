import assert from 'node:assert/strict';
import { contract } from '../../../../src/api/contract/index.ts';
import { openIdOptionsOf } from '../../../../src/service/sign-in/openid-options.ts';
import { Browser } from '../support/browser.ts';
import { Harness } from '../support/harness.ts';
import { OpenIdProvider } from '../support/openid-provider.ts';

const { organizations } = contract;
const publicUrl = new URL('http://127.0.0.1:7300');

describe('signing in at an OpenID Connect provider', () => {
  let provider: OpenIdProvider;
  let service: Harness;
  beforeEach(async () => {
    provider = await OpenIdProvider.start();
    const allowedHosts = new Set(['127.0.0.1']);
    service = await Harness.start({ publicUrl, openId: provider.options, allowedHosts });
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  async function signIn(browser: Browser, path = '/sign-in/openid'): Promise<Response> {
    const away = await browser.open(path);
    assert.equal(away.status, 302, await away.text());
    return browser.open(provider.approve(away.headers.get('location') ?? ''));
  }

  const browserOf = () => new Browser(service, publicUrl);

  async function invite(email: string): Promise<string> {
    const { link } = await service.call(organizations.inviteMember, { email });
    return `/sign-in/openid?invitation=${new URL(link ?? '').searchParams.get('secret')}`;
  }

  async function refused(response: Response, status: number, reason: RegExp): Promise<void> {
    assert.equal(response.status, status);
    assert.match(await response.text(), reason);
  }

  it('joins who was invited, and knows them by issuer and subject from then on', async () => {
    const browser = browserOf();
    assert.equal((await signIn(browser, await invite('ada@example.com'))).status, 303);
    const { user } = await browser.whoAmI();
    assert.deepEqual([user.email, user.name], ['ada@example.com', 'Ada']);
    // Another address, not verified: the subject decides.
    provider.claims = { ...provider.claims, email: 'married@example.com', email_verified: false };
    const again = browserOf();
    assert.equal((await signIn(again)).status, 303);
    assert.equal((await again.whoAmI()).user.id, user.id);
  });

  it('recognises a member by their verified address the first time', async () => {
    const { core } = service.service;
    const { email } = await core.db.selectFrom('users').select('email').executeTakeFirstOrThrow();
    provider.claims = { sub: 'boss', email: email.toUpperCase(), email_verified: true };
    const browser = browserOf();
    assert.equal((await signIn(browser)).status, 303);
    assert.equal((await browser.whoAmI()).user.email, email);
    // Somebody else whom the provider gave the same address later.
    provider.claims = { sub: 'thief', email, email_verified: true };
    await refused(await signIn(browserOf()), 403, /belongs to another account/);
  });

  it('takes no address that the provider has not verified', async () => {
    const path = await invite('ada@example.com');
    for (const email_verified of [false, undefined, 'true']) {
      provider.claims = { sub: 'x', email: 'ada@example.com', email_verified };
      await refused(await signIn(browserOf(), path), 403, /not verified/);
    }
  });

  it('lets an invitation be accepted by nobody but whom it is for', async () => {
    const path = await invite('somebody-else@example.com');
    const browser = browserOf();
    await refused(await signIn(browser, path), 403, /for another address/);
    assert.equal(browser.session, undefined);
    const secret = new URL(path, publicUrl).searchParams.get('invitation') ?? '';
    const byLink = await browserOf().submit('/sign-in/invitation', { secret });
    assert.equal(byLink.status, 404, 'the link alone joins nobody');
    const { members } = await service.call(organizations.listMembers, { statuses: ['pendingInvite'] });
    assert.equal(members.length, 1);
  });

  it('lets in nobody who is not a member, or not any more', async () => {
    await refused(await signIn(browserOf()), 403, /Ask an administrator to invite you/);
    await signIn(browserOf(), await invite('ada@example.com'));
    await service.call(organizations.removeMember, { email: 'ada@example.com' });
    await refused(await signIn(browserOf()), 403, /Ask an administrator to invite you/);
  });

  it('is for the browser that began it, and once', async () => {
    const path = await invite('ada@example.com');
    const browser = browserOf();
    const away = await browser.open(path);
    const back = provider.approve(away.headers.get('location') ?? '');
    await refused(await browserOf().open(back), 400, /begun in another browser/);
    const forged = new URL(back);
    forged.searchParams.set('state', 'x');
    await refused(await browser.open(forged), 502, /did not confirm/);
    await refused(await browser.open(back), 400, /begun in another browser/);
  });

  it('believes no identity token that is not the provider’s, for this service and this sign-in, in its time', async () => {
    const path = await invite('ada@example.com');
    const now = Math.floor(Date.now() / 1_000);
    for (const altered of [
      { nonce: 'other' },
      { aud: 'another-client' },
      { iss: 'https://evil.example.com' },
      { exp: now - 120 },
      { iat: now - 7_200, exp: now - 3_600 },
    ]) {
      provider.altered = altered;
      await refused(await signIn(browserOf(), path), 502, /did not confirm/);
    }
    provider.altered = {};
    provider.signsWithOtherKey = true;
    await refused(await signIn(browserOf(), path), 502, /did not confirm/);
    provider.signsWithOtherKey = false;
    provider.altered = { exp: now - 30 };
    const tolerated = await signIn(browserOf(), path);
    assert.equal(tolerated.status, 303, 'a clock that is half a minute ahead');
    assert.ok(!service.logged.join('\n').includes('code='));
  });

  it('says that the provider is away, and works once it is there', async () => {
    const { options } = provider;
    await provider[Symbol.asyncDispose]();
    await refused(await browserOf().open('/sign-in/openid'), 502, /cannot be reached/);
    assert.equal((await browserOf().open('/sign-in')).status, 200);
    assert.ok(options.issuer.host.length > 0);
    provider = await OpenIdProvider.start();
  });

  it('replaces links of members', async () => {
    const { members } = await service.call(organizations.listMembers, {});
    await service.refusal(contract.signIn.createSignInLink, { memberId: members[0]?.id ?? '' }, 409);
  });

  it('is not looked for in the service’s own network, unless it is allowed there', async () => {
    await using other = await Harness.start({ publicUrl, openId: provider.options });
    await refused(await new Browser(other, publicUrl).open('/sign-in/openid'), 502, /cannot be reached/);
  });
});

describe('the options of an OpenID Connect provider', () => {
  it('name issuer and client', () => {
    assert.equal(openIdOptionsOf({}), undefined);
    const named = {
      PARAPET_OIDC_ISSUER: 'https://id.example.com/realms/a',
      PARAPET_OIDC_CLIENT_ID: 'parapet',
    };
    const options = openIdOptionsOf(named);
    assert.deepEqual([options?.issuer.href, options?.clientSecret], [named.PARAPET_OIDC_ISSUER, undefined]);
    assert.throws(() => openIdOptionsOf({ ...named, PARAPET_OIDC_ISSUER: 'id' }), /PARAPET_OIDC_ISSUER/);
    assert.throws(() => openIdOptionsOf({ ...named, PARAPET_OIDC_CLIENT_ID: '' }), /PARAPET_OIDC_CLIENT_ID/);
  });
});
