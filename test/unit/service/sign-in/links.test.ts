import assert from 'node:assert/strict';
import { contract } from '../../../../src/api/contract/index.ts';
import { createFirstLink } from '../../../../src/service/lifecycle/first-link.ts';
import { beginSession } from '../../../../src/service/sign-in/sessions.ts';
import { Browser } from '../support/browser.ts';
import { Harness } from '../support/harness.ts';
import { linkIn, MailServer } from '../support/mail-server.ts';
import { memberOf } from '../support/member.ts';
import { until } from '../support/process.ts';

const { organizations, signIn } = contract;
const publicUrl = new URL('http://127.0.0.1:7300');
const hourMs = 3_600_000;

describe('signing in by a one-time link', () => {
  let service: Harness;
  let own: string;
  beforeEach(async () => {
    service = await Harness.start({ publicUrl });
    own = (await service.call(organizations.listMembers, {})).members[0]?.id ?? '';
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
  });

  const follow = (browser: Browser, link: string) =>
    browser.submit('/sign-in/link', { secret: new URL(link).searchParams.get('secret') ?? '' });

  it('takes opening the page and a button, once', async () => {
    const { link } = await service.call(signIn.createSignInLink, { memberId: own });
    const browser = new Browser(service, publicUrl);
    const page = await browser.open(link);
    assert.equal(page.status, 200);
    assert.equal(browser.session, undefined, 'a scanner of mails opens links, too');
    assert.equal((await follow(browser, link)).status, 303);
    const person = await browser.whoAmI();
    assert.deepEqual([person.credential, person.organizations.length], ['session', 1]);
    assert.match(await (await browser.open('/sign-in')).text(), /signed in as/);
    const again = new Browser(service, publicUrl);
    assert.equal((await follow(again, link)).status, 404);
    assert.equal((await again.open(link)).status, 404);
  });

  it('is over after a day', async () => {
    const { link } = await service.call(signIn.createSignInLink, { memberId: own });
    service.setNow(new Date(Date.now() + 24 * hourMs));
    assert.equal((await follow(new Browser(service, publicUrl), link)).status, 404);
  });

  it('has the first administrator say who they are, once, by the operator’s own link', async () => {
    const { core } = service.service;
    await memberOf(service);
    const secretOf = (link: string) => new URL(link).searchParams.get('secret') ?? '';
    const link = await createFirstLink(core, publicUrl);
    const browser = new Browser(service, publicUrl);
    assert.match(await (await browser.open(link)).text(), /first administrator.*name="email"/s);
    const give = (email: string, name = ' Ada ') =>
      browser.submit('/sign-in/link', { secret: secretOf(link), email, name });
    for (const [email, reason] of [
      ['<b>ada', /not an e-mail address/],
      ['Member@Example.com', /Somebody else here has this address/],
    ] as const) {
      const refused = await give(email);
      assert.equal(refused.status, 422);
      const text = await refused.text();
      assert.match(text, reason);
      assert.ok(!text.includes('<b>'));
    }
    assert.equal((await give('Ada@Example.com')).status, 303);
    const { user, organizations: own } = await browser.whoAmI();
    assert.deepEqual([user.email, user.name, own[0]?.role], ['ada@example.com', 'Ada', 'ADMIN']);
    const next = await createFirstLink(core, publicUrl);
    const page = await (await new Browser(service, publicUrl).open(next)).text();
    assert.match(page, /Sign in as ada@example\.com/);
    await browser.submit('/sign-in/link', { secret: secretOf(next), email: 'eve@example.com', name: '' });
    assert.equal((await browser.whoAmI()).user.email, 'ada@example.com');
  });

  it('replaces the session that the browser had', async () => {
    const browser = new Browser(service, publicUrl);
    for (let count = 0; count < 2; count++)
      await follow(browser, (await service.call(signIn.createSignInLink, { memberId: own })).link);
    const { sessions } = await service.call(signIn.listSessions, {});
    assert.equal(sessions.length, 1);
  });

  it('is made for others by an ADMIN alone', async () => {
    const member = await memberOf(service);
    await service.refusal(signIn.createSignInLink, { memberId: own }, 403, member);
    const { link } = await service.call(signIn.createSignInLink, { email: 'member@example.com' }, member);
    const browser = new Browser(service, publicUrl);
    await follow(browser, link);
    assert.equal((await browser.whoAmI()).user.email, 'member@example.com');
    await service.call(organizations.inviteMember, { email: 'invited@example.com' });
    await service.refusal(signIn.createSignInLink, { email: 'invited@example.com' }, 409);
    await service.refusal(signIn.createSignInLink, { email: 'nobody@example.com' }, 404);
  });

  it('is ended in one browser or in all, and when the member is removed', async () => {
    const { member } = await memberWithTwoBrowsers();
    const [first, second] = member;
    const { sessions } = signIn.listSessions.response.parse(
      await (await first.ask(signIn.listSessions.path)).json(),
    );
    assert.deepEqual(sessions.map(({ current }) => current).sort(), [false, true]);
    const other = sessions.find(({ current }) => !current);
    assert.equal((await first.ask(signIn.endSession.path, { sessionId: other?.id })).status, 200);
    assert.equal((await second.ask(signIn.whoAmI.path)).status, 401);
    assert.equal((await first.submit('/sign-in/out', {})).status, 303);
    assert.equal((await first.ask(signIn.whoAmI.path)).status, 401);
    const {
      member: [third, fourth],
    } = await memberWithTwoBrowsers();
    assert.equal((await third.ask(signIn.endAllSessions.path)).status, 200);
    assert.equal((await fourth.ask(signIn.whoAmI.path)).status, 401);
    const {
      member: [fifth],
    } = await memberWithTwoBrowsers();
    await service.call(organizations.removeMember, { email: 'member@example.com' });
    assert.equal((await fifth.ask(signIn.whoAmI.path)).status, 401);
  });

  async function memberWithTwoBrowsers(): Promise<{ member: [Browser, Browser] }> {
    const { members } = await service.call(organizations.listMembers, {});
    if (!members.some(({ email }) => email === 'member@example.com')) await memberOf(service);
    const browsers: [Browser, Browser] = [new Browser(service, publicUrl), new Browser(service, publicUrl)];
    for (const browser of browsers) {
      const made = await service.call(signIn.createSignInLink, { email: 'member@example.com' });
      await follow(browser, made.link);
    }
    return { member: browsers };
  }

  it('ends no session of somebody else', async () => {
    const { member } = await memberWithTwoBrowsers();
    const { sessions } = signIn.listSessions.response.parse(
      await (await member[0].ask(signIn.listSessions.path)).json(),
    );
    await service.refusal(signIn.endSession, { sessionId: sessions[0]?.id ?? '' }, 404);
    await service.refusal(signIn.endSession, {}, 404);
  });

  it('reaches no session beyond the organization that vouches for it', async () => {
    const { core } = service.service;
    const { id: userId } = await core.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const whole = { userId, organizationId: null, method: 'openid', client: 'Their own' } as const;
    await beginSession(core, core.db, whole);
    const { link } = await service.call(signIn.createSignInLink, { memberId: own });
    const browser = new Browser(service, publicUrl);
    await follow(browser, link);
    const answer = await browser.ask(signIn.listSessions.path);
    const { sessions } = signIn.listSessions.response.parse(await answer.json());
    assert.deepEqual(
      sessions.map(({ current }) => current),
      [true],
    );
    const { id } = await core.db
      .selectFrom('sessions')
      .select('id')
      .where('organization_id', 'is', null)
      .executeTakeFirstOrThrow();
    assert.equal((await browser.ask(signIn.endSession.path, { sessionId: id })).status, 404);
    const ended = await browser.ask(signIn.endAllSessions.path);
    assert.deepEqual(await ended.json(), { ended: 1 });
    const left = await core.db.selectFrom('sessions').select('id').execute();
    assert.deepEqual(
      left.map((session) => session.id),
      [id],
    );
  });

  it('speaks the language that the browser prefers, of those that it has', async () => {
    const asked = async (language: string) => {
      const page = await service.request(new URL('/sign-in', publicUrl).href, {
        headers: { 'Accept-Language': language },
      });
      return /<html lang="(\w+)">[\s\S]*<h1>([^<]+)<\/h1>/.exec(await page.text())?.slice(1);
    };
    assert.deepEqual(await asked('de-DE,de;q=0.9,en;q=0.8'), ['de', 'Anmelden']);
    assert.deepEqual(await asked('fr, en-GB;q=0.7, de;q=0.2'), ['en', 'Sign in']);
    assert.deepEqual(await asked(''), ['en', 'Sign in']);
    assert.deepEqual(await asked('x'.repeat(5_000)), ['en', 'Sign in']);
  });

  it('refuses forms of other sites', async () => {
    const { link } = await service.call(signIn.createSignInLink, { memberId: own });
    const secret = new URL(link).searchParams.get('secret') ?? '';
    const response = await service.request(new URL('/sign-in/link', publicUrl).href, {
      method: 'POST',
      body: new URLSearchParams({ secret }),
      headers: { Origin: 'https://evil.example.com' },
    });
    assert.equal(response.status, 403);
  });
});

