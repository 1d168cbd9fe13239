import { definePack } from '../../pack.ts';
import type { Condition, RowInput } from '../../schema.ts';
import { both, calls, documented, members, neutral, sanitizers, sinks, sources, types } from './rows.ts';

const locations = [
  'location',
  'window.location',
  'document.location',
  'self.location',
  'top.location',
  'globalThis.location',
];
const serverOnly = [
  'sql-injection',
  'nosql-injection',
  'command-injection',
  'path-traversal',
  'ssrf',
  'log-injection',
  'template-injection',
  'ldap-injection',
  'xpath-injection',
  'xxe',
  'trust-boundary',
  'mass-assignment',
  'header-injection',
  'regex-injection',
  'redos',
  'unsafe-reflection',
];

const pageSources: readonly string[] = [
  ...locations.flatMap((place) => members(place, 'hash search href pathname')),
  ...members('document', 'URL documentURI referrer baseURI'),
  ...members('window', 'name'),
  'location.toString',
];

/** The page's own address begins with this site's host, whoever chose what follows. */
const ownAddress: RowInput[] = [
  ...locations.flatMap((place) => members(place, 'href origin')),
  ...members('document', 'URL documentURI baseURI'),
  'location.toString',
].map((api) => ({ kind: 'begins', api, text: 'https://this.site/' }));
const ownPath: RowInput[] = locations
  .flatMap((place) => members(place, 'pathname'))
  .map((api) => ({ kind: 'begins', api, text: '/-' }));

/** No known text stands before it that settles where the address leads. */
const beginsFreely = (input: string): Condition => ({
  input,
  matches: '^[a-z/.#?]',
  ignoreCase: true,
  prefix: true,
  not: true,
  orUnknown: true,
});

const page: RowInput[] = [
  ...ownAddress,
  ...ownPath,
  ...sources('remote', 'the address of the page', pageSources),
  // Harm is done in the visitor's page: there is no server behind it.
  ...sanitizers(serverOnly, pageSources, 'ReturnValue'),
  ...calls(['window.addEventListener', 'addEventListener', 'self.addEventListener'], 1, [
    { type: 'MessageEvent' },
  ]),
  ...sources('remote', 'a message of another page', ['MessageEvent.data']),
  // Who sent it: asked for, not used.
  ...sources('remote', 'the page that sent a message', ['MessageEvent.origin']),
  ...sanitizers([...serverOnly, 'open-redirect', 'code-injection'], ['MessageEvent.origin'], 'ReturnValue'),
  ...sanitizers(serverOnly, ['MessageEvent.data'], 'ReturnValue'),

  // Markup.
  ...sinks('xss', 'Argument[0]', [
    ...members('*', 'innerHTML outerHTML srcdoc'),
    ...members('document', 'write writeln'),
    ...members('*', 'createContextualFragment setHTMLUnsafe'),
    'document.body.innerHTML',
    'document.execCommand',
  ]),
  ...sinks('xss', 'Argument[1]', ['*.insertAdjacentHTML']),

  // The address of the page.
  ...locations.flatMap((place) => [
    ...sinks('open-redirect', 'Argument[0]', [place, `${place}.href`, `${place}.assign`, `${place}.replace`]),
  ]),
  ...sinks('open-redirect', 'Argument[0]', ['window.open', 'open', 'window.navigate']),
  ...sinks('open-redirect', 'Argument[0]', ['*.navigateByUrl'], { confidence: 40 }),
  // Elements that load what their address names.
  ...['script', 'iframe', 'embed', 'object'].map(
    (tag): RowInput => ({
      kind: 'type',
      api: 'document.createElement',
      type: 'HTMLLoadingElement',
      when: [{ input: 'Argument[0]', is: [tag], ignoreCase: true }],
    }),
  ),
  ...sinks('xss', 'Argument[0]', members('HTMLLoadingElement', 'src data'), {
    when: [beginsFreely('Argument[0]')],
    what: 'the address of what the page loads',
  }),
  // An address that begins with a scheme of the attacker's may be a script.
  ...['a', 'area', 'form', 'base'].map(
    (tag): RowInput => ({
      kind: 'type',
      api: 'document.createElement',
      type: 'HTMLLeadingElement',
      when: [{ input: 'Argument[0]', is: [tag], ignoreCase: true }],
    }),
  ),
  // Of an element that is looked up, the name of the property says what it is.
  ...types('HTMLFoundElement', members('document', 'getElementById querySelector')),
  ...sinks('xss', 'Argument[0]', members('HTMLFoundElement', 'href action formAction'), {
    when: [beginsFreely('Argument[0]')],
    what: 'an address that may be a script',
    unless: 'web-address',
    confidence: 50,
  }),
  ...sinks('xss', 'Argument[0]', members('HTMLLeadingElement', 'href action'), {
    when: [beginsFreely('Argument[0]')],
    what: 'an address that may be a script',
    unless: 'web-address',
    confidence: 60,
  }),
  ...sinks('xss', 'Argument[1]', ['*.setAttribute'], {
    when: [
      { input: 'Argument[0]', matches: '^(?:href|xlink:href|action|formaction)$', ignoreCase: true },
      beginsFreely('Argument[1]'),
    ],
    what: 'an address that may be a script',
    unless: 'web-address',
    confidence: 60,
  }),
  ...sinks('xss', 'Argument[1]', ['*.setAttribute'], {
    when: [{ input: 'Argument[0]', matches: '^(?:srcdoc|on[a-z]+)$', ignoreCase: true }],
  }),
  ...neutral(
    members('document', 'getElementById querySelector querySelectorAll createElement createTextNode'),
  ),
];

