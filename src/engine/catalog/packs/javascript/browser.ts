import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import {
  beginsFreely,
  both,
  calls,
  documented,
  members,
  neutral,
  sanitizers,
  sinks,
  sources,
  subtypes,
  types,
} from './rows.ts';

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
  ...locations,
  ...locations.flatMap((place) => members(place, 'hash search href pathname')),
  ...members('document', 'URL documentURI referrer baseURI'),
  ...members('window', 'name'),
  'location.toString',
];

/** The page's own address begins with this site's host, whoever chose what follows. */
const ownAddress: RowInput[] = [
  ...locations,
  ...locations.flatMap((place) => members(place, 'href origin')),
  ...members('document', 'URL documentURI baseURI'),
  'location.toString',
].map((api) => ({ kind: 'begins', api, text: 'https://this.site/' }));
const ownPath: RowInput[] = locations
  .flatMap((place) => members(place, 'pathname'))
  .map((api) => ({ kind: 'begins', api, text: '/-' }));

const ownParts: RowInput[] = locations.flatMap((place): RowInput[] => [
  { kind: 'begins', api: `${place}.hash`, text: '#' },
  { kind: 'begins', api: `${place}.search`, text: '?' },
]);

const page: RowInput[] = [
  ...ownAddress,
  ...ownPath,
  ...ownParts,
  // Whose site it is, an attacker does not choose.
  ...neutral(locations.flatMap((place) => members(place, 'host hostname origin protocol port reload'))),
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

  // What is pasted or dropped may come from another page.
  ...calls(['*.addEventListener', 'jQuery.on', 'jQuery.bind'], 'last', [{ type: 'Event' }]),
  ...subtypes('Event', [
    'ClipboardEvent',
    'DragEvent',
    'MessageEvent',
    'react.ClipboardEvent',
    'react.DragEvent',
  ]),
  ...types('Event', members('Event', 'originalEvent nativeEvent')),
  ...types('DataTransfer', members('Event', 'clipboardData dataTransfer')),
  ...sources('remote', 'what was pasted or dropped', ['DataTransfer.getData']),
  ...sanitizers(serverOnly, ['DataTransfer.getData'], 'ReturnValue'),

  // Written out, parameters are encoded.
  ...types('URLSearchParams', ['URL.searchParams', 'url.URL.searchParams']),
  ...sanitizers(['xss'], ['URLSearchParams.toString'], 'Receiver'),

  // Markup.
  ...sinks('xss', 'Argument[0]', [
    ...members('*', 'innerHTML outerHTML srcdoc'),
    ...members('document', 'write writeln'),
    ...members('*', 'createContextualFragment setHTMLUnsafe'),
    'document.body.innerHTML',
    'document.execCommand',
  ]),
  ...sinks('xss', 'Argument[1]', ['*.insertAdjacentHTML']),
  // Elements of the program's own.
  ...sinks('xss', 'Argument[0]', members('HTMLElement', 'innerHTML outerHTML')),
  ...sinks('xss', 'Argument[1]', ['HTMLElement.insertAdjacentHTML']),
  ...subtypes('HTMLElement', ['lit.LitElement', 'lit-element.LitElement']),

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

const routeHooks = [
  ...['react-router-dom', 'react-router'].flatMap((module) => [
    ...members(module, 'useParams useSearchParams'),
    ...members(`${module}.useLocation`, 'search hash pathname'),
  ]),
];

const react: RowInput[] = [
  ...['react', 'preact'].flatMap((module) =>
    members(module, 'Component PureComponent').map(
      (component): RowInput => ({ kind: 'container', api: `${component}.setState`, op: 'mergeState' }),
    ),
  ),
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

const routeParts = [
  ...members('@angular/router.RouteSnapshot', 'queryParams params paramMap queryParamMap fragment url'),
  '@angular/router.Router.url',
];

const angular: RowInput[] = [
  ...sinks('xss', 'Argument[2]', ['@angular/core.Renderer2.setProperty', '*.renderer.setProperty'], {
    when: [{ input: 'Argument[1]', is: ['innerHTML', 'outerHTML', 'srcdoc'] }],
  }),
  // AngularJS: markup that is trusted, and expressions.
  ...sinks('xss', 'Argument[0]', members('*', 'trustAsHtml trustAsJs trustAsResourceUrl')),
  ...sinks('code-injection', 'Argument[0]', members('*', '$eval $evalAsync')),
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
  rows: [...page, ...react, ...angular, ...vue],
});
