import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import {
  anyOrigin,
  anySite,
  both,
  documented,
  flows,
  members,
  neutral,
  secrets,
  sinks,
  types,
} from './rows.ts';

const inCode = 'The key is written in the code: whoever reads it can make tokens that are accepted.';

const tokens: RowInput[] = [
  // What was verified is a text.
  ...['jsonwebtoken.verify', 'jose.jwtVerify'].map(
    (api): RowInput => ({
      kind: 'guard',
      api,
      input: 'Argument[0]',
      clears: ['nosql-injection'],
      raises: true,
    }),
  ),
  secrets('jsonwebtoken.sign', 'Argument[1]', inCode),
  secrets('jsonwebtoken.verify', 'Argument[1]', inCode),
  secrets('jwt-simple.encode', 'Argument[1]', inCode),
  secrets('jwt-simple.decode', 'Argument[1]', inCode),
  secrets('jose.JWT.sign', 'Argument[1]', inCode),
  secrets('jose.JWT.verify', 'Argument[1]', inCode),
  secrets('jose.JWK.asKey', 'Argument[0]', inCode),
  ...types('jose.SignJWT', [
    'jose.SignJWT',
    ...members(
      'jose.SignJWT',
      'setProtectedHeader setIssuedAt setIssuer setAudience setExpirationTime setSubject setNotBefore setJti',
    ),
  ]),
  secrets('jose.SignJWT.sign', 'Argument[0]', inCode),
  secrets('express-jwt', 'Argument[0].secret', inCode),
  secrets('express-jwt.expressjwt', 'Argument[0].secret', inCode),
  secrets('koa-jwt', 'Argument[0].secret', inCode),
  secrets('passport-jwt.Strategy', 'Argument[0].secretOrKey', inCode),
  secrets('@nestjs/jwt.JwtModule.register', 'Argument[0].secret', inCode),
  secrets('@fastify/jwt', 'Argument[1].secret', inCode),
  {
    kind: 'misuse',
    api: 'jsonwebtoken.sign',
    vulnClass: 'jwt-misuse',
    when: [{ input: 'Argument[2].algorithm', is: ['none'], ignoreCase: true }],
    message: 'A token without a signature can be written by anyone.',
  },
  ...(['Argument[2].algorithms.0', 'Argument[2].algorithms.1', 'Argument[2].algorithms.2'] as const).map(
    (input): RowInput => ({
      kind: 'misuse',
      api: 'jsonwebtoken.verify',
      vulnClass: 'jwt-misuse',
      when: [{ input, is: ['none'], ignoreCase: true }],
      message: 'Tokens without a signature are accepted.',
    }),
  ),
  {
    kind: 'misuse',
    api: 'jsonwebtoken.verify',
    vulnClass: 'jwt-misuse',
    variant: 'no-key',
    when: [{ input: 'Argument[1]', is: ['', null, false] }],
    message: 'Without a key the signature is not checked.',
  },
  {
    kind: 'misuse',
    api: 'jsonwebtoken.verify',
    vulnClass: 'jwt-misuse',
    variant: 'expiry',
    when: [{ input: 'Argument[2].ignoreExpiration', is: [true] }],
    message: 'Expired tokens are accepted.',
  },
  // With `complete` it is read for its header, to choose the key.
  ...['jsonwebtoken.decode', 'jose.decodeJwt', 'jose.JWT.decode'].map(
    (api): RowInput => ({
      kind: 'misuse',
      api,
      vulnClass: 'jwt-misuse',
      variant: 'decode',
      when: [{ input: 'Argument[1].complete', is: [true], not: true, orUnknown: true }],
      message: 'The token is read without checking its signature, so anyone can have written it.',
      confidence: 60,
    }),
  ),
  {
    kind: 'misuse',
    api: 'jwt-simple.decode',
    vulnClass: 'jwt-misuse',
    when: [{ input: 'Argument[2]', is: [true] }],
    message: 'The signature is not checked.',
  },
  ...['express-jwt', 'express-jwt.expressjwt'].map(
    (api): RowInput => ({
      kind: 'misuse',
      api,
      vulnClass: 'jwt-misuse',
      when: [{ input: 'Argument[0].algorithms.0', is: ['none'], ignoreCase: true }],
      message: 'Tokens without a signature are accepted.',
    }),
  ),
  // What a checked token says was said by whoever signs tokens.
  ...neutral(['jsonwebtoken.verify', 'jose.jwtVerify', 'express-jwt', 'jsonwebtoken.sign']),
  ...flows('Argument[0]', 'ReturnValue', ['jsonwebtoken.decode', 'jwt-decode', 'jose.decodeJwt']),
];

