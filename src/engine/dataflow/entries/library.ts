import { z } from 'zod';
import type { Project } from '../interpreter/project.ts';
import type { LinkedModule } from '../names/linking.ts';

const manifestSchema = z.looseObject({
  name: z.string().optional(),
  main: z.string().optional(),
  module: z.string().optional(),
  exports: z.unknown().optional(),
  private: z.boolean().optional(),
});

type Manifest = z.infer<typeof manifestSchema>;

function parse(text: string | undefined): Manifest | undefined {
  if (text === undefined) return undefined;
  try {
    return manifestSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Whether the project is a package that others import: then the arguments of what it exports are anyone's. */
export function isLibrary(manifest: string | undefined): boolean {
  const found = parse(manifest);
  return found?.name !== undefined && found.private !== true;
}

/** The module that importing the package gives. */
export function mainModule(manifest: string | undefined, project: Project): LinkedModule | undefined {
  const found = parse(manifest);
  if (!found) return undefined;
  for (const candidate of [
    mainExport(found.exports),
    found.main,
    found.module,
    'index',
    'src/index',
    'lib/index',
  ]) {
    if (candidate === undefined) continue;
    const module = project.names.scriptAt(candidate.replace(/^\.?\//, ''));
    if (module) return module;
  }
  return undefined;
}

function mainExport(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports;
  if (typeof exports !== 'object' || exports === null) return undefined;
  for (const key of ['.', 'import', 'require', 'node', 'default']) {
    const found = mainExport((exports as Record<string, unknown>)[key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
