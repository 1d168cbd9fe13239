import type { Decorator, TypeRef } from '../../ir/ir.ts';
import { dottedName } from '../../ir/walk.ts';
import type { Machine } from '../interpreter/machine.ts';
import type { LinkedModule } from '../names/linking.ts';

/** The API paths that a decorator may mean: imported, or a method of something imported (`app.route`). */
export function pathsOf(machine: Machine, decorator: Decorator, module: LinkedModule): readonly string[] {
  const { catalog, project } = machine;
  const written = decorator.expr.k === 'call' ? decorator.expr.callee : decorator.expr;
  if (written.k === 'type') return annotationPaths(machine, written.type, module);
  const name = dottedName(decorator.expr);
  if (name === undefined) return [];
  const found: string[] = [];
  const type = project.typeNamed(name, module);
  if (typeof type === 'string') found.push(catalog.canonical(type));
  const dot = name.lastIndexOf('.');
  if (dot > 0) {
    const holder = machine.moduleValue(module, name.slice(0, dot));
    if (holder?.api !== undefined) found.push(`${holder.api}${name.slice(dot)}`);
    // `app = App()` of a class that extends the framework's.
    for (const base of holder?.cls ? project.members.apiBases(holder.cls) : [])
      found.push(`${base}${name.slice(dot)}`);
    found.push(`*${name.slice(dot)}`);
  } else {
    found.push(name);
    const value = machine.moduleValue(module, name);
    if (value?.api !== undefined) found.push(value.api);
  }
  return found;
}

/** Annotations that are composed of annotations, in a row. */
const maximumMetaAnnotations = 3;

/** Java's lowering names every type that an annotation may be. One of the project's own stands for those on it. */
function annotationPaths(
  machine: Machine,
  type: TypeRef,
  module: LinkedModule,
  depth = 0,
): readonly string[] {
  const { catalog, project } = machine;
  const own = project.typeOf(type, module);
  if (typeof own !== 'object' || depth >= maximumMetaAnnotations) {
    const paths = type.candidates.map((candidate) => catalog.canonical(candidate));
    return typeof own === 'string' && !paths.includes(own) ? [...paths, own] : paths;
  }
  return own.ir.decorators.flatMap(({ expr }) => {
    const written = expr.k === 'call' ? expr.callee : expr;
    return written.k === 'type' ? annotationPaths(machine, written.type, own.module, depth + 1) : [];
  });
}
