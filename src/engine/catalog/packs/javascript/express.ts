import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { typedAnswers } from './answers.ts';
import {
  both,
  calls,
  documented,
  members,
  registers,
  sanitizers,
  sentAsText,
  sinks,
  sources,
  subtypes,
  types,
} from './rows.ts';

const verbs = 'get post put delete patch all use options head';

const routing: RowInput[] = [
  ...types('express.Application', ['express', 'express.application']),
  ...types('express.Router', [
    'express.Router',
    'express.Application.route',
    'express.Router.route',
    'router',
    'express-promise-router',
  ]),
  ...subtypes('express.Application', [
    'express.Router',
    'restify.Server',
    'polka.Polka',
    'json-server.Application',
  ]),
  // `app.get(…).post(…)` on a route.
  ...types('express.Router', members('express.Router', verbs)),
  ...registers(members('express.Application', verbs), ['express.Request', 'express.Response']),
  ...calls(['express.Application.param'], 1, [
    { type: 'express.Request' },
    { type: 'express.Response' },
    {},
    { source: 'remote' },
  ]),
  ...types('restify.Server', ['restify.createServer']),
  ...types('polka.Polka', ['polka']),
  // Handlers that are exported and registered elsewhere are known by their parameters.
  {
    kind: 'handler',
    params: [
      { name: '^_?(?:err|error|e)$', type: 'Error' },
      { name: '^_?(?:req|request)$', type: 'express.Request' },
      { name: '^_?(?:res|resp|response)$', type: 'express.Response' },
    ],
  },
  {
    kind: 'handler',
    params: [
      { name: '^_?(?:req|request)$', type: 'express.Request' },
      { name: '^_?(?:res|resp|response)$', type: 'express.Response' },
    ],
  },
];

const request: RowInput[] = [
  { kind: 'store', api: 'express.Request' },
  { kind: 'store', api: 'express.Response.locals' },
  { kind: 'subtype', api: 'express.Request', of: ['http.IncomingMessage'] },
  { kind: 'subtype', api: 'express.Response', of: ['http.ServerResponse'] },
  ...sources('remote', 'a query parameter', ['express.Request.query']),
  ...sources('remote', 'a path parameter', ['express.Request.params']),
  ...sources('remote', 'the body of the request', ['express.Request.body', 'express.Request.rawBody']),
  ...sources('remote', 'a cookie', ['express.Request.cookies']),
  ...sources('remote', 'a header of the request', [...members('express.Request', 'headers get header')]),
  ...sources('remote', 'the URL of the request', [
    ...members('express.Request', 'originalUrl path url hostname host subdomains baseUrl'),
  ]),
  ...sources('remote', 'a request parameter', ['express.Request.param']),
  // What the client says of a file and what is in it; where it was put is the server's choice.
  ...types('multer.File', ['express.Request.file', 'multer.Files.*', 'multer.FileList.*']),
  ...types('multer.Files', ['express.Request.files']),
  ...sources(
    'remote',
    'an uploaded file',
    members('multer.File', 'originalname originalFilename name data buffer'),
  ),
  ...types('express.Body', members('express.Request', 'body query')),
  // Text only: no object with operators can arrive here.
  ...sanitizers(
    ['nosql-injection', 'mass-assignment'],
    members('express.Request', 'params headers get header originalUrl path url hostname'),
    'ReturnValue',
  ),
  // Whoever comes from a page is sent back to where they were.
  ...members('express.Request', 'headers get header').map(
    (api): RowInput => ({
      kind: 'sanitizer',
      api,
      clears: ['open-redirect'],
      input: 'ReturnValue',
      when: [{ input: 'Argument[0]', is: ['referrer', 'referer', 'host'], ignoreCase: true }],
    }),
  ),
  // A browser sends these for the user of the page, not for who wrote the link.
  ...sanitizers(
    ['xss', 'open-redirect'],
    members('express.Request', 'hostname host subdomains'),
    'ReturnValue',
  ),
];

const name = {
  input: 'Argument[0]',
  matches: 'sess|sid$|auth|token|jwt|login|remember|csrf|xsrf|^user|uid|credential',
  ignoreCase: true,
};

const response: RowInput[] = [
  ...types(
    'express.Response',
    members(
      'express.Response',
      'status type contentType set header cookie clearCookie append vary location links attachment format',
    ),
  ),
  ...typedAnswers('express', {
    answer: 'express.Response',
    setters: 'type contentType',
    headers: 'set header setHeader append appendHeader',
    writers: 'writeHead',
  }),
  { kind: 'subtype', api: 'express.PlainAnswer', of: ['http.PlainAnswer'] },
  ...sinks('xss', 'Argument[0]', ['express.Response.send'], {
    when: [...sentAsText, { input: 'Receiver', type: 'express.PlainAnswer', not: true }],
    what: 'the page',
  }),
  ...sinks('open-redirect', 'Argument[0]', ['express.Response.location']),
  ...sinks('open-redirect', 'Argument[0]|Argument[1]', ['express.Response.redirect']),
  ...members('express.Response', 'set header').flatMap((api) => [
    ...sinks('open-redirect', 'Argument[1]', [api], {
      when: [{ input: 'Argument[0]', is: ['location', 'refresh'], ignoreCase: true }],
    }),
    ...sinks('cors-misconfiguration', 'Argument[1]', [api], {
      when: [{ input: 'Argument[0]', is: ['access-control-allow-origin'], ignoreCase: true }],
    }),
    ...sinks('header-injection', 'Argument[0]', [api]),
  ]),
  ...sinks('path-traversal', 'Argument[0]', members('express.Response', 'sendFile sendfile download'), {
    when: [{ input: 'Argument[1].root', absent: true }],
  }),
  ...sinks('path-traversal', 'Argument[1].root', members('express.Response', 'sendFile sendfile download')),
  ...sinks('template-injection', 'Argument[1]', ['express.Response.render'], {
    when: [{ input: 'Argument[1]', type: 'express.Body' }],
    what: 'the options of the template engine',
    confidence: 75,
  }),
  ...sinks('path-traversal', 'Argument[0]', ['express.Response.render'], { confidence: 60 }),
  // What the template engine makes has what was put in escaped.
  ...calls(['express.Response.render'], 'last', [{}, {}]),
];

const cookies: RowInput[] = (['httpOnly', 'secure'] as const).flatMap((flag): RowInput[] => {
  const message =
    flag === 'httpOnly'
      ? 'The cookie is set without httpOnly, so scripts of the page can read it.'
      : 'The cookie is set without secure, so it is also sent over connections that are not encrypted.';
  const cookie = {
    kind: 'misuse',
    api: 'express.Response.cookie',
    vulnClass: 'insecure-cookie',
    message,
    variant: flag,
  } as const;
  return [
    { ...cookie, when: [name, { input: `Argument[2].${flag}`, absent: true }] },
    { ...cookie, when: [name, { input: `Argument[2].${flag}`, is: [false] }] },
  ];
});

/** Express and servers with its interface (restify, polka). */
export const express = definePack({
  id: 'javascript/express',
  languages: [...both],
  title: 'Express',
  provenance: documented,
  rows: [
    // Names that an excerpt of a handler does not declare.
    { kind: 'alias', api: 'req', of: 'express.Request' },
    { kind: 'alias', api: 'res', of: 'express.Response' },
    // The web's own request has none of these: where it is written without an import, Express's is meant.
    ...sources('remote', 'a request parameter', members('Request', 'params query cookies')),
    ...routing,
    ...request,
    ...response,
    ...cookies,
  ],
});
