import { isVersionBelow, type PackageVersions } from '../package-versions.ts';
import type { ImportSpace } from '../resolution.ts';
import { buildFiles } from './artefacts.ts';
import { uncommented } from './build-files.ts';

/** Returns the versions that Maven's and Gradle's builds of a project name, by `group:artefact`. */
export function packageVersions({ configs }: Pick<ImportSpace, 'configs'>): PackageVersions {
  const builds: Builds = [...configs].flatMap(([path, text]) =>
    buildFiles.test(path) ? [[path, uncommented(path, text)]] : [],
  );
  const known = new Map<string, string | undefined>();
  return (name) => {
    if (!known.has(name))
      known.set(name, lowest(builds.flatMap(([path, text]) => namedIn(path, text, name, builds))));
    return known.get(name);
  };
}

/** A version that stands in a variable, or that is a range, is none that is known. */
const plain = /^\d[\w.+-]*$/;

function lowest(versions: readonly string[]): string | undefined {
  if (versions.some((version) => !plain.test(version))) return undefined;
  const [first, ...others] = versions;
  return others.reduce((low, one) => (low !== undefined && isVersionBelow(one, low) ? one : low), first);
}

type Builds = readonly (readonly [path: string, text: string])[];

function namedIn(path: string, text: string, name: string, builds: Builds): readonly string[] {
  const [group = '', artefact = ''] = name.split(':');
  if (!path.endsWith('.xml'))
    return text
      .split(`${name}:`)
      .slice(1)
      .map((rest) => /^[^'"`\s)@]*/.exec(rest)?.[0] ?? '');
  return text
    .split(/<(?:dependency|parent)>/)
    .slice(1)
    .flatMap((rest) => {
      const [said = ''] = rest.split(/<\/(?:dependency|parent)>/, 1);
      if (elementOf(said, 'artifactId') !== artefact || elementOf(said, 'groupId') !== group) return [];
      const version = elementOf(said, 'version');
      // What gives no version has that of a build above.
      return version === undefined ? [] : [resolved(version, builds)];
    });
}

/** `${fastjson.version}`: as one of the builds sets it. */
function resolved(version: string, builds: Builds): string {
  const property = /^\$\{([\w.-]+)\}$/.exec(version)?.[1];
  if (property === undefined) return version;
  const values = builds.flatMap(([, text]) => elementOf(text, property) ?? []);
  return lowest(values) ?? version;
}

/** The text of the first element of a name. */
function elementOf(text: string, name: string): string | undefined {
  const start = text.indexOf(`<${name}>`);
  if (start < 0) return undefined;
  const from = start + name.length + 2;
  const end = text.indexOf('<', from);
  return end < 0 ? undefined : text.slice(from, end).trim();
}
