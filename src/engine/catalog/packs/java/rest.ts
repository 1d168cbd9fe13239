import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { flows, misuses, neutrals, of, sinks, sources, types } from './rows.ts';

const rs = 'javax.ws.rs.';
const parameter = (decorator: string, what: string): RowInput => ({
  kind: 'parameter',
  decorator,
  source: 'remote',
  what,
});

const requestTypes = [
  'javax.ws.rs.core.UriInfo',
  'javax.ws.rs.core.HttpHeaders',
  'javax.ws.rs.core.Request',
  'javax.ws.rs.core.SecurityContext',
  'jakarta.ws.rs.core.UriInfo',
  'jakarta.ws.rs.core.HttpHeaders',
  'jakarta.ws.rs.core.SecurityContext',
  'javax.servlet.http.HttpServletRequest',
  'javax.servlet.http.HttpServletResponse',
  'jakarta.servlet.http.HttpServletRequest',
  'jakarta.servlet.http.HttpServletResponse',
  'io.vertx.ext.web.RoutingContext',
];

/** JAX-RS (Jersey, RESTEasy, Quarkus), Micronaut, Vert.x, Javalin, Spark, Struts. */
export const rest = definePack({
  id: 'java/rest',
  languages: ['java'],
  title: 'JAX-RS, Micronaut, Vert.x, Javalin, Spark, Struts',
  provenance:
    'Jakarta REST, Micronaut, Vert.x, Javalin, Spark and Struts documentation; CodeQL models for Java (MIT) as a source of facts.',
  rows: [
    { kind: 'alias', api: 'jakarta.ws.rs', of: 'javax.ws.rs' },
    parameter(`${rs}QueryParam`, 'a parameter of the request'),
    parameter(`${rs}PathParam`, 'a part of the path'),
    parameter(`${rs}FormParam`, 'a field of the form'),
    parameter(`${rs}HeaderParam`, 'a header of the request'),
    parameter(`${rs}CookieParam`, 'a cookie of the request'),
    parameter(`${rs}MatrixParam`, 'a part of the path'),
    parameter(`${rs}BeanParam`, 'the parameters of the request'),
    parameter('org.jboss.resteasy.reactive.RestQuery', 'a parameter of the request'),
    parameter('org.jboss.resteasy.reactive.RestPath', 'a part of the path'),
    parameter('org.jboss.resteasy.reactive.RestForm', 'a field of the form'),
    parameter('org.jboss.resteasy.reactive.RestHeader', 'a header of the request'),
    parameter('org.glassfish.jersey.media.multipart.FormDataParam', 'a field of the form'),
    ...['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'].map(
      (name): RowInput => ({
        kind: 'entry',
        decorator: rs + name,
        source: 'remote',
        what: 'the body of the request',
        except: requestTypes,
      }),
    ),
    ...sources('remote', 'a part of the address that was requested', [
      ...of(
        `${rs}core.UriInfo`,
        'getQueryParameters getPathParameters getPath getRequestUri getAbsolutePath',
      ),
      ...of(`${rs}core.HttpHeaders`, 'getHeaderString getRequestHeader getRequestHeaders getCookies'),
      ...of(
        `${rs}container.ContainerRequestContext`,
        'getHeaderString getHeaders getEntityStream getUriInfo getCookies',
      ),
      ...of('org.glassfish.jersey.media.multipart.FormDataContentDisposition', 'getFileName'),
    ]),
    ...['ContainerRequestFilter', 'ContainerResponseFilter'].map(
      (name): RowInput => ({
        kind: 'override',
        type: `${rs}container.${name}`,
        method: '^filter$',
        params: [
          { type: `${rs}container.ContainerRequestContext` },
          { type: `${rs}container.ContainerResponseContext` },
        ],
      }),
    ),
    {
      kind: 'override',
      type: `${rs}ext.MessageBodyReader`,
      method: '^readFrom$',
      params: [{}, {}, {}, {}, {}, { source: 'remote' }],
    },
    // A resource that says nothing of what it produces, or says pages.
    ...['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].map(
      (name): RowInput => ({
        kind: 'answer',
        decorator: rs + name,
        returnsTo: `${rs}AnswerBody`,
        returns: ['java.lang.String'],
        unless: '^@Produces\\((?!.*html)',
      }),
    ),
    ...['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].map(
      (name): RowInput => ({
        kind: 'answer',
        decorator: rs + name,
        returnsTo: `${rs}AnswerFile`,
        returns: ['java.io.File', 'java.nio.file.Path'],
      }),
    ),
    ...sinks('path-traversal', 'Argument[0]', [`${rs}AnswerFile`], {
      reportMaking: true,
      what: 'the path of a file',
    }),
    ...sinks('xss', 'Argument[0]', [`${rs}AnswerBody`], {
      what: 'the page that is sent back',
      confidence: 70,
    }),
    ...sinks(
      'path-traversal',
      'Argument[0]',
      [`${rs}core.Response.ok`, `${rs}core.Response.ResponseBuilder.entity`],
      {
        when: [{ input: 'Argument[0]', type: 'java.io.File' }],
        reportMaking: true,
        what: 'the path of a file',
      },
    ),
    ...sinks('open-redirect', 'Argument[0]', of(`${rs}core.Response`, 'temporaryRedirect seeOther'), {
      what: 'the address that the browser is sent to',
    }),
    ...sinks('open-redirect', 'Argument[0]', [`${rs}core.Response.ResponseBuilder.location`], {
      what: 'the address that the browser is sent to',
    }),
    ...sinks('header-injection', 'Argument[1]', [`${rs}core.Response.ResponseBuilder.header`], {
      when: [{ input: 'Argument[0]', is: ['location'], ignoreCase: true, not: true, orUnknown: true }],
      what: 'a header of the answer',
      confidence: 55,
    }),
    ...sinks('open-redirect', 'Argument[1]', [`${rs}core.Response.ResponseBuilder.header`], {
      when: [{ input: 'Argument[0]', is: ['location'], ignoreCase: true }],
      what: 'the address that the browser is sent to',
    }),
    { kind: 'constant', api: `${rs}core.HttpHeaders.LOCATION`, value: 'Location' },
    // The headers of an answer that goes through a filter.
    ...types({
      [`${rs}container.ContainerResponseContext.getHeaders`]: `${rs}AnswerHeaders`,
      [`${rs}container.ContainerResponseContext.getStringHeaders`]: `${rs}AnswerHeaders`,
    }),
    ...sinks('cors-misconfiguration', 'Argument[1]', of(`${rs}AnswerHeaders`, 'add putSingle addFirst'), {
      when: [{ input: 'Argument[0]', is: ['Access-Control-Allow-Origin'], ignoreCase: true }],
      what: 'the origins that may read the answer',
    }),
    // A builder of addresses begins with what it is made from; what is added is encoded.
    ...types({
      [`${rs}core.UriBuilder.fromPath`]: `${rs}core.UriBuilder`,
      [`${rs}core.UriBuilder.fromUri`]: `${rs}core.UriBuilder`,
      ...Object.fromEntries(
        of(`${rs}core.UriInfo`, 'getBaseUriBuilder getAbsolutePathBuilder getRequestUriBuilder').map(
          (api) => [api, `${rs}core.UriBuilder`],
        ),
      ),
      ...Object.fromEntries(
        of(`${rs}core.UriBuilder`, 'queryParam path segment fragment matrixParam').map((api) => [
          api,
          `${rs}core.UriBuilder`,
        ]),
      ),
    }),
    ...flows(
      'Receiver',
      'ReturnValue',
      of(`${rs}core.UriBuilder`, 'queryParam path segment fragment matrixParam build buildFromEncoded'),
    ),
    ...misuses(
      'insecure-cookie',
      'The cookie may be sent over unencrypted connections: the argument `secure` is missing.',
      [`${rs}core.NewCookie`],
      {
        when: [
          { input: 'Argument[0]', type: 'java.lang.String', not: false, orUnknown: true },
          { input: 'Argument[1]', absent: false },
          { input: 'Argument[2]', absent: true },
        ],
      },
    ),
    ...misuses(
      'insecure-cookie',
      'The cookie may be sent over unencrypted connections: the argument `secure` is false.',
      [`${rs}core.NewCookie`],
      { when: [{ input: 'Argument[6]|Argument[7]|Argument[8]', is: [false] }], variant: 'secure' },
    ),
    ...types(
      Object.fromEntries(
        of(
          `${rs}core.NewCookie.Builder`,
          'value path domain comment maxAge expiry version httpOnly sameSite secure',
        ).map((api) => [api, `${rs}core.NewCookie.Builder`]),
      ),
    ),
    ...types(
      Object.fromEntries(
        of(
          `${rs}core.NewCookie.SecuredBuilder`,
          'value path domain comment maxAge expiry version httpOnly sameSite',
        ).map((api) => [api, `${rs}core.NewCookie.SecuredBuilder`]),
      ),
    ),
    {
      kind: 'become',
      api: `${rs}core.NewCookie.Builder.secure`,
      type: `${rs}core.NewCookie.SecuredBuilder`,
      when: [{ input: 'Argument[0]', is: [true], orUnknown: true }],
    },
    {
      kind: 'become',
      api: `${rs}core.NewCookie.Builder.maxAge`,
      type: `${rs}core.NewCookie.RemovedBuilder`,
      when: [{ input: 'Argument[0]', is: [0] }],
    },
    ...misuses(
      'insecure-cookie',
      'The cookie may be sent over unencrypted connections: `secure(true)` is missing.',
      [`${rs}core.NewCookie.Builder.build`],
      { when: [{ input: 'Receiver', type: `${rs}core.NewCookie.Builder` }] },
    ),

    // Micronaut.
    parameter('io.micronaut.http.annotation.QueryValue', 'a parameter of the request'),
    parameter('io.micronaut.http.annotation.PathVariable', 'a part of the path'),
    parameter('io.micronaut.http.annotation.Body', 'the body of the request'),
    parameter('io.micronaut.http.annotation.Header', 'a header of the request'),
    parameter('io.micronaut.http.annotation.CookieValue', 'a cookie of the request'),
    ...['Get', 'Post', 'Put', 'Delete', 'Patch'].map(
      (name): RowInput => ({
        kind: 'entry',
        decorator: `io.micronaut.http.annotation.${name}`,
        source: 'remote',
        what: 'a parameter of the request',
        except: [
          'io.micronaut.http.HttpRequest',
          'java.security.Principal',
          'io.micronaut.security.authentication.Authentication',
        ],
      }),
    ),
    ...['Get', 'Post', 'Put', 'Delete', 'Patch'].map(
      (name): RowInput => ({
        kind: 'answer',
        decorator: `io.micronaut.http.annotation.${name}`,
        returnsTo: `${rs}AnswerBody`,
        returns: ['java.lang.String'],
        unless: '^@(?:Get|Post|Put|Delete|Patch|Produces)\\b(?![^]*html)',
      }),
    ),
    ...['Get', 'Post', 'Put', 'Delete', 'Patch'].map(
      (name): RowInput => ({
        kind: 'answer',
        decorator: `io.micronaut.http.annotation.${name}`,
        returnsTo: `${rs}AnswerFile`,
        returns: ['java.io.File', 'java.nio.file.Path'],
      }),
    ),
    ...sinks('path-traversal', 'Argument[0]', ['io.micronaut.http.server.types.files.SystemFile'], {
      reportMaking: true,
      what: 'the path of a file',
    }),
    ...sources('remote', 'the name of a file that was sent', [
      'io.micronaut.http.multipart.PartData.getInputStream',
    ]),
    ...sinks(
      'ssrf',
      'Argument[0]',
      ['HttpClient', 'BlockingHttpClient', 'StreamingHttpClient'].flatMap((name) =>
        of(
          `io.micronaut.http.client.${name}`,
          'retrieve exchange exchangeStream dataStream jsonStream create',
        ),
      ),
      { what: 'the address that the server connects to' },
    ),
    // Where a request is made, its address was looked at.
    ...neutrals(of('io.micronaut.http.HttpRequest', 'GET POST PUT DELETE PATCH')),
    ...types({
      'io.micronaut.http.client.HttpClient.toBlocking': 'io.micronaut.http.client.BlockingHttpClient',
    }),
    ...sources('remote', 'the name of a file that was sent', [
      ...of('io.micronaut.http.multipart.FileUpload', 'getFilename'),
      ...of('io.micronaut.http.multipart.CompletedFileUpload', 'getFilename'),
      ...of('io.micronaut.http.multipart.StreamingFileUpload', 'getFilename'),
      ...of('org.jboss.resteasy.reactive.multipart.FileUpload', 'fileName'),
    ]),
    ...sources(
      'remote',
      'a part of the request',
      of('io.micronaut.http.HttpRequest', 'getParameters getHeaders getBody getCookies getPath getUri'),
    ),
    ...sinks(
      'open-redirect',
      'Argument[0]',
      of('io.micronaut.http.HttpResponse', 'redirect seeOther temporaryRedirect permanentRedirect'),
      { what: 'the address that the browser is sent to' },
    ),
    ...sinks('ssrf', 'Argument[0]', of('io.micronaut.http.HttpRequest', 'GET POST PUT DELETE PATCH'), {
      what: 'the address that the server connects to',
    }),

    // A builder of addresses begins with what it is made from; what is added is encoded.
    ...types(
      Object.fromEntries(
        of('io.micronaut.http.uri.UriBuilder', 'of path fragment queryParam replaceQueryParam expand').map(
          (api) => [api, 'io.micronaut.http.uri.UriBuilder'],
        ),
      ),
    ),
    ...flows(
      'Receiver',
      'ReturnValue',
      of('io.micronaut.http.uri.UriBuilder', 'path fragment queryParam replaceQueryParam build toString'),
    ),

    // Vert.x.
    ...sources('remote', 'a part of the request', [
      ...of(
        'io.vertx.core.http.HttpServerRequest',
        'getParam params getHeader headers getFormAttribute formAttributes path uri absoluteURI query getCookie',
      ),
      ...of(
        'io.vertx.ext.web.RoutingContext',
        'pathParam pathParams queryParam queryParams getBodyAsString getBodyAsJson getBody body fileUploads cookieMap getCookie normalizedPath',
      ),
      ...of('io.vertx.ext.web.FileUpload', 'fileName'),
    ]),
    ...types({
      'io.vertx.ext.web.RoutingContext.request': 'io.vertx.core.http.HttpServerRequest',
      'io.vertx.ext.web.RoutingContext.response': 'io.vertx.core.http.HttpServerResponse',
      'io.vertx.core.http.HttpServerRequest.response': 'io.vertx.core.http.HttpServerResponse',
      'io.vertx.ext.web.Router.router': 'io.vertx.ext.web.Router',
      ...Object.fromEntries(
        of('io.vertx.ext.web.Router', 'get post put delete patch route').map((api) => [
          api,
          'io.vertx.ext.web.Route',
        ]),
      ),
      'io.vertx.core.http.HttpServerResponse.putHeader': 'io.vertx.core.http.HttpServerResponse',
      'io.vertx.core.http.HttpServerResponse.setStatusCode': 'io.vertx.core.http.HttpServerResponse',
    }),
    {
      kind: 'callback',
      api: 'io.vertx.ext.web.Route.handler',
      argument: 0,
      params: [{ type: 'io.vertx.ext.web.RoutingContext' }],
    },
    {
      kind: 'callback',
      api: 'io.vertx.ext.web.Route.blockingHandler',
      argument: 0,
      params: [{ type: 'io.vertx.ext.web.RoutingContext' }],
    },
    ...sinks('xss', 'Argument[0]', of('io.vertx.core.http.HttpServerResponse', 'end write'), {
      what: 'the page that is sent back',
      when: [{ input: 'Argument[0]', looksLike: 'html' }],
    }),
    ...sinks(
      'path-traversal',
      'Argument[0]',
      [
        ...of('io.vertx.core.http.HttpServerResponse', 'sendFile'),
        ...of('io.vertx.core.file.FileSystem', 'readFile readFileBlocking writeFile delete open readDir'),
      ],
      { what: 'the path of a file' },
    ),
    ...sinks('open-redirect', 'Argument[1]', ['io.vertx.core.http.HttpServerResponse.putHeader'], {
      when: [{ input: 'Argument[0]', is: ['Location'], ignoreCase: true }],
      what: 'the address that the browser is sent to',
    }),
    ...sinks('open-redirect', 'Argument[0]', ['io.vertx.ext.web.RoutingContext.redirect'], {
      what: 'the address that the browser is sent to',
    }),
    ...sinks(
      'ssrf',
      'Argument[0]',
      of('io.vertx.ext.web.client.WebClient', 'getAbs postAbs putAbs deleteAbs headAbs requestAbs'),
      { what: 'the address that the server connects to' },
    ),

    // Javalin and Spark.
    ...sources('remote', 'a part of the request', [
      ...of(
        'io.javalin.http.Context',
        'queryParam queryParams pathParam formParam formParams body bodyAsClass header cookie queryParamMap formParamMap path',
      ),
      ...of('spark.Request', 'queryParams queryParamsValues params body headers cookie splat queryString'),
    ]),
    ...['get', 'post', 'put', 'delete', 'patch'].flatMap((name): RowInput[] => [
      {
        kind: 'callback',
        api: `io.javalin.Javalin.${name}`,
        argument: 1,
        params: [{ type: 'io.javalin.http.Context' }],
      },
      {
        kind: 'callback',
        api: `spark.Spark.${name}`,
        argument: 1,
        params: [{ type: 'spark.Request' }, { type: 'spark.Response' }],
      },
    ]),
    ...types({
      'io.javalin.Javalin.create': 'io.javalin.Javalin',
      'io.javalin.Javalin.start': 'io.javalin.Javalin',
    }),
    ...sinks('xss', 'Argument[0]', ['io.javalin.http.Context.html'], { what: 'the page that is sent back' }),
    ...sinks(
      'open-redirect',
      'Argument[0]',
      ['io.javalin.http.Context.redirect', 'spark.Response.redirect'],
      { what: 'the address that the browser is sent to' },
    ),
  ],
});
