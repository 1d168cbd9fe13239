import type { ClassIR, Expr, FunctionIR, ModuleIR } from '../../ir/ir.ts';
import { decoratorArgs, dottedName, walk } from '../../ir/walk.ts';
import { isAuthentication } from '../../routes/authentication.ts';
import { named, property, textsOf } from '../../routes/constant-text.ts';
import { guardsAmong, lastName } from '../../routes/decorators.ts';
import type { Check, Registration, Viewset, ViewsetAction } from '../../routes/entry-point.ts';
import { libraryName } from '../../routes/referenced.ts';
import { onlySetting } from '../../routes/settings.ts';
import { checksAmong, classesChecked, fieldChecks, mixinChecks } from './route-checks.ts';

/** View sets of Django REST framework, and the routers that serve them. */

/** The actions that a router serves, by the names of their methods. */
const served: Readonly<Record<string, Pick<ViewsetAction, 'method' | 'path'>>> = {
  list: { method: 'GET', path: '' },
  create: { method: 'POST', path: '' },
  retrieve: { method: 'GET', path: '<pk>/' },
  update: { method: 'PUT', path: '<pk>/' },
  partial_update: { method: 'PATCH', path: '<pk>/' },
  destroy: { method: 'DELETE', path: '<pk>/' },
};
const reading = ['list', 'retrieve'];
/** The actions that bases bring with them. */
const inherited: Readonly<Record<string, readonly string[]>> = {
  'rest_framework.viewsets.ModelViewSet': Object.keys(served),
  'rest_framework.viewsets.ReadOnlyModelViewSet': reading,
  'rest_framework.mixins.ListModelMixin': ['list'],
  'rest_framework.mixins.CreateModelMixin': ['create'],
  'rest_framework.mixins.RetrieveModelMixin': ['retrieve'],
  'rest_framework.mixins.UpdateModelMixin': ['update', 'partial_update'],
  'rest_framework.mixins.DestroyModelMixin': ['destroy'],
};

/** Returns the view sets of a module, with what they and their bases in the module answer. */
export const viewsetsIn = (module: ModuleIR): readonly Viewset[] =>
  module.classes.flatMap((cls) => {
    const line = lineOf(cls, module);
    const bases = line.flatMap(basesOf);
    if (!bases.some((base) => /ViewSet$/.test(dottedName(base) ?? ''))) return [];
    const own = [...line]
      .reverse()
      .flatMap(({ methods }) => methods.flatMap((index) => module.functions[index] ?? []));
    const names = new Map<string, FunctionIR | undefined>(
      bases.flatMap((base) =>
        (inherited[libraryName(base, module) ?? ''] ?? []).map((name) => [name, undefined]),
      ),
    );
    for (const fn of own) if (fn.name in served) names.set(fn.name, fn);
    const permissions = line
      .flatMap(({ fields }) => fields)
      .find(({ name }) => name === 'permission_classes');
    // A method that chooses them may choose none.
    const isChosen = own.some(({ name }) => name === 'get_permissions');
    const guard: Pick<Viewset, 'guards' | 'checks' | 'hasPermissions'> = {
      guards: [
        ...bases.map((base) => dottedName(base) ?? '').filter(isAuthentication),
        ...guardsAmong(cls.decorators),
        ...namesIn(permissions?.init).filter(isAuthentication),
      ],
      checks: [
        ...bases.flatMap((base) => mixinChecks(base, cls, module)),
        ...checksAmong(cls.decorators, module),
        ...(permissions && !isChosen ? fieldChecks(permissions, module) : []),
      ],
      hasPermissions: permissions !== undefined || isChosen,
    };
    const actions = [...names].flatMap(([name, fn]): readonly ViewsetAction[] => {
      const route = served[name];
      return route ? [{ ...route, name, ...(fn && ownOf(fn, module)) }] : [];
    });
    return [
      {
        name: cls.name,
        at: cls.at,
        ...guard,
        actions: [...actions, ...own.flatMap((fn) => extra(fn, module))],
      },
    ];
  });

/** The class and its bases in the module, the nearest first. */
function lineOf(cls: ClassIR, module: ModuleIR): readonly ClassIR[] {
  const line = [cls];
  for (const one of line)
    for (const base of basesOf(one)) {
      const found = module.classes.find(({ name }) => base.k === 'var' && name === base.name);
      if (found && !line.includes(found)) line.push(found);
    }
  return line;
}

const basesOf = ({ supers }: ClassIR): readonly Expr[] =>
  supers.flatMap((base) => ('k' in base ? [base] : []));

const namesIn = (list: Expr | undefined): readonly string[] =>
  list?.k === 'array' ? list.items.flatMap(({ value }) => dottedName(value) ?? []) : [];

