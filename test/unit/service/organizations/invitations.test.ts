import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { contract } from '../../../../src/api/contract/index.ts';
import { makeAuthority } from '../../api/transport/authority.ts';
import { Harness, type HarnessOptions } from '../support/harness.ts';
import { linkIn, MailServer } from '../support/mail-server.ts';
import { memberOf } from '../support/member.ts';
import { until } from '../support/process.ts';

const { organizations, signIn } = contract;
const publicUrl = new URL('http://127.0.0.1:7300');
const dayMs = 86_400_000;

/** What a browser does: opens a page, sends its form, keeps the cookie. */
async function open(service: Harness, link: string): Promise<Response> {
  return service.request(link);
}

async function submit(
  service: Harness,
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ status: number; session: string | undefined; text: string }> {
  const response = await service.request(new URL(path, publicUrl).href, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { Origin: publicUrl.origin, 'Sec-Fetch-Site': 'same-origin', ...headers },
  });
  const session = /parapet-session=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1];
  return { status: response.status, session, text: await response.text() };
}

const secretOf = (link: string | undefined): string => new URL(link ?? '').searchParams.get('secret') ?? '';

const join = (service: Harness, link: string | undefined, name = 'New Person') =>
  submit(service, '/sign-in/invitation', { secret: secretOf(link), name });

async function whoIs(service: Harness, session: string | undefined) {
  const response = await service.request(signIn.whoAmI.path, {
    method: 'POST',
    headers: { Cookie: `parapet-session=${session}`, 'x-parapet-session': '1' },
  });
  assert.equal(response.status, 200, await response.clone().text());
  return signIn.whoAmI.response.parse(await response.json());
}

async function statusOf(service: Harness, email: string) {
  const { members } = await service.call(organizations.listMembers, {});
  return members.find((member) => member.email === email);
}

