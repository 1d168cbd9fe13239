import type { Project } from '../dataflow/interpreter/project.ts';
import type { LinkedModule } from '../dataflow/names/linking.ts';
import type { FileRoles } from './code-role.ts';

/** Imports of a script in any form, those in the middle of the code too. */
const scriptImports = /(?:\bfrom|\bimport|\brequire)\s{0,20}\(?\s{0,20}(['"])([^'"\n]{1,300})\1/g;

/**
 * Returns which of some files the product imports, itself or through others of them: whatever their folder is called, they
 * are a part of it.
 */
export function importedByProduct(
  project: Project,
  modules: ReadonlyMap<string, LinkedModule>,
  candidates: FileRoles,
): readonly string[] {
  const open = new Set([...modules.keys()].filter((path) => candidates.get(path)?.refutable === true));
  if (open.size === 0) return [];
  const found: string[] = [];
  const queue = [...modules.values()].filter(({ ir }) => !candidates.has(ir.path));
  for (let module = queue.pop(); module && open.size > 0; module = queue.pop()) {
    for (const target of importsOf(module, project)) {
      if (!open.delete(target.ir.path)) continue;
      found.push(target.ir.path);
      queue.push(target);
    }
  }
  return found;
}

function* importsOf(module: LinkedModule, project: Project): Iterable<LinkedModule> {
  const { ir, text, semantics } = module;
  const at = (specifier: string): LinkedModule | undefined => project.moduleOf(specifier, module);
  const targets: (LinkedModule | undefined)[] = [];
  switch (semantics.modules.named) {
    case 'class':
      targets.push(
        ...ir.imports.flatMap(({ module: holder, member }) => [
          project.classNamed(`${holder}.${member}`)?.module,
          project.classNamed(holder)?.module,
        ]),
      );
      break;
    case 'module':
      for (const { module: holder, member } of ir.imports)
        targets.push(at(holder), at(holder.endsWith('.') ? `${holder}${member}` : `${holder}.${member}`));
      targets.push(...ir.wildcards.map(at));
      break;
    default:
      for (const [, , specifier = ''] of text.matchAll(scriptImports)) targets.push(at(specifier));
  }
  for (const target of targets) if (target) yield target;
}
