import type { ClassIR, Decorator, Expr, FunctionIR, ModuleIR } from '../../ir/ir.ts';
import { decoratorArgs, walk } from '../../ir/walk.ts';
import { namesAdministrators } from '../../routes/administrators.ts';
import { named, textsOf } from '../../routes/constant-text.ts';
import { guardsAmong, lastName } from '../../routes/decorators.ts';
import { type Check, joinPaths, type Route, type Routes } from '../../routes/entry-point.ts';

/** Routes of Spring MVC, Micronaut, Jakarta REST and servlets. */

const springMethods: Readonly<Record<string, string>> = {
  GetMapping: 'GET',
  PostMapping: 'POST',
  PutMapping: 'PUT',
  PatchMapping: 'PATCH',
  DeleteMapping: 'DELETE',
};
const restMethods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);
const servletMethods: Readonly<Record<string, string>> = {
  doGet: 'GET',
  doPost: 'POST',
  doPut: 'PUT',
  doDelete: 'DELETE',
  doHead: 'HEAD',
};

export function routes(module: ModuleIR): Routes {
  const routes = module.classes.flatMap((cls) =>
    cls.methods.flatMap((index) => {
      const method = module.functions[index];
      return method ? routesOf(method, cls, module) : [];
    }),
  );
  return { routes, everywhere: securityConfiguration(module), restPaths: applicationPaths(module) };
}

function routesOf(method: FunctionIR, cls: ClassIR, module: ModuleIR): readonly Route[] {
  const served = [bySpring, byMicronaut, byRest, byServlet]
    .map((read) => read(method, cls, module))
    .find((one) => one !== undefined);
  const guards = [...guardsAmong(cls.decorators), ...guardsAmong(method.decorators)];
  const checks = [...cls.decorators, ...method.decorators].flatMap((one) => roleCheck(one, module));
  return (served ?? []).map((one) => ({
    ...one,
    guards,
    checks,
    handler: { at: method.at, end: method.end },
  }));
}

/** Annotations of Spring Security, Jakarta and Shiro that take the names of roles. */
const byRole = new Set([
  'org.springframework.security.access.annotation.Secured',
  'jakarta.annotation.security.RolesAllowed',
  'javax.annotation.security.RolesAllowed',
  'org.apache.shiro.authz.annotation.RequiresRoles',
]);
const byExpression = 'org.springframework.security.access.prepost.PreAuthorize';

/** An annotation in front of a handler that lets only the role of administrators pass. */
function roleCheck(decorator: Decorator, module: ModuleIR): readonly Check[] {
  const names = qualified(lastName(decorator), module);
  const args = decoratorArgs(decorator);
  const texts = textsOf(named(args, 'value') ?? args.find(({ name }) => name === undefined)?.value);
  const asksRole =
    names.some((name) => byRole.has(name)) && texts.length > 0 && texts.every(namesAdministrators);
  const asksExpression = names.includes(byExpression) && texts.length === 1 && texts.every(isAdministrative);
  return asksRole || asksExpression
    ? [{ k: 'known', by: `@${lastName(decorator)}`, asks: 'administrators' }]
    : [];
}

/** What an annotation may be by the imports of its file. */
function qualified(name: string, { imports, wildcards }: ModuleIR): readonly string[] {
  const binding = imports.find(({ local }) => local === name);
  return binding ? [`${binding.module}.${binding.member}`] : wildcards.map((holder) => `${holder}.${name}`);
}

/** `hasRole('ADMIN') and …` in the expression language of Spring Security: one condition of several that all hold. */
const isAdministrative = (expression: string): boolean =>
  !/\b(?:or|not)\b|[|!?]/i.test(expression) &&
  expression.split(/\band\b|&&/).some((part) => {
    const [, roles = ''] = /^\s{0,9}has(?:Any)?(?:Role|Authority)\(([^()]{1,200})\)\s{0,9}$/.exec(part) ?? [];
    return (
      roles !== '' &&
      roles.split(',').every((role) => /^\s{0,9}'[^']*'\s{0,9}$/.test(role) && namesAdministrators(role))
    );
  });

type Served = Pick<Route, 'methods' | 'path' | 'isOfRest'>;

function bySpring(method: FunctionIR, cls: ClassIR): readonly Served[] | undefined {
  const mapping = method.decorators.find((one) => {
    const name = lastName(one);
    return name in springMethods || name === 'RequestMapping';
  });
  if (!mapping) return undefined;
  const around = cls.decorators.find((one) => lastName(one) === 'RequestMapping');
  const fixed = springMethods[lastName(mapping)];
  const methods = fixed === undefined ? methodsOf(mapping) : [fixed];
  return joined(around ? pathsOf(around) : [''], pathsOf(mapping)).map((path) => ({ methods, path }));
}

