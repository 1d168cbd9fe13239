import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { injected } from './fastapi.ts';
import { cookieRows } from './flask.ts';
import {
  argument,
  callbacks,
  entries,
  makes,
  members,
  misuses,
  neutral,
  sinks,
  sources,
  subtypes,
  typed,
} from './rows.ts';

const aiohttp = 'aiohttp.web.Request';
const pyramid = 'pyramid.request.Request';

export const aiohttpServer = definePack({
  id: 'python/aiohttp-server',
  languages: ['python'],
  title: 'aiohttp server',
  provenance: 'aiohttp documentation',
  rows: [
    { kind: 'alias', api: 'aiohttp.web_request.Request', of: aiohttp },
    { kind: 'alias', api: 'aiohttp.web.BaseRequest', of: aiohttp },
    { kind: 'handler', params: [{ name: 'req(?:uest)?', type: aiohttp }], requires: 'aiohttp' },
    ...callbacks(
      1,
      [aiohttp],
      members('aiohttp.web.UrlDispatcher', 'add_get add_post add_put add_delete add_patch'),
    ),
    {
      kind: 'callback',
      api: 'aiohttp.web.UrlDispatcher.add_route',
      argument: 2,
      params: [{ type: aiohttp }],
    },
    ...callbacks(1, [aiohttp], members('aiohttp.web', 'get post put delete patch view')),
    ...typed('aiohttp.web.Application', ['aiohttp.web.Application']),
    ...typed('aiohttp.web.UrlDispatcher', ['aiohttp.web.Application.router']),
    ...typed('aiohttp.web.RouteTableDef', ['aiohttp.web.RouteTableDef']),
    ...typed(aiohttp, ['aiohttp.web.View.request']),
    ...sources('remote', 'a request parameter', members(aiohttp, 'query match_info query_string rel_url')),
    ...sources('remote', 'the request body', members(aiohttp, 'post json text read multipart content')),
    ...sources(
      'remote',
      'a request header',
      members(aiohttp, 'headers cookies host url path path_qs raw_path'),
    ),
    ...sinks('xss', 'Argument[text]|Argument[body]', ['aiohttp.web.Response'], {
      when: [{ input: 'Argument[content_type]', matches: 'html|svg|[/+]xml', ignoreCase: true }],
    }),
    ...sinks(
      'open-redirect',
      argument(0, 'location'),
      members(
        'aiohttp.web',
        'HTTPFound HTTPSeeOther HTTPMovedPermanently HTTPTemporaryRedirect HTTPPermanentRedirect',
      ),
    ),
    ...sinks('path-traversal', argument(0, 'path'), ['aiohttp.web.FileResponse']),
    ...makes(
      'aiohttp.web.Response',
      members('aiohttp.web', 'Response json_response FileResponse StreamResponse'),
    ),
    ...cookieRows(['aiohttp.web.Response.set_cookie']),
    ...neutral([
      'aiohttp_jinja2.render_template',
      'aiohttp_jinja2.render_string',
      `${aiohttp}.app`,
      `${aiohttp}.method`,
    ]),
  ],
});

