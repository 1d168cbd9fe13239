import type { Expr, ModuleIR } from '../../ir/ir.ts';
import { dottedName } from '../../ir/walk.ts';
import { isAuthentication } from '../../routes/authentication.ts';
import type { Route } from '../../routes/entry-point.ts';
import { onlySetting } from '../../routes/settings.ts';
import { handlerOf } from './route-handlers.ts';

/** How a framework serves what a file exports. */
interface RoutedFile {
  readonly path: string;
  /** Methods by the exported name; an empty list is every method. */
  readonly methods: Readonly<Record<string, readonly string[]>>;
}

const byName = {
  GET: ['GET'],
  POST: ['POST'],
  PUT: ['PUT'],
  PATCH: ['PATCH'],
  DELETE: ['DELETE'],
  HEAD: ['HEAD'],
  OPTIONS: ['OPTIONS'],
};

/** Routes that a file has by its place: those of Next.js, SvelteKit, Astro and Remix. */
export function routesOfFile(module: ModuleIR): readonly Route[] {
  const file = nextApp(module.path) ?? svelteKit(module.path) ?? pages(module.path) ?? remix(module);
  if (!file) return [];
  return (module.functions[0]?.body ?? []).flatMap((statement) => {
    if (statement.k !== 'export' || statement.name === undefined || !statement.value) return [];
    if (!Object.hasOwn(file.methods, statement.name)) return [];
    const methods = file.methods[statement.name] ?? [];
    return served(statement.value, module).map((one) => ({ methods, path: file.path, ...one }));
  });
}

/** The handler, or the one that a wrapper is given: `withAuth(handler)`. */
function served(
  value: Expr,
  module: ModuleIR,
): readonly (Pick<Route, 'guards' | 'checks' | 'handler'> & { readonly at: number })[] {
  const set =
    value.k === 'var' && module.functions[0] ? onlySetting(value.name, module.functions[0]) : undefined;
  const meant = set && set.key === undefined ? set.init : value;
  // SvelteKit's `actions`, by their names.
  if (meant.k === 'object') return meant.props.flatMap((prop) => served(prop.value, module));
  const handler = handlerOf(meant, module);
  if (!handler) return [];
  const by = meant.k === 'call' ? dottedName(meant.callee) : undefined;
  return [
    {
      at: meant.at,
      handler,
      guards: by !== undefined && isAuthentication(by) ? [by] : [],
      checks:
        meant.k === 'call'
          ? [{ k: 'code', by: by ?? 'a wrapper', value: meant.callee, passes: 'wrapped' }]
          : [],
    },
  ];
}

/** `app/(shop)/users/[id]/route.ts` of Next.js; groups and slots are no part of the path. */
function nextApp(path: string): RoutedFile | undefined {
  const place = /(?:^|\/)app\/(?:(.*)\/)?route\.[cm]?[jt]sx?$/.exec(path);
  // A folder of Remix has its `route.tsx` below `app/routes`.
  if (!place || /(?:^|\/)app\/routes\//.test(path)) return undefined;
  return { path: withoutGroups(place[1] ?? ''), methods: byName };
}

/** `src/routes/users/[id]/+server.ts` of SvelteKit, and the form actions of a page. */
function svelteKit(path: string): RoutedFile | undefined {
  const place = /(?:^|\/)src\/routes\/(?:(.*)\/)?\+(server|page\.server)\.[jt]s$/.exec(path);
  if (!place) return undefined;
  return {
    path: withoutGroups(place[1] ?? ''),
    methods: place[2] === 'server' ? { ...byName, fallback: [] } : { load: ['GET'], actions: ['POST'] },
  };
}

/** `pages/api/users.ts` of Next.js exports a default function, `src/pages/users.json.ts` of Astro one by method. */
function pages(path: string): RoutedFile | undefined {
  const place = /(?:^|\/)(src\/)?pages\/(.*?)\.[cm]?[jt]sx?$/.exec(path);
  if (!place) return undefined;
  const [, inSource, name = ''] = place;
  return {
    path: `/${name.replace(/(?:^|\/)index$/, '')}`,
    methods: {
      ...(name.startsWith('api/') && { default: [] }),
      ...(inSource !== undefined && { ...byName, ALL: [] }),
    },
  };
}

const withoutGroups = (folders: string): string =>
  `/${folders
    .split('/')
    .filter((folder) => !/^(?:\(.*\)|@.*)$/.test(folder))
    .join('/')}`;

/** `app/routes/users.$id.tsx` of Remix, or a folder of that name with a `route.tsx`. */
function remix({ path, imports }: ModuleIR): RoutedFile | undefined {
  const place = /(?:^|\/)app\/routes\/([^/]+)(?:\/route)?\.[jt]sx?$/.exec(path);
  if (!place || !imports.some(({ module }) => module.startsWith('@remix-run/'))) return undefined;
  const name = place[1] ?? '';
  // Escaped and optional parts are rare: rather no path than a wrong one.
  const isPlain = !/[[\]()]/.test(name);
  const parts = name
    .split('.')
    .filter((part) => !part.startsWith('_'))
    .map((part) => (part === '$' ? '*' : part.replace(/_$/, '').replace(/^\$/, ':')));
  return {
    path: isPlain ? `/${parts.join('/')}` : '',
    methods: { loader: ['GET'], action: ['POST', 'PUT', 'PATCH', 'DELETE'] },
  };
}
