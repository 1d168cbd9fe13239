import { packageNamed } from '../catalog/index.ts';
import type { Dependency } from '../facts.ts';
import { isRecord, lineAt, lineOfWord, parseToml, parseXml, recordIn, type XmlElement } from '../parsing.ts';

const child = (element: XmlElement, name: string): string | undefined =>
  element.children.find((each) => each.name === name)?.text.trim();

function maven(
  name: string,
  version: string | undefined,
  line: number,
  group: string,
  scope: Dependency['scope'],
): Dependency {
  return {
    ecosystem: 'maven',
    name,
    ...(version && { version }),
    line,
    scope,
    group,
    locked: false,
    direct: true,
  };
}

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
          maven(
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

const configuration = String.raw`\b([a-zA-Z]*(?:mplementation|pi|ompileOnly|untimeOnly|nnotationProcessor|ompile|untime)|kapt|ksp)`;

export function gradle(text: string): Dependency[] {
  const code = withoutComments(text);
  const found: Dependency[] = [];
  const short = new RegExp(
    `${configuration}\\s*(?:\\(\\s*)?(?:(?:enforcedP|p)latform\\s*\\(\\s*)?["']([\\w.-]+):([\\w.-]+)(?::([^"':@]+))?`,
    'g',
  );
  for (const match of code.matchAll(short)) {
    const [, group = '', groupId, artifact, version] = match;
    found.push(
      maven(
        `${groupId}:${artifact}`,
        version?.includes('$') ? undefined : version,
        lineAt(text, match.index),
        group,
        scopeOf(group),
      ),
    );
  }
  const long = new RegExp(
    `${configuration}\\s*(?:\\(\\s*)?group\\s*[:=]\\s*["']([\\w.-]+)["']\\s*,\\s*name\\s*[:=]\\s*["']([\\w.-]+)["'](?:\\s*,\\s*version\\s*[:=]\\s*["']([^"']+)["'])?`,
    'g',
  );
  for (const match of code.matchAll(long)) {
    const [, group = '', groupId, artifact, version] = match;
    found.push(maven(`${groupId}:${artifact}`, version, lineAt(text, match.index), group, scopeOf(group)));
  }
  return found;
}

const scopeOf = (configurationName: string): Dependency['scope'] =>
  /^(?:test|androidTest|integrationTest)/.test(configurationName) ? 'dev' : 'runtime';

/** Blanks comments, keeping every offset. */
function withoutComments(text: string): string {
  return text.replace(/(["'])(?:\\.|(?!\1)[^\\\n])*\1?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, (part) =>
    part.startsWith('/') ? part.replace(/[^\n]/g, ' ') : part,
  );
}

/** `"group" %% "artifact" % "1.0" % Test`; `%%` puts the version of Scala behind the artifact's name. */
export function sbt(text: string): Dependency[] {
  const code = withoutComments(text);
  const found: Dependency[] = [];
  for (const match of code.matchAll(
    /"([\w.-]+)"\s*(%{1,3})\s*"([\w.-]+)"\s*%\s*(?:"([^"\n]+)"|\w+)(?:\s*%\s*"?(\w+))?/g,
  )) {
    const [, group, separator, artifact, version, scope] = match;
    const suffixes = separator === '%' ? [''] : ['_3', '_2.13', '_2.12'];
    const known = suffixes.find((suffix) => packageNamed('maven', `${group}:${artifact}${suffix}`));
    if (known !== undefined)
      found.push(
        maven(
          `${group}:${artifact}${known}`,
          version,
          lineAt(text, match.index),
          'libraryDependencies',
          /^test$/i.test(scope ?? '') ? 'dev' : 'runtime',
        ),
      );
  }
  return found;
}

/** A Gradle version catalog. */
export function libsVersions(text: string): Dependency[] {
  const root = parseToml(text);
  const versions = recordIn(root, 'versions');
  return Object.entries(recordIn(root, 'libraries')).flatMap(([alias, value]): Dependency[] => {
    const whole = typeof value === 'string' ? value.split(':') : undefined;
    const table = isRecord(value) ? value : {};
    const module = whole
      ? `${whole[0]}:${whole[1]}`
      : typeof table['module'] === 'string'
        ? table['module']
        : `${String(table['group'])}:${String(table['name'])}`;
    const given = table['version'];
    const reference = isRecord(given) ? versions[String(given['ref'])] : given;
    const version = whole?.[2] ?? (typeof reference === 'string' ? reference : undefined);
    return [maven(module, version, lineOfWord(text, alias), 'libraries', 'unknown')];
  });
}
