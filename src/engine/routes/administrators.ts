import type { Call, Expr } from '../ir/ir.ts';
import { isIdentity, isRequest } from './identity.ts';
import { passesOnlyWhere } from './passing.ts';
import { functionOf } from './referenced.ts';
import type { Placed, Scope } from './scope.ts';
import { givenValue, onlyValueOf } from './settings.ts';

/** Words by which programs name those who may do everything. */
const words = new Set([
  'admin',
  'admins',
  'administrator',
  'administrators',
  'superuser',
  'superadmin',
  'sysadmin',
  'root',
  'staff',
]);
const negations = new Set(['no', 'non', 'not', 'un', 'never', 'except']);

/** Whether a name or a text says administrators, and nobody else: `isAdmin`, `ROLE_ADMIN`, `is_superuser`. */
export function namesAdministrators(name: string): boolean {
  const parts = name
    .slice(0, 100)
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  return parts.some((part) => words.has(part)) && !parts.some((part) => negations.has(part));
}

/**
 * Whether a condition that came out so shows that the caller is an administrator: a part of the identity that says so is asked
 * for, or compared. Names of variables and functions show nothing: `isAdmin(req.user)` shows what its body does.
 */
export function showsAdministrator(test: Expr, outcome: boolean, scope: Scope, depth = 0): boolean {
  if (depth > maximumDepth) return false;
  const within = (inner: Expr, result: boolean): boolean =>
    showsAdministrator(inner, result, scope, depth + 1);
  const identity = (value: Expr): boolean => isIdentity({ value, scope });
  switch (test.k) {
    case 'unary':
      return test.op === '!' && within(test.operand, !outcome);
    case 'await':
      return within(test.value, outcome);
    case 'logical': {
      if (test.op === '??') return within(test.left, outcome) && within(test.right, outcome);
      const [left, right] = [within(test.left, outcome), within(test.right, outcome)];
      return (test.op === '&&') === outcome ? left || right : left && right;
    }
    case 'field':
      return outcome && namesAdministrators(test.name) && identity(test.object);
    case 'var': {
      const set = onlyValueOf(test.name, scope);
      if (!set) return false;
      if (set.key !== undefined) return outcome && namesAdministrators(set.key) && identity(set.init);
      return within(set.init, outcome);
    }
    case 'binary':
      return showsByComparing(test, outcome, scope);
    case 'call':
      return outcome && (showsByCall(test, scope) || isPredicate(test, scope, depth));
    default:
      return false;
  }
}

const maximumDepth = 6;

function showsByComparing(
  { op, left, right }: Extract<Expr, { k: 'binary' }>,
  outcome: boolean,
  scope: Scope,
): boolean {
  if (op === 'in') return outcome && isAmong(left, right, scope);
  if (op !== '==' && op !== '!=') return false;
  const isEqual = (op === '==') === outcome;
  const pairs: readonly (readonly [Expr, Expr])[] = [
    [left, right],
    [right, left],
  ];
  return pairs.some(([asked, expected]) => {
    if (!isIdentity({ value: asked, scope })) return false;
    if (expected.k === 'const' && typeof expected.value === 'boolean')
      return expected.value === isEqual && asked.k === 'field' && namesAdministrators(asked.name);
    return isEqual && isAdministrators({ value: expected, scope });
  });
}

/** `'admin' in user.roles`, `user.role in ('admin', 'superuser')` */
const isAmong = (element: Expr, list: Expr, scope: Scope): boolean =>
  (isIdentity({ value: list, scope }) && isAdministrators({ value: element, scope })) ||
  (isIdentity({ value: element, scope }) && isAdministrators({ value: list, scope }));

/** A text, or a list of texts, that names administrators alone; a constant by its name. */
function isAdministrators({ value, scope }: Placed, depth = 0): boolean {
  if (depth > maximumDepth) return false;
  switch (value.k) {
    case 'const':
      return typeof value.value === 'string' && namesAdministrators(value.value);
    case 'array':
      return (
        value.items.length > 0 &&
        value.items.every((item) => isAdministrators({ value: item.value, scope }, depth + 1))
      );
    case 'field':
      // `Role.ADMIN`
      return value.object.k === 'var' && /^[A-Z]/.test(value.object.name) && namesAdministrators(value.name);
    case 'var': {
      const given = givenValue(value.name, scope);
      if (given) return isAdministrators(given, depth + 1);
      const set = onlyValueOf(value.name, scope);
      return (
        set?.key === undefined && set !== undefined && isAdministrators({ value: set.init, scope }, depth + 1)
      );
    }
    default:
      return false;
  }
}

/** `req.user.hasRole('admin')`, `current_user.is_admin()`, `['admin'].includes(req.user.role)` */
function showsByCall({ callee, args }: Call, scope: Scope): boolean {
  if (callee.k !== 'field') return false;
  const [first] = args;
  if (membership.has(callee.name) && first && isAmong(first.value, callee.object, scope)) return true;
  const named = args.length > 0 && args.every(({ value }) => isAdministrators({ value, scope }));
  // The servlet API answers for the caller of the request.
  if (callee.name === 'isUserInRole') return named && isRequest(callee.object, scope);
  if (!isIdentity({ value: callee.object, scope })) return false;
  return first === undefined ? namesAdministrators(callee.name) : named && roleTests.has(callee.name);
}

const membership = new Set(['includes', 'contains', 'has']);
const roleTests = new Set(['hasRole', 'has_role', 'isInRole', 'includes', 'contains', 'has', 'is']);

/** A function of the project that is true only for administrators. */
function isPredicate(call: Call, scope: Scope, depth: number): boolean {
  const target = functionOf(call.callee, scope);
  if (!target) return false;
  const given = new Map(target.given);
  for (const [index, { target: param }] of target.fn.params.entries()) {
    const value = call.args[index]?.value;
    if (param.k === 'var' && value) given.set(param.name, { value, scope });
  }
  const inner: Scope = { ...target, given };
  return passesOnlyWhere(target.fn, {
    passing: () => undefined,
    shows: (test, outcome) => showsAdministrator(test, outcome, inner, depth + 1),
    done: () => false,
    raises: () => false,
    end: 'truth',
    functions: target.module.functions,
  });
}
