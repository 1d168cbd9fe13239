import { readToml } from '../../../files/structured/toml.ts';
import { isTrue, type LocatedValue, membersOf, textOf, valueAt } from '../../../files/structured/value.ts';
import type { ManifestFormat, Origin, ProjectFiles, Scope } from '../../package.ts';
import { Collector, type Said } from '../collector.ts';
import { baseOf, folderOf, foldersUpFrom, pathIn } from '../paths.ts';
import { Place } from '../place.ts';
import { inside } from '../values.ts';

/** Tables of dependencies; Cargo still reads the spellings with an underscore. */
const tables: ReadonlyMap<string, Scope> = new Map([
  ['dependencies', 'production'],
  ['build-dependencies', 'development'],
  ['build_dependencies', 'development'],
  ['dev-dependencies', 'development'],
  ['dev_dependencies', 'development'],
]);

const sourceKeys = ['version', 'git', 'path'] as const;

/**
 * Cargo.toml (doc.rust-lang.org/cargo/reference/specifying-dependencies.html). What a member inherits from its workspace
 * is read there; the workspace's own table asks for nothing by itself.
 */
export const cargoToml: ManifestFormat = {
  id: 'Cargo.toml',
  kind: 'manifest',
  reads: (path) => baseOf(path) === 'Cargo.toml',
  read(text, path, files) {
    const { root, faults } = readToml(text);
    const found = new Collector('crates.io', text, faults);
    const reader = new CargoReader(found, path, files, root);
    reader.add(root, '');
    for (const [name, { value }] of membersOf(valueAt(root, 'target')))
      reader.add(value, `target.${name.slice(0, 100)}.`);
    return found.result();
  },
};

interface Workspace {
  readonly path: string;
  readonly place: Place;
  readonly dependencies: LocatedValue | undefined;
}

class CargoReader {
  readonly #found: Collector;
  readonly #path: string;
  readonly #files: ProjectFiles;
  readonly #root: LocatedValue;
  #workspace: Workspace | 'none' | undefined;

  constructor(found: Collector, path: string, files: ProjectFiles, root: LocatedValue) {
    this.#found = found;
    this.#path = path;
    this.#files = files;
    this.#root = root;
  }

  add(table: LocatedValue, prefix: string): void {
    for (const [group, scope] of tables)
      for (const [name, { key, value }] of membersOf(valueAt(table, group))) {
        const wrong = sourceKeys.find((each) => valueAt(value, each) && !textOf(valueAt(value, each)));
        if (wrong !== undefined) {
          this.#found.problem(key.start, `The ${wrong} of ${name.slice(0, 80)} is no text; it was left out.`);
          continue;
        }
        this.#found.add({
          scope,
          group: `${prefix}${group}`,
          direct: true,
          at: key,
          ...(isTrue(valueAt(value, 'workspace'))
            ? this.#inherited(name, key.start)
            : dependency(name, value)),
        });
      }
  }

  #inherited(
    name: string,
    offset: number,
  ): Pick<Said, 'name' | 'version' | 'requirement' | 'origin' | 'versionElsewhere'> {
    this.#workspace ??= this.#findWorkspace() ?? 'none';
    const workspace = this.#workspace === 'none' ? undefined : this.#workspace;
    const member = membersOf(workspace?.dependencies).get(name);
    if (!workspace || !member) {
      this.#found.problem(
        offset,
        `${name.slice(0, 80)} is inherited from a workspace that is not there, or has no such dependency.`,
      );
      return { name };
    }
    const { versionAt, ...said } = dependency(name, member.value);
    if (!versionAt) return said;
    const range = workspace.place.range(versionAt);
    return { ...said, versionElsewhere: { file: workspace.path, range } };
  }

  /** The file itself, the one that `package.workspace` names, or the nearest one above with a workspace. */
  #findWorkspace(): Workspace | undefined {
    const named = textOf(valueAt(this.#root, 'package', 'workspace'));
    const folder = folderOf(this.#path);
    const given = named === undefined ? undefined : pathIn(folder, named);
    for (const each of given === undefined ? foldersUpFrom(folder) : [given]) {
      const path = each === '' ? 'Cargo.toml' : `${each}/Cargo.toml`;
      const text = this.#files.read(path);
      if (text === undefined || !text.includes('workspace')) continue;
      const { root } = path === this.#path ? { root: this.#root } : readOr(text);
      const workspace = valueAt(root, 'workspace');
      if (workspace)
        return { path, place: new Place(text), dependencies: valueAt(workspace, 'dependencies') };
    }
    return undefined;
  }
}

/** A file above that is no TOML has a problem of its own. */
function readOr(text: string): { readonly root: LocatedValue | undefined } {
  try {
    return readToml(text);
  } catch {
    return { root: undefined };
  }
}

function dependency(
  name: string,
  value: LocatedValue,
): Pick<Said, 'name' | 'version' | 'requirement' | 'origin' | 'versionAt'> {
  const given = value.kind === 'table' ? valueAt(value, 'version') : value;
  const requirement = textOf(given)?.trim();
  return {
    name: textOf(valueAt(value, 'package')) ?? name,
    version: /^=\s*(\d+\.\d+\.\d+(?:[-+][\w.+-]*)?)$/.exec(requirement ?? '')?.[1],
    requirement,
    origin: originOf(value),
    versionAt: given && requirement !== undefined ? inside(given) : undefined,
  };
}

function originOf(value: LocatedValue): Origin {
  if (valueAt(value, 'path')) return 'path';
  return valueAt(value, 'git') ? 'git' : 'registry';
}
