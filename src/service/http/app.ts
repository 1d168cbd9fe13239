import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import {
  type AnyEndpoint,
  type ParsedRequestOf,
  type Route,
  routesOf,
  type StreamEndpoint,
} from '../../api/contract/endpoint.ts';
import { contract, interfaceVersion } from '../../api/contract/index.ts';
import { openApiDocument } from '../../api/openapi.ts';
import { readRequest } from '../../api/strict.ts';
import type { AgentCore } from '../agent/setup.ts';
import type { Caller } from '../core/context.ts';
import { Refusal } from '../core/errors.ts';
import { mountDashboard } from '../dashboard/routes.ts';
import { verifyToken } from '../organizations/tokens.ts';
import { downloadReport } from '../reports/download.ts';
import type { ServiceCore } from '../service-core.ts';
import type { Binding } from './bind.ts';
import { bindings } from './bindings.ts';
import { bodyLimitOf, readBody } from './body.ts';
import type { Environment, Log } from './environment.ts';
import { answerError, errorResponse } from './errors.ts';
import { fileResponse } from './file-response.ts';
import { browserGuard } from './guards.ts';
import { once } from './idempotency.ts';
import { jobStream } from './job-stream.ts';
import type { StreamOptions } from './log-stream.ts';
import { scanStream } from './scan-stream.ts';
import { scimRoutes } from './scim/routes.ts';
import { sessionCaller } from './session-cookie.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { createStreamLimit } from './stream-limit.ts';
import { webhookRoutes } from './webhooks.ts';

export interface AppOptions {
  readonly core: AgentCore;
  readonly version: string;
  /** The address that the service is bound to; decides which `Host` names are answered. */
  readonly boundTo: string;
  readonly log: Log;
  readonly streams: StreamOptions;
  /** Why no request is taken at the moment, if so. */
  readonly notServing: () => Refusal | undefined;
  /** Called when a request begins; returns what to call when it has ended. Streams have their own. */
  readonly activity: () => () => void;
  /** What the user should know of this start, e.g. that a damaged database was put aside. */
  readonly notices: readonly string[];
  /** The folder with the dashboard's assets, where the service is one for people with browsers. */
  readonly dashboard?: string | undefined;
}

/** One text for every way in which credentials can be wrong: it tells an attacker nothing. */
const unauthenticated = 'Credentials are missing, malformed, unknown or expired.';

/** The contract as a web application: one route a spelling, strict about requests, one form of error. */
export function createApp(options: AppOptions): Hono<Environment> {
  const { core, log, notServing, version } = options;
  const app = new Hono<Environment>();

  app.use(async (c, next) => {
    c.set('requestId', randomUUID());
    c.set('log', log);
    c.header('X-Request-Id', c.var.requestId);
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Cross-Origin-Resource-Policy', 'same-origin');
    const ended = options.activity();
    try {
      await next();
    } finally {
      ended();
    }
  });
  app.use(browserGuard(options.boundTo, core.publicAddress.named));
  app.onError((error, c) => errorResponse(c, error));
  app.notFound((c) =>
    answerError(c, 404, { error: 'This service has no such address.', code: 'unknownAddress' }),
  );

  app.get(contract.health.healthz.path, (c) =>
    c.json({ status: 'ok', service: 'parapet', version, interfaceVersion }),
  );
  app.get(contract.health.readyz.path, (c) => {
    const refusal = notServing();
    if (refusal) return errorResponse(c, refusal);
    return c.json({ status: 'ready', notices: options.notices });
  });

  app.route('/scim/v2', scimRoutes(core, notServing));
  mountPages(app, options);

  app.use('/api/v2/agent/*', async (_, next) => {
    core.agent.warm();
    await next();
  });

  const webhooks = webhookRoutes(core, notServing);
  app.post('/webhooks/:id', webhooks.ofHosts);
  app.post('/webhooks/trackers/:id', webhooks.ofTrackers);
  describe(app, version);

  const streamLimit = createStreamLimit();
  const streamRoutes = <E extends StreamEndpoint>(
    endpoint: E,
    open: (
      c: Context<Environment>,
      core: ServiceCore,
      caller: Caller,
      request: ParsedRequestOf<E>,
      options: StreamOptions,
    ) => Promise<Response>,
  ) =>
    routesOf(endpoint).map((route) => ({
      route,
      answer: async (c: Context<Environment>) => {
        const { caller, request } = await admit(c, core, notServing, endpoint, route);
        const opened = () => {
          const leave = streamLimit.open(caller.userId);
          const ended = options.streams.opened();
          return () => {
            leave();
            ended();
          };
        };
        return open(c, core, caller, request, { ...options.streams, opened });
      },
    }));
  const routes = [
    ...bindings.flatMap((binding) =>
      routesOf(binding.endpoint).map((route) => ({
        route,
        answer: (c: Context<Environment>) => answer(c, core, notServing, binding, route),
      })),
    ),
    ...downloadRoutes(core, notServing),
    ...streamRoutes(contract.scanEvents.scanEvents, scanStream),
    ...streamRoutes(contract.agentJobStream.jobStream, jobStream),
  ];
  // A fixed path before one with a parameter in the same place, whatever their order in the contract.
  routes.sort((left, right) => parameters(left.route) - parameters(right.route));
  for (const { route, answer } of routes) app.on(route.method, honoPath(route.path), answer);
  for (const path of new Set(routes.map(({ route }) => route.path))) {
    const allowed = routes.filter(({ route }) => route.path === path).map(({ route }) => route.method);
    app.all(honoPath(path), (c) => {
      c.header('Allow', allowed.join(', '));
      return answerError(c, 405, {
        error: `This address takes ${allowed.join(' or ')}, not ${c.req.method}.`,
      });
    });
  }
  return app;
}

