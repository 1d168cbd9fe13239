import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import {
  argument,
  constantText,
  containers,
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

const routed = ['flask.Flask', 'flask.Blueprint'];
const requests = ['flask.request', 'werkzeug.Request'];
const multi = 'werkzeug.MultiDict';
/** Unless its content type is known to be another, an answer is a page. */
const page = (contentType: string) => [
  { input: contentType, matches: 'html|svg|[/+]xml', ignoreCase: true, orUnknown: true },
];
const plain = [{ input: 'Argument[mimetype]|Argument[content_type]', absent: true }];
const html = [
  { input: 'Argument[mimetype]|Argument[content_type]', matches: 'html|svg|[/+]xml', ignoreCase: true },
];
const sensitiveName =
  '^(?!.*[cx]srf).*(?:sess|token|auth|jwt|sid$|remember|user|login|secret|api_?key|credential|password)';
const cookies = [
  'flask.Response.set_cookie',
  'werkzeug.Response.set_cookie',
  'werkzeug.wrappers.Response.set_cookie',
];

/** What a cookie needs, for all frameworks whose `set_cookie` has these keywords. */
export const cookieRows = (apis: readonly string[]) => [
  ...misuses(
    'insecure-cookie',
    'The cookie is sent over plain HTTP as well, where anyone on the way can read it. Set secure=True.',
    apis,
    { when: [{ input: 'Argument[secure]', is: [false] }], variant: 'secure' },
  ),
  ...misuses(
    'insecure-cookie',
    'Scripts of the page can read this cookie, and so can injected ones. Set httponly=True.',
    apis,
    {
      when: [
        { input: 'Argument[httponly]', is: [false] },
        { input: 'Argument[secure]', is: [true] },
      ],
      variant: 'httponly',
    },
  ),
  ...misuses(
    'insecure-cookie',
    'This cookie identifies the user, but is sent over plain HTTP as well and can be read by scripts. Set secure=True and httponly=True.',
    apis,
    {
      when: [
        { input: 'Argument[secure]', absent: true },
        { input: argument(0, 'key'), matches: sensitiveName, ignoreCase: true },
      ],
      variant: 'secure',
    },
  ),
  ...misuses(
    'insecure-cookie',
    'This cookie identifies the user, but scripts of the page can read it, and so can injected ones. Set httponly=True.',
    apis,
    {
      when: [
        { input: 'Argument[httponly]', absent: true },
        { input: 'Argument[secure]', is: [true] },
        { input: argument(0, 'key'), matches: sensitiveName, ignoreCase: true },
      ],
      variant: 'httponly',
    },
  ),
];

const secretKey =
  'The key that signs sessions and tokens is written into the code: everyone who can read it can forge them. Load it from the environment or a secret store.';

export const flask = definePack({
  id: 'python/flask',
  languages: ['python'],
  title: 'Flask and Werkzeug',
  provenance: 'Flask, Quart, Werkzeug, Flask-CORS, Flask-WTF and Flask-RESTful documentation',
  rows: [
    { kind: 'alias', api: 'quart', of: 'flask' },
    { kind: 'alias', api: 'flask.globals.request', of: 'flask.request' },
    { kind: 'alias', api: 'flask.Request', of: 'flask.request' },
    { kind: 'alias', api: 'werkzeug.wrappers.Request', of: 'werkzeug.Request' },
    ...typed('flask.Flask', ['flask.Flask']),
    ...sources(
      'remote',
      'a message of a web socket',
      ['flask.websocket', 'simple_websocket.Server'].flatMap((socket) =>
        members(socket, 'receive receive_json'),
      ),
    ),
    ...sources('remote', 'a request parameter', members('flask.websocket', 'args headers cookies')),
    { kind: 'alias', api: 'flask.current_app', of: 'flask.Flask' },
    ...typed('flask.Blueprint', ['flask.Blueprint', 'flask.blueprints.Blueprint']),

    ...sources(
      'remote',
      'a query parameter',
      requests.flatMap((r) => members(r, 'args query_string')),
    ),
    ...sources(
      'remote',
      'a form field',
      requests.flatMap((r) => members(r, 'form')),
    ),
    ...sources(
      'remote',
      'a request parameter',
      requests.flatMap((r) => members(r, 'values view_args')),
    ),
    ...sources(
      'remote',
      'the request body',
      requests.flatMap((r) => members(r, 'json data stream get_json get_data')),
    ),
    ...sources(
      'remote',
      'an uploaded file',
      requests.flatMap((r) => members(r, 'files')),
    ),
    ...sources(
      'remote',
      'a request header',
      requests.flatMap((r) =>
        members(
          r,
          'headers referrer user_agent authorization environ accept_languages accept_charsets accept_encodings accept_mimetypes origin content_type content_encoding mimetype access_control_request_headers',
        ),
      ),
    ),
    ...sources(
      'remote',
      'a cookie',
      requests.flatMap((r) => members(r, 'cookies')),
    ),
    ...sources(
      'remote',
      'the requested address',
      requests.flatMap((r) => members(r, 'full_path url base_url')),
    ),
    ...requests.map(
      (api): RowInput => ({
        kind: 'source',
        api: `${api}.path`,
        source: 'remote',
        what: 'the requested path',
        fixedByRoute: true,
      }),
    ),
    ...typed(
      multi,
      requests.flatMap((r) => members(r, 'args form values headers cookies')),
    ),
    ...typed(
      'werkzeug.FileMap',
      requests.flatMap((r) => members(r, 'files')),
    ),
    ...typed('werkzeug.FileStorage', [
      'werkzeug.FileMap.*',
      'werkzeug.FileMap.get',
      'werkzeug.FileMap.getlist.*',
      'werkzeug.datastructures.FileStorage',
    ]),
    // The file itself is no name of a file; the name that came with it is.
    ...sanitizers(['path-traversal'], ['werkzeug.FileMap.*'], { input: 'Receiver' }),
    ...sources('remote', 'the name of an uploaded file', ['werkzeug.FileStorage.filename']),
    ...sinks('path-traversal', argument(0, 'dst'), ['werkzeug.FileStorage.save']),
    // `type=int` converts: a value that is no number is never returned.
    ...['int', 'float', 'bool', 'uuid.UUID'].flatMap((type) =>
      sanitizers(['*'], members(multi, 'get getlist'), {
        input: 'Receiver',
        when: [{ input: 'Argument[type]|Argument[2]', type }],
      }),
    ),
    ...flows('Receiver|Argument[1]|Argument[default]', 'ReturnValue', members(multi, 'get getlist pop')),
    ...flows('Receiver', 'ReturnValue', [
      ...members(multi, 'items values to_dict lists keys copy'),
      'flask.request.get_json',
      'flask.request.get_data',
    ]),
    // One of the program's own choices.
    ...neutral(
      requests.flatMap((r) =>
        members(r, 'accept_languages.best_match accept_mimetypes.best_match accept_charsets.best_match'),
      ),
    ),
    // The server's own address: whoever can forge it for others can do worse.
    ...makes(
      'str',
      requests.flatMap((r) => members(r, 'host host_url url_root script_root root_url')),
    ),
    ...neutral(
      requests.flatMap((r) =>
        members(r, 'method endpoint blueprint is_json content_length remote_addr is_secure scheme'),
      ),
    ),

    ...entries(
      'a part of the requested path',
      routed.flatMap((router) => members(router, 'route get post put delete patch')),
      { returnsTo: 'flask.returned' },
    ),
    {
      kind: 'override',
      type: 'flask.views.MethodView',
      method: '^(?:get|post|put|patch|delete)$',
      params: [{ source: 'remote' }, { source: 'remote' }],
      returnsTo: 'flask.returned',
    },
    {
      kind: 'override',
      type: 'flask.views.View',
      method: '^dispatch_request$',
      params: [{ source: 'remote' }, { source: 'remote' }],
      returnsTo: 'flask.returned',
    },
    {
      kind: 'override',
      type: 'flask_restful.Resource',
      method: '^(?:get|post|put|patch|delete)$',
      params: [{ source: 'remote' }, { source: 'remote' }],
    },
    {
      kind: 'override',
      type: 'flask_restx.Resource',
      method: '^(?:get|post|put|patch|delete)$',
      params: [{ source: 'remote' }, { source: 'remote' }],
    },
    { kind: 'subtype', api: 'flask_restx.Resource', of: ['flask_restful.Resource'] },
    { kind: 'subtype', api: 'flask.views.MethodView', of: ['flask.views.View'] },
    { kind: 'callback', api: 'flask.Flask.add_url_rule', argument: 2, params: [{ source: 'remote' }] },
    { kind: 'store', api: 'flask.g' },
    // Whoever comes from a page is sent back to where they were.
    ...sanitizers(['open-redirect'], ['flask.request.referrer'], { input: 'ReturnValue' }),
    // WTForms: what the fields of a form hold.
    ...['wtforms', 'wtforms.fields', 'wtforms.fields.core', 'wtforms.fields.simple'].flatMap((module) =>
      members(module, 'StringField TextAreaField HiddenField PasswordField SearchField TextField').flatMap(
        (field) => [...makes(field, [field]), ...sources('remote', 'a form field', [`${field}.data`])],
      ),
    ),
    ...makes('flask_restful.reqparse.RequestParser', [
      'flask_restful.reqparse.RequestParser',
      'flask_restx.reqparse.RequestParser',
    ]),
    ...sources('remote', 'a request parameter', ['flask_restful.reqparse.RequestParser.parse_args']),
    ...typed('flask_restful.reqparse.Namespace', ['flask_restful.reqparse.RequestParser.parse_args']),
    // What goes out through `after_request`, and the pages of errors.
    { kind: 'handler', params: [{ name: 'resp|response', type: 'flask.Response' }], requires: 'flask' },
    ...routed
      .flatMap((router) => members(router, 'errorhandler app_errorhandler'))
      .map(
        (decorator): RowInput => ({
          kind: 'entry',
          decorator,
          what: 'an error',
          returnsTo: 'flask.returned',
        }),
      ),

    // What a view returns: a text, or a tuple that begins with it. A dictionary becomes JSON.
    {
      kind: 'sink',
      api: 'flask.returned',
      input: 'Argument[0].0',
      vulnClass: 'xss',
      what: 'the page that the view returns',
      when: [
        ...page('Argument[0].1.Content-Type|Argument[0].2.Content-Type'),
        { input: 'Argument[0].0', type: 'dict', not: true },
      ],
    },
    ...sinks('xss', 'Argument[0].0', ['flask.make_response', 'flask.Flask.make_response'], {
      when: page('Argument[1].Content-Type|Argument[2].Content-Type'),
    }),
    ...sinks(
      'xss',
      argument(0, 'response'),
      ['flask.Response', 'werkzeug.Response', 'werkzeug.wrappers.Response'],
      { when: plain },
    ),
    ...sinks(
      'xss',
      argument(0, 'response'),
      ['flask.Response', 'werkzeug.Response', 'werkzeug.wrappers.Response'],
      { when: html },
    ),
    ...sinks('xss', 'Argument[0]', ['flask.Response.set_data', 'flask.Response.data']),
    ...makes('flask.Response', [
      'flask.make_response',
      'flask.Response',
      'werkzeug.Response',
      'werkzeug.wrappers.Response',
      'flask.jsonify',
      'flask.json.jsonify',
      'flask.redirect',
      'flask.send_file',
      'flask.send_from_directory',
      'flask.helpers.make_response',
      'flask.Flask.make_response',
    ]),
    ...containers('given', ['flask.stream_with_context', 'flask.copy_current_request_context']),
    ...sinks('open-redirect', argument(0, 'location'), [
      'flask.redirect',
      'werkzeug.utils.redirect',
      'flask.Flask.redirect',
    ]),
    ...sinks('open-redirect', 'Argument[0]', ['flask.Response.location', 'flask.Response.headers.Location']),
    ...sinks('path-traversal', argument(0, 'path_or_file'), [
      'flask.send_file',
      'flask.helpers.send_file',
      'werkzeug.utils.send_file',
    ]),
    ...sinks('path-traversal', argument(0, 'directory'), [
      'flask.send_from_directory',
      'flask.helpers.send_from_directory',
    ]),
    ...sinks('path-traversal', argument(0, 'template_name_or_list'), ['flask.render_template'], {
      confidence: 50,
    }),
    ...sinks('trust-boundary', 'Argument[0]|Argument[1]', ['flask.session.*'], { confidence: 50 }),
    { kind: 'begins', api: 'flask.url_for', text: '/-' },
    { kind: 'never', api: 'flask.abort' },
    { kind: 'never', api: 'werkzeug.exceptions.abort' },
    ...neutral([
      'flask.url_for',
      'flask.flash',
      'flask.session',
      'flask.g',
      'flask.abort',
      'flask.get_flashed_messages',
    ]),

    ...cookieRows([...cookies, '*.set_cookie']),
    ...misuses(
      'debug-enabled',
      'The debugger lets anyone who reaches the server run code in it. Switch it on through the environment of a developer only.',
      ['flask.Flask.run'],
      { when: [{ input: 'Argument[debug]|Argument[2]', is: [true, 1] }] },
    ),
    ...misuses(
      'debug-enabled',
      'The debugger lets anyone who reaches the server run code in it. Switch it on through the environment of a developer only.',
      ['flask.Flask.debug', 'flask.Flask.config.DEBUG', 'werkzeug.serving.run_simple'],
      { when: [{ input: 'Argument[0]|Argument[use_debugger]', is: [true, 1] }] },
    ),
    ...misuses(
      'hard-coded-secret',
      secretKey,
      [
        'flask.Flask.secret_key',
        'flask.Flask.config.SECRET_KEY',
        'flask.Flask.config.JWT_SECRET_KEY',
        'flask.Flask.config.SECURITY_PASSWORD_SALT',
      ],
      { when: [{ input: 'Argument[0]', matches: '^.{2,}$' }], variant: 'key' },
    ),
    ...misuses(
      'hard-coded-secret',
      secretKey,
      ['flask.Flask.config.update', 'flask.Flask.config.from_mapping'],
      { when: [{ input: 'Argument[SECRET_KEY]', matches: '^.{2,}$' }], variant: 'key' },
    ),
    ...misuses(
      'insecure-cookie',
      'The session cookie is sent over plain HTTP as well. Set it to True.',
      ['flask.Flask.config.SESSION_COOKIE_SECURE', 'flask.Flask.config.REMEMBER_COOKIE_SECURE'],
      { when: [{ input: 'Argument[0]', is: [false] }], variant: 'secure' },
    ),
    ...misuses(
      'insecure-cookie',
      'Scripts of the page can read the session cookie. Set it to True.',
      ['flask.Flask.config.SESSION_COOKIE_HTTPONLY'],
      { when: [{ input: 'Argument[0]', is: [false] }], variant: 'httponly' },
    ),
    ...misuses(
      'csrf-disabled',
      'Forms are accepted from any site, in the name of a user who is logged in. Leave the check on.',
      ['flask.Flask.config.WTF_CSRF_ENABLED', 'flask.Flask.config.WTF_CSRF_CHECK_DEFAULT'],
      { when: [{ input: 'Argument[0]', is: [false] }] },
    ),
    ...['WTF_CSRF_ENABLED', 'WTF_CSRF_CHECK_DEFAULT'].flatMap((name) =>
      misuses(
        'csrf-disabled',
        'Forms are accepted from any site, in the name of a user who is logged in. Leave the check on.',
        ['flask.Flask.config.update', 'flask.Flask.config.from_mapping'],
        { when: [{ input: `Argument[${name}]|Argument[0].${name}`, is: [false] }] },
      ),
    ),
    ...['SESSION_COOKIE_SECURE', 'REMEMBER_COOKIE_SECURE'].flatMap((name) =>
      misuses(
        'insecure-cookie',
        'The session cookie is sent over plain HTTP as well. Set it to True.',
        ['flask.Flask.config.update', 'flask.Flask.config.from_mapping'],
        { when: [{ input: `Argument[${name}]|Argument[0].${name}`, is: [false] }], variant: 'secure' },
      ),
    ),
    ...misuses(
      'csrf-disabled',
      'This route is taken out of the check for forged requests.',
      ['flask_wtf.CSRFProtect.exempt', 'flask_wtf.csrf.CSRFProtect.exempt'],
      { confidence: 50 },
    ),
    ...misuses(
      'cors-misconfiguration',
      'Any site may send requests with the cookies of a user and read the answers. Name the sites.',
      ['flask_cors.CORS', 'flask_cors.cross_origin'],
      {
        when: [
          { input: 'Argument[supports_credentials]', is: [true] },
          { input: 'Argument[origins]', absent: true },
        ],
      },
    ),
    ...misuses(
      'cors-misconfiguration',
      'Any site may send requests with the cookies of a user and read the answers. Name the sites.',
      ['flask_cors.CORS', 'flask_cors.cross_origin'],
      {
        when: [
          { input: 'Argument[supports_credentials]', is: [true] },
          { input: 'Argument[origins]|Argument[origins].*', is: ['*'] },
        ],
      },
    ),
    ...sinks('cors-misconfiguration', 'Argument[0]', ['flask.Response.headers.Access-Control-Allow-Origin']),
    ...misuses('hard-coded-secret', secretKey, ['itsdangerous.TimedJSONWebSignatureSerializer'], {
      when: [constantText('Argument[0]')],
      variant: 'key',
    }),
  ],
});
