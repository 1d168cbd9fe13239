import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import type { Refusal } from '../../core/errors.ts';
import { acceptInvitation, readInvitation } from '../../organizations/invitations.ts';
import type { ServiceCore } from '../../service-core.ts';
import type { AddressRefusal } from '../../sign-in/first-address.ts';
import { asksForAddress, mailSignInLink, signInByLink } from '../../sign-in/link-sign-in.ts';
import { readSignInLink } from '../../sign-in/links.ts';
import { endSession, verifySession } from '../../sign-in/sessions.ts';
import type { Environment } from '../environment.ts';
import { errorResponse } from '../errors.ts';
import { clearCookie, readCookie, setSessionCookie } from '../session-cookie.ts';
import { afterSignIn, browserOf } from './browser.ts';
import { openIdRoutes } from './openid-routes.ts';
import { page } from './page.ts';
import { textsOf } from './texts.ts';

const mostFormBytes = 16 * 1024;
const longestField = 500;

/** The pages that people sign in with. Opening one changes nothing: links in mails are opened by scanners, too. */
export function signInRoutes(core: ServiceCore, notServing: () => Refusal | undefined): Hono<Environment> {
  const app = new Hono<Environment>();
  app.use(async (c, next) => {
    const refusal = notServing();
    return refusal ? errorResponse(c, refusal) : next();
  });
  app.use(bodyLimit({ maxSize: mostFormBytes }));
  app.get('/', (c) => start(c, core));
  app.post('/out', (c) => signOut(c, core));
  app.get('/invitation', (c) => showInvitation(c, core));
  app.post('/invitation', (c) => accept(c, core));
  app.get('/link', (c) => showLink(c, core));
  app.post('/link', (c) => useLink(c, core));
  app.post('/mail', (c) => sendMail(c, core));
  if (core.openId) app.route('/openid', openIdRoutes(core, core.openId));
  return app;
}

async function start(c: Context<Environment>, core: ServiceCore): Promise<Response> {
  const texts = textsOf(c);
  const secret = readCookie(c, core.publicAddress);
  const caller = secret === undefined ? undefined : await verifySession(core, secret);
  if (caller) {
    const { email } = await core.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', caller.userId)
      .executeTakeFirstOrThrow();
    return page(
      c,
      texts.signedIn,
      html`<p>${texts.signedInAs(email)}</p>
<p><a class="button" href="${afterSignIn}">${texts.dashboard}</a></p>
<form method="post" action="/sign-in/out"><button>${texts.signOut}</button></form>`,
    );
  }
  if (core.openId)
    return page(
      c,
      texts.signIn,
      html`<p><a class="button" href="/sign-in/openid">${texts.signInAt(core.openId.name)}</a></p>`,
    );
  if (core.mailer.isOn)
    return page(
      c,
      texts.signIn,
      html`<form method="post" action="/sign-in/mail">
<label for="email">${texts.email}</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required autofocus>
<button>${texts.sendLink}</button></form>`,
    );
  return page(c, texts.signIn, html`<p>${texts.askForLink}</p>`);
}

async function signOut(c: Context<Environment>, core: ServiceCore): Promise<Response> {
  const secret = readCookie(c, core.publicAddress);
  if (secret !== undefined) await endSession(core.db, secret);
  clearCookie(c, core.publicAddress);
  return c.redirect('/sign-in', 303);
}

/** One answer for every reason why a link leads nowhere: it tells whoever tries nothing. */
const nowhere = (c: Context<Environment>): Promise<Response> =>
  page(c, textsOf(c).noLink, html`<p>${textsOf(c).noLinkText}</p>`, 404);

async function showInvitation(c: Context<Environment>, core: ServiceCore): Promise<Response> {
  const secret = c.req.query('secret') ?? '';
  const invitation = await readInvitation(core, core.db, secret);
  if (!invitation) return nowhere(c);
  const texts = textsOf(c);
  const joining = html`<p>${texts.joining(invitation.organizationName, invitation.email)}</p>`;
  return page(
    c,
    texts.invitation,
    core.openId
      ? html`${joining}<p><a class="button" href="/sign-in/openid?invitation=${encodeURIComponent(secret)}">${texts.signInAt(core.openId.name)}</a></p>`
      : html`${joining}<form method="post" action="/sign-in/invitation">
<input type="hidden" name="secret" value="${secret}">
<label for="name">${texts.name}</label>
<input id="name" name="name" autocomplete="name" maxlength="200">
<button>${texts.join}</button></form>`,
  );
}

async function accept(c: Context<Environment>, core: ServiceCore): Promise<Response> {
  const form = await fields(c);
  // Where a provider signs people in, the link alone does not.
  if (core.openId) return nowhere(c);
  const accepted = await acceptInvitation(core, {
    secret: form('secret'),
    name: form('name').slice(0, 200),
    session: { ...browserOf(c, core), method: 'link' },
  });
  if (!accepted) return nowhere(c);
  setSessionCookie(c, core.publicAddress, accepted.session);
  return c.redirect(afterSignIn, 303);
}

async function showLink(c: Context<Environment>, core: ServiceCore): Promise<Response> {
  const secret = c.req.query('secret') ?? '';
  const link = await readSignInLink(core, core.db, secret);
  if (!link) return nowhere(c);
  const texts = textsOf(c);
  if (asksForAddress(link)) return askForAddress(c, { secret, email: '', name: '' });
  return page(
    c,
    texts.signIn,
    html`<p>${texts.signInAs(link.email)}</p>
<form method="post" action="/sign-in/link"><input type="hidden" name="secret" value="${secret}"><button>${texts.signInButton}</button></form>`,
  );
}

async function useLink(c: Context<Environment>, core: ServiceCore): Promise<Response> {
  const form = await fields(c);
  const given = { secret: form('secret'), email: form('email'), name: form('name') };
  const done = await signInByLink(core, given.secret, browserOf(c, core), given);
  if (done.kind === 'nowhere') return nowhere(c);
  if (done.kind === 'refused') return askForAddress(c, given, done.reason);
  setSessionCookie(c, core.publicAddress, done.secret);
  return c.redirect(afterSignIn, 303);
}

/** The first administrator says who they are, once. */
function askForAddress(
  c: Context<Environment>,
  given: { readonly secret: string; readonly email: string; readonly name: string },
  refused?: AddressRefusal,
): Promise<Response> {
  const texts = textsOf(c);
  return page(
    c,
    texts.signIn,
    html`<p>${texts.firstAdministrator}</p>
${refused && html`<p id="refused" role="alert">${texts.addressRefused[refused]}</p>`}
<form method="post" action="/sign-in/link"><input type="hidden" name="secret" value="${given.secret}">
<label for="name">${texts.name}</label>
<input id="name" name="name" autocomplete="name" maxlength="200" value="${given.name}">
<label for="email">${texts.email}</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required value="${given.email}"${refused && html` aria-describedby="refused"`}>
<button>${texts.signInButton}</button></form>`,
    refused ? 422 : 200,
  );
}

async function sendMail(c: Context<Environment>, core: ServiceCore): Promise<Response> {
  const form = await fields(c);
  if (core.mailer.isOn && !core.openId) await mailSignInLink(core, form('email'));
  const texts = textsOf(c);
  return page(c, texts.mailSent, html`<p>${texts.mailSentText}</p>`);
}

/** The fields of a form, each a text; empty where it is missing. */
async function fields(c: Context<Environment>): Promise<(name: string) => string> {
  const body: Record<string, unknown> = await c.req.parseBody().catch(() => ({}));
  return (name) => {
    const value = body[name];
    return typeof value === 'string' ? value.slice(0, longestField) : '';
  };
}
