import type { Context } from 'hono';
import { dashboardPath } from '../../../api/dashboard-address.ts';
import type { ServiceCore } from '../../service-core.ts';
import type { Environment } from '../environment.ts';
import { readCookie } from '../session-cookie.ts';

/** Where people are once they have signed in. */
export const afterSignIn = dashboardPath;

/** What a session begins with: what the browser calls itself, and the session that it had. */
export function browserOf(c: Context<Environment>, core: ServiceCore) {
  return {
    client: (c.req.header('user-agent') ?? '').slice(0, 200),
    before: readCookie(c, core.publicAddress),
  };
}