export const otherServers = definePack({
  id: 'python/tornado-bottle-sanic',
  languages: ['python'],
  title: 'Tornado, Bottle, Sanic, CherryPy, Pyramid and CGI',
  provenance:
    'Tornado, Bottle, Sanic, CherryPy, Pyramid documentation; Python library documentation: http.server, cgi, wsgiref',
  rows: [
    {
      kind: 'override',
      type: 'tornado.web.RequestHandler',
      method: '^(?:get|post|put|patch|delete|head|options)$',
      params: [{ source: 'remote' }, { source: 'remote' }],
    },
    { kind: 'subtype', api: 'tornado.websocket.WebSocketHandler', of: ['tornado.web.RequestHandler'] },
    {
      kind: 'override',
      type: 'tornado.websocket.WebSocketHandler',
      method: '^on_message$',
      params: [{ source: 'remote' }],
    },
    ...sources(
      'remote',
      'a request parameter',
      members(
        'tornado.web.RequestHandler',
        'get_argument get_arguments get_query_argument get_query_arguments get_body_argument get_body_arguments path_args path_kwargs',
      ),
    ),
    ...sources('remote', 'a cookie', members('tornado.web.RequestHandler', 'get_cookie')),
    ...typed('tornado.httputil.HTTPServerRequest', ['tornado.web.RequestHandler.request']),
    ...sources(
      'remote',
      'the request',
      members(
        'tornado.httputil.HTTPServerRequest',
        'body arguments headers query uri path files cookies host body_arguments query_arguments',
      ),
    ),
    // A dictionary is written as JSON.
    ...sinks('xss', 'Argument[0].0', members('tornado.web.RequestHandler', 'write finish')),
    ...sinks('open-redirect', argument(0, 'url'), ['tornado.web.RequestHandler.redirect']),
    ...sinks(
      'header-injection',
      'Argument[1]',
      members('tornado.web.RequestHandler', 'set_header add_header'),
      { confidence: 50 },
    ),
    ...cookieRows(['tornado.web.RequestHandler.set_cookie']),

    ...entries(
      'a part of the requested path',
      ['bottle', 'bottle.Bottle'].flatMap((app) => members(app, 'route get post put delete patch')),
      { returnsTo: 'bottle.returned' },
    ),
    ...typed('bottle.Bottle', ['bottle.Bottle', 'bottle.app', 'bottle.default_app']),
    ...sources(
      'remote',
      'the request',
      members(
        'bottle.request',
        'query forms params json body files headers cookies GET POST url path fullpath get_cookie get_header query_string environ',
      ),
    ),
    ...sinks('xss', 'Argument[0]', ['bottle.HTTPResponse', 'bottle.response.body']),
    {
      kind: 'sink',
      api: 'bottle.returned',
      input: 'Argument[0].0',
      vulnClass: 'xss',
      what: 'the page that the view returns',
    },
    { kind: 'never', api: 'bottle.abort' },
    ...sinks('open-redirect', 'Argument[0]', ['bottle.redirect', 'bottle.response.headers.Location']),
    ...sinks('open-redirect', 'Argument[1]', members('bottle.response', 'set_header add_header'), {
      when: [{ input: 'Argument[0]', is: ['location'], ignoreCase: true }],
    }),
    ...sinks('header-injection', 'Argument[1]', members('bottle.response', 'set_header add_header'), {
      when: [{ input: 'Argument[0]', is: ['location'], ignoreCase: true, not: true, orUnknown: true }],
      confidence: 50,
    }),
    ...sinks('path-traversal', argument(1, 'root'), ['bottle.static_file']),
    ...neutral(['bottle.static_file', 'bottle.template', 'bottle.jinja2_template']),
    ...cookieRows(['bottle.response.set_cookie']),
    ...misuses(
      'debug-enabled',
      'Errors are answered with the source code of the program. Leave debug off outside of development.',
      ['bottle.run', 'bottle.Bottle.run', 'sanic.Sanic.run', 'tornado.web.Application'],
      { when: [{ input: 'Argument[debug]', is: [true] }] },
    ),
    ...misuses(
      'csrf-disabled',
      'Forms are accepted from any site, in the name of a user who is logged in. Set xsrf_cookies=True.',
      ['tornado.web.Application'],
      { when: [{ input: 'Argument[xsrf_cookies]', is: [false] }] },
    ),
    ...misuses(
      'debug-enabled',
      'Errors are answered with the source code of the program. Leave debug off outside of development.',
      ['bottle.debug'],
      { when: [{ input: 'Argument[0]', is: [true] }] },
    ),

    ...entries(
      'a part of the requested path',
      ['sanic.Sanic', 'sanic.Blueprint'].flatMap((app) =>
        members(app, 'route get post put delete patch websocket'),
      ),
      { except: ['sanic.Request'] },
    ),
    ...typed('sanic.Sanic', ['sanic.Sanic']),
    ...typed('sanic.Blueprint', ['sanic.Blueprint']),
    { kind: 'alias', api: 'sanic.request.Request', of: 'sanic.Request' },
    { kind: 'handler', params: [{ name: 'request', type: 'sanic.Request' }], requires: 'sanic' },
    ...sources(
      'remote',
      'the request',
      members(
        'sanic.Request',
        'args form json body files headers cookies url path query_string raw_args match_info',
      ),
    ),
    ...'html text json redirect file file_stream raw empty HTTPResponse'
      .split(' ')
      .map((name): RowInput => ({ kind: 'alias', api: `sanic.${name}`, of: `sanic.response.${name}` })),
    ...sinks('xss', 'Argument[0]', ['sanic.response.html']),
    ...sinks('open-redirect', 'Argument[0]', ['sanic.response.redirect']),
    ...sinks('path-traversal', 'Argument[0]', ['sanic.response.file', 'sanic.response.file_stream']),
    ...neutral(members('sanic.response', 'html text json redirect file raw')),

    {
      kind: 'entry',
      decorator: 'cherrypy.expose',
      source: 'remote',
      what: 'a request parameter',
      returnsTo: 'bottle.returned',
    },
    ...sinks('open-redirect', argument(0, 'urls'), [
      'cherrypy.HTTPRedirect',
      'cherrypy.InternalRedirect',
      'cherrypy._cperror.HTTPRedirect',
    ]),
    ...sinks('path-traversal', argument(0, 'path'), [
      'cherrypy.lib.static.serve_file',
      'cherrypy.lib.static.serve_download',
    ]),
    ...sources(
      'remote',
      'the request',
      members('cherrypy.request', 'params headers body json cookie query_string'),
    ),
    { kind: 'store', api: pyramid },
    ...typed(pyramid, ['pyramid.request.Request', 'webob.Request']),
    { kind: 'alias', api: 'webob.request.Request', of: 'webob.Request' },
    { kind: 'handler', params: [{ name: 'request', type: pyramid }], requires: 'pyramid' },
    {
      kind: 'handler',
      params: [{ name: '_?context' }, { name: 'request', type: pyramid }],
      requires: 'pyramid',
    },
    { kind: 'entry', decorator: 'pyramid.view.view_config', source: 'remote', what: 'the request' },
    ...sources(
      'remote',
      'the request',
      ['pyramid.request.Request', 'webob.Request'].flatMap((request) =>
        members(
          request,
          'GET POST params matchdict json_body json body text headers cookies url path path_info path_qs query_string referer referrer user_agent authorization body_file',
        ),
      ),
    ),
    ...neutral(
      members(
        pyramid,
        'method registry session user authenticated_userid context content_type remote_addr route_url route_path static_url current_route_url current_route_path has_permission is_xhr',
      ),
    ),
    ...members(
      pyramid,
      'route_url route_path static_url current_route_url current_route_path resource_url',
    ).map((api): RowInput => ({ kind: 'begins', api, text: '/-' })),
    ...sinks('xss', 'Argument[0]', members('pyramid.response.Response', 'body text')),
    ...makes('pyramid.response.Response', ['pyramid.response.Response', `${pyramid}.response`]),
    { kind: 'alias', api: 'webob.Response', of: 'pyramid.response.Response' },
    ...misuses(
      'csrf-disabled',
      'This view accepts requests that other sites make in the name of a user who is logged in. Leave the check on, or authenticate by a token in a header.',
      ['pyramid.view.view_config', 'pyramid.view.view_defaults', 'pyramid.config.Configurator.add_view'],
      { when: [{ input: 'Argument[require_csrf]', is: [false] }], confidence: 60 },
    ),
    ...misuses(
      'csrf-disabled',
      'Views accept requests that other sites make in the name of a user who is logged in. Leave the check on.',
      ['pyramid.config.Configurator.set_default_csrf_options'],
      { when: [{ input: 'Argument[require_csrf]|Argument[0]', is: [false] }] },
    ),
    ...typed('pyramid.config.Configurator', ['pyramid.config.Configurator']),
    ...sinks('path-traversal', argument(0, 'path'), [
      'pyramid.response.FileResponse',
      'pyramid.response.FileIter',
      'pyramid.static.static_view',
    ]),
    ...cookieRows(['pyramid.response.Response.set_cookie']),
    ...sinks(
      'open-redirect',
      argument(0, 'location'),
      members(
        'pyramid.httpexceptions',
        'HTTPFound HTTPSeeOther HTTPMovedPermanently HTTPTemporaryRedirect HTTPPermanentRedirect HTTPMultipleChoices HTTPUseProxy',
      ),
    ),
    ...sinks('xss', 'Argument[0]|Argument[body]|Argument[text]', ['pyramid.response.Response'], {
      when: [{ input: 'Argument[content_type]', matches: '^(?!.*html)', not: true, orUnknown: true }],
    }),
    ...entries('an argument of the query', members('strawberry', 'field mutation subscription'), {
      except: injected,
    }),
    ...sources('remote', 'a request parameter', ['cgi.FieldStorage', 'cgi.parse', 'cgi.parse_qs']),
    ...sources(
      'remote',
      'the request',
      members('http.server.BaseHTTPRequestHandler', 'path headers rfile requestline'),
    ),
    {
      kind: 'subtype',
      api: 'http.server.SimpleHTTPRequestHandler',
      of: ['http.server.BaseHTTPRequestHandler'],
    },
    { kind: 'alias', api: 'BaseHTTPServer.BaseHTTPRequestHandler', of: 'http.server.BaseHTTPRequestHandler' },
    ...sinks('xss', 'Argument[0]', ['http.server.BaseHTTPRequestHandler.wfile.write'], { confidence: 70 }),
    ...sinks('header-injection', 'Argument[1]', ['http.server.BaseHTTPRequestHandler.send_header'], {
      when: [{ input: 'Argument[0]', is: ['location'], ignoreCase: true, not: true, orUnknown: true }],
    }),
    ...sinks('open-redirect', 'Argument[1]', ['http.server.BaseHTTPRequestHandler.send_header'], {
      when: [{ input: 'Argument[0]', is: ['location'], ignoreCase: true }],
    }),
    // What programs that a web server runs print is their page.
    ...sinks('xss', 'Argument[0]', ['print', 'sys.stdout.write'], {
      when: [{ input: 'Argument[0]', looksLike: 'html' }],
      confidence: 60,
    }),
    ...sources('remote', 'data from a socket', members('socketserver.StreamRequestHandler', 'rfile')),
    ...subtypes(
      ['socketserver.BaseRequestHandler'],
      members('socketserver', 'StreamRequestHandler DatagramRequestHandler'),
    ),
    { kind: 'alias', api: 'SocketServer', of: 'socketserver' },
    ...typed('socket.socket', ['socketserver.BaseRequestHandler.request']),
    // WSGI: a function of the request's environment gives the pieces of the page.
    {
      kind: 'handler',
      params: [
        { name: '_?environ', type: 'wsgi.Environment', source: 'remote' },
        { name: '_?start_response' },
      ],
      returnsTo: 'wsgi.returned',
    },
    {
      kind: 'sink',
      api: 'wsgi.returned',
      input: 'Argument[0].*',
      vulnClass: 'xss',
      what: 'the page that the application returns',
      when: [{ input: 'Argument[0].0', looksLike: 'html' }],
    },
    ...entries(
      'an argument of the query',
      ['QueryType', 'MutationType', 'SubscriptionType', 'ObjectType'].map((type) => `ariadne.${type}.field`),
      { except: injected },
    ),
    ...['QueryType', 'MutationType', 'SubscriptionType', 'ObjectType'].map(
      (type): RowInput => ({ kind: 'type', api: `ariadne.${type}`, type: `ariadne.${type}` }),
    ),
    { kind: 'entry', decorator: 'celery.shared_task', source: 'library', what: 'a task argument' },
  ],
});

