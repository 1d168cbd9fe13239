import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { Refusal } from '../../core/errors.ts';
import { resourceTypes, schemaDefinitions, serviceProviderConfig } from '../../scim/discovery.ts';
import {
  createGroup,
  deleteGroup,
  type GroupOptions,
  getGroup,
  listGroups,
  patchGroup,
  replaceGroup,
} from '../../scim/groups.ts';
import { scimSchemas } from '../../scim/messages.ts';
import { pageOf, readPage } from '../../scim/paging.ts';
import { noSuch, ScimError } from '../../scim/scim-error.ts';
import { type ScimCaller, verifyScimToken } from '../../scim/scim-tokens.ts';
import { createUser, deleteUser, getUser, listUsers, patchUser, replaceUser } from '../../scim/users.ts';
import type { ServiceCore } from '../../service-core.ts';
import { storeFailureText } from '../../store/errors.ts';
import { readBody } from '../body.ts';
import type { Environment } from '../environment.ts';
import { recorded } from './recorded.ts';

const mostBodyBytes = 2 * 1024 * 1024;

interface ScimEnvironment {
  Variables: Environment['Variables'] & { provider: ScimCaller };
}
type ScimContext = Context<ScimEnvironment>;

/** SCIM 2.0 (RFC 7644): an identity provider manages the members of the organization that its token is of. */
export function scimRoutes(core: ServiceCore, notServing: () => Refusal | undefined): Hono<ScimEnvironment> {
  const app = new Hono<ScimEnvironment>();
  app.onError((error, c) => failed(c, error));
  app.use(async (c, next) => {
    const refusal = notServing();
    if (refusal) throw refusal;
    const provider = await verifyScimToken(core, c.req.header('authorization'));
    if (!provider) throw new ScimError(401, 'The token is missing, malformed or unknown.');
    c.set('provider', provider);
    return next();
  });
  const base = (c: ScimContext): string =>
    (core.publicAddress.of('/scim/v2') ?? new URL('/scim/v2', c.req.url)).href;
  describe(app, base);
  users(app, core, base);
  groups(app, core, base);
  app.all('*', () => {
    throw new ScimError(404, 'This service has no such resource.');
  });
  return app;
}

type Base = (c: ScimContext) => string;

function describe(app: Hono<ScimEnvironment>, base: Base): void {
  app.get('/ServiceProviderConfig', (c) => answer(c, serviceProviderConfig(base(c))));
  for (const [path, all] of [
    ['/ResourceTypes', resourceTypes],
    ['/Schemas', schemaDefinitions],
  ] as const) {
    app.get(path, async (c) => {
      const found = all(base(c));
      return answer(
        c,
        await pageOf<unknown>({ startIndex: 1, count: found.length }, found.length, async () => found),
      );
    });
    app.get(`${path}/:id`, (c) => {
      const one = all(base(c)).find(({ id }) => id === c.req.param('id'));
      if (!one) throw new ScimError(404, 'This service has no such resource.');
      return answer(c, one);
    });
  }
}

function users(app: Hono<ScimEnvironment>, core: ServiceCore, base: Base): void {
  app.get('/Users', async (c) =>
    answer(c, await listUsers(core, c.var.provider, readPage(queryOf(c)), base(c))),
  );
  app.post('/Users', async (c) => {
    const user = await recorded(
      core,
      c.var.provider,
      { operation: 'scim.createUser', kind: 'member' },
      async (core) => createUser(core, c.var.provider, await body(c), base(c)),
    );
    c.header('Location', user.meta.location);
    return answer(c, user, 201);
  });
  app.get('/Users/:id', async (c) =>
    answer(c, await getUser(core, c.var.provider, idOf(c, 'User'), base(c))),
  );
  app.put('/Users/:id', async (c) =>
    answer(
      c,
      await recorded(
        core,
        c.var.provider,
        { operation: 'scim.replaceUser', kind: 'member', id: idOf(c, 'User') },
        async (core) => replaceUser(core, c.var.provider, idOf(c, 'User'), await body(c), base(c)),
      ),
    ),
  );
  app.patch('/Users/:id', async (c) =>
    answer(
      c,
      await recorded(
        core,
        c.var.provider,
        { operation: 'scim.changeUser', kind: 'member', id: idOf(c, 'User') },
        async (core) => patchUser(core, c.var.provider, idOf(c, 'User'), await body(c), base(c)),
      ),
    ),
  );
  app.delete('/Users/:id', async (c) => {
    await recorded(
      core,
      c.var.provider,
      { operation: 'scim.deleteUser', kind: 'member', id: idOf(c, 'User') },
      async (core) => {
        await deleteUser(core, c.var.provider, idOf(c, 'User'));
        return undefined;
      },
    );
    return c.body(null, 204);
  });
}

