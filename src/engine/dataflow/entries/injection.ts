import type { Expr, Param } from '../../ir/ir.ts';
import { dottedName } from '../../ir/walk.ts';
import type { Machine } from '../interpreter/machine.ts';
import type { Project } from '../interpreter/project.ts';
import type { LinkedClass, LinkedFunction, LinkedModule } from '../names/linking.ts';
import type { Callable } from '../values/values.ts';

/** Modules through which a name is followed to where it is defined. */
const maximumHops = 4;

/** What makes the value of a parameter, where it is written there: `user = Depends(current_user)`. */
export function makerOf(
  { project, catalog }: Machine,
  param: Param,
  module: LinkedModule,
): Callable | undefined {
  if (catalog.injectors.size === 0) return undefined;
  for (const expr of [...param.decorators.map((decorator) => decorator.expr), param.default]) {
    const name = expr?.k === 'call' ? dottedName(expr.callee) : undefined;
    const path = name === undefined ? undefined : project.typeNamed(name, module);
    if (expr?.k !== 'call' || typeof path !== 'string' || !catalog.injectors.has(path)) continue;
    const given = expr.args.find((arg) => arg.name === undefined || arg.name === 'dependency')?.value;
    const found = given
      ? definitionOf(project, given, module)
      : project.typeOf(param.type ?? nowhere, module);
    if (typeof found !== 'object') return undefined;
    return 'bases' in found
      ? { kind: 'class', cls: found, environment: undefined }
      : { kind: 'function', fn: found, environment: undefined, self: undefined };
  }
  return undefined;
}

const nowhere = { candidates: [] };

function definitionOf(
  project: Project,
  expr: Expr,
  module: LinkedModule,
): LinkedFunction | LinkedClass | undefined {
  const name = expr.k === 'var' || expr.k === 'field' ? dottedName(expr) : undefined;
  return name === undefined ? undefined : definitionNamed(project, name, module, maximumHops);
}

function definitionNamed(
  project: Project,
  name: string,
  module: LinkedModule,
  hops: number,
): LinkedFunction | LinkedClass | undefined {
  const own =
    module.classes.find((cls) => cls.ir.name === name) ??
    module.functions.find(({ ir, cls }) => ir.parent === 0 && !cls && ir.name === name);
  if (own || hops === 0) return own;
  const [head, ...rest] = name.split('.');
  for (const binding of module.ir.imports) {
    if (binding.local !== head) continue;
    const inner = project.moduleOf(`${binding.module}.${binding.member}`, module);
    const target =
      rest.length > 0
        ? (inner ?? project.moduleOf(binding.module, module))
        : project.moduleOf(binding.module, module);
    if (target) return definitionNamed(project, rest.join('.') || binding.member, target, hops - 1);
  }
  return undefined;
}

/** All functions that parameters of the project are made by: their own parameters are filled like those of a handler. */
export function injectedFunctions(machine: Machine): ReadonlySet<LinkedFunction> {
  const found = new Set<LinkedFunction>();
  if (machine.catalog.injectors.size === 0) return found;
  for (const module of machine.project.modules.values()) {
    for (const fn of module.functions) {
      for (const param of fn.ir.params) {
        const maker = makerOf(machine, param, module);
        const made = maker?.kind === 'class' ? machine.project.members.method(maker.cls, '__init__') : [];
        for (const one of maker?.kind === 'function' ? [maker.fn] : made) found.add(one);
      }
    }
  }
  return found;
}
