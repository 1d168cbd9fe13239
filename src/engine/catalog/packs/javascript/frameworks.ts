import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import {
  both,
  calls,
  documented,
  members,
  registers,
  sanitizers,
  sinks,
  sources,
  subtypes,
  types,
} from './rows.ts';

const verbs = 'get post put delete patch all use options head';

const fastify: RowInput[] = [
  ...types('fastify.FastifyInstance', ['fastify', 'fastify.fastify', 'fastify.default']),
  ...registers(members('fastify.FastifyInstance', `${verbs} route addHook`), [
    'fastify.FastifyRequest',
    'fastify.FastifyReply',
  ]),
  ...calls(['fastify.FastifyInstance.register'], 0, [{ type: 'fastify.FastifyInstance' }]),
  {
    kind: 'handler',
    params: [
      { name: '^_?(?:req|request)$', type: 'fastify.FastifyRequest' },
      { name: '^_?(?:reply|rep)$', type: 'fastify.FastifyReply' },
    ],
  },
  { kind: 'store', api: 'fastify.FastifyRequest' },
  ...sources('remote', 'a query parameter', ['fastify.FastifyRequest.query']),
  ...sources('remote', 'a path parameter', ['fastify.FastifyRequest.params']),
  ...sources('remote', 'the body of the request', ['fastify.FastifyRequest.body']),
  ...sources('remote', 'a header of the request', members('fastify.FastifyRequest', 'headers cookies')),
  ...sources(
    'remote',
    'the URL of the request',
    members('fastify.FastifyRequest', 'url originalUrl hostname'),
  ),
  ...types('express.Body', members('fastify.FastifyRequest', 'body query')),
  ...types('http.IncomingMessage', ['fastify.FastifyRequest.raw']),
  ...types('http.ServerResponse', ['fastify.FastifyReply.raw']),
  ...sanitizers(
    ['nosql-injection', 'mass-assignment'],
    members('fastify.FastifyRequest', 'params headers url'),
    'ReturnValue',
  ),
  ...types('fastify.HtmlReply', ['fastify.FastifyReply.html']),
  ...types(
    'fastify.FastifyReply',
    members('fastify.FastifyReply', 'code status header headers type setCookie'),
  ),
  // Text is sent as text/plain: only text that begins as a page is one.
  ...sinks('xss', 'Argument[0]', ['fastify.FastifyReply.send'], {
    when: [{ input: 'Argument[0]', looksLike: 'html' }],
  }),
  ...sinks('xss', 'Argument[0]', ['fastify.FastifyReply.html']),
  ...sinks('open-redirect', 'Argument[0]|Argument[1]', ['fastify.FastifyReply.redirect']),
  ...sinks('open-redirect', 'Argument[1]', ['fastify.FastifyReply.header'], {
    when: [{ input: 'Argument[0]', is: ['location'], ignoreCase: true }],
  }),
  ...sinks('path-traversal', 'Argument[0]', ['fastify.FastifyReply.sendFile'], { confidence: 45 }),
];

/** `set(name, value, options)` of a cookie that says who somebody is. */
const insecureCookies = (api: string, name = 0): RowInput[] =>
  (['httpOnly', 'secure'] as const).map(
    (flag): RowInput => ({
      kind: 'misuse',
      api,
      vulnClass: 'insecure-cookie',
      variant: flag,
      when: [
        {
          input: `Argument[${name}]`,
          matches: 'sess|sid$|auth|token|jwt|login|remember|csrf|^user|uid',
          ignoreCase: true,
        },
        { input: `Argument[${name + 2}].${flag}`, is: [false] },
      ],
      message: `The cookie is set with ${flag} turned off.`,
    }),
  );