const sessionSecret =
  'The key of the session cookie is written in the code: whoever reads it can make sessions.';

const sessions: RowInput[] = [
  secrets('express-session', 'Argument[0].secret', sessionSecret),
  secrets('express-session', 'Argument[0].secret.0', sessionSecret),
  secrets('cookie-session', 'Argument[0].secret', sessionSecret),
  secrets('cookie-session', 'Argument[0].keys.0', sessionSecret),
  secrets('cookie-parser', 'Argument[0]', sessionSecret),
  secrets('client-sessions', 'Argument[0].secret', sessionSecret),
  secrets('iron-session.getIronSession', 'Argument[2].password', sessionSecret),
  secrets('koa-session', 'Argument[0].key', sessionSecret, [{ input: 'Argument[0].signed', is: [true] }]),
  ...['express-session', 'client-sessions'].flatMap((api): RowInput[] => [
    {
      kind: 'misuse',
      api,
      vulnClass: 'insecure-cookie',
      variant: 'httpOnly',
      when: [{ input: 'Argument[0].cookie.httpOnly', is: [false] }],
      message: 'The session cookie is set without httpOnly, so scripts of the page can read it.',
    },
    {
      kind: 'misuse',
      api,
      vulnClass: 'insecure-cookie',
      variant: 'secure',
      when: [{ input: 'Argument[0].cookie.secure', is: [false] }],
      message: 'The session cookie is also sent over connections that are not encrypted.',
    },
    {
      kind: 'misuse',
      api,
      vulnClass: 'insecure-cookie',
      variant: 'secure',
      when: [
        { input: 'Argument[0].cookie.secure', absent: true },
        { input: 'Argument[0].secret', absent: false },
      ],
      message:
        'The session cookie is set without secure, so it is also sent over connections that are not encrypted.',
      confidence: 60,
    },
  ]),
  ...(['httpOnly', 'secure'] as const).map(
    (flag): RowInput => ({
      kind: 'misuse',
      api: 'cookie-session',
      vulnClass: 'insecure-cookie',
      variant: flag,
      when: [{ input: `Argument[0].${flag}`, is: [false] }],
      message: `The session cookie is set without ${flag}.`,
    }),
  ),
  ...sinks('trust-boundary', 'Argument[0]', ['express-session.SessionData.*'], { confidence: 55 }),
  ...types('express-session.SessionData', members('express.Request', 'session')),
];

const crossSite: RowInput[] = [
  ...['cors', '@fastify/cors', '@koa/cors'].flatMap((api) =>
    (['Argument[0]', 'Argument[1]'] as const).map(
      (options): RowInput => ({
        kind: 'misuse',
        api,
        vulnClass: 'cors-misconfiguration',
        when: anyOrigin(options),
        message: anySite,
      }),
    ),
  ),
  {
    kind: 'misuse',
    api: 'socket.io.Server',
    vulnClass: 'cors-misconfiguration',
    when: anyOrigin('Argument[1].cors'),
    message: anySite,
  },
  ...[0, 1, 2, 3, 4].map(
    (place): RowInput => ({
      kind: 'misuse',
      api: 'csurf',
      vulnClass: 'csrf-disabled',
      when: [{ input: `Argument[0].ignoreMethods.${place}`, is: ['POST', 'PUT', 'DELETE', 'PATCH'] }],
      message: 'Requests that change data are not checked for forgery.',
    }),
  ),
  {
    kind: 'misuse',
    api: 'lusca',
    vulnClass: 'csrf-disabled',
    when: [{ input: 'Argument[0].csrf', is: [false] }],
    message: 'Requests that change data are not checked for forgery.',
  },
  {
    kind: 'misuse',
    api: 'helmet',
    vulnClass: 'xss',
    variant: 'headers',
    when: [{ input: 'Argument[0].contentSecurityPolicy', is: [false] }],
    message: 'Without a content security policy the browser runs every script that gets into a page.',
    confidence: 30,
  },
  ...['errorhandler', 'express-error-handler', 'youch'].map(
    (api): RowInput => ({
      kind: 'misuse',
      api,
      vulnClass: 'debug-enabled',
      message: 'Visitors are shown stack traces of errors; this handler is meant for development.',
      confidence: 60,
    }),
  ),
  {
    kind: 'misuse',
    api: 'serve-index',
    vulnClass: 'information-exposure',
    message: 'Visitors are shown which files are in the folder.',
    confidence: 60,
  },
];

/** Tokens, sessions, cookies, and what other sites may do. */
export const sessionsPack = definePack({
  id: 'javascript/sessions',
  languages: [...both],
  title: 'Tokens, sessions and cross-site requests',
  provenance: documented,
  rows: [...tokens, ...sessions, ...crossSite],
});