describe('asking for a link by mail', () => {
  it('sends one to a member’s address, and answers everybody alike', async () => {
    await using mail = await MailServer.start();
    await using service = await Harness.start({ publicUrl, mail: mail.options });
    await memberOf(service);
    const browser = new Browser(service, publicUrl);
    assert.match(await (await browser.open('/sign-in')).text(), /type="email"/);
    const ask = async (email: string) => {
      const response = await browser.submit('/sign-in/mail', { email });
      return `${response.status} ${await response.text()}`;
    };
    const known = await ask(' Member@Example.com ');
    assert.equal(await ask('nobody@example.com'), known);
    assert.equal(await ask('member@example.com'), known, 'not again within a minute');
    assert.equal(await ask('not an address'), known);
    await until(() => mail.received.length === 1);
    assert.deepEqual(mail.received[0]?.to, ['member@example.com']);
    const link = linkIn(mail.received[0]?.raw ?? '');
    const secret = new URL(link).searchParams.get('secret') ?? '';
    assert.equal((await browser.submit('/sign-in/link', { secret })).status, 303);
    assert.equal((await browser.whoAmI()).user.email, 'member@example.com');
    service.setNow(new Date(Date.now() + 2 * 60_000));
    await ask('member@example.com');
    await until(() => mail.received.length === 2);
    assert.equal(mail.received.length, 2);
  });
});
