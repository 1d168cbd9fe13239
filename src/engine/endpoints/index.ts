import { LineIndex } from '../files/lines.ts';
import type { FunctionIR, ModuleIR } from '../ir/ir.ts';
import type { FileRoles } from '../roles/code-role.ts';
import { checksBefore } from '../routes/checks.ts';
import { guardsAmong, lastName } from '../routes/decorators.ts';
import { joinPaths } from '../routes/entry-point.ts';
import { givenNames } from '../routes/given-names.ts';
import type { Declaration, EntryPoints, RoutedModule } from '../routes/index.ts';
import { isLibraryGuard, rolesAskedBy } from '../routes/library-guards.ts';
import { descriptionOf } from './description.ts';
import type { FoundEndpoint, GuardEvidence } from './endpoint.ts';
import { parametersOf } from './parameters.ts';

/** Endpoints of one project that are told of. */
const maximumEndpoints = 20_000;
/** What controls, or turns the direction of writing: a route is read as it is, wherever it is shown. */
const unseen = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const maximumPath = 1_000;
const maximumGuards = 20;

/**
 * Returns every route that the product declares, in the order of files and lines.
 * @param context which files are no part of the product, and texts of secrets, which are left out
 */
export function endpointsOf(
  entryPoints: EntryPoints,
  modules: ReadonlyMap<string, RoutedModule>,
  { roles, secrets }: { readonly roles: FileRoles; readonly secrets: ReadonlySet<string> },
): readonly FoundEndpoint[] {
  const clean = (text: string): string => {
    let shown = text;
    for (const secret of text === '' ? [] : secrets) shown = shown.replaceAll(secret, '…');
    return shown.replaceAll(unseen, '\ufffd');
  };
  const lines = new Map<string, LineIndex>();
  const lineAt = (path: string, at: number): number => {
    const index = lines.get(path) ?? new LineIndex(modules.get(path)?.text ?? '');
    lines.set(path, index);
    return index.lineOf(at) + 1;
  };
  const found = new Map<string, FoundEndpoint>();
  for (const declaration of [...withPaths(entryPoints.declared()), ...entryPoints.viewsets()]) {
    const { route, from } = declaration;
    if (roles.get(from.path) || found.size >= maximumEndpoints) continue;
    const handlers = declaration.handlers.length > 0 ? declaration.handlers : [undefined];
    for (const handler of handlers)
      for (const prefix of declaration.isWhole ? [''] : entryPoints.prefixesOf(from)) {
        const path = wholePath(route, prefix, route.isOfRest ? entryPoints.restPaths() : []);
        const module = handler?.module ?? from;
        const fn = handler?.fn;
        const at = fn ? fn.nameAt : (route.at ?? 0);
        const text = modules.get(module.path)?.text ?? '';
        const endpoint: FoundEndpoint = {
          handler: handlerName(declaration, fn, module).slice(0, 200),
          file: module.path,
          line: lineAt(module.path, at),
          methods: methodsOf(declaration, fn),
          path: clean(path).slice(0, maximumPath),
          description: clean(descriptionOf(fn, text)),
          language: module.language,
          ...protection(entryPoints, declaration, handler),
          parameters: parametersOf(path, fn),
        };
        found.set(`${endpoint.file} ${endpoint.line} ${endpoint.methods.join()} ${path}`, endpoint);
      }
  }
  return [...found.values()].toSorted((a, b) =>
    a.file === b.file ? a.line - b.line || (a.path < b.path ? -1 : 1) : a.file < b.file ? -1 : 1,
  );
}

/** With all that stands in front of it; '' where a part of that is not known. */
function wholePath(
  route: Declaration['route'],
  prefix: string | undefined,
  applications: readonly string[],
): string {
  if (prefix === undefined || route.isUnplaced || applications.length > 1) return '';
  const outer = joinPaths(joinPaths(applications[0] ?? '', prefix), route.prefix ?? '');
  return plainPath(joinPaths(outer, route.path));
}

