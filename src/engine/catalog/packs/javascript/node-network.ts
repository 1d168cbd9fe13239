import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { typedAnswers } from './answers.ts';
import { both, containers, documented, members, registers, sinks, sources, types } from './rows.ts';

const clients = ['http', 'https', 'http2', 'follow-redirects.http', 'follow-redirects.https'];
const options = 'Argument[0].host|Argument[0].hostname|Argument[0].href';
const isOptions = { input: 'Argument[0]', type: 'Object' };

/** Node's HTTP server and client, sockets and URLs. */
export const nodeNetwork = definePack({
  id: 'javascript/node-network',
  languages: [...both],
  title: 'Node.js: HTTP and sockets',
  provenance: documented,
  rows: [
    ...registers(
      [
        ...members('http', 'createServer Server'),
        ...members('https', 'createServer Server'),
        ...members('http2', 'createServer createSecureServer'),
      ],
      ['http.IncomingMessage', 'http.ServerResponse'],
    ),
    ...sources('remote', 'the URL of the request', ['http.IncomingMessage.url']),
    ...sources('remote', 'a header of the request', [
      'http.IncomingMessage.headers',
      'http.IncomingMessage.rawHeaders',
    ]),
    ...sources('remote', 'a field of a form', ['FormData.get', 'FormData.getAll']),
    ...sources('remote', 'the body of the request', ['http.IncomingMessage.read', 'http.IncomingMessage.[]']),
    {
      kind: 'source',
      api: 'readline.createInterface',
      source: 'remote',
      what: 'the body of the request',
      when: [{ input: 'Argument[0].input', type: 'http.IncomingMessage' }],
    },
    ...types('events.EventEmitter', [
      'events',
      'events.EventEmitter',
      'eventemitter3',
      'eventemitter3.EventEmitter',
      'eventemitter2',
      'eventemitter2.EventEmitter2',
      'mitt',
    ]),
    ...['events.EventEmitter', 'events', 'eventemitter3', 'eventemitter2'].flatMap((type) =>
      containers(type, {
        on: 'listen',
        once: 'listen',
        addListener: 'listen',
        prependListener: 'listen',
        emit: 'announce',
        emitAsync: 'announce',
      }),
    ),
    ...['on', 'once', 'addListener'].map(
      (name): RowInput => ({
        kind: 'callback',
        api: `http.IncomingMessage.${name}`,
        argument: 'last',
        params: [{ source: 'remote' }],
      }),
    ),
    ...typedAnswers('http', {
      answer: 'http.ServerResponse',
      headers: 'setHeader appendHeader setHeaders',
      writers: 'writeHead',
    }),
    ...sinks('xss', 'Argument[0]', ['http.ServerResponse.end', 'http.ServerResponse.write'], {
      when: [{ input: 'Receiver', type: 'http.PlainAnswer', not: true }],
      what: 'the page',
    }),
    ...sinks('open-redirect', 'Argument[1]', ['http.ServerResponse.setHeader'], {
      when: [{ input: 'Argument[0]', is: ['location', 'refresh'], ignoreCase: true }],
    }),
    ...sinks('open-redirect', 'Argument[1].Location|Argument[1].location|Argument[2].Location', [
      'http.ServerResponse.writeHead',
    ]),
    ...sinks('cors-misconfiguration', 'Argument[1]', ['http.ServerResponse.setHeader'], {
      when: [{ input: 'Argument[0]', is: ['access-control-allow-origin'], ignoreCase: true }],
    }),
    ...sinks(
      'cors-misconfiguration',
      'Argument[1].Access-Control-Allow-Origin|Argument[2].Access-Control-Allow-Origin',
      ['http.ServerResponse.writeHead'],
    ),
    // Node refuses line breaks in header values; a chosen name sets any header.
    ...sinks('header-injection', 'Argument[0]', [
      'http.ServerResponse.setHeader',
      'http.ServerResponse.appendHeader',
    ]),
    ...sinks('header-injection', 'Argument[0]', ['net.Socket.write', 'tls.TLSSocket.write'], {
      when: [{ input: 'Argument[0]', matches: '^HTTP/', prefix: true }],
    }),
    {
      kind: 'misuse',
      api: 'http.ServerResponse.setHeader',
      vulnClass: 'insecure-cookie',
      when: [
        { input: 'Argument[0]', is: ['set-cookie'], ignoreCase: true },
        {
          input: 'Argument[1]',
          matches: '^(?=[\\w-]*(?:sess|sid|auth|token|jwt|login|remember))[\\w-]+=(?!.*;\\s*httponly)',
          ignoreCase: true,
          prefix: true,
        },
        { input: 'Argument[1]', matches: ';\\s*httponly', ignoreCase: true, prefix: true, not: true },
      ],
      message: 'The session cookie is set without HttpOnly, so scripts of the page can read it.',
      confidence: 60,
    },

    // Requests that the program makes.
    ...clients.flatMap((client) => [
      ...sinks('ssrf', 'Argument[0]', members(client, 'request get'), {
        when: [{ ...isOptions, not: true }],
      }),
      ...sinks('ssrf', options, members(client, 'request get'), { when: [isOptions] }),
      ...types('http.ClientRequest', members(client, 'request get')),
    ]),
    ...sinks('ssrf', 'Argument[0]', ['http2.connect']),
    ...sinks('ssrf', 'Argument[1]|Argument[0].host', members('net', 'connect createConnection')),
    ...sinks('ssrf', 'Argument[1]|Argument[0].host', ['tls.connect']),
    ...sinks('ssrf', 'Argument[0]', ['fetch', 'globalThis.fetch']),
    // A fixed path on another address: the path is nobody's choice, and the host is the request's own.
    {
      kind: 'sanitizer',
      api: 'URL',
      input: 'Argument[0]|Argument[1]',
      clears: ['open-redirect'],
      when: [{ input: 'Argument[0]', matches: '^/(?![/\\\\])', prefix: true }],
    },

    // … and where that address is fixed, nobody chooses the host.
    {
      kind: 'sanitizer',
      api: 'URL',
      input: 'Argument[0]',
      clears: ['ssrf'],
      when: [
        { input: 'Argument[0]', matches: '^/(?![/\\\\])', prefix: true },
        { input: 'Argument[1]', matches: '^https?://' },
      ],
    },

    // Raw sockets.
    ...registers(['net.createServer', 'tls.createServer'], ['net.Socket']),
    {
      kind: 'callback',
      api: 'net.Socket.on',
      argument: 'last',
      params: [{ source: 'remote' }],
    },
    ...types('dgram.Socket', ['dgram.createSocket']),
    { kind: 'callback', api: 'dgram.Socket.on', argument: 'last', params: [{ source: 'remote' }] },
  ],
});