const ownOf = (fn: FunctionIR, module: ModuleIR): Pick<ViewsetAction, 'fn' | 'guards' | 'checks'> => ({
  fn: { at: fn.at, end: fn.end },
  guards: guardsAmong(fn.decorators),
  checks: checksAmong(fn.decorators, module),
});

/** `@action(detail=True, methods=['post'], url_path='paid')` */
function extra(fn: FunctionIR, module: ModuleIR): readonly ViewsetAction[] {
  const action = fn.decorators.find((one) => lastName(one) === 'action');
  if (!action) return [];
  const args = decoratorArgs(action);
  const detail = named(args, 'detail') ?? args[1]?.value;
  const isDetail = detail?.k === 'const' && detail.value === true;
  const [name = fn.name] = textsOf(named(args, 'url_path'));
  const methods = textsOf(named(args, 'methods') ?? args[0]?.value).map((one) => one.toUpperCase());
  const permissions = named(args, 'permission_classes');
  const others = {
    ...ownOf(fn, module),
    guards: [...guardsAmong(fn.decorators), ...namesIn(permissions).filter(isAuthentication)],
    checks: [
      ...checksAmong(
        fn.decorators.filter((one) => one !== action),
        module,
      ),
      ...(permissions ? classesChecked(permissions, module) : []),
    ],
    hasPermissions: permissions !== undefined,
  };
  return (methods.length > 0 ? methods : ['GET']).map((method) => ({
    ...{ method, path: `${isDetail ? '<pk>/' : ''}${name}/`, name: fn.name },
    ...others,
  }));
}

/** Returns what a module registers with routers: `router.register('orders', OrderViewSet)`. */
export function registrationsIn(module: ModuleIR): readonly Registration[] {
  const found: Omit<Registration, 'prefix'>[] = [];
  const prefixes = new Map<string, string>();
  for (const statement of module.functions.flatMap(({ body }) => body))
    walk(statement, (node) => {
      if (node.k !== 'call') return undefined;
      const [holder = '', method, ...rest] = (dottedName(node.callee) ?? '').split('.');
      const [path, view] = node.args;
      if (method === 'register' && rest.length === 0 && view && isRouter(holder, module)) {
        const [text] = textsOf(path?.value);
        const name = dottedName(view.value)?.split('.').at(-1);
        const from = module.imports.find(({ local }) => local === dottedName(view.value)?.split('.')[0]);
        if (text !== undefined && name !== undefined)
          found.push({
            ...{ path: `${text}/`, router: holder, name, at: node.at },
            module: from && importedAs(from, view.value),
          });
      }
      const served = includedRouter(node.args[1]?.value);
      if (served !== undefined && routing.has(holder)) prefixes.set(served, textsOf(path?.value)[0] ?? '');
      return undefined;
    });
  return found.map((one) => ({ ...one, prefix: prefixes.get(one.router) ?? '' }));
}

const routing = new Set(['path', 're_path', 'url']);

/** `views.OrderViewSet` is in what `views` was imported from, `OrderViewSet` in what it was imported from. */
const importedAs = ({ module, member }: ModuleIR['imports'][number], value: Expr): string =>
  value.k === 'var' || member === '*' ? module : `${module}${module.endsWith('.') ? '' : '.'}${member}`;

function isRouter(name: string, module: ModuleIR): boolean {
  const set = module.functions[0] && onlySetting(name, module.functions[0]);
  return set?.init.k === 'call' && /Router$/.test(dottedName(set.init.callee) ?? '');
}

/** `router` of `include(router.urls)` and `include((router.urls, 'shop'))`. */
export function includedRouter(value: Expr | undefined): string | undefined {
  if (value?.k !== 'call' || (dottedName(value.callee) ?? '').split('.').at(-1) !== 'include')
    return undefined;
  const [first] = value.args;
  const urls = first?.value.k === 'array' ? first.value.items[0]?.value : first?.value;
  const [router, last, ...rest] = (urls && dottedName(urls))?.split('.') ?? [];
  return last === 'urls' && rest.length === 0 ? router : undefined;
}

/** What `REST_FRAMEWORK` in Django's settings asks of callers of all views that say nothing of their own. */
export function defaultPermissions(module: ModuleIR): readonly Check[] {
  const [top] = module.functions;
  const set = top && onlySetting('REST_FRAMEWORK', top);
  const names = textsOf(property(set?.init, 'DEFAULT_PERMISSION_CLASSES'));
  return names
    .filter((name) => asking.has(name))
    .map((name) => ({
      k: 'known',
      by: `DEFAULT_PERMISSION_CLASSES (${name.split('.').at(-1)})`,
      asks: 'caller',
    }));
}

const asking = new Set([
  'rest_framework.permissions.IsAuthenticated',
  'rest_framework.permissions.IsAdminUser',
  'rest_framework.permissions.DjangoModelPermissions',
  'rest_framework.permissions.DjangoObjectPermissions',
]);
