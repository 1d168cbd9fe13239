import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { both, documented, insecureCookies, members, sanitizers, sinks, sources, types } from './rows.ts';

const bodyOf = 'json text formData arrayBuffer blob bytes body';

const next: RowInput[] = [
  { kind: 'subtype', api: 'next.NextApiRequest', of: ['express.Request'] },
  { kind: 'subtype', api: 'next.NextApiResponse', of: ['express.Response'] },
  { kind: 'subtype', api: 'next/server.NextRequest', of: ['Request'] },
  ...types('next/server.NextURL', ['next/server.NextRequest.nextUrl']),
  ...sources('remote', 'the URL of the request', ['next/server.NextRequest.nextUrl']),
  ...sources('remote', 'a cookie', ['next/server.NextRequest.cookies']),
  ...sinks('open-redirect', 'Argument[0]', [
    'next/server.NextResponse.redirect',
    'next/navigation.redirect',
    'next/navigation.permanentRedirect',
    'Response.redirect',
  ]),
  ...sinks('xss', 'Argument[0]', ['next/server.NextResponse', 'Response'], {
    when: [
      { input: 'Argument[0]', looksLike: 'html' },
      {
        input: 'Argument[1].headers.content-type|Argument[1].headers.Content-Type',
        matches: '^(?:application/(?!xhtml)|text/(?:plain|csv|css)|image/(?!svg))',
        ignoreCase: true,
        not: true,
        orUnknown: true,
      },
    ],
  }),
  ...sinks('xss', 'Argument[0]', ['next/server.NextResponse', 'Response'], {
    when: [
      { input: 'Argument[0]', looksLike: 'html', not: true },
      {
        input: 'Argument[1].headers.content-type|Argument[1].headers.Content-Type',
        matches: '^(?:text/html|application/xhtml|image/svg)',
        ignoreCase: true,
      },
    ],
  }),
  // Pages of the older router: what is asked for comes with the context.
  {
    kind: 'handler',
    params: [{ name: '[\\w$]*', type: 'next.PageContext' }],
    named: 'getServerSideProps|getInitialProps',
  },
  ...sources('remote', 'the URL of the request', members('next.PageContext', 'resolvedUrl asPath')),
  ...types('express.Request', ['next.PageContext.req']),
  ...types('http.ServerResponse', ['next.PageContext.res']),
  ...types('next/router.Router', ['next/router.useRouter', 'next/navigation.useRouter']),
  ...sinks('open-redirect', 'Argument[0]', members('next/router.Router', 'push replace'), {
    confidence: 60,
  }),
  ...sources('remote', 'a query parameter', [
    'next/router.Router.query',
    'next/router.Router.asPath',
    'next/router.useRouter.query',
    'next/navigation.useSearchParams',
  ]),
  ...sources('remote', 'a header of the request', ['next/headers.headers', 'next/headers.cookies']),
  // Route handlers and pages of the app router are told by the names of their files.
  {
    kind: 'handler',
    params: [
      { name: '^_?(?:req|request)?$', type: 'next/server.NextRequest' },
      { name: '^(?:|ctx|context|props|segment|args)$', type: 'next.RouteContext' },
    ],
    file: '(?:^|/)route\\.[jt]s$',
  },
  {
    kind: 'handler',
    params: [{ name: '^(?:|props)$', type: 'next.PageProps' }],
    file: '(?:^|/)(?:page|layout)\\.[jt]sx?$',
  },
  {
    kind: 'handler',
    params: [{ name: '^(?:|ctx|context)$', type: 'next.PageContext' }],
    file: '(?:^|/)pages/.*\\.[jt]sx?$',
    requires: 'next',
  },
  // Server actions: whoever can send a request calls them with anything.
  {
    kind: 'handler',
    params: Array.from({ length: 4 }, () => ({ name: '.*', source: 'remote' as const })),
    directive: 'use server',
  },
  ...sources(
    'remote',
    'a path parameter',
    members('next', 'RouteContext.params PageProps.params PageContext.params'),
  ),
  ...sources('remote', 'a query parameter', members('next', 'PageProps.searchParams PageContext.query')),
  ...types('next/headers.Cookies', ['next/headers.cookies']),
  ...types('next/headers.Cookies', ['next/server.NextResponse.cookies']),
  ...insecureCookies('next/headers.Cookies.set'),
  // The web's own request, of which route handlers, workers and Remix loaders are given one.
  ...sources('remote', 'the body of the request', members('Request', bodyOf)),
  ...sources('remote', 'the URL of the request', ['Request.url']),
  ...sources('remote', 'a header of the request', ['Request.headers']),
  { kind: 'handler', params: [{ name: '^_?(?:req|request)$', type: 'web.Request' }] },
  { kind: 'subtype', api: 'web.Request', of: ['express.Request', 'Request'] },
];

const remixModules = [
  '@remix-run/node',
  '@remix-run/server-runtime',
  '@remix-run/cloudflare',
  'react-router',
  'react-router-dom',
];

/** Loaders and actions of routes: Remix, React Router, SvelteKit, Astro. */
const loaders: RowInput[] = [
  ...remixModules.flatMap((module): RowInput[] => [
    ...members(module, 'LoaderFunctionArgs ActionFunctionArgs LoaderArgs ActionArgs DataFunctionArgs').map(
      (api): RowInput => ({ kind: 'alias', api, of: 'remix.Arguments' }),
    ),
    ...sinks('open-redirect', 'Argument[0]', members(module, 'redirect redirectDocument')),
  ]),
  {
    kind: 'handler',
    params: [{ name: '^$', type: 'remix.Arguments' }],
    file: '(?:^|/)routes/.*\\.[jt]sx?$',
  },
  {
    kind: 'handler',
    params: [{ name: '^(?:|event)$', type: 'svelte.RequestEvent' }],
    file: '(?:^|/)\\+(?:server|page\\.server|layout\\.server)\\.[jt]s$',
  },
  { kind: 'handler', params: [{ name: '^event$', type: 'h3.H3Event' }], requires: 'h3' },
  ...sources(
    'remote',
    'a part of the request',
    members('h3', 'getQuery readBody readFormData getRouterParam getRouterParams getCookie getHeader'),
  ),
  ...sanitizers(['open-redirect'], ['remix-utils/safe-redirect.safeRedirect']),
  ...types('Request', members('remix.Arguments', 'request')),
  ...types('Request', members('svelte.RequestEvent', 'request')),
  ...sources('remote', 'a path parameter', ['remix.Arguments.params', 'svelte.RequestEvent.params']),
  ...sources('remote', 'the URL of the request', ['svelte.RequestEvent.url']),
  ...sources('remote', 'a cookie', ['svelte.RequestEvent.cookies']),
  ...sinks('open-redirect', 'Argument[1]', ['@sveltejs/kit.redirect', 'h3.sendRedirect']),
];

/** Frameworks whose routes are files. */
export const routedFiles = definePack({
  id: 'javascript/routed-files',
  languages: [...both],
  title: 'Next.js, Remix, React Router, SvelteKit and h3',
  provenance: documented,
  rows: [...next, ...loaders],
});