const jqueryMarkup =
  'html append prepend after before replaceWith wrap wrapAll wrapInner appendTo prependTo insertAfter insertBefore';

const jquery: RowInput[] = [
  ...types('jQuery', ['$', 'jQuery', 'jquery', 'window.$', 'window.jQuery', 'cheerio.fakeBrowser']),
  ...types(
    'jQuery',
    members(
      'jQuery',
      'find closest parent children next prev first last eq filter addClass removeClass css attr show hide text html on off append prepend each',
    ),
  ),
  // Text put into an element is text, also when the markup of the element is read.
  {
    kind: 'sanitizer',
    api: 'jQuery.text',
    input: 'Argument[0]',
    clears: ['xss'],
    when: [{ input: 'Argument[0]', absent: false }],
  },
  ...sinks('xss', 'Argument[0]', members('jQuery', jqueryMarkup)),
  // A text that begins like a selector is one.
  ...sinks('xss', 'Argument[0]', ['$', 'jQuery', 'jquery'], {
    when: [{ input: 'Argument[0]', matches: '^\\s*[^\\s<]', prefix: true, not: true, orUnknown: true }],
    confidence: 60,
  }),
  ...sinks('xss', 'Argument[0]', ['jQuery.parseHTML', '$.parseHTML'], { confidence: 60 }),
  ...sinks('code-injection', 'Argument[0]', ['$.globalEval', 'jQuery.globalEval', 'jquery.globalEval']),
];

const routeHooks = [
  ...['react-router-dom', 'react-router'].flatMap((module) => [
    ...members(module, 'useParams useSearchParams'),
    ...members(`${module}.useLocation`, 'search hash pathname'),
  ]),
];