const koa: RowInput[] = [
  ...types('koa.Koa', ['koa']),
  ...types('koa-router.Router', ['koa-router', '@koa/router', 'koa-joi-router']),
  ...registers(
    [...members('koa.Koa', 'use'), ...members('koa-router.Router', `${verbs} del`)],
    ['koa.Context'],
  ),
  ...types('koa-router.Router', members('koa-router.Router', `${verbs} del`)),
  {
    kind: 'handler',
    params: [
      { name: '^_?ctx$', type: 'koa.Context' },
      { name: '^_?next$', type: 'koa.Next' },
    ],
  },
  { kind: 'handler', params: [{ name: '^_?ctx$', type: 'koa.Context' }], requires: 'koa' },
  { kind: 'never', api: 'koa.Context.throw' },
  ...subtypes('koa.Request', ['koa.Context']),
  { kind: 'store', api: 'koa.Context' },
  { kind: 'store', api: 'koa.Context.state' },
  ...insecureCookies('koa.Cookies.set'),
  ...types('koa.Request', ['koa.Context.request']),
  ...types('koa.Response', ['koa.Context.response']),
  ...types('http.IncomingMessage', ['koa.Context.req']),
  ...types('http.ServerResponse', ['koa.Context.res']),
  ...types('koa.Cookies', ['koa.Context.cookies']),
  ...sources('remote', 'a query parameter', members('koa.Request', 'query querystring search')),
  ...sources('remote', 'a path parameter', ['koa.Context.params']),
  ...sources('remote', 'the body of the request', members('koa.Request', 'body rawBody files file')),
  ...sources('remote', 'a header of the request', members('koa.Request', 'headers header get')),
  ...sources(
    'remote',
    'the URL of the request',
    members('koa.Request', 'url originalUrl path href host hostname'),
  ),
  ...sources('remote', 'a cookie', ['koa.Cookies.get']),
  ...types('express.Body', members('koa.Request', 'body query')),
  ...sanitizers(
    ['nosql-injection', 'mass-assignment'],
    ['koa.Context.params', ...members('koa.Request', 'headers get url path')],
    'ReturnValue',
  ),
  ...sinks('xss', 'Argument[0]', ['koa.Context.body', 'koa.Response.body'], {
    when: [{ input: 'Argument[0]', looksLike: 'html' }],
    what: 'the page',
  }),
  ...sinks('open-redirect', 'Argument[0]', ['koa.Context.redirect', 'koa.Response.redirect']),
  ...sinks('cors-misconfiguration', 'Argument[1]', members('koa.Context', 'set append'), {
    when: [{ input: 'Argument[0]', is: ['access-control-allow-origin'], ignoreCase: true }],
  }),
  ...sinks('path-traversal', 'Argument[1]', ['koa-send'], {
    when: [{ input: 'Argument[2].root', absent: true }],
    confidence: 45,
  }),
];

const nestParameters: readonly (readonly [string, string])[] = [
  ['Param', 'a path parameter'],
  ['Query', 'a query parameter'],
  ['Body', 'the body of the request'],
  ['Headers', 'a header of the request'],
  ['HostParam', 'the host name of the request'],
  ['UploadedFile', 'an uploaded file'],
  ['UploadedFiles', 'an uploaded file'],
  ['RawBody', 'the body of the request'],
];

const nest: RowInput[] = [
  ...nestParameters.map(
    ([decorator, what]): RowInput => ({
      kind: 'parameter',
      decorator: `@nestjs/common.${decorator}`,
      source: 'remote',
      what,
    }),
  ),
  ...['Req', 'Request'].map(
    (name): RowInput => ({
      kind: 'parameter',
      decorator: `@nestjs/common.${name}`,
      type: 'express.Request',
    }),
  ),
  ...['Res', 'Response'].map(
    (name): RowInput => ({
      kind: 'parameter',
      decorator: `@nestjs/common.${name}`,
      type: 'express.Response',
    }),
  ),
  {
    kind: 'parameter',
    decorator: '@nestjs/graphql.Args',
    source: 'remote',
    what: 'an argument of the query',
  },
  { kind: 'parameter', decorator: '@nestjs/websockets.MessageBody', source: 'remote', what: 'a message' },
  { kind: 'parameter', decorator: '@nestjs/microservices.Payload', source: 'remote', what: 'a message' },
  // routing-controllers and TypeGraphQL name theirs alike.
  ...members(
    'routing-controllers',
    'Param QueryParam QueryParams Body BodyParam HeaderParam CookieParam',
  ).map(
    (decorator): RowInput => ({
      kind: 'parameter',
      decorator,
      source: 'remote',
      what: 'a request parameter',
    }),
  ),
  { kind: 'parameter', decorator: 'type-graphql.Arg', source: 'remote', what: 'an argument of the query' },
  { kind: 'parameter', decorator: 'type-graphql.Args', source: 'remote', what: 'an argument of the query' },
];