describe('an invitation', () => {
  let service: Harness;
  const start = async (options: HarnessOptions = {}) => {
    service = await Harness.start({ publicUrl, ...options });
  };
  const invite = (email: string, role: 'ADMIN' | 'MEMBER' = 'MEMBER') =>
    service.call(organizations.inviteMember, { email, role });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
  });

  it('is accepted on its page: the person is a member, in the default team, and signed in', async () => {
    await start();
    const { link } = await invite('New@Example.com', 'ADMIN');
    const page = await open(service, link ?? '');
    assert.equal(page.status, 200);
    assert.match(await page.text(), /“This machine” as new@example\.com/);
    assert.match(
      page.headers.get('content-security-policy') ?? '',
      /default-src 'none'.*frame-ancestors 'none'/,
    );
    assert.equal(page.headers.get('referrer-policy'), 'same-origin');
    assert.equal(page.headers.get('set-cookie'), null, 'opening it changes nothing');
    const joined = await join(service, link, ' Ada ');
    assert.equal(joined.status, 303);
    const person = await whoIs(service, joined.session);
    assert.deepEqual([person.user.email, person.user.name], ['new@example.com', 'Ada']);
    assert.equal(person.credential, 'session');
    assert.deepEqual(
      person.organizations.map(({ name, role, permissions }) => [name, role, permissions]),
      [['This machine', 'ADMIN', ['AGENT_VIEW', 'AGENT_RUN', 'TEAM_MANAGE']]],
    );
    assert.equal((await statusOf(service, 'new@example.com'))?.status, 'active');
    const { db } = service.service.core;
    const teams = await db.selectFrom('team_members').selectAll().execute();
    assert.equal(teams.length, 2);
  });

  it('gives one answer to every link that leads nowhere', async () => {
    await start();
    const answers = new Set<string>();
    const refused = async (link: string | undefined) => {
      const { status, session, text } = await join(service, link);
      assert.deepEqual([status, session], [404, undefined]);
      answers.add(text);
      assert.equal((await open(service, link ?? '')).status, 404);
    };
    const used = await invite('used@example.com');
    assert.equal((await join(service, used.link)).status, 303);
    await refused(used.link);
    const revoked = await invite('revoked@example.com');
    await service.call(organizations.removeMember, { memberId: revoked.member.id });
    await refused(revoked.link);
    const replaced = await invite('replaced@example.com');
    const replacing = await invite('replaced@example.com');
    await refused(replaced.link);
    await refused(`${publicUrl}sign-in/invitation?secret=${'x'.repeat(43)}`);
    await refused(`${publicUrl}sign-in/invitation?secret=`);
    service.setNow(new Date(Date.now() + 7 * dayMs));
    await refused(replacing.link);
    assert.equal(answers.size, 1);
    assert.equal(await statusOf(service, 'revoked@example.com'), undefined);
  });

  it('is accepted once where several try at the same time', async () => {
    await start();
    const { link } = await invite('both@example.com');
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => join(service, link)));
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), [303, 404, 404, 404]);
  });

  it('opens no other organization of the person: whoever invites has the link, too', async () => {
    await start();
    const { organization } = await service.call(organizations.createOrganization, { name: 'Other' });
    const other = await service.call(organizations.inviteMember, {
      organizationId: organization.id,
      email: 'victim@example.com',
    });
    await join(service, other.link);
    const { organizations: all } = await service.call(organizations.listOrganizations, {});
    const { link } = await service.call(organizations.inviteMember, {
      organizationId: all.find(({ name }) => name === 'This machine')?.id,
      email: 'victim@example.com',
    });
    const joined = await join(service, link);
    const person = await whoIs(service, joined.session);
    assert.deepEqual(
      person.organizations.map(({ name }) => name),
      ['This machine'],
    );
  });

  it('shows its link to an ADMIN only', async () => {
    await start();
    const member = await memberOf(service);
    const answer = await service.call(organizations.inviteMember, { email: 'x@example.com' }, member);
    assert.equal(answer.link, undefined);
    assert.ok((await invite('y@example.com')).link);
  });

  it('has no link where no browser reaches the service', async () => {
    await start({ publicUrl: undefined });
    assert.equal((await invite('x@example.com')).link, undefined);
  });

  it('is not sent to one address without end', async () => {
    await start();
    for (let count = 0; count < 50; count++) await invite('often@example.com');
    await service.refusal(organizations.inviteMember, { email: 'often@example.com' }, 429);
    await invite('other@example.com');
  });

  it('keeps no secret in the store', async () => {
    await start();
    const { link } = await invite('x@example.com');
    const rows = await service.service.core.db.selectFrom('links').selectAll().execute();
    assert.equal(rows.length, 1);
    assert.ok(!JSON.stringify(rows).includes(secretOf(link)));
    assert.ok(!service.logged.join('\n').includes(secretOf(link)));
  });

  describe('by mail', () => {
    let mail: MailServer | undefined;
    afterEach(async () => {
      await mail?.[Symbol.asyncDispose]();
      mail = undefined;
    });
    const mailOf = async (email: string) => (await statusOf(service, email))?.mail;

    it('has a link of its own, which shows that the address is theirs', async () => {
      mail = await MailServer.start();
      const server = mail;
      await start({ mail: server.options });
      const { link, member } = await invite('new@example.com');
      assert.equal(member.mail?.status, 'queued');
      await until(async () => (await mailOf('new@example.com'))?.status === 'sent');
      assert.deepEqual(server.received[0]?.to, ['new@example.com']);
      const raw = server.received[0]?.raw ?? '';
      assert.match(raw, /Subject: Invitation to This machine on Parapet/);
      assert.match(raw, /Auto-Submitted: auto-generated/);
      const mailed = linkIn(raw);
      assert.notEqual(secretOf(mailed), secretOf(link));
      assert.equal((await join(service, mailed)).status, 303);
      assert.equal((await join(service, link)).status, 404, 'both are of one invitation');
      const { db } = service.service.core;
      const session = await db.selectFrom('sessions').select('organization_id').executeTakeFirstOrThrow();
      assert.equal(session.organization_id, null);
    });

    it('says why it failed for good', async () => {
      mail = await MailServer.start({
        onRcptTo: (_address, _session, done) =>
          done(Object.assign(new Error('no such user \r\n SECRET'), { responseCode: 550 })),
      });
      await start({ mail: mail.options });
      await invite('nobody@example.com');
      await until(async () => (await mailOf('nobody@example.com'))?.status === 'failed');
      assert.equal((await mailOf('nobody@example.com'))?.error, 'The mail server refuses the address (550).');
    });

    it('is tried again when the server refuses it for now, and given up after a while', async () => {
      let tries = 0;
      mail = await MailServer.start({
        onMailFrom: (_address, _session, done) => {
          tries += 1;
          done(tries < 3 ? Object.assign(new Error('later'), { responseCode: 451 }) : undefined);
        },
      });
      await start({ mail: mail.options, mailLimits: { retriesMs: [10, 10] } });
      await invite('later@example.com');
      await until(async () => (await mailOf('later@example.com'))?.status === 'sent');
      assert.equal(tries, 3);
      tries = -100;
      await invite('never@example.com');
      await until(async () => (await mailOf('never@example.com'))?.status === 'failed');
      assert.equal(tries, -97);
    });

    it('holds up neither requests nor the end of the service when the server hangs', async () => {
      const hanging = createServer(() => undefined);
      await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
      try {
        const { port } = hanging.address() as AddressInfo;
        mail = await MailServer.start();
        await start({
          mail: { ...mail.options, port },
          mailLimits: { attemptMs: 50, retriesMs: [60_000] },
        });
        await invite('waiting@example.com');
        await until(async () => (await mailOf('waiting@example.com'))?.error !== undefined);
        const waiting = await mailOf('waiting@example.com');
        assert.deepEqual(
          [waiting?.status, waiting?.error],
          ['queued', 'The mail server did not answer in time.'],
        );
      } finally {
        hanging.close();
      }
    });

    it('is sent after a restart, though the service was killed before', async () => {
      mail = await MailServer.start();
      const server = mail;
      await start({ mail: { ...server.options, port: 1 }, mailLimits: { retriesMs: [10] } });
      await invite('kept@example.com');
      // A moment that no attempt has ended in, as the other port refuses at once.
      await service.service.core.db
        .updateTable('mails')
        .set({ status: 'queued', attempts: 0, finished_at: null })
        .execute();
      if (process.env['PARAPET_TEST_POSTGRES'] !== undefined) return;
      await using next = await service.asAfterKill({ publicUrl, mail: server.options });
      await until(() => server.received.length === 1);
      assert.equal((await statusOf(next, 'kept@example.com'))?.email, 'kept@example.com');
    });

    it('cannot be given headers by a name', async () => {
      mail = await MailServer.start();
      const server = mail;
      await start({ mail: server.options });
      const { organization } = await service.call(organizations.createOrganization, {
        name: 'Acme\r\nBcc: everyone@example.com\r\n\r\nBuy\u2028now',
      });
      await service.call(organizations.inviteMember, {
        organizationId: organization.id,
        email: 'x@example.com',
      });
      await until(() => server.received.length === 1);
      const [{ to, raw } = { to: [], raw: '' }] = server.received;
      assert.deepEqual(to, ['x@example.com']);
      assert.doesNotMatch(raw, /^Bcc:/im);
      assert.doesNotMatch(raw.split('\r\n\r\n')[0] ?? '', /^Buy/m);
    });

    it('sends no password in the clear to another machine, and speaks TLS where the server does', async () => {
      mail = await MailServer.start({ disabledCommands: ['STARTTLS'] });
      await start({
        mail: { ...mail.options, requireTLS: true, auth: { user: 'parapet', pass: 'secret' } },
        mailLimits: { retriesMs: [] },
      });
      await invite('x@example.com');
      await until(async () => (await mailOf('x@example.com'))?.status === 'failed');
      assert.equal(mail.received.length, 0);
      assert.match((await mailOf('x@example.com'))?.error ?? '', /TLS/);
    });

    it('is sent over TLS, to a server whose certificate is trusted alone', async () => {
      const authority = await makeAuthority();
      const { key, cert } = await authority.issue('localhost');
      mail = await MailServer.start({ secure: true, key, cert });
      await start({
        mail: { ...mail.options, host: 'localhost', secure: true },
        mailLimits: { retriesMs: [] },
      });
      await invite('x@example.com');
      await until(async () => (await mailOf('x@example.com'))?.status === 'failed');
      assert.match((await mailOf('x@example.com'))?.error ?? '', /certificate is not trusted/);
      const usual = getCACertificates();
      setDefaultCACertificates([...usual, authority.certificate]);
      try {
        await invite('y@example.com');
        await until(async () => (await mailOf('y@example.com'))?.status === 'sent');
        assert.equal(mail.received.length, 1);
      } finally {
        setDefaultCACertificates(usual);
      }
    });
  });
});
