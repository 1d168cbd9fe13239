import { readJson } from '../../../files/structured/json.ts';
import { type LocatedValue, membersOf, textOf, valueAt } from '../../../files/structured/value.ts';
import type { ManifestFormat, PackageEntry, ProjectFiles, Scope } from '../../package.ts';
import { baseOf } from '../paths.ts';
import { Place } from '../place.ts';
import { inside } from '../values.ts';
import { type Catalogs, catalogsAbove } from './catalogs.ts';
import { overridesIn } from './overrides.ts';
import { readSpecifier } from './specifier.ts';

/** The groups of package.json (docs.npmjs.com/cli/configuring-npm/package-json), those of production first. */
export const groups: ReadonlyMap<string, Scope> = new Map([
  ['dependencies', 'production'],
  ['optionalDependencies', 'production'],
  ['peerDependencies', 'production'],
  ['devDependencies', 'development'],
]);

/** Groups whose members are forced, not asked for. */
const forcing = [['overrides'], ['resolutions'], ['pnpm', 'overrides']] as const;

export const packageJson: ManifestFormat = {
  id: 'package.json',
  kind: 'manifest',
  reads: (path) => baseOf(path) === 'package.json',
  read(text, path, files) {
    const { root, faults } = readJson(text);
    const place = new Place(text, faults);
    if (root.kind !== 'table') throw new SyntaxError('It is no JSON object.');
    const reader = new PackageJsonReader(place, path, files);
    const packages = [...groups].flatMap(([group, scope]) =>
      reader.group(valueAt(root, group), group, scope),
    );
    for (const keys of forcing) packages.push(...overridesIn(valueAt(root, ...keys), keys.join('.'), place));
    return { packages, problems: place.problems };
  },
};

class PackageJsonReader {
  readonly #place: Place;
  readonly #path: string;
  readonly #files: ProjectFiles;
  #catalogs: Catalogs | undefined;

  constructor(place: Place, path: string, files: ProjectFiles) {
    this.#place = place;
    this.#path = path;
    this.#files = files;
  }

  group(table: LocatedValue | undefined, group: string, scope: Scope): PackageEntry[] {
    const found: PackageEntry[] = [];
    for (const [name, { key, value }] of membersOf(table)) {
      const text = textOf(value);
      if (text === undefined) {
        this.#place.problem(
          key.start,
          `The range of ${name.slice(0, 80)} is no text; the package was left out.`,
        );
        continue;
      }
      const isCatalog = text.startsWith('catalog:');
      found.push({
        key: `${group}/${name}`,
        ecosystem: 'npm',
        scope,
        group,
        direct: true,
        needs: [],
        range: this.#place.range(key),
        ...(!isCatalog && { versionRange: this.#place.range(inside(value)) }),
        ...(isCatalog ? this.#ofCatalog(name, text, key.start) : readSpecifier(name, text)),
      });
    }
    return found;
  }

  /** A range that stands in the workspace's catalog: it is edited there. */
  #ofCatalog(name: string, text: string, offset: number): ReturnType<typeof readSpecifier> {
    this.#catalogs ??= catalogsAbove(this.#path, this.#files);
    const catalog = text.slice('catalog:'.length).trim() || 'default';
    const range = this.#catalogs.get(catalog)?.get(name);
    if (range !== undefined) return readSpecifier(name, range);
    this.#place.problem(offset, `The catalog ${catalog.slice(0, 80)} has no range of ${name.slice(0, 80)}.`);
    return { name, origin: 'registry' };
  }
}