const bodyOf = 'json text formData arrayBuffer blob bytes body';

const next: RowInput[] = [
  { kind: 'subtype', api: 'next.NextApiRequest', of: ['express.Request'] },
  { kind: 'subtype', api: 'next.NextApiResponse', of: ['express.Response'] },
  { kind: 'subtype', api: 'next/server.NextRequest', of: ['Request'] },
  ...types('next/server.NextURL', ['next/server.NextRequest.nextUrl']),
  ...sources('remote', 'the URL of the request', ['next/server.NextRequest.nextUrl']),
  ...sources('remote', 'a cookie', ['next/server.NextRequest.cookies']),
  ...sinks('open-redirect', 'Argument[0]', [
    'next/server.NextResponse.redirect',
    'next/navigation.redirect',
    'next/navigation.permanentRedirect',
    'Response.redirect',
  ]),
  ...sinks('xss', 'Argument[0]', ['next/server.NextResponse', 'Response'], {
    when: [{ input: 'Argument[0]', looksLike: 'html' }],
  }),
  ...sources('remote', 'a query parameter', [
    'next/router.useRouter.query',
    'next/navigation.useSearchParams',
  ]),
  ...sources('remote', 'a header of the request', ['next/headers.headers', 'next/headers.cookies']),
  // Route handlers and pages of the app router are told by the names of their files.
  {
    kind: 'handler',
    params: [
      { name: '^_?(?:req|request)?$', type: 'next/server.NextRequest' },
      { name: '^(?:|ctx|context|props|segment|args)$', type: 'next.RouteContext' },
    ],
    file: '(?:^|/)route\\.[jt]s$',
  },
  {
    kind: 'handler',
    params: [{ name: '^(?:|props)$', type: 'next.PageProps' }],
    file: '(?:^|/)(?:page|layout)\\.[jt]sx?$',
  },
  {
    kind: 'handler',
    params: [{ name: '^(?:|ctx|context)$', type: 'next.PageContext' }],
    file: '(?:^|/)pages/.*\\.[jt]sx?$',
    requires: 'next',
  },
  ...sources(
    'remote',
    'a path parameter',
    members('next', 'RouteContext.params PageProps.params PageContext.params'),
  ),
  ...sources('remote', 'a query parameter', members('next', 'PageProps.searchParams PageContext.query')),
  ...types('next/headers.Cookies', ['next/headers.cookies']),
  ...types('next/headers.Cookies', ['next/server.NextResponse.cookies']),
  ...insecureCookies('next/headers.Cookies.set'),
  // The web's own request, of which route handlers, workers and Remix loaders are given one.
  ...sources('remote', 'the body of the request', members('Request', bodyOf)),
  ...sources('remote', 'the URL of the request', ['Request.url']),
  ...sources('remote', 'a header of the request', ['Request.headers']),
  { kind: 'handler', params: [{ name: '^_?(?:req|request)$', type: 'web.Request' }] },
  { kind: 'subtype', api: 'web.Request', of: ['express.Request', 'Request'] },
];

const remixModules = [
  '@remix-run/node',
  '@remix-run/server-runtime',
  '@remix-run/cloudflare',
  'react-router',
  'react-router-dom',
];