/** What answers a file. */
function downloadRoutes(core: ServiceCore, notServing: AppOptions['notServing']) {
  const { downloadReport: endpoint } = contract.reports;
  return routesOf(endpoint).map((route) => ({
    route,
    answer: async (c: Context<Environment>) => {
      const { caller, request } = await admit(c, core, notServing, endpoint, route);
      return fileResponse(c, await downloadReport(core, caller, request));
    },
  }));
}

/** What is for people with browsers. */
function mountPages(app: Hono<Environment>, { core, dashboard, notServing }: AppOptions): void {
  app.route('/sign-in', signInRoutes(core, notServing));
  if (dashboard !== undefined) mountDashboard(app, dashboard);
}

/** What describes the interface to anyone, made when it is first asked for. */
function describe(app: Hono<Environment>, version: string): void {
  let manifest: unknown;
  app.get(contract.mcp.getMcpManifest.path, async (c) => {
    manifest ??= (await import('../../mcp/manifest.ts')).mcpManifest(version);
    return c.json(manifest);
  });

  let description: unknown;
  app.get('/openapi.json', (c) => {
    description ??= openApiDocument();
    return c.json(description);
  });
}

async function answer(
  c: Context<Environment>,
  core: ServiceCore,
  notServing: AppOptions['notServing'],
  binding: Binding,
  route: Route,
): Promise<Response> {
  const { endpoint } = binding;
  const { caller, request } = await admit(c, core, notServing, endpoint, route);
  const work = () => binding.answer(core, caller, request);
  const status: ContentfulStatusCode = endpoint.success;
  const key = c.req.header('idempotency-key');
  if (key === undefined || endpoint.effect === 'reads') return c.json(await work(), status);
  const { id: endpointId } = endpoint;
  const { showsSecret } = binding;
  const body = await once(core, { userId: caller.userId, key, endpointId, request, showsSecret }, work);
  return c.body(body, status, { 'Content-Type': 'application/json' });
}

/**
 * The caller and the parsed request.
 * @throws Refusal 503 when nothing is taken, 401, 413, 400: in this order.
 */
async function admit<E extends AnyEndpoint>(
  c: Context<Environment>,
  core: ServiceCore,
  notServing: AppOptions['notServing'],
  endpoint: E,
  route: Route,
) {
  const refusal = notServing();
  if (refusal) throw refusal;
  const caller = await authenticate(c, core);
  const takesBody = route.method === 'POST' || route.method === 'PUT';
  const body = takesBody ? await readBody(c.req.raw, bodyLimitOf(endpoint.id)) : undefined;
  const { searchParams: query } = new URL(c.req.url);
  const reading = readRequest(endpoint, route, { path: c.req.param(), query, body });
  if (!reading.ok) throw new Refusal(400, reading.error, { extra: { issues: reading.issues } });
  return { caller, request: reading.request };
}

async function authenticate(c: Context<Environment>, core: ServiceCore): Promise<Caller> {
  const caller = (await sessionCaller(c, core)) ?? (await tokenCaller(c, core));
  if (!caller) throw new Refusal(401, unauthenticated);
  return caller;
}

function tokenCaller(c: Context<Environment>, core: ServiceCore): Promise<Caller | undefined> {
  return verifyToken(core, {
    id: c.req.header('x-service-api-token-id'),
    secret: c.req.header('x-service-api-token-secret'),
  });
}

function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function parameters(route: Route): number {
  return route.path.split('{').length - 1;
}
