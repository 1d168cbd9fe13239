import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { cookieRows } from './flask.ts';
import {
  argument,
  entries,
  flows,
  makes,
  members,
  misuses,
  neutral,
  sanitizers,
  sinks,
  sources,
  typed,
} from './rows.ts';

const request = 'starlette.requests.Request';
const webSocket = 'starlette.websockets.WebSocket';
const background = 'starlette.background.BackgroundTasks';
const routers = ['fastapi.FastAPI', 'fastapi.APIRouter'];
const verbs = 'get post put patch delete head options websocket route api_route';
/** Parameters of these types come from the framework or from a dependency, not from the client. */
export const injected = [
  'fastapi.Depends',
  'fastapi.Security',
  'fastapi.params.Depends',
  request,
  'starlette.responses.Response',
  webSocket,
  background,
  'sqlalchemy.orm.Session',
  'sqlalchemy.ext.asyncio.AsyncSession',
  'sqlmodel.Session',
  'asyncpg.Connection',
  'dbapi.Connection',
  'redis.Redis',
];
const anyOrigin =
  'Any site may send requests with the cookies of a user and read the answers. Name the sites.';

export const fastapi = definePack({
  id: 'python/fastapi',
  languages: ['python'],
  title: 'FastAPI and Starlette',
  provenance: 'FastAPI and Starlette documentation',
  rows: [
    { kind: 'alias', api: 'fastapi.Request', of: request },
    { kind: 'alias', api: 'fastapi.requests.Request', of: request },
    { kind: 'alias', api: 'fastapi.WebSocket', of: webSocket },
    { kind: 'alias', api: 'fastapi.websockets.WebSocket', of: webSocket },
    { kind: 'alias', api: 'fastapi.BackgroundTasks', of: background },
    { kind: 'alias', api: 'fastapi.background.BackgroundTasks', of: background },
    { kind: 'alias', api: 'fastapi.responses', of: 'starlette.responses' },
    { kind: 'alias', api: 'fastapi.templating', of: 'starlette.templating' },
    { kind: 'alias', api: 'fastapi.Response', of: 'starlette.responses.Response' },
    { kind: 'alias', api: 'fastapi.middleware', of: 'starlette.middleware' },
    ...typed('fastapi.FastAPI', ['fastapi.FastAPI', 'fastapi.applications.FastAPI']),
    ...typed('fastapi.APIRouter', ['fastapi.APIRouter', 'fastapi.routing.APIRouter']),
    ...entries(
      'a request parameter',
      routers.flatMap((router) => members(router, verbs)),
      { except: injected },
    ),
    // Falcon's resources are classes of nothing in particular: their methods are known by name.
    {
      kind: 'handler',
      params: [
        { name: '^req(?:uest)?$', type: 'falcon.Request' },
        { name: '^resp(?:onse)?$', type: 'falcon.Response' },
      ],
      requires: 'falcon',
    },
    ...sources(
      'remote',
      'a part of the request',
      members(
        'falcon.Request',
        'get_param get_param_as_list get_header get_media media stream bounded_stream params headers cookies path uri url query_string relative_uri get_cookie_values',
      ),
    ),
    ...neutral(
      members(
        'falcon.Request',
        'get_param_as_int get_param_as_float get_param_as_bool get_param_as_uuid get_param_as_datetime',
      ),
    ),
    ...sinks('xss', 'Argument[0]', ['falcon.Response.html']),
    ...sinks('xss', 'Argument[0]', members('falcon.Response', 'text body'), {
      when: [{ input: 'Argument[0]', looksLike: 'html' }],
    }),
    ...sinks('open-redirect', argument(0, 'location'), [
      ...members('falcon', 'HTTPFound HTTPMovedPermanently HTTPSeeOther HTTPTemporaryRedirect'),
    ]),
    ...['fastapi.Depends', 'fastapi.Security', 'fastapi.params.Depends'].map(
      (api): RowInput => ({ kind: 'injector', api }),
    ),
    // What a route with this class of response returns is its page, its address, or its file.
    ...routers
      .flatMap((router) => members(router, verbs))
      .flatMap((decorator) =>
        ['HTMLResponse', 'RedirectResponse', 'FileResponse'].map(
          (response): RowInput => ({
            kind: 'answer',
            decorator,
            returnsTo: `starlette.responses.${response}`,
            only: `response_class\\s*=\\s*(?:\\w+\\.)*${response}`,
          }),
        ),
      ),
    ...sources('remote', 'a request parameter', members(request, 'query_params path_params')),
    ...sources('remote', 'a request header', members(request, 'headers cookies url base_url')),
    ...sources('remote', 'the request body', members(request, 'body json form stream')),
    ...sources(
      'remote',
      'a message of a web socket',
      members(webSocket, 'receive receive_text receive_json receive_bytes iter_text iter_json iter_bytes'),
    ),
    ...sources(
      'remote',
      'a request parameter',
      members(webSocket, 'query_params path_params headers cookies url'),
    ),
    ...neutral(members(webSocket, 'accept close send_text send_json send_bytes send app state client')),
    ...[background, 'starlette.background.BackgroundTask'].map(
      (type): RowInput => ({ kind: 'type', api: type, type }),
    ),
    { kind: 'container', api: `${background}.add_task`, op: 'run' },
    { kind: 'container', api: 'starlette.background.BackgroundTask', op: 'run' },
    { kind: 'handler', params: [{ name: 'request', type: request }], requires: 'starlette' },
    ...['starlette', 'fastapi'].map(
      (requires): RowInput => ({
        kind: 'handler',
        params: [{ name: 'websocket|web_socket|ws', type: webSocket }],
        requires,
      }),
    ),
    ...typed('starlette.datastructures.FormData', members(request, 'form')),
    ...typed('starlette.datastructures.UploadFile', members('starlette.datastructures.FormData', '* get')),
    ...flows('Receiver|Argument[1]', 'ReturnValue', ['starlette.datastructures.FormData.get']),
    { kind: 'subtype', api: 'fastapi.UploadFile', of: ['starlette.datastructures.UploadFile'] },
    ...sanitizers(['path-traversal'], ['starlette.datastructures.UploadFile.file'], { input: 'Receiver' }),
    {
      kind: 'override',
      type: 'graphene.ObjectType',
      method: '^resolve_\\w+$',
      params: [{}, { source: 'remote' }],
    },
    { kind: 'override', type: 'graphene.Mutation', method: '^mutate$', params: [{}, { source: 'remote' }] },

    ...sinks('xss', argument(0, 'content'), ['starlette.responses.HTMLResponse']),
    ...sinks('xss', argument(0, 'content'), ['starlette.responses.Response'], {
      when: [{ input: 'Argument[media_type]', matches: 'html|svg|[/+]xml', ignoreCase: true }],
    }),
    ...sinks(
      'xss',
      'Argument[0]|Argument[content]|Argument[0].*|Argument[content].*',
      ['starlette.responses.StreamingResponse'],
      { when: [{ input: 'Argument[media_type]', matches: 'html|svg|[/+]xml', ignoreCase: true }] },
    ),
    ...sinks('open-redirect', argument(0, 'url'), ['starlette.responses.RedirectResponse']),
    ...sinks('path-traversal', argument(0, 'path'), ['starlette.responses.FileResponse']),
    ...makes(
      'starlette.responses.Response',
      members(
        'starlette.responses',
        'Response HTMLResponse JSONResponse PlainTextResponse RedirectResponse FileResponse StreamingResponse ORJSONResponse',
      ),
    ),
    ...makes('starlette.templating.Jinja2Templates', ['starlette.templating.Jinja2Templates']),
    ...neutral(['starlette.templating.Jinja2Templates.TemplateResponse']),
    ...sinks('path-traversal', 'Argument[0]', ['starlette.templating.Jinja2Templates.TemplateResponse'], {
      confidence: 50,
    }),
    ...flows('Argument[0]', 'ReturnValue', ['fastapi.encoders.jsonable_encoder']),
    ...sinks('trust-boundary', 'Argument[0]', [`${request}.session.*`], { confidence: 50 }),
    ...neutral([
      `${request}.session`,
      `${request}.method`,
      `${request}.app`,
      `${request}.state`,
      `${request}.client`,
      `${request}.url_for`,
    ]),

    ...cookieRows(['starlette.responses.Response.set_cookie']),
    ...misuses(
      'cors-misconfiguration',
      anyOrigin,
      [
        'fastapi.FastAPI.add_middleware',
        'starlette.applications.Starlette.add_middleware',
        'starlette.middleware.cors.CORSMiddleware',
        'starlette.middleware.Middleware',
      ],
      {
        when: [
          { input: 'Argument[allow_credentials]', is: [true] },
          { input: 'Argument[allow_origins].*|Argument[allow_origins]', is: ['*'] },
        ],
      },
    ),
    ...misuses(
      'cors-misconfiguration',
      anyOrigin,
      [
        'fastapi.FastAPI.add_middleware',
        'starlette.middleware.cors.CORSMiddleware',
        'starlette.middleware.Middleware',
      ],
      {
        when: [
          { input: 'Argument[allow_credentials]', is: [true] },
          { input: 'Argument[allow_origin_regex]', is: ['.*', '.+', 'https?://.*', 'https://.*'] },
        ],
      },
    ),
    ...misuses(
      'debug-enabled',
      'Errors are answered with the source code and variables of the program. Leave debug off outside of development.',
      ['fastapi.FastAPI', 'starlette.applications.Starlette'],
      { when: [{ input: 'Argument[debug]', is: [true] }] },
    ),
  ],
});