/** Loaders and actions of routes: Remix, React Router, SvelteKit, Astro. */
const loaders: RowInput[] = [
  ...remixModules.flatMap((module): RowInput[] => [
    ...members(module, 'LoaderFunctionArgs ActionFunctionArgs LoaderArgs ActionArgs DataFunctionArgs').map(
      (api): RowInput => ({ kind: 'alias', api, of: 'remix.Arguments' }),
    ),
    ...sinks('open-redirect', 'Argument[0]', members(module, 'redirect redirectDocument')),
  ]),
  {
    kind: 'handler',
    params: [{ name: '^$', type: 'remix.Arguments' }],
    file: '(?:^|/)routes/.*\\.[jt]sx?$',
  },
  {
    kind: 'handler',
    params: [{ name: '^(?:|event)$', type: 'svelte.RequestEvent' }],
    file: '(?:^|/)\\+(?:server|page\\.server|layout\\.server)\\.[jt]s$',
  },
  { kind: 'handler', params: [{ name: '^event$', type: 'h3.H3Event' }], requires: 'h3' },
  ...sources(
    'remote',
    'a part of the request',
    members('h3', 'getQuery readBody readFormData getRouterParam getRouterParams getCookie getHeader'),
  ),
  ...sanitizers(['open-redirect'], ['remix-utils/safe-redirect.safeRedirect']),
  ...types('Request', members('remix.Arguments', 'request')),
  ...types('Request', members('svelte.RequestEvent', 'request')),
  ...sources('remote', 'a path parameter', ['remix.Arguments.params', 'svelte.RequestEvent.params']),
  ...sources('remote', 'the URL of the request', ['svelte.RequestEvent.url']),
  ...sources('remote', 'a cookie', ['svelte.RequestEvent.cookies']),
  ...sinks('open-redirect', 'Argument[1]', ['@sveltejs/kit.redirect', 'h3.sendRedirect']),
];

const hapi: RowInput[] = [
  ...types('hapi.Server', ['hapi.server', 'hapi.Server', '@hapi/hapi.server', '@hapi/hapi.Server']),
  {
    kind: 'handler',
    params: [
      { name: '^_?(?:req|request)$', type: 'hapi.Request' },
      { name: '^_?(?:h|toolkit)$', type: 'hapi.ResponseToolkit' },
    ],
  },
  { kind: 'alias', api: '@hapi/hapi.Request', of: 'hapi.Request' },
  { kind: 'alias', api: '@hapi/hapi.ResponseToolkit', of: 'hapi.ResponseToolkit' },
  ...sources(
    'remote',
    'a request parameter',
    members('hapi.Request', 'query params payload headers state url path'),
  ),
  ...types('express.Body', members('hapi.Request', 'payload query')),
  ...sinks('open-redirect', 'Argument[0]', ['hapi.ResponseToolkit.redirect']),
  ...sinks('xss', 'Argument[0]', ['hapi.ResponseToolkit.response'], {
    when: [{ input: 'Argument[0]', type: 'express.Body', not: true }],
  }),
  ...sinks('path-traversal', 'Argument[0]', ['hapi.ResponseToolkit.file']),
];

const hono: RowInput[] = [
  ...types('hono.Hono', ['hono.Hono', 'hono']),
  ...registers(members('hono.Hono', verbs), ['hono.Context']),
  ...types('hono.HonoRequest', ['hono.Context.req']),
  ...sources(
    'remote',
    'a request parameter',
    members('hono.HonoRequest', 'query queries param header json text parseBody formData url path'),
  ),
  ...types('express.Body', ['hono.HonoRequest.json']),
  ...sanitizers(['xss'], ['hono/html.html'], 'Argument[*]'),
  ...insecureCookies('hono/cookie.setCookie', 1),
  ...sinks('xss', 'Argument[0]', ['hono.Context.html']),
  ...sinks('open-redirect', 'Argument[0]', ['hono.Context.redirect']),
];

const messages: RowInput[] = [
  ...types('ws.Server', ['ws.Server', 'ws.WebSocketServer', 'ws.WebSocket.Server']),
  ...calls(['ws.Server.on'], 'last', [{ type: 'ws.WebSocket' }, { type: 'http.IncomingMessage' }]),
  ...calls(members('ws.WebSocket', 'on once addEventListener addListener'), 'last', [{ source: 'remote' }]),
  ...types('socket.io.Server', [
    'socket.io',
    'socket.io.Server',
    'socket.io.Server.of',
    'socket.io.Server.sockets',
  ]),
  ...calls(members('socket.io.Server', 'on'), 'last', [{ type: 'socket.io.Socket' }]),
  ...calls(members('socket.io.Socket', 'on once'), 'last', [
    { source: 'remote' },
    { source: 'remote' },
    { source: 'remote' },
  ]),
  ...sources('remote', 'a parameter of the connection', ['socket.io.Socket.handshake']),
  ...calls(['amqplib.Channel.consume', '*.consume'], 1, [{ source: 'stored' }]),
];

