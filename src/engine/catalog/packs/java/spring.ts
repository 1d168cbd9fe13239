import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { flows, neutrals, of, sinks, sources, subtypes, types } from './rows.ts';

const bind = 'org.springframework.web.bind.annotation.';
const web = 'org.springframework.web.';
const http = 'org.springframework.http.';
const expression = 'org.springframework.expression.spel.standard.SpelExpression';
const simpleContext = 'org.springframework.expression.spel.support.SimpleEvaluationContext';

const parameter = (decorator: string, what: string): RowInput => ({
  kind: 'parameter',
  decorator,
  source: 'remote',
  what,
});
const address = { what: 'the address that the server connects to' };

const mappings = [
  'RequestMapping',
  'GetMapping',
  'PostMapping',
  'PutMapping',
  'DeleteMapping',
  'PatchMapping',
];

/** What is given the name of a view. */
const views = [`${web}ViewName`, `${web}servlet.ModelAndView`, `${web}servlet.ModelAndView.setViewName`];

/** Handlers that produce no pages, whatever a client asks for. */
const dataOnly = {
  unless: 'produces\\s*=(?![^]*html)[^]*(?:json|plain|csv|octet|pdf|image)',
  about: 'produces\\s*=',
};

/** A redirect whose host is not fixed by its constant beginning; a format that begins with a place is a blank. */
const redirect = '^redirect:(?: ?$|//|https?:/{0,2}[^/?#]*$)';

/** Annotations under which the program itself gives a parameter, not the client. */
const given =
  '(?:^|\\.)(?:Current|Auth|Logged|Principal|Session|RequestAttribute|Value$|Qualifier|Autowired)';