const joined = (outer: readonly string[], inner: readonly string[]): readonly string[] =>
  outer.flatMap((prefix) => inner.map((path) => joinPaths(prefix, path)));

const micronautVerb = /^io\.micronaut\.http\.annotation\.(Get|Post|Put|Patch|Delete|Head|Options)$/;

/** Micronaut: `@Controller("/users")` around `@Get("/{id}")`; without a path it is `/`. */
function byMicronaut(method: FunctionIR, cls: ClassIR, module: ModuleIR): readonly Served[] | undefined {
  for (const decorator of method.decorators)
    for (const name of qualified(lastName(decorator), module)) {
      const verb = micronautVerb.exec(name)?.[1];
      if (verb === undefined) continue;
      const around = cls.decorators.find((one) => lastName(one) === 'Controller');
      if (!around) return undefined;
      return joined(pathsOf(around), pathsOf(decorator)).map((path) => ({
        methods: [verb.toUpperCase()],
        path: path.startsWith('/') ? path : `/${path}`,
      }));
    }
  return undefined;
}

/** `@RequestMapping(method = {RequestMethod.GET, RequestMethod.POST})` */
function methodsOf(mapping: Decorator): readonly string[] {
  const written = named(decoratorArgs(mapping), 'method');
  const list: readonly (Expr | undefined)[] =
    written?.k === 'array' ? written.items.map((item) => item.value) : [written];
  return list.flatMap((one) => (one?.k === 'field' || one?.k === 'var' ? [one.name] : []));
}

function byRest(method: FunctionIR, cls: ClassIR): readonly Served[] | undefined {
  const verb = method.decorators.map(lastName).find((name) => restMethods.has(name));
  if (verb === undefined) return undefined;
  const [outer, inner] = [cls.decorators, method.decorators].map((decorators) => {
    const found = decorators.find((one) => lastName(one) === 'Path');
    return found ? pathsOf(found) : [''];
  });
  return joined(outer ?? [], inner ?? []).map((path) => ({ methods: [verb], path, isOfRest: true }));
}

function byServlet(method: FunctionIR, cls: ClassIR): readonly Served[] | undefined {
  const verb = servletMethods[method.name];
  const isServlet = cls.supers.some(
    (base) => 'candidates' in base && base.candidates.some((name) => name.endsWith('HttpServlet')),
  );
  if (!isServlet || (verb === undefined && method.name !== 'service')) return undefined;
  const mapping = cls.decorators.find((one) => lastName(one) === 'WebServlet');
  const methods = verb === undefined ? [] : [verb];
  return (mapping ? pathsOf(mapping) : ['']).map((path) => ({ methods, path }));
}

/** All paths of an annotation; `['']` where it has none that is constant. */
function pathsOf(decorator: Decorator): readonly string[] {
  const args = decoratorArgs(decorator);
  const value =
    ['value', 'path', 'uri', 'uris', 'urlPatterns'].map((name) => named(args, name)).find(Boolean) ??
    args.find(({ name }) => name === undefined)?.value;
  const paths = textsOf(value);
  return paths.length > 0 ? paths : [''];
}

/** `@ApplicationPath("/api")`, below which Jakarta REST serves its resources. */
const applicationPaths = (module: ModuleIR): readonly string[] =>
  module.classes.flatMap((cls) =>
    cls.decorators.filter((one) => lastName(one) === 'ApplicationPath').flatMap(pathsOf),
  );

/** `http.authorizeHttpRequests(a -> a.requestMatchers("/login").permitAll().anyRequest().authenticated())` */
function securityConfiguration(module: ModuleIR): Routes['everywhere'] {
  if (!module.imports.some((one) => one.module.startsWith('org.springframework.security'))) return [];
  let isClosed = false;
  const except: string[] = [];
  for (const { body } of module.functions) {
    for (const statement of body) {
      walk(statement, (node) => {
        if (node.k !== 'call' || node.callee.k !== 'field' || node.callee.object.k !== 'call')
          return undefined;
        const matched = node.callee.object;
        const matcher = matched.callee.k === 'field' ? matched.callee.name : '';
        if (matcher === 'anyRequest' && closing.has(node.callee.name)) isClosed = true;
        if (node.callee.name === 'permitAll' && /[mM]atchers$/.test(matcher))
          except.push(...matched.args.flatMap(({ value }) => textsOf(value)));
        return undefined;
      });
    }
  }
  return isClosed ? [{ guard: 'the security configuration (anyRequest)', except }] : [];
}

const closing = new Set([
  'authenticated',
  'fullyAuthenticated',
  'hasRole',
  'hasAuthority',
  'hasAnyRole',
  'denyAll',
]);
