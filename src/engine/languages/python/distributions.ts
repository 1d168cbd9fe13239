import type { FunctionIR, ModuleIR } from '../../ir/ir.ts';
import { roleByPath } from '../../roles/path-roles.ts';
import { folderOf, foldersFrom } from '../folders.ts';
import type { LibraryApi } from '../library-api.ts';
import type { ImportSpace } from '../resolution.ts';

/** Files by which a folder says that its packages are installed elsewhere. */
export const distributionFiles = /(?:^|\/)(?:pyproject\.toml|setup\.py|setup\.cfg)$/;

/** Files that start a program, which is run and not imported. */
const starting = /(?:^|\/)(?:manage|wsgi|asgi)\.py$/;
/** Files beside a distribution's packages that build or try it. */
const tooling = /^(?:setup|conftest|noxfile|fabfile|tasks|versioneer)\.py$/;

/** Returns what others may call of a project's distributions: public functions of public modules, and methods of public classes. */
export function distributionApi({ modules, configs }: Pick<ImportSpace, 'modules' | 'configs'>): LibraryApi {
  const roots = new Set<string>();
  for (const [path, text] of configs)
    if (distributionFiles.test(path) && makesDistribution(path, text)) roots.add(folderOf(path));
  for (const { path } of modules) if (starting.test(path)) roots.delete(rootOf(path, roots) ?? '\n');
  const packages = new Set(
    modules.filter(({ path }) => /(?:^|\/)__init__\.pyw?$/.test(path)).map(({ path }) => folderOf(path)),
  );
  const known = new Map<string, boolean>();
  return {
    includes: ({ path }) => {
      if (roots.size === 0) return false;
      let isInstalled = known.get(path);
      if (isInstalled === undefined) {
        isInstalled = isImported(path, roots, packages);
        known.set(path, isInstalled);
      }
      return isInstalled;
    },
    isPublic,
  };
}

function makesDistribution(path: string, text: string): boolean {
  if (path.endsWith('setup.py')) return /\bsetup\s?\(/.test(text) && /\bpackages\b|\bpy_modules\b/.test(text);
  const has = (table: RegExp): boolean => table.test(text);
  if (path.endsWith('setup.cfg')) return has(/^\[options\]/m) && has(/^(?:packages|py_modules) ?[=:]/m);
  if (has(/^package-mode ?= ?false\b/m)) return false;
  return (has(/^\[project\]/m) && has(/^\[build-system\]/m)) || has(/^\[tool\.(?:poetry|flit\.\w+)\]/m);
}

const rootOf = (path: string, roots: ReadonlySet<string>): string | undefined =>
  foldersFrom(folderOf(path)).find((folder) => roots.has(folder));

/** Whether a module is one that the distribution installs under a name that is not private. */
function isImported(path: string, roots: ReadonlySet<string>, packages: ReadonlySet<string>): boolean {
  const root = rootOf(path, roots);
  if (root === undefined || roleByPath(path, (folder) => roots.has(folder))) return false;
  const inside = (root === '' ? path : path.slice(root.length + 1)).replace(/^(?:src|lib|python)\//, '');
  if (tooling.test(inside)) return false;
  const isInPackage = packages.has(folderOf(path));
  return (isInPackage || !inside.includes('/')) && !/(?:^|\/)_(?!_init__\.)/.test(inside);
}

/** By convention, names that begin with an underscore are a module's own. What is decorated is called by who decorates it. */
function isPublic(fn: FunctionIR, { classes }: ModuleIR): boolean {
  if (fn.parent !== 0 || (fn.kind !== 'function' && fn.kind !== 'method' && fn.kind !== 'constructor'))
    return false;
  const cls = fn.cls === undefined ? undefined : classes[fn.cls];
  if (cls && (cls.parent !== 0 || cls.name.startsWith('_'))) return false;
  return (
    (fn.name === '__init__' || fn.name === '__call__' || !fn.name.startsWith('_')) &&
    fn.decorators.every(
      ({ expr }) => expr.k === 'var' && (expr.name === 'classmethod' || expr.name === 'staticmethod'),
    )
  );
}