/** Django writes paths without the slash at their beginning, and some as patterns: `^orders/(?P<id>[0-9]+)$`. */
function plainPath(path: string): string {
  const plain = path
    .replaceAll(/\(\?P<(\w{1,99})>(?:[^()]|\([^()]{0,99}\)){0,99}\)/g, '<$1>')
    .replaceAll(/(?<![^/])\^|\$$/g, '');
  return plain === '' || plain.startsWith('/') ? plain : `/${plain}`;
}

/** A class-based view is declared by its methods, too; these have no path, and the list of paths knows them. */
function withPaths(declarations: readonly Declaration[]): readonly Declaration[] {
  const placed = new Set(
    declarations
      .filter(({ route }) => route.path !== '')
      .flatMap(({ handlers }) => handlers.map(({ fn }) => fn)),
  );
  return declarations.filter(
    ({ route, handlers }) =>
      route.path !== '' || handlers.length === 0 || !handlers.every(({ fn }) => placed.has(fn)),
  );
}

/** A list of paths does not say which methods a class-based view answers; the names of its methods do. */
function methodsOf({ route }: Declaration, fn: FunctionIR | undefined): readonly string[] {
  if (route.methods.length > 0 || fn?.cls === undefined || !/^(?:get|post|put|patch|delete)$/.test(fn.name))
    return route.methods;
  return [fn.name.toUpperCase()];
}

function handlerName({ route }: Declaration, fn: FunctionIR | undefined, module: ModuleIR): string {
  const name = fn
    ? fn.name || (givenNames(module).get(fn.index) ?? '')
    : 'name' in route.handler
      ? route.handler.name
      : '';
  const cls = fn?.cls === undefined ? undefined : module.classes[fn.cls]?.name;
  return cls ? `${cls}.${name}` : name;
}

type Protection = Pick<FoundEndpoint, 'authentication' | 'guards' | 'administrators' | 'roles'>;

function protection(
  entryPoints: EntryPoints,
  { route, from }: Declaration,
  handler: Declaration['handlers'][number] | undefined,
): Protection {
  const { module = from, fn } = handler ?? {};
  const cls = fn?.cls === undefined ? undefined : module.classes[fn.cls];
  const decorators = [...(cls?.decorators ?? []), ...(fn?.decorators ?? [])];
  const bases = (cls?.supers ?? []).flatMap((base) => ('k' in base ? [base] : []));
  const guards = new Map<string, GuardEvidence['shownBy']>();
  const show = (names: readonly string[], shownBy: GuardEvidence['shownBy']): void => {
    for (const guard of names) if (!guards.has(guard)) guards.set(guard.slice(0, 200), shownBy);
  };
  const ofLibrary = decorators.filter(({ expr }) => isLibraryGuard(expr, module));
  show(
    ofLibrary.map((one) => `@${lastName(one)}`),
    'library',
  );
  show(
    bases
      .filter((base) => isLibraryGuard(base, module))
      .map((base) => (base.k === 'var' ? base.name : 'a base class')),
    'library',
  );
  show(
    (route.checks ?? [])
      .filter((check) => check.k === 'known' || isLibraryGuard(check.value, from))
      .map(({ by }) => by),
    'library',
  );
  show(entryPoints.askingCallers(route, from), 'code');
  const named = [...entryPoints.guardsOf(route, from), ...guardsAmong(decorators)];
  show(
    named.filter((name) => name.startsWith('the security configuration')),
    'library',
  );
  show(named, 'name');
  if (fn) show(checksBefore(fn, fn.end), 'handler');
  const entry = fn && entryPoints.at(module.path, fn.at + 1);
  const isShown = [...guards.values()].some((by) => by === 'code' || by === 'library');
  return {
    authentication: isShown ? 'REQUIRED' : guards.size > 0 ? 'UNKNOWN' : 'NONE',
    guards: [...guards].slice(0, maximumGuards).map(([guard, shownBy]) => ({ guard, shownBy })),
    administrators: entry?.administrators,
    roles: [...new Set(decorators.flatMap(rolesAskedBy))]
      .slice(0, maximumGuards)
      .map((role) => role.slice(0, 200)),
  };
}
