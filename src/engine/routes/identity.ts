import type { Expr } from '../ir/ir.ts';
import { isInjected } from './injected.ts';
import { libraryName } from './referenced.ts';
import { type Placed, parentOf, type Scope } from './scope.ts';
import { givenValue, onlyValueOf } from './settings.ts';

/**
 * Whether an expression is who the caller is, as the server knows it: what a framework keeps of a session or a token under a
 * name of its own (`req.user`, `request.user`, `current_user`), a part of that, or what is looked up by it alone.
 */
export function isIdentity({ value, scope }: Placed, depth = 0): boolean {
  if (depth > maximumDepth) return false;
  const within = (inner: Expr): boolean => isIdentity({ value: inner, scope }, depth + 1);
  switch (value.k) {
    case 'await':
    case 'cast':
      return within(value.value);
    case 'index':
      return within(value.object);
    case 'field':
      return isKeptBy(value, scope) || within(value.object);
    case 'call': {
      if (callees.has(libraryName(value.callee, scope.module) ?? '')) return true;
      if (value.callee.k === 'field' && (isKeptBy(value.callee, scope) || within(value.callee.object)))
        return true;
      const args = value.args.map((arg) => arg.value).filter((arg) => arg.k !== 'const');
      return args.length > 0 && args.every(within);
    }
    case 'logical':
      return within(value.left) && within(value.right);
    case 'var':
      return isIdentityNamed(value.name, scope, depth);
    default:
      return libraries.has(libraryName(value, scope.module) ?? '');
  }
}

const maximumDepth = 8;

/** What libraries give without a request. */
const libraries = new Set([
  'flask_login.current_user',
  'flask_security.current_user',
  'flask_jwt_extended.current_user',
  'flask.session',
]);
/** Calls that answer with claims of a token whose signature they verified, or with the identity of this request. */
const callees = new Set([
  'jsonwebtoken.verify',
  'jose.jwtVerify',
  'flask_jwt_extended.get_jwt',
  'flask_jwt_extended.get_jwt_identity',
  'flask_jwt_extended.get_current_user',
  'org.springframework.security.core.context.SecurityContextHolder.getContext',
]);

function isIdentityNamed(name: string, scope: Scope, depth: number): boolean {
  const given = givenValue(name, scope);
  if (given) return isIdentity(given, depth + 1);
  if (name === scope.caller) return true;
  if (isInjected(name, scope)) return true;
  const set = onlyValueOf(name, scope);
  if (!set) return libraries.has(libraryName({ k: 'var', at: 0, end: 0, name }, scope.module) ?? '');
  const { init, key } = set;
  const value: Expr =
    key === undefined ? init : { k: 'field', at: init.at, end: init.end, object: init, name: key };
  return isIdentity({ value, scope }, depth + 1);
}

/** Where frameworks keep the caller in a request: `req.user`, `ctx.state.user`, `res.locals.user`, `self.request.user`. */
function isKeptBy({ object, name }: Extract<Expr, { k: 'field' }>, scope: Scope): boolean {
  if (!kept.has(name)) return false;
  if (object.k === 'field' && holders.has(object.name)) return isRequest(object.object, scope);
  return isRequest(object, scope);
}

/** Fields of requests in which servers keep the identity, never what the client sent. */
export const kept: ReadonlySet<string> = new Set([
  'user',
  'session',
  'auth',
  'currentUser',
  'current_user',
  'getSession',
  'getUserPrincipal',
]);
const holders = new Set(['state', 'locals', 'request', 'req']);

/** A parameter of the function or of one around it, Flask's `g`, or what NestJS gives of a context. */
export function isRequest(value: Expr, scope: Scope, depth = 0): boolean {
  if (depth > maximumDepth) return false;
  if (value.k === 'call')
    return value.callee.k === 'field' && value.callee.name === 'getRequest' && value.args.length === 0;
  if (value.k !== 'var') return false;
  const given = givenValue(value.name, scope);
  if (given) return isRequest(given.value, given.scope, depth + 1);
  const set = onlyValueOf(value.name, scope);
  if (set) return set.key === undefined && isRequest(set.init, scope, depth + 1);
  return isParameter(value.name, scope) || libraryName(value, scope.module) === 'flask.g';
}

function isParameter(name: string, { module, fn }: Scope): boolean {
  for (let around: typeof fn | undefined = fn; around; around = parentOf(around, module))
    if (around.params.some(({ target }) => target.k === 'var' && target.name === name)) return true;
  return false;
}
