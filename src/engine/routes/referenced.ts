import type { Expr, FunctionIR, ModuleIR, Pattern } from '../ir/ir.ts';
import { givenNames } from './given-names.ts';
import { type ModuleLookup, moduleScope, nothingGiven, type Placed, type Scope } from './scope.ts';
import { onlySetting, onlyValueOf } from './settings.ts';

/** How far names lead on: through packages that pass names on, and functions that make functions. */
const maximumDepth = 4;

/**
 * Returns the function that an expression means: written in place, declared in the module, imported from another one, or
 * made by a function of the project. Undefined for anything else, and where a name may mean two.
 */
export function functionOf(value: Expr, scope: Scope, depth = 0): Scope | undefined {
  if (depth > maximumDepth) return undefined;
  const { module, lookup } = scope;
  switch (value.k) {
    case 'function': {
      const fn = module.functions[value.fn];
      return fn && { ...scope, fn };
    }
    case 'var':
      return (
        declared(value.name, module, lookup) ??
        bound(value.name, module, lookup, depth) ??
        required(value.name, module, lookup, depth)
      );
    case 'field': {
      if (value.object.k !== 'var') return undefined;
      const holder = moduleNamed(value.object.name, module, lookup);
      return (
        (holder && exported(holder, value.name, lookup, depth + 1)) ??
        methodOf(value.object, value.name, scope, depth + 1)
      );
    }
    case 'call': {
      // `guards.admin.bind(guards)`
      if (value.callee.k === 'field' && value.callee.name === 'bind')
        return functionOf(value.callee.object, scope, depth + 1);
      const maker = functionOf(value.callee, scope, depth + 1);
      return (
        maker &&
        made(
          maker,
          value.args.map((arg) => arg.value),
          scope,
        )
      );
    }
    default:
      return undefined;
  }
}

/** A method of the class that an expression names, or makes an instance of: declared in the module, or imported. */
export function methodOf(value: Expr, method: string, scope: Scope, depth = 0): Scope | undefined {
  if (depth > maximumDepth) return undefined;
  if (value.k === 'new') return methodOf(value.callee, method, scope, depth + 1);
  if (value.k !== 'var') return undefined;
  const { module, lookup } = scope;
  const set = onlyValueOf(value.name, scope);
  if (set?.key === undefined && set?.init.k === 'new')
    return methodOf(set.init.callee, method, scope, depth + 1);
  const found = module.classes.filter(({ name, parent }) => name === value.name && parent === 0);
  const [cls] = found;
  if (cls && found.length === 1) {
    const fn = cls.methods.map((index) => module.functions[index]).find((one) => one?.name === method);
    return fn && { module, fn, given: nothingGiven, lookup };
  }
  const binding =
    module.imports.find(({ local }) => local === value.name) ?? requiredName(value.name, module);
  const target = binding && lookup(binding.module, module);
  if (!target || !binding) return undefined;
  const next = { ...value, name: binding.member === 'default' ? value.name : binding.member };
  return methodOf(next, method, moduleScope(target, lookup), depth + 1);
}

/** `return (req, res, next) => …` of a function that is called with constants, or `return inner` of one declared in it. */
function made({ module, fn, lookup }: Scope, args: readonly Expr[], scope: Scope): Scope | undefined {
  const last = fn.body.at(-1);
  if (last?.k !== 'return' || !last.value) return undefined;
  const given = new Map(
    fn.params.flatMap(({ target, rest }, index): readonly (readonly [string, Placed])[] => {
      if (target.k !== 'var') return [];
      const value: Expr | undefined = rest
        ? { k: 'array', at: 0, end: 0, items: args.slice(index).map((item) => ({ value: item })) }
        : args[index];
      return value ? [[target.name, { value, scope }]] : [];
    }),
  );
  const { value } = last;
  if (value.k === 'function') {
    const inner = module.functions[value.fn];
    return inner && { module, fn: inner, given, lookup };
  }
  if (value.k !== 'var') return undefined;
  const inner = module.functions.filter((one) => one.parent === fn.index && one.name === value.name);
  return inner.length === 1 && inner[0] ? { module, fn: inner[0], given, lookup } : undefined;
}

/** The only function of that name among a module's own: declared, or what a variable is set to. */
function declared(name: string, module: ModuleIR, lookup: ModuleLookup): Scope | undefined {
  const names = givenNames(module);
  const set = module.functions[0] && onlySetting(name, module.functions[0]);
  const found = module.functions.filter(
    (fn) =>
      fn.parent === 0 &&
      fn.cls === undefined &&
      ((fn.name || names.get(fn.index)) === name || (set?.init.k === 'function' && set.init.fn === fn.index)),
  );
  const [fn] = found;
  return fn && found.length === 1 ? { module, fn, given: nothingGiven, lookup } : undefined;
}

