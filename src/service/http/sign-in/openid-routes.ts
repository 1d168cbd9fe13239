import { type Context, Hono } from 'hono';
import { setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import * as z from 'zod';
import type { ServiceCore } from '../../service-core.ts';
import { isOpenInvitation, signInAs } from '../../sign-in/identities.ts';
import { type OpenId, OpenIdFailure } from '../../sign-in/openid.ts';
import type { Environment } from '../environment.ts';
import { attributes, clearCookie, readCookie, setSessionCookie } from '../session-cookie.ts';
import { afterSignIn, browserOf } from './browser.ts';
import { page } from './page.ts';
import { textsOf } from './texts.ts';

const cookieName = 'parapet-sign-in';
const pendingSeconds = 600;

const pendingSchema = z.strictObject({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  invitation: z.string().optional(),
});

/** To the provider and back. What the sign-in is ended with is in a cookie of the browser that began it, and nowhere else. */
export function openIdRoutes(core: ServiceCore, openId: OpenId): Hono<Environment> {
  const app = new Hono<Environment>();
  app.get('/', (c) => begin(c, core, openId));
  app.get('/callback', (c) => finish(c, core, openId));
  return app;
}

const callbackOf = (c: Context<Environment>, core: ServiceCore): URL =>
  core.publicAddress.of('/sign-in/openid/callback') ?? new URL('/sign-in/openid/callback', c.req.url);

async function begin(c: Context<Environment>, core: ServiceCore, openId: OpenId): Promise<Response> {
  const invitation = c.req.query('invitation');
  if (invitation !== undefined && !(await isOpenInvitation(core, invitation)))
    return failed(c, textsOf(c).refused.notInvited, 404);
  try {
    const { url, pending } = await openId.begin(callbackOf(c, core));
    const content = JSON.stringify({ ...pending, ...(invitation !== undefined && { invitation }) });
    setCookie(c, cookieName, Buffer.from(content).toString('base64url'), {
      ...attributes(core.publicAddress),
      maxAge: pendingSeconds,
    });
    return c.redirect(url.href, 302);
  } catch (error) {
    return tell(c, openId, error);
  }
}

async function finish(c: Context<Environment>, core: ServiceCore, openId: OpenId): Promise<Response> {
  const pending = readPending(readCookie(c, core.publicAddress, cookieName));
  clearCookie(c, core.publicAddress, cookieName);
  if (!pending) return failed(c, textsOf(c).otherBrowser, 400);
  const cameTo = callbackOf(c, core);
  cameTo.search = new URL(c.req.url).search;
  try {
    const identity = await openId.finish(cameTo, pending);
    const done = await signInAs(core, identity, browserOf(c, core), pending.invitation);
    if (done.kind === 'refused') return failed(c, textsOf(c).refused[done.reason], 403);
    setSessionCookie(c, core.publicAddress, done.secret);
    return c.redirect(afterSignIn, 303);
  } catch (error) {
    return tell(c, openId, error);
  }
}

function readPending(cookie: string | undefined): z.output<typeof pendingSchema> | undefined {
  if (cookie === undefined) return undefined;
  try {
    return pendingSchema.parse(JSON.parse(Buffer.from(cookie, 'base64url').toString('utf8')));
  } catch {
    return undefined;
  }
}

/** The log has why, without the codes and tokens that the library keeps in its errors. */
function tell(c: Context<Environment>, openId: OpenId, error: unknown): Promise<Response> {
  if (!(error instanceof OpenIdFailure)) throw error;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  c.var.log('error', {
    requestId: c.var.requestId,
    signIn: error.message,
    reason: cause instanceof Error ? `${cause.name} ${code}`.trim() : 'unknown',
  });
  const texts = textsOf(c);
  const text = error.kind === 'away' ? texts.providerAway : texts.notConfirmed;
  return failed(c, text(openId.name), 502);
}

function failed(c: Context<Environment>, reason: string, status: 400 | 403 | 404 | 502): Promise<Response> {
  const texts = textsOf(c);
  return page(
    c,
    texts.notSignedIn,
    html`<p>${reason}</p><p><a href="/sign-in">${texts.tryAgain}</a></p>`,
    status,
  );
}
