import type { Expr, FunctionIR } from '../ir/ir.ts';
import { functionOf, libraryName } from './referenced.ts';
import { moduleScope, parentOf, type Scope } from './scope.ts';
import { onlyValueOf } from './settings.ts';

/** How far dependencies lead: of a handler, of what it depends on, and so on. */
const maximumDepth = 5;

/** Whether a parameter is filled by a dependency that takes the caller's identity from a request (FastAPI's `Depends`). */
export const isInjected = (name: string, scope: Scope): boolean => schemesOf(name, scope).length > 0;

/** Whether a parameter is the bearer token of the `Authorization` header, or what a dependency makes of it. */
export const isBearerParameter = (name: string, scope: Scope): boolean => {
  const schemes = schemesOf(name, scope);
  return schemes.length > 0 && schemes.every((scheme) => scheme === 'bearer');
};

function schemesOf(name: string, scope: Scope): readonly Scheme[] {
  for (let fn: FunctionIR | undefined = scope.fn; fn; fn = parentOf(fn, scope.module)) {
    const param = fn.params.find(({ target }) => target.k === 'var' && target.name === name);
    if (!param) continue;
    return writtenOn(param).flatMap((value) => schemeOf(value, scope) ?? []);
  }
  return [];
}

/** What a dependency takes the identity from: only from the `Authorization` header, or from elsewhere too. */
export type Scheme = 'bearer' | 'other';

/** `Depends(f)` or `Security(f)`, where `f` is a security scheme of the framework's, or depends on one. */
function schemeOf(value: Expr, scope: Scope, depth = 0): Scheme | undefined {
  if (depth > maximumDepth) return undefined;
  const wanted = wantedBy(value, scope);
  return wanted && schemeOfDependency(wanted, scope, depth);
}

/** `f` of `Depends(f)` and `Security(f)`. */
const wantedBy = (value: Expr, { module }: Scope): Expr | undefined =>
  value.k === 'call' &&
  /^fastapi\.(?:param_functions\.)?(?:Depends|Security)$/.test(libraryName(value.callee, module) ?? '')
    ? value.args[0]?.value
    : undefined;

const writtenOn = (param: FunctionIR['params'][number]): readonly Expr[] => [
  ...(param.default ? [param.default] : []),
  ...param.decorators.map(({ expr }) => expr),
];

/** Returns what a dependency depends on itself. */
export function dependenciesOf(
  value: Expr,
  scope: Scope,
): readonly { readonly value: Expr; readonly scope: Scope }[] {
  const target = functionOf(value, scope);
  return (
    target?.fn.params
      .flatMap(writtenOn)
      .flatMap((written) => wantedBy(written, target) ?? [])
      .map((wanted) => ({ value: wanted, scope: target })) ?? []
  );
}

/** The same of what stands in `Depends`: a function, or a scheme. */
export function schemeOfDependency(value: Expr, scope: Scope, depth = 0): Scheme | undefined {
  const fn = functionOf(value, scope);
  if (!fn) return ofInstance(value, scope, depth);
  const found = fn.fn.params.flatMap(writtenOn).flatMap((written) => schemeOf(written, fn, depth + 1) ?? []);
  return found.includes('other') ? 'other' : found[0];
}

/** `oauth2_scheme = OAuth2PasswordBearer(tokenUrl="token")`, here or in the module that it is imported from. */
function ofInstance(value: Expr, scope: Scope, depth: number): Scheme | undefined {
  if (depth > maximumDepth) return undefined;
  if (value.k === 'call') {
    const [, name] =
      /^fastapi\.security\.(?:\w+\.)?(\w+)$/.exec(libraryName(value.callee, scope.module) ?? '') ?? [];
    if (name === undefined) return undefined;
    // With `auto_error=False` a request without a token goes on.
    return bearers.has(name) && value.args.every((arg) => arg.name !== 'auto_error') ? 'bearer' : 'other';
  }
  if (value.k !== 'var') return undefined;
  const set = onlyValueOf(value.name, scope);
  if (set) return set.key === undefined ? ofInstance(set.init, scope, depth + 1) : undefined;
  const binding = scope.module.imports.find(({ local }) => local === value.name);
  const from = binding && scope.lookup(binding.module, scope.module);
  if (!from || !binding) return undefined;
  return ofInstance({ ...value, name: binding.member }, moduleScope(from, scope.lookup), depth + 1);
}

const bearers = new Set(['HTTPBearer', 'OAuth2PasswordBearer', 'OAuth2AuthorizationCodeBearer']);
