import { readJson } from '../../../files/structured/json.ts';
import { type LocatedValue, membersOf, textOf, valueAt } from '../../../files/structured/value.ts';
import { readYaml } from '../../../files/structured/yaml.ts';
import type { ProjectFiles } from '../../package.ts';
import { folderOf, foldersUpFrom } from '../paths.ts';

/** Ranges that a workspace keeps in one place, by the catalog's name: pnpm.io/catalogs, bun.sh/docs/install/catalogs. */
export type Catalogs = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** @returns the catalogs of the nearest workspace at or above the folder of a manifest */
export function catalogsAbove(path: string, files: ProjectFiles): Catalogs {
  const listed = new Set(files.paths);
  for (const folder of foldersUpFrom(folderOf(path))) {
    const prefix = folder === '' ? '' : `${folder}/`;
    const found =
      catalogsOf(listed, `${prefix}pnpm-workspace.yaml`, files) ??
      catalogsOf(listed, `${prefix}.yarnrc.yml`, files) ??
      catalogsOf(listed, `${prefix}package.json`, files);
    if (found) return found;
  }
  return new Map();
}

function catalogsOf(listed: ReadonlySet<string>, path: string, files: ProjectFiles): Catalogs | undefined {
  const text = listed.has(path) ? files.read(path) : undefined;
  if (text === undefined) return undefined;
  try {
    const isJson = path.endsWith('.json');
    const { root } = isJson ? readJson(text) : readYaml(text);
    return (isJson ? catalogsIn(valueAt(root, 'workspaces')) : undefined) ?? catalogsIn(root);
  } catch {
    // The file's own reading says that it cannot be read.
    return undefined;
  }
}

function catalogsIn(root: LocatedValue | undefined): Catalogs | undefined {
  const unnamed = membersOf(valueAt(root, 'catalog'));
  const named = membersOf(valueAt(root, 'catalogs'));
  if (unnamed.size + named.size === 0) return undefined;
  const catalogs = new Map<string, ReadonlyMap<string, string>>();
  for (const [name, { value }] of named) catalogs.set(name, rangesOf(value));
  if (unnamed.size > 0) catalogs.set('default', rangesOf(valueAt(root, 'catalog')));
  return catalogs;
}

function rangesOf(table: LocatedValue | undefined): ReadonlyMap<string, string> {
  const ranges = new Map<string, string>();
  for (const [name, { value }] of membersOf(table)) {
    const range = textOf(value) ?? (value.kind === 'literal' ? value.text : undefined);
    if (range !== undefined) ranges.set(name, range);
  }
  return ranges;
}
