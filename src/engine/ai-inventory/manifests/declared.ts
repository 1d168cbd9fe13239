/**
 * Files that also declare packages for others to ask for, or call them by other names than a lookup of advisories needs:
 * a parent or BOM, central versions of NuGet, the dependencies of a workspace of Cargo, replaced modules of Go.
 */
import type { Ecosystem } from '../catalog/schema.ts';
import type { Dependency } from '../facts.ts';
import { isRecord, lineOfWord, parseToml, parseXml, recordIn, type XmlElement } from '../parsing.ts';

function one(
  ecosystem: Ecosystem,
  name: string,
  version: string | undefined,
  line: number,
  group: string,
  scope: Dependency['scope'],
  direct = true,
): Dependency {
  return { ecosystem, name, ...(version && { version }), line, scope, group, locked: false, direct };
}

const child = (element: XmlElement, name: string): string | undefined =>
  element.children.find((each) => each.name === name)?.text.trim();

export function pomXml(text: string): Dependency[] {
  const project = parseXml(text).children.find((each) => each.name === 'project');
  if (!project) return [];
  const properties = project.children.find((each) => each.name === 'properties')?.children ?? [];
  const values = new Map(properties.map((each) => [each.name, each.text.trim()]));
  const found: Dependency[] = [];
  const visit = (element: XmlElement): void => {
    if (element.name === 'exclusions' || element.name === 'exclusion') return;
    if (element.name === 'dependency') {
      const group = child(element, 'groupId');
      const artifact = child(element, 'artifactId');
      const version = child(element, 'version')?.replace(
        /^\$\{([^}]+)\}$/,
        (whole, key: string) => values.get(key) ?? whole,
      );
      const scope = child(element, 'scope') ?? 'compile';
      if (group && artifact) {
        found.push(
          one(
            'maven',
            `${group}:${artifact}`,
            version?.startsWith('${') ? undefined : version,
            element.line,
            scope,
            scope === 'test' ? 'dev' : 'runtime',
          ),
        );
      }
      return;
    }
    for (const each of element.children) visit(each);
  };
  visit(project);
  return found;
}

/** `*.csproj` and its like, Directory.Packages.props and packages.config. */
export function msbuild(text: string): Dependency[] {
  const found: Dependency[] = [];
  const visit = (element: XmlElement): void => {
    const { attributes } = element;
    const dev = /^all$/i.test(
      attributes['PrivateAssets'] ??
        element.children.find((each) => each.name === 'PrivateAssets')?.text ??
        '',
    );
    if (element.name === 'PackageReference' || element.name === 'GlobalPackageReference') {
      const name = attributes['Include'] ?? attributes['Update'];
      const version =
        attributes['Version'] ?? element.children.find((each) => each.name === 'Version')?.text.trim();
      if (name) found.push(one('nuget', name, version, element.line, element.name, dev ? 'dev' : 'runtime'));
    } else if (element.name === 'PackageVersion' && attributes['Include']) {
      found.push(
        // Says a version, for whoever refers to the package.
        {
          ...one(
            'nuget',
            attributes['Include'],
            attributes['Version'],
            element.line,
            'PackageVersion',
            'unknown',
          ),
          locked: true,
        },
      );
    } else if (element.name === 'package' && attributes['id']) {
      found.push(
        one(
          'nuget',
          attributes['id'],
          attributes['version'],
          element.line,
          'packages',
          attributes['developmentDependency'] === 'true' ? 'dev' : 'runtime',
        ),
      );
    }
    for (const each of element.children) visit(each);
  };
  visit(parseXml(text));
  return found;
}

export function goMod(text: string): Dependency[] {
  const found: Dependency[] = [];
  let block = '';
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    const opened = /^(\w+)\s*\($/.exec(line)?.[1];
    if (opened) block = opened;
    else if (line === ')') block = '';
    else {
      const match =
        /^(?:require\s+)?([\w.~-][\w~-]*\.[\w.~-]+(?:\/[\w.~-]+)*)\s+(v[\w.+-]+)(\s*\/\/\s*indirect)?/.exec(
          line,
        );
      if (!match?.[1] || !(block === 'require' || (block === '' && line.startsWith('require')))) continue;
      found.push(
        one(
          'go',
          match[1],
          match[2],
          index + 1,
          match[3] ? 'require // indirect' : 'require',
          match[3] ? 'unknown' : 'runtime',
          !match[3],
        ),
      );
    }
  }
  return found;
}

export function cargoToml(text: string): Dependency[] {
  const root = parseToml(text);
  const found: Dependency[] = [];
  const add = (table: unknown): void => {
    for (const [group, scope] of [
      ['dependencies', 'runtime'],
      ['build-dependencies', 'dev'],
      ['dev-dependencies', 'dev'],
    ] as const) {
      for (const [key, value] of Object.entries(recordIn(table, group))) {
        const renamed = isRecord(value) && typeof value['package'] === 'string' ? value['package'] : key;
        const version = isRecord(value) ? value['version'] : value;
        found.push(
          one(
            'cargo',
            renamed,
            typeof version === 'string' ? version : undefined,
            lineOfWord(text, key),
            group,
            scope,
          ),
        );
      }
    }
  };
  add(root);
  add(recordIn(root, 'workspace'));
  for (const target of Object.values(recordIn(root, 'target'))) add(target);
  return found;
}
