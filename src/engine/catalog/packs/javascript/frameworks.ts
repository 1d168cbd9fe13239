import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { typedAnswers } from './answers.ts';
import {
  anyOrigin,
  anySite,
  both,
  calls,
  containers,
  cookiesWithout,
  documented,
  insecureCookies,
  members,
  registers,
  sanitizers,
  sentAsText,
  sessionName,
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
    returnsTo: 'fastify.respond',
  },
  // What a handler returns is sent.
  ...sinks('xss', 'Argument[0]', ['fastify.respond'], {
    when: [{ input: 'Argument[0]', looksLike: 'html' }],
    what: 'the page',
  }),
  ...['@fastify/cors', 'fastify-cors'].map(
    (plugin): RowInput => ({
      kind: 'misuse',
      api: 'fastify.FastifyInstance.register',
      vulnClass: 'cors-misconfiguration',
      when: [{ input: 'Argument[0]', type: plugin }, ...anyOrigin('Argument[1]')],
      message: anySite,
    }),
  ),
  { kind: 'store', api: 'fastify.FastifyRequest' },
  ...sources('remote', 'a query parameter', ['fastify.FastifyRequest.query']),
  ...sources('remote', 'a path parameter', ['fastify.FastifyRequest.params']),
  ...sources('remote', 'the body of the request', ['fastify.FastifyRequest.body']),
  ...sources('remote', 'a header of the request', members('fastify.FastifyRequest', 'headers cookies')),
  ...sources(
    'remote',
    'an uploaded file',
    members('fastify.FastifyRequest', 'file files parts saveRequestFiles'),
  ),
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
  ...typedAnswers('fastify', {
    answer: 'fastify.FastifyReply',
    setters: 'type',
    headers: 'header headers',
  }),
  ...sinks('xss', 'Argument[0]', ['fastify.FastifyReply.send'], {
    when: [
      { input: 'Argument[0]', looksLike: 'html' },
      { input: 'Receiver', type: 'fastify.PlainAnswer', not: true },
    ],
  }),
  ...sinks('xss', 'Argument[0]', ['fastify.PageAnswer.send'], { when: sentAsText }),
  ...insecureCookies('fastify.FastifyReply.setCookie'),
  ...insecureCookies('fastify.FastifyReply.cookie'),
  ...cookiesWithout('fastify.FastifyReply.setCookie'),
  ...sinks('xss', 'Argument[0]', ['fastify.FastifyReply.html']),
  ...sinks('open-redirect', 'Argument[0]|Argument[1]', ['fastify.FastifyReply.redirect']),
  ...sinks('open-redirect', 'Argument[1]', ['fastify.FastifyReply.header'], {
    when: [{ input: 'Argument[0]', is: ['location'], ignoreCase: true }],
  }),
  ...sinks('path-traversal', 'Argument[0]', ['fastify.FastifyReply.sendFile'], { confidence: 45 }),
];

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

const nestVerbs = members('@nestjs/common', 'Get Post Put Patch Delete All');

/** What handlers return: pages, where it begins as one, and addresses to go to. */
const nestAnswers: RowInput[] = [
  ...nestVerbs.map(
    (decorator): RowInput => ({
      kind: 'entry',
      decorator,
      source: 'remote',
      what: 'a request parameter',
      given: '.',
    }),
  ),
  { kind: 'answer', decorator: '@nestjs/common.Redirect', returnsTo: '@nestjs/common.Redirection' },
  ...nestVerbs.map(
    (decorator): RowInput => ({
      kind: 'answer',
      decorator,
      returnsTo: '@nestjs/common.Answer',
      unless: '^@Header\\(.*(?:json|plain|csv|octet|pdf|image)|^@Render\\(',
    }),
  ),
  ...sinks('open-redirect', 'Argument[0].url', ['@nestjs/common.Redirection']),
  ...sinks('xss', 'Argument[0]', ['@nestjs/common.Answer'], {
    when: [{ input: 'Argument[0]', looksLike: 'html' }],
    what: 'the page',
  }),
];

const nest: RowInput[] = [
  {
    kind: 'misuse',
    api: '*.enableCors',
    vulnClass: 'cors-misconfiguration',
    when: anyOrigin('Argument[0]'),
    message: anySite,
  },
  {
    kind: 'misuse',
    api: '@nestjs/core.NestFactory.create',
    vulnClass: 'cors-misconfiguration',
    when: anyOrigin('Argument[1].cors'),
    message: anySite,
  },
  ...nestAnswers,
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

const hapi: RowInput[] = [
  ...['hapi.server', '@hapi/hapi.server', '@hapi/hapi.Server'].map(
    (api): RowInput => ({ kind: 'alias', api, of: 'hapi.Server' }),
  ),
  ...types('hapi.Server', ['hapi.Server']),
  {
    kind: 'handler',
    params: [
      { name: '^_?(?:req|request)$', type: 'hapi.Request' },
      { name: '^_?(?:h|toolkit|responseToolkit)$', type: 'hapi.ResponseToolkit' },
    ],
    returnsTo: 'hapi.respond',
  },
  // A text that a handler returns is sent as a page.
  {
    kind: 'handler',
    params: [{ name: '^_?(?:req|request)$', type: 'hapi.Request' }],
    requires: '@hapi/hapi',
    returnsTo: 'hapi.respond',
  },
  ...sinks('xss', 'Argument[0]', ['hapi.respond'], {
    when: [{ input: 'Argument[0]', looksLike: 'html' }],
    what: 'the page',
  }),
  ...registers(members('hapi.Server', 'route ext'), ['hapi.Request', 'hapi.ResponseToolkit']),
  {
    kind: 'misuse',
    api: 'hapi.Server',
    vulnClass: 'cors-misconfiguration',
    when: anyOrigin('Argument[0].routes.cors'),
    message: anySite,
  },
  ...(['isHttpOnly', 'isSecure'] as const).map(
    (flag): RowInput => ({
      kind: 'misuse',
      api: 'hapi.Server.state',
      vulnClass: 'insecure-cookie',
      variant: flag,
      when: [
        { input: 'Argument[0]', matches: sessionName, ignoreCase: true },
        { input: `Argument[1].${flag}`, is: [false] },
      ],
      message: `The cookie is set with ${flag} turned off.`,
    }),
  ),
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
    when: sentAsText,
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

/** Procedures that clients call by their names, with input that a schema describes. */
const trpc: RowInput[] = [
  ...types('trpc.Builder', ['@trpc/server.initTRPC.create']),
  ...members('@trpc/server.initTRPC', 'context meta').map(
    (api): RowInput => ({ kind: 'type', api, type: '@trpc/server.initTRPC' }),
  ),
  ...types('trpc.Procedure', ['trpc.Builder.procedure']),
  ...containers('trpc.Procedure', {
    input: 'describe',
    output: 'same',
    use: 'same',
    meta: 'same',
    query: 'serve',
    mutation: 'serve',
    subscription: 'serve',
  }),
];

/** Servers other than Express. */
export const frameworks = definePack({
  id: 'javascript/frameworks',
  languages: [...both],
  title: 'Fastify, Koa, NestJS, hapi and Hono',
  provenance: documented,
  rows: [...fastify, ...koa, ...nest, ...hapi, ...hono, ...trpc],
});