/** Routes of an application that a function is given: what it is is not known, that it is a route is. Comes last. */
export const routes = definePack({
  id: 'python/routes',
  languages: ['python'],
  title: 'Routes of any framework',
  provenance: 'Flask, Bottle, FastAPI, Sanic and Quart documentation',
  rows: [
    ...entries('a part of the requested path', ['*.route'], {
      except: injected,
      returnsTo: 'flask.returned',
    }),
    ...entries('a request parameter', members('*', 'post put patch delete'), { except: injected }),
  ],
});

export const serverless = definePack({
  id: 'python/serverless',
  languages: ['python'],
  title: 'AWS Lambda',
  provenance: 'AWS Lambda developer guide',
  rows: [
    // Whoever calls a function directly sends it any event.
    {
      kind: 'handler',
      params: [
        { name: '_?event', source: 'remote' },
        { name: '_?(?:context|ctx)', type: 'aws_lambda.Context' },
      ],
      returnsTo: 'aws_lambda.respond',
    },
    ...['Content-Type', 'content-type'].map(
      (header): RowInput => ({
        kind: 'sink',
        api: 'aws_lambda.respond',
        input: 'Argument[0].body',
        vulnClass: 'xss',
        when: [{ input: `Argument[0].headers.${header}`, matches: 'html|svg', ignoreCase: true }],
      }),
    ),
  ],
});
