import { readJson } from '../../../files/structured/json.ts';
import { type LocatedValue, membersOf, textOf, valueAt } from '../../../files/structured/value.ts';
import { canonicalName } from '../../names.ts';
import type { ManifestFormat } from '../../package.ts';
import { Collector, packageKey } from '../collector.ts';

/**
 * *.deps.json of a build of .NET (github.com/dotnet/sdk, "runtime-configuration-file"): the libraries of a program, by
 * `name/version`, and what each needs.
 */
export const depsJson: ManifestFormat = {
  id: 'deps.json',
  kind: 'lock',
  reads: (path) => path.endsWith('.deps.json'),
  read(text) {
    const { root, faults } = readJson(text);
    const libraries = membersOf(valueAt(root, 'libraries'));
    if (!valueAt(root, 'libraries') && !valueAt(root, 'targets'))
      throw new SyntaxError('It does not list the libraries of a program.');
    const found = new Collector('NuGet', text, faults);
    const { needs, direct } = edges(root, libraries);
    for (const [id, { key: at, value }] of libraries) {
      const { name, version } = split(id);
      const type = textOf(valueAt(value, 'type'));
      if (name === '') found.problem(at.start, 'A library without a name was left out.');
      else
        found.add({
          key: keyOf(id),
          name,
          version,
          scope: 'production',
          group: type ?? 'libraries',
          direct: type === 'project' ? undefined : direct.has(keyOf(id)),
          needs: [...(needs.get(keyOf(id)) ?? [])],
          origin: type === 'package' ? 'registry' : 'path',
          at,
        });
    }
    return found.result();
  },
};

interface Edges {
  readonly needs: ReadonlyMap<string, ReadonlySet<string>>;
  /** What the projects themselves need. */
  readonly direct: ReadonlySet<string>;
}

function edges(root: LocatedValue, libraries: ReturnType<typeof membersOf>): Edges {
  const known = new Set([...libraries.keys()].map(keyOf));
  const projects = new Set(
    [...libraries].flatMap(([id, { value }]) =>
      textOf(valueAt(value, 'type')) === 'project' ? [keyOf(id)] : [],
    ),
  );
  const needs = new Map<string, Set<string>>();
  const direct = new Set<string>();
  for (const { value: target } of membersOf(valueAt(root, 'targets')).values())
    for (const [id, { value }] of membersOf(target)) {
      const own = needs.get(keyOf(id)) ?? new Set();
      needs.set(keyOf(id), own);
      for (const [name, { value: version }] of membersOf(valueAt(value, 'dependencies'))) {
        const key = packageKey(canonicalName('NuGet', name), textOf(version));
        if (!known.has(key)) continue;
        own.add(key);
        if (projects.has(keyOf(id))) direct.add(key);
      }
    }
  return { needs, direct };
}

function split(id: string): { readonly name: string; readonly version: string | undefined } {
  const slash = id.lastIndexOf('/');
  return slash < 0
    ? { name: id, version: undefined }
    : { name: id.slice(0, slash), version: id.slice(slash + 1) };
}

function keyOf(id: string): string {
  const { name, version } = split(id);
  return packageKey(canonicalName('NuGet', name), version);
}