const react: RowInput[] = [
  ...['react.useState', 'preact/hooks.useState'].flatMap((api): RowInput[] => [
    { kind: 'container', api, op: 'state' },
    { kind: 'container', api: `${api}.setter`, op: 'setState' },
  ]),
  ...(['given', 'spread'] as const).flatMap((how) =>
    sinks(
      'xss',
      'Argument[1].dangerouslySetInnerHTML.__html',
      ['react.createElement', 'react.jsx', 'react/jsx-runtime.jsx'],
      {
        when: [
          how === 'given'
            ? { input: 'Argument[1].dangerouslySetInnerHTML', absent: false }
            : { input: 'Argument[1].dangerouslySetInnerHTML', absent: true, orUnknown: true },
        ],
        // What a component passes on of its properties mostly has none.
        ...(how === 'spread' && { confidence: 60, direct: true }),
      },
    ),
  ),
  ...sinks('xss', 'Argument[1].href|Argument[1].src|Argument[1].formAction', ['react.createElement'], {
    when: [
      { input: 'Argument[0]', is: ['a', 'iframe', 'form', 'button', 'object', 'embed'] },
      { input: 'Argument[1].href|Argument[1].src|Argument[1].formAction', absent: false },
      {
        input: 'Argument[1].href|Argument[1].src|Argument[1].formAction',
        matches: '^[a-z/.#?]',
        ignoreCase: true,
        prefix: true,
        not: true,
        orUnknown: true,
      },
    ],
    confidence: 45,
    what: 'an address that may be a script',
    unless: 'web-address',
  }),
  // A component is a function of its attributes.
  ...calls(['react.createElement'], 0, [{ from: 'Argument[1]' }]),
  ...calls(['react.useMemo', 'preact/hooks.useMemo'], 0, [], 'ReturnValue'),
  // Fetches what is under a key: the key is what the function is given.
  ...calls(['swr', 'swr/immutable'], 1, [{ from: 'Argument[0]' }]),
  ...neutral(['react.useMemo', 'preact/hooks.useMemo']),
  ...['react.useCallback', 'react.memo', 'react.forwardRef'].map(
    (api): RowInput => ({ kind: 'container', api, op: 'given' }),
  ),
  // What it makes is markup in which text is escaped.
  ...neutral(['react.createElement']),
  ...types('react.Element', ['react.createElement']),
  ...sinks('xss', 'Argument[0]', [
    ...members(
      '@angular/platform-browser.DomSanitizer',
      'bypassSecurityTrustHtml bypassSecurityTrustScript bypassSecurityTrustUrl bypassSecurityTrustResourceUrl',
    ),
    ...members('*', 'bypassSecurityTrustHtml bypassSecurityTrustScript'),
    'lit/directives/unsafe-html.unsafeHTML',
    'lit-html/directives/unsafe-html.unsafeHTML',
    'html-react-parser',
    'react-html-parser',
  ]),
  ...sources('remote', 'a parameter of the route', routeHooks),
  ...sanitizers(serverOnly, routeHooks, 'ReturnValue'),
];

const routeParts = members(
  '@angular/router.RouteSnapshot',
  'queryParams params paramMap queryParamMap fragment',
);

const angular: RowInput[] = [
  // `SecurityContext.HTML` and the like.
  ...sanitizers(
    ['xss', 'open-redirect'],
    ['@angular/platform-browser.DomSanitizer.sanitize', '@angular/core.Sanitizer.sanitize'],
    'Argument[1]',
  ),
  // Services are asked for by their class.
  { kind: 'container', api: '@angular/core.inject', op: 'copy' },
  ...types('@angular/router.RouteSnapshot', [
    '@angular/router.ActivatedRoute.snapshot',
    '@angular/router.ActivatedRouteSnapshot',
  ]),
  ...sources('remote', 'a parameter of the route', [
    ...routeParts,
    ...members('@angular/router.ActivatedRoute', 'queryParams params paramMap queryParamMap fragment'),
  ]),
  ...sanitizers(
    serverOnly,
    [
      ...routeParts,
      ...members('@angular/router.ActivatedRoute', 'queryParams params paramMap queryParamMap fragment'),
    ],
    'ReturnValue',
  ),
];

const vueRoute = members('vue-router.Route', 'query params hash fullPath path');

const vue: RowInput[] = [
  ...types('vue-router.Route', ['vue-router.useRoute', '*.$route']),
  ...sources('remote', 'a parameter of the route', vueRoute),
  ...sanitizers(serverOnly, vueRoute, 'ReturnValue'),
  ...sinks(
    'xss',
    'Argument[1].innerHTML|Argument[1].domProps.innerHTML',
    [...members('vue', 'h createVNode')],
    { when: [{ input: 'Argument[1]', type: 'Object' }] },
  ),
];

/** What pages do: the DOM, jQuery, React and other view libraries. */
export const browser = definePack({
  id: 'javascript/browser',
  languages: [...both],
  title: 'Browsers and view libraries',
  provenance: documented,
  rows: [...page, ...jquery, ...react, ...angular, ...vue],
});