const serverless: RowInput[] = [
  {
    kind: 'handler',
    params: [{ name: '^_?event$', type: 'aws-lambda.APIGatewayProxyEvent' }],
    requires: 'aws-lambda',
  },
  ...sources(
    'remote',
    'a message of a queue',
    members('aws-lambda', 'SQSEvent.Records SNSEvent.Records S3Event.Records KinesisStreamEvent.Records'),
  ),
  {
    kind: 'handler',
    params: [
      { name: '^_?event$', type: 'aws-lambda.APIGatewayProxyEvent' },
      { name: '^_?(?:context|ctx)$', type: 'aws-lambda.Context' },
    ],
  },
  { kind: 'alias', api: 'aws-lambda.APIGatewayProxyEventV2', of: 'aws-lambda.APIGatewayProxyEvent' },
  { kind: 'alias', api: 'aws-lambda.APIGatewayEvent', of: 'aws-lambda.APIGatewayProxyEvent' },
  ...sources(
    'remote',
    'the event',
    members(
      'aws-lambda.APIGatewayProxyEvent',
      'body queryStringParameters multiValueQueryStringParameters pathParameters headers rawPath rawQueryString path arguments',
    ),
  ),
];

const graphqlModules = [
  'graphql',
  'graphql-tag',
  'express-graphql',
  'graphql-http',
  'apollo-server',
  'apollo-server-express',
  '@apollo/server',
  'graphql-yoga',
  'graphql-tools',
  '@graphql-tools/schema',
];

const graphql: RowInput[] = [
  {
    kind: 'handler',
    params: [
      { name: '^_*(?:parent|root|obj|source|_)?$', type: 'graphql.Parent' },
      { name: '^_?(?:args|input)$', type: 'graphql.Arguments' },
    ],
  },
  // `(parent, { id })`: a parameter that is taken apart has no name.
  {
    kind: 'handler',
    params: [
      { name: '^_?(?:parent|root)$', type: 'graphql.Parent' },
      { name: '^$', type: 'graphql.Arguments' },
    ],
  },
  ...graphqlModules.map(
    (requires): RowInput => ({
      kind: 'handler',
      params: [
        { name: '^_+$', type: 'graphql.Parent' },
        { name: '^$', type: 'graphql.Arguments' },
      ],
      requires,
    }),
  ),
  // Functions of a root object are given the arguments first.
  ...graphqlModules.map(
    (requires): RowInput => ({
      kind: 'handler',
      params: [{ name: '^_?args$', type: 'graphql.Arguments' }],
      requires,
    }),
  ),
  ...sources('remote', 'an argument of the query', ['graphql.Arguments.*']),
  {
    kind: 'misuse',
    api: 'apollo-server.ApolloServer',
    vulnClass: 'csrf-disabled',
    when: [{ input: 'Argument[0].csrfPrevention', is: [false] }],
    message: 'Other sites can send operations with the cookies of the user.',
  },
  {
    kind: 'misuse',
    api: '@apollo/server.ApolloServer',
    vulnClass: 'csrf-disabled',
    when: [{ input: 'Argument[0].csrfPrevention', is: [false] }],
    message: 'Other sites can send operations with the cookies of the user.',
  },
];

/** Servers other than Express, sockets, message queues and serverless functions. */
export const frameworks = definePack({
  id: 'javascript/frameworks',
  languages: [...both],
  title: 'Fastify, Koa, NestJS, Next.js, Remix, SvelteKit, hapi, Hono, sockets, serverless and GraphQL',
  provenance: documented,
  rows: [
    ...fastify,
    ...koa,
    ...nest,
    ...next,
    ...loaders,
    ...hapi,
    ...hono,
    ...messages,
    ...serverless,
    ...graphql,
  ],
});