function groups(app: Hono<ScimEnvironment>, core: ServiceCore, base: Base): void {
  const options = (c: ScimContext): GroupOptions => ({
    base: base(c),
    withMembers: !(queryOf(c).get('excludedAttributes') ?? '').toLowerCase().split(',').includes('members'),
  });
  app.get('/Groups', async (c) =>
    answer(c, await listGroups(core, c.var.provider, readPage(queryOf(c)), options(c))),
  );
  app.post('/Groups', async (c) =>
    answer(
      c,
      await recorded(core, c.var.provider, { operation: 'scim.createGroup', kind: 'team' }, async (core) =>
        createGroup(core, c.var.provider, await body(c), options(c)),
      ),
      201,
    ),
  );
  app.get('/Groups/:id', async (c) =>
    answer(c, await getGroup(core, c.var.provider, idOf(c, 'Group'), options(c))),
  );
  app.put('/Groups/:id', async (c) =>
    answer(
      c,
      await recorded(
        core,
        c.var.provider,
        { operation: 'scim.replaceGroup', kind: 'team', id: idOf(c, 'Group') },
        async (core) => replaceGroup(core, c.var.provider, idOf(c, 'Group'), await body(c), options(c)),
      ),
    ),
  );
  app.patch('/Groups/:id', async (c) =>
    answer(
      c,
      await recorded(
        core,
        c.var.provider,
        { operation: 'scim.changeGroup', kind: 'team', id: idOf(c, 'Group') },
        async (core) => patchGroup(core, c.var.provider, idOf(c, 'Group'), await body(c), options(c)),
      ),
    ),
  );
  app.delete('/Groups/:id', async (c) => {
    await recorded(
      core,
      c.var.provider,
      { operation: 'scim.deleteGroup', kind: 'team', id: idOf(c, 'Group') },
      async (core) => {
        await deleteGroup(core, c.var.provider, idOf(c, 'Group'));
        return undefined;
      },
    );
    return c.body(null, 204);
  });
}

const queryOf = (c: ScimContext): URLSearchParams => new URL(c.req.url).searchParams;

function idOf(c: ScimContext, what: 'User' | 'Group'): string {
  const id = c.req.param('id') ?? '';
  if (!/^[\da-f-]{36}$/i.test(id)) throw noSuch(what);
  return id;
}

const body = (c: ScimContext): Promise<unknown> =>
  readBody(c.req.raw, mostBodyBytes, ['application/scim+json', 'application/json']);

function answer(c: ScimContext, content: object, status: ContentfulStatusCode = 200): Response {
  return c.body(JSON.stringify(content), status, { 'Content-Type': 'application/scim+json; charset=utf-8' });
}

/** In the form of RFC 7644, section 3.12. What the provider cannot act on is told to the log alone. */
function failed(c: ScimContext, error: unknown): Response {
  if (error instanceof ScimError) {
    if (error.status === 401) c.header('WWW-Authenticate', 'Bearer');
    return answer(c, errorOf(error.status, error.message, error.scimType), error.status);
  }
  if (error instanceof Refusal) {
    if (error.retryAfter !== undefined) c.header('Retry-After', String(error.retryAfter));
    return answer(c, errorOf(error.status, error.message), error.status);
  }
  c.var.log('error', {
    requestId: c.var.requestId,
    error: error instanceof Error ? (error.stack ?? error.message) : 'unknown',
  });
  const text = storeFailureText(error);
  const status = text === undefined ? 500 : 503;
  return answer(
    c,
    errorOf(status, text ?? 'The service failed at this request. Its log has the details.'),
    status,
  );
}

const errorOf = (status: number, detail: string, scimType?: string) => ({
  schemas: [scimSchemas.error],
  status: String(status),
  ...(scimType === undefined ? {} : { scimType }),
  detail,
});
