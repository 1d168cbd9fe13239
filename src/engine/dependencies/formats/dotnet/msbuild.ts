import type { LocatedElement } from '../../../files/structured/xml.ts';
import type { ManifestFormat } from '../../package.ts';
import { Collector, type Said } from '../collector.ts';
import {
  type Evaluated,
  type MsbuildFile,
  MsbuildProject,
  namesOf,
  readMsbuild,
  versionOf,
} from './msbuild-project.ts';

/**
 * Projects of MSBuild, and what they import: PackageReference with its version, that of Directory.Packages.props, or
 * properties (learn.microsoft.com/nuget/consume-packages). Central versions ask for nothing by themselves.
 */
export const msbuild: ManifestFormat = {
  id: 'msbuild',
  kind: 'manifest',
  reads: (path) => /\.(?:cs|fs|vb|vcx|sql)proj$|\.(?:props|targets)$/i.test(path),
  read(text, path, files) {
    const own = readMsbuild(text, path);
    const found = new Collector('NuGet', text, own.faults);
    const project = new MsbuildProject(own, files);
    for (const element of own.items) {
      if (element.name === 'PackageVersion') continue;
      for (const name of namesOf(element))
        if (name.includes('$(') || name.includes('@('))
          found.problem(
            element.tag.start,
            `The package ${name.slice(0, 100)} has a computed name; it was left out.`,
          );
        else found.add(referenceOf(name, element, own, project));
    }
    return found.result();
  },
};

function referenceOf(name: string, element: LocatedElement, own: MsbuildFile, project: MsbuildProject): Said {
  const given = versionOf(element, 'VersionOverride') ?? versionOf(element, 'Version');
  const evaluated = given
    ? project.evaluate(given.text, { file: own, span: given.span })
    : project.central(name);
  const assets = versionOf(element, 'PrivateAssets')?.text ?? '';
  const isDevelopment =
    element.name !== 'PackageReference' || /\ball\b/i.test(assets) || project.isTrue('IsTestProject');
  return {
    name,
    ...nugetVersion(evaluated?.text),
    scope: isDevelopment ? 'development' : 'production',
    group: element.name,
    direct: true,
    at: (element.attributes.get('Include') ?? element.attributes.get('Update'))?.value ?? element.tag,
    ...placeOf(evaluated, own),
  };
}

function placeOf(
  evaluated: Evaluated | undefined,
  own: MsbuildFile,
): Pick<Said, 'versionAt' | 'versionElsewhere'> {
  if (!evaluated) return {};
  const { file, span } = evaluated.at;
  if (file.path === own.path) return { versionAt: span };
  return { versionElsewhere: { file: file.path, range: file.place.range(span) } };
}

/**
 * A version alone means that one or later, and NuGet takes the lowest that fits, which is that one
 * (learn.microsoft.com/nuget/concepts/package-versioning).
 */
export function nugetVersion(requirement: string | undefined): Pick<Said, 'version' | 'requirement'> {
  const exact = /^\[?\s*(\d+(?:\.\d+){0,3}(?:-[\w.-]+)?(?:\+[\w.-]+)?)\s*\]?$/.exec(requirement ?? '');
  const isBracketed = requirement?.startsWith('[') === requirement?.endsWith(']');
  return { version: isBracketed ? exact?.[1] : undefined, requirement };
}