function exported(module: ModuleIR, name: string, lookup: ModuleLookup, depth: number): Scope | undefined {
  if (depth > maximumDepth) return undefined;
  const own = declared(name, module, lookup);
  if (own) return own;
  const passed = bound(name, module, lookup, depth + 1);
  if (passed) return passed;
  for (const statement of module.functions[0]?.body ?? []) {
    // `module.exports = new Guards()`
    const instance = soleExport(statement);
    const method =
      instance?.k === 'new' || instance?.k === 'var'
        ? methodOf(instance, name, moduleScope(module, lookup), depth + 1)
        : undefined;
    if (method) return method;
    // `module.exports = requireAdmin`, `export default requireAdmin`, `export * from './guards'`
    const value = name === 'default' || name === '*' ? soleExport(statement) : undefined;
    const found = value && functionOf(value, moduleScope(module, lookup), depth + 1);
    if (found) return found;
    if (statement.k !== 'export' || statement.module === undefined) continue;
    const next = lookup(statement.module, module);
    const there = next && exported(next, name, lookup, depth + 1);
    if (there) return there;
  }
  return undefined;
}

function soleExport(statement: FunctionIR['body'][number]): Expr | undefined {
  if (statement.k === 'export' && statement.name === 'default') return statement.value;
  if (statement.k !== 'expr' || statement.value.k !== 'assign') return undefined;
  const { target, value } = statement.value;
  const isExports =
    target.k === 'field' &&
    target.name === 'exports' &&
    target.object.k === 'var' &&
    target.object.name === 'module';
  return isExports ? value : undefined;
}

function bound(name: string, module: ModuleIR, lookup: ModuleLookup, depth: number): Scope | undefined {
  const binding = module.imports.find(({ local }) => local === name);
  const target = binding && lookup(binding.module, module);
  return target && binding && exported(target, binding.member, lookup, depth + 1);
}

/** `const requireAdmin = require('./guards')`, `const { requireAdmin } = require('./guards')` */
function required(name: string, module: ModuleIR, lookup: ModuleLookup, depth: number): Scope | undefined {
  const found = requiredName(name, module);
  const target = found && lookup(found.module, module);
  return target && found && exported(target, found.member, lookup, depth + 1);
}

function requiredName(
  local: string,
  module: ModuleIR,
): { readonly module: string; readonly member: string } | undefined {
  for (const statement of module.functions[0]?.body ?? []) {
    if (statement.k !== 'declare' || statement.init?.k !== 'import') continue;
    const specifier = statement.init.module;
    const member = memberOf(statement.target, local);
    if (typeof specifier === 'string' && member !== undefined) return { module: specifier, member };
  }
  return undefined;
}

function memberOf(target: Pattern, local: string): string | undefined {
  if (target.k === 'var') return target.name === local ? '*' : undefined;
  if (target.k !== 'objectPattern') return undefined;
  const found = target.props.find((prop) => prop.target.k === 'var' && prop.target.name === local);
  return typeof found?.key === 'string' ? found.key : undefined;
}

/** The module that a name stands for: imported or required as a whole. */
function moduleNamed(local: string, module: ModuleIR, lookup: ModuleLookup): ModuleIR | undefined {
  const binding = module.imports.find((one) => one.local === local);
  if (binding) {
    const isWhole = binding.member === '*' || binding.member === 'default';
    // Python's `from shop import guards` names a module, too.
    return isWhole
      ? lookup(binding.module, module)
      : lookup(`${binding.module}${binding.module.endsWith('.') ? '' : '.'}${binding.member}`, module);
  }
  const found = requiredName(local, module);
  return found?.member === '*' ? lookup(found.module, module) : undefined;
}

/** The path in the libraries of what an expression names by its imports: `flask_login.current_user`; undefined for other names. */
export function libraryName(value: Expr, module: ModuleIR): string | undefined {
  if (value.k === 'call' || value.k === 'new') return libraryName(value.callee, module);
  if (value.k === 'field') {
    const holder = libraryName(value.object, module);
    return holder && `${holder}.${value.name}`;
  }
  if (value.k === 'import') return typeof value.module === 'string' ? value.module : undefined;
  if (value.k === 'type') return value.type.candidates[0];
  if (value.k !== 'var') return undefined;
  const binding = module.imports.find(({ local }) => local === value.name);
  const found = binding ?? requiredName(value.name, module);
  if (!found) return undefined;
  return found.member === '*' || found.member === 'default'
    ? found.module
    : `${found.module}.${found.member}`;
}