/** Spring MVC and WebFlux, its HTTP clients and expressions. */
export const spring = definePack({
  id: 'java/spring',
  languages: ['java'],
  title: 'Spring',
  provenance:
    'Spring Framework and Spring Security documentation; CodeQL models for Java (MIT) as a source of facts.',
  rows: [
    // Handlers.
    parameter(`${bind}RequestParam`, 'a parameter of the request'),
    parameter(`${bind}PathVariable`, 'a part of the path'),
    parameter(`${bind}RequestBody`, 'the body of the request'),
    parameter(`${bind}RequestHeader`, 'a header of the request'),
    parameter(`${bind}CookieValue`, 'a cookie of the request'),
    parameter(`${bind}MatrixVariable`, 'a part of the path'),
    parameter(`${bind}ModelAttribute`, 'a form that was sent'),
    parameter(`${bind}RequestPart`, 'a part of the request'),
    parameter('org.springframework.messaging.handler.annotation.Payload', 'a message'),
    parameter(
      'org.springframework.messaging.handler.annotation.DestinationVariable',
      'a part of the destination',
    ),
    parameter('org.springframework.graphql.data.method.annotation.Argument', 'an argument of the query'),
    ...sources(
      'remote',
      'a message of a socket',
      of(`${web}socket.TextMessage`, 'getPayload asBytes').concat(
        of(`${web}socket.BinaryMessage`, 'getPayload'),
        of(`${web}socket.WebSocketMessage`, 'getPayload'),
        of(`${web}reactive.socket.WebSocketMessage`, 'getPayloadAsText getPayload'),
      ),
    ),
    ...sources(
      'remote',
      'a part of the address that was requested',
      of(`${web}socket.WebSocketSession`, 'getUri getHandshakeHeaders'),
    ),
    // What a handler returns is the answer's body, or the name of a view.
    ...['ResponseBody', 'RestController'].map(
      (name): RowInput => ({
        kind: 'answer',
        decorator: bind + name,
        returnsTo: `${web}AnswerBody`,
        returns: [
          'java.lang.String',
          `${http}ResponseEntity<java.lang.String>`,
          'reactor.core.publisher.Mono<java.lang.String>',
        ],
        ...dataOnly,
      }),
    ),
    // A response entity is an answer wherever it comes from.
    ...mappings.map(
      (name): RowInput => ({
        kind: 'answer',
        decorator: bind + name,
        returnsTo: `${web}AnswerBody`,
        returns: [`${http}ResponseEntity<java.lang.String>`],
        ...dataOnly,
      }),
    ),
    ...mappings.map(
      (name): RowInput => ({
        kind: 'answer',
        decorator: bind + name,
        returnsTo: `${web}ViewName`,
        returns: ['java.lang.String'],
      }),
    ),
    // Messages come from other programs.
    ...[
      'org.springframework.kafka.annotation.KafkaListener',
      'org.springframework.amqp.rabbit.annotation.RabbitListener',
      'org.springframework.jms.annotation.JmsListener',
      'org.springframework.kafka.annotation.KafkaHandler',
      'org.springframework.amqp.rabbit.annotation.RabbitHandler',
      'org.springframework.integration.annotation.ServiceActivator',
      'io.awspring.cloud.sqs.annotation.SqsListener',
    ].map((decorator): RowInput => ({ kind: 'entry', decorator, source: 'remote', what: 'a message' })),
    ...[
      'org.springframework.messaging.handler.annotation.MessageMapping',
      'org.springframework.messaging.simp.annotation.SubscribeMapping',
    ].map(
      (decorator): RowInput => ({
        kind: 'entry',
        decorator,
        source: 'remote',
        what: 'a message',
        given,
        except: [
          'java.security.Principal',
          'org.springframework.messaging.simp.SimpMessageHeaderAccessor',
          'org.springframework.messaging.simp.stomp.StompHeaderAccessor',
          'org.springframework.messaging.MessageHeaders',
        ],
      }),
    ),
    ...mappings.map(
      (name): RowInput => ({
        kind: 'entry',
        decorator: bind + name,
        source: 'remote',
        what: 'a parameter of the request',
        given,
        except: [
          'javax.servlet.http.HttpServletRequest',
          'javax.servlet.http.HttpServletResponse',
          'javax.servlet.ServletRequest',
          'javax.servlet.ServletResponse',
          'javax.servlet.http.HttpSession',
          'jakarta.servlet.http.HttpServletRequest',
          'jakarta.servlet.http.HttpServletResponse',
          'jakarta.servlet.http.HttpSession',
          'org.springframework.ui.Model',
          'org.springframework.ui.ModelMap',
          'org.springframework.validation.BindingResult',
          'org.springframework.validation.Errors',
          'org.springframework.web.servlet.mvc.support.RedirectAttributes',
          'org.springframework.security.core.Authentication',
          'org.springframework.data.domain.Pageable',
          'org.springframework.web.bind.support.SessionStatus',
          'org.springframework.web.util.UriComponentsBuilder',
          'org.springframework.web.context.request.WebRequest',
          'org.springframework.web.server.ServerWebExchange',
          'java.security.Principal',
          'java.util.Locale',
          'java.io.Writer',
          'java.io.PrintWriter',
          'java.io.OutputStream',
        ],
      }),
    ),
    ...sources('remote', 'a parameter of the request', [
      ...of(
        `${web}context.request.WebRequest`,
        'getParameter getParameterValues getParameterMap getHeader getHeaderValues',
      ),
      ...of(
        `${web}context.request.NativeWebRequest`,
        'getParameter getParameterValues getParameterMap getHeader',
      ),
      ...of(
        `${web}bind.ServletRequestUtils`,
        'getStringParameter getRequiredStringParameter getStringParameters',
      ),
      ...of(`${web}util.WebUtils`, 'getCookie'),
      ...of(
        `${web}reactive.function.server.ServerRequest`,
        'queryParam queryParams pathVariable bodyToMono bodyToFlux headers cookies path uri formData multipartData body',
      ),
      ...of(
        `${web}servlet.function.ServerRequest`,
        'param params pathVariable body headers cookies path uri',
      ),
      ...of(
        `${http}server.reactive.ServerHttpRequest`,
        'getQueryParams getHeaders getBody getURI getPath getCookies',
      ),
      ...of(`${http}server.ServerHttpRequest`, 'getHeaders getBody getURI'),
      ...of(`${http}HttpEntity`, 'getBody'),
    ]),
    ...sources(
      'remote',
      'an uploaded file',
      of(
        `${web}multipart.MultipartFile`,
        'getOriginalFilename getBytes getInputStream getResource getContentType getName',
      ),
    ),
    ...neutrals(of(`${web}multipart.MultipartFile`, 'getSize isEmpty')),
    // Routes that are functions: `.GET("/users", request -> …)`.
    ...['reactive', 'servlet'].flatMap((kind): RowInput[] => {
      const server = kind === 'reactive' ? `${web}reactive.function.server.` : `${web}servlet.function.`;
      const handles = (api: string): RowInput[] =>
        ([1, 2] as const).map((argument) => ({
          kind: 'callback',
          api,
          argument,
          params: [{ type: `${server}ServerRequest` }],
        }));
      const builder = `${server}RouterFunctions.Builder`;
      const verbs = of(builder, 'GET POST PUT DELETE PATCH HEAD OPTIONS route');
      return [
        ...[...verbs, `${server}RouterFunctions.route`, `${server}RouterFunction.andRoute`].flatMap(handles),
        ...types({
          ...Object.fromEntries(verbs.map((api) => [api, builder])),
          [`${server}RouterFunction.andRoute`]: `${server}RouterFunction`,
        }),
        {
          kind: 'type',
          api: `${server}RouterFunctions.route`,
          type: builder,
          when: [{ input: 'Argument[0]', absent: true }],
        },
        { kind: 'type', api: `${server}RouterFunctions.route`, type: `${server}RouterFunction` },
      ];
    }),
    ...sinks(
      'path-traversal',
      'Argument[0]',
      [
        `${web}multipart.MultipartFile.transferTo`,
        'org.springframework.core.io.FileSystemResource',
        'org.springframework.core.io.ClassPathResource',
        'org.springframework.core.io.ResourceLoader.getResource',
        'org.springframework.util.ResourceUtils.getFile',
        'org.springframework.core.io.PathResource',
        'org.springframework.core.io.FileUrlResource',
      ],
      { what: 'the path of a file', reportMaking: true },
    ),
    ...sinks(
      'path-traversal',
      'Argument[0]',
      of('org.springframework.util.FileSystemUtils', 'deleteRecursively copyRecursively'),
      { what: 'the path of a file', reportMaking: true },
    ),
    ...sinks('ssrf', 'Argument[0]', ['org.springframework.core.io.UrlResource'], address),
    ...sinks('path-traversal', 'Argument[0]', ['org.springframework.core.io.UrlResource'], {
      what: 'the path of a file',
      when: [{ input: 'Argument[0]', type: 'java.nio.file.Path.Address' }],
    }),
    ...types({
      'java.nio.file.Path.toUri': 'java.nio.file.Path.Address',
      'java.io.File.toURI': 'java.nio.file.Path.Address',
    }),
    ...subtypes({ 'java.nio.file.Path.Address': ['java.net.URI'] }),
    ...subtypes({
      [`${web}context.request.ServletWebRequest`]: [`${web}context.request.NativeWebRequest`],
      [`${http}RequestEntity`]: [`${http}HttpEntity`],
      [`${web}client.RestTemplate`]: [`${web}client.RestOperations`],
    }),

    // Answers.
    ...sinks('xss', 'Argument[0]', [`${web}AnswerBody`], {
      what: 'the page that is sent back',
      confidence: 74,
    }),
    // Names of views are expressions to template engines.
    ...sinks('template-injection', 'Argument[0]', views, {
      when: [
        { input: 'Argument[0]', type: 'java.lang.String', orUnknown: true },
        { input: 'Argument[0]', matches: '^(?:redirect|forward):', prefix: true, not: true, orUnknown: true },
      ],
      what: 'the name of a view',
      confidence: 60,
    }),
    // Pages of the server that nobody is meant to ask for, below WEB-INF.
    ...sinks('path-traversal', 'Argument[0]', views, {
      when: [{ input: 'Argument[0]', matches: '^forward:[^?]*$', prefix: true }],
      what: 'the path of a page of the server',
      confidence: 65,
    }),
    ...sinks('open-redirect', 'Argument[0]', [`${web}ViewName`], {
      when: [{ input: 'Argument[0]', matches: redirect, prefix: true }],
      what: 'the address that the browser is sent to',
    }),
    ...sinks(
      'open-redirect',
      'Argument[0]',
      [
        `${web}servlet.view.RedirectView`,
        `${web}reactive.result.view.RedirectView`,
        `${web}servlet.view.RedirectView.setUrl`,
      ],
      { what: 'the address that the browser is sent to' },
    ),
    ...sinks(
      'open-redirect',
      'Argument[0]',
      [`${web}servlet.ModelAndView`, `${web}servlet.ModelAndView.setViewName`],
      {
        when: [{ input: 'Argument[0]', matches: redirect, prefix: true }],
        what: 'the address that the browser is sent to',
      },
    ),
    ...sinks(
      'open-redirect',
      'Argument[0]',
      [`${http}HttpHeaders.setLocation`, `${http}ResponseEntity.HeadersBuilder.location`],
      { what: 'the address that the browser is sent to' },
    ),
    ...sinks(
      'header-injection',
      'Argument[1]',
      [...of(`${http}HttpHeaders`, 'add set'), `${http}ResponseEntity.HeadersBuilder.header`],
      {
        when: [{ input: 'Argument[0]', is: ['location'], ignoreCase: true, not: true, orUnknown: true }],
        what: 'a header of the answer',
        confidence: 55,
      },
    ),
    ...sinks(
      'open-redirect',
      'Argument[1]',
      [...of(`${http}HttpHeaders`, 'add set'), `${http}ResponseEntity.HeadersBuilder.header`],
      {
        when: [{ input: 'Argument[0]', is: ['location'], ignoreCase: true }],
        what: 'the address that the browser is sent to',
      },
    ),
    { kind: 'constant', api: `${http}HttpHeaders.LOCATION`, value: 'Location' },
    ...types({
      [`${http}ResponseEntity.ok`]: `${http}ResponseEntity.HeadersBuilder`,
      [`${http}ResponseEntity.status`]: `${http}ResponseEntity.HeadersBuilder`,
      [`${http}ResponseEntity.HeadersBuilder.header`]: `${http}ResponseEntity.HeadersBuilder`,
      [`${http}ResponseEntity.HeadersBuilder.contentType`]: `${http}ResponseEntity.HeadersBuilder`,
    }),
    ...[
      'TEXT_PLAIN',
      'APPLICATION_JSON',
      'APPLICATION_PDF',
      'APPLICATION_OCTET_STREAM',
      'IMAGE_PNG',
      'IMAGE_JPEG',
    ].map(
      (name): RowInput => ({
        kind: 'become',
        api: `${http}ResponseEntity.HeadersBuilder.contentType`,
        type: `${http}ResponseEntity.DataBuilder`,
        when: [{ input: 'Argument[0]', type: `${http}MediaType.${name}` }],
      }),
    ),
    {
      kind: 'become',
      api: `${http}ResponseEntity.HeadersBuilder.contentType`,
      type: `${http}ResponseEntity.HtmlBuilder`,
      when: [{ input: 'Argument[0]', type: `${http}MediaType.TEXT_HTML` }],
    },
    ...sinks('xss', 'Argument[0]', [`${http}ResponseEntity.HtmlBuilder.body`], {
      what: 'the page that is sent back',
    }),
    {
      kind: 'sanitizer',
      api: `${http}ResponseEntity.DataBuilder.body`,
      clears: ['xss'],
      input: 'Argument[0]',
    },
    ...types(
      Object.fromEntries(
        of(
          `${http}MediaType`,
          'TEXT_PLAIN APPLICATION_JSON APPLICATION_PDF APPLICATION_OCTET_STREAM IMAGE_PNG IMAGE_JPEG',
        ).map((api) => [api, api]),
      ),
    ),
    // Answers of WebFlux that are pages.
    ...types(
      Object.fromEntries(
        of(
          `${web}reactive.function.server.ServerResponse`,
          'ok status badRequest created accepted unprocessableEntity',
        ).map((api) => [api, `${web}reactive.function.server.ServerResponse.BodyBuilder`]),
      ),
    ),
    ...types(
      Object.fromEntries(
        of(
          `${web}reactive.function.server.ServerResponse.BodyBuilder`,
          'contentType header headers cookie',
        ).map((api) => [api, `${web}reactive.function.server.ServerResponse.BodyBuilder`]),
      ),
    ),
    {
      kind: 'become',
      api: `${web}reactive.function.server.ServerResponse.BodyBuilder.contentType`,
      type: `${web}reactive.function.server.ServerResponse.HtmlBuilder`,
      when: [{ input: 'Argument[0]', type: `${http}MediaType.TEXT_HTML` }],
    },
    ...types({ [`${http}MediaType.TEXT_HTML`]: `${http}MediaType.TEXT_HTML` }),
    ...sinks(
      'xss',
      'Argument[0]',
      of(`${web}reactive.function.server.ServerResponse.HtmlBuilder`, 'bodyValue body'),
      {
        what: 'the page that is sent back',
        confidence: 74,
      },
    ),
    { kind: 'sanitizer', api: `${web}util.HtmlUtils.htmlEscape`, clears: ['xss'], input: 'Argument[0]' },
    {
      kind: 'sanitizer',
      api: `${web}util.HtmlUtils.htmlEscapeDecimal`,
      clears: ['xss'],
      input: 'Argument[0]',
    },
    { kind: 'sanitizer', api: `${web}util.HtmlUtils.htmlEscapeHex`, clears: ['xss'], input: 'Argument[0]' },
    {
      kind: 'sanitizer',
      api: `${web}util.JavaScriptUtils.javaScriptEscape`,
      clears: ['xss'],
      input: 'Argument[0]',
    },
    ...flows('Argument[0]', 'ReturnValue', [`${web}util.HtmlUtils.htmlUnescape`]),

    // What is added to an address after its host does not choose the server; it is encoded besides.
    ...types(
      Object.fromEntries(
        of(
          `${web}util.UriComponentsBuilder`,
          'fromHttpUrl fromUriString fromPath fromUri queryParam queryParams pathSegment path fragment',
        ).map((api) => [api, `${web}util.UriComponentsBuilder`]),
      ),
    ),
    ...flows(
      'Receiver',
      'ReturnValue',
      of(`${web}util.UriComponentsBuilder`, 'queryParam queryParams pathSegment path fragment encode'),
    ),

    // Requests to other servers.
    ...sinks(
      'ssrf',
      'Argument[0]',
      [
        ...of(
          `${web}client.RestOperations`,
          'getForObject getForEntity postForObject postForEntity postForLocation put delete execute headForHeaders optionsForAllow patchForObject',
        ),
        ...of(`${web}client.AsyncRestTemplate`, 'getForEntity postForEntity exchange execute'),
        `${web}reactive.function.client.WebClient.create`,
        `${web}reactive.function.client.WebClient.Builder.baseUrl`,
        `${web}reactive.function.client.WebClient.UriSpec.uri`,
        `${web}client.RestClient.create`,
        `${web}client.RestClient.UriSpec.uri`,
        ...of(`${http}RequestEntity`, 'get post put delete head patch'),
      ],
      address,
    ),
    // An entity has its address already, and was looked at when it was made.
    ...sinks('ssrf', 'Argument[0]', [`${web}client.RestOperations.exchange`], {
      ...address,
      when: [{ input: 'Argument[0]', type: `${http}RequestEntity`, not: true, orUnknown: true }],
    }),
    ...types({
      ...Object.fromEntries(
        of(`${http}RequestEntity`, 'get post put delete head patch options method').map((api) => [
          api,
          `${http}RequestEntity.BodyBuilder`,
        ]),
      ),
      ...Object.fromEntries(
        of(`${http}RequestEntity.BodyBuilder`, 'header headers accept acceptCharset contentType').map(
          (api) => [api, `${http}RequestEntity.BodyBuilder`],
        ),
      ),
      [`${http}RequestEntity.BodyBuilder.body`]: `${http}RequestEntity`,
      [`${http}RequestEntity.BodyBuilder.build`]: `${http}RequestEntity`,
    }),
    ...types({
      ...Object.fromEntries(
        of(`${web}reactive.function.client.WebClient`, 'get post put delete patch head options method').map(
          (api) => [api, `${web}reactive.function.client.WebClient.UriSpec`],
        ),
      ),
      ...Object.fromEntries(
        of(`${web}client.RestClient`, 'get post put delete patch head options method').map((api) => [
          api,
          `${web}client.RestClient.UriSpec`,
        ]),
      ),
      [`${web}reactive.function.client.WebClient.create`]: `${web}reactive.function.client.WebClient`,
      [`${web}reactive.function.client.WebClient.builder`]: `${web}reactive.function.client.WebClient.Builder`,
      [`${web}reactive.function.client.WebClient.Builder.baseUrl`]: `${web}reactive.function.client.WebClient.Builder`,
      [`${web}reactive.function.client.WebClient.Builder.build`]: `${web}reactive.function.client.WebClient`,
      [`${web}client.RestClient.create`]: `${web}client.RestClient`,
    }),
    // What another server answers is not the address that was asked.
    ...neutrals([
      ...of(`${web}reactive.function.client.WebClient`, 'create UriSpec.uri'),
      ...of(`${web}reactive.function.client.WebClient.Builder`, 'baseUrl build'),
      ...of(`${web}client.RestClient`, 'create UriSpec.uri'),
    ]),
    ...neutrals(
      of(
        `${web}client.RestOperations`,
        'getForObject getForEntity postForObject postForEntity exchange execute',
      ),
    ),

    // Expressions do harm where they are evaluated, in a context that lets them name classes.
    ...types(
      Object.fromEntries(
        of('org.springframework.expression.ExpressionParser', 'parseExpression parseRaw').map((api) => [
          api,
          expression,
        ]),
      ),
    ),
    ...flows('Argument[0]', 'ReturnValue', [
      ...of('org.springframework.expression.ExpressionParser', 'parseExpression parseRaw'),
    ]),
    {
      kind: 'become',
      api: `${expression}.setEvaluationContext`,
      type: `${expression}.restricted`,
      when: [{ input: 'Argument[0]', type: simpleContext }],
    },
    ...subtypes({ [expression]: ['org.springframework.expression.Expression'] }),
    ...sinks(
      'code-injection',
      'Receiver',
      of('org.springframework.expression.Expression', 'getValue setValue getValueType isWritable'),
      {
        what: 'a Spring expression',
        reportMaking: true,
        when: [
          {
            input: 'Argument[0]',
            type: simpleContext,
            not: true,
            orUnknown: true,
          },
        ],
      },
    ),
    ...types(
      Object.fromEntries(
        of(simpleContext, 'forReadOnlyDataBinding forReadWriteDataBinding forPropertyAccessors').map(
          (api) => [api, `${simpleContext}.Builder`],
        ),
      ),
    ),
    ...types({
      ...Object.fromEntries(
        of(
          `${simpleContext}.Builder`,
          'withInstanceMethods withMethodResolvers withRootObject withTypedRootObject withTypeConverter withConversionService',
        ).map((api) => [api, `${simpleContext}.Builder`]),
      ),
      [`${simpleContext}.Builder.build`]: simpleContext,
    }),
    ...neutrals(of('org.springframework.expression.Expression', 'getValue getValueType')),
    ...subtypes({
      'org.springframework.expression.spel.standard.SpelExpressionParser': [
        'org.springframework.expression.ExpressionParser',
      ],
      'org.springframework.expression.common.TemplateAwareExpressionParser': [
        'org.springframework.expression.ExpressionParser',
      ],
    }),
    ...sinks('code-injection', 'Argument[0]', ['org.springframework.scripting.support.StaticScriptSource'], {
      what: 'a script',
    }),
  ],
});
