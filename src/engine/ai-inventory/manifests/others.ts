/** .NET, Go, Rust, Ruby and PHP. */
import type { Ecosystem } from '../catalog/schema.ts';
import type { Dependency } from '../facts.ts';
import {
  isRecord,
  lineAt,
  lineOfWord,
  members,
  parseJson,
  parseToml,
  parseXml,
  recordIn,
  textOf,
  type XmlElement,
} from '../parsing.ts';

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

/** Of a lock file: whether the project asks for it itself is not said there. */
function lockedOne(
  ecosystem: Ecosystem,
  name: string,
  version: string | undefined,
  line: number,
  group: string,
  scope: Dependency['scope'] = 'unknown',
): Dependency {
  return { ecosystem, name, ...(version && { version }), line, scope, group, locked: true };
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
          ...lockedOne('nuget', attributes['Include'], attributes['Version'], element.line, 'PackageVersion'),
          direct: true,
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

export function nugetLock(text: string): Dependency[] {
  const frameworks = members(members(parseJson(text)).get('dependencies'));
  return [...frameworks.values()].flatMap((framework) =>
    [...members(framework)].map(([name, value]) =>
      lockedOne(
        'nuget',
        name,
        textOf(members(value).get('resolved')),
        lineAt(text, value.offset),
        'the lock file',
      ),
    ),
  );
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

export function gemfile(text: string): Dependency[] {
  const found: Dependency[] = [];
  const blocks: boolean[] = [];
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (/^group\b.*\bdo\b/.test(line))
      blocks.push(/:(?:development|test)/.test(line) && !/:(?:default|production)/.test(line));
    else if (/\bdo(?:\s*\|[^|]*\|)?$/.test(line)) blocks.push(false);
    else if (line === 'end') blocks.pop();
    const match =
      /^(?:gem|(?:\w+\.)add_(development_|runtime_)?dependency)\s*(?:\(\s*)?["']([\w.-]+)["'](?:\s*,\s*["']([^"']+)["'])?/.exec(
        line,
      );
    if (!match?.[2]) continue;
    const dev =
      blocks.includes(true) ||
      match[1] === 'development_' ||
      /\bgroups?:\s*(?:\[\s*)?:(?:development|test)/.test(line);
    found.push(
      one('gem', match[2], match[3], index + 1, dev ? 'development' : 'default', dev ? 'dev' : 'runtime'),
    );
  }
  return found;
}

export function gemfileLock(text: string): Dependency[] {
  return [...text.matchAll(/^ {4}([\w.-]+) \(([^)\n]+)\)/gm)].map((match) =>
    lockedOne('gem', match[1] ?? '', match[2], lineAt(text, match.index), 'the lock file'),
  );
}

export function composerJson(text: string): Dependency[] {
  const root = members(parseJson(text));
  return (['require', 'require-dev'] as const).flatMap((group) =>
    [...members(root.get(group))].map(([name, value]) =>
      one(
        'composer',
        name,
        textOf(value),
        lineAt(text, value.offset),
        group,
        group === 'require' ? 'runtime' : 'dev',
      ),
    ),
  );
}

export function composerLock(text: string): Dependency[] {
  const root = members(parseJson(text));
  return (['packages', 'packages-dev'] as const).flatMap((group) =>
    (root.get(group)?.children ?? []).flatMap((value) => {
      const entry = members(value);
      const name = textOf(entry.get('name'));
      return name
        ? [
            lockedOne(
              'composer',
              name,
              textOf(entry.get('version')),
              lineAt(text, value.offset),
              group,
              group === 'packages' ? 'unknown' : 'dev',
            ),
          ]
        : [];
    }),
  );
}

/** Paket's list of packages: `nuget Name ~> 1.2`, or below a group for tests or building. */
export function paketDependencies(text: string): Dependency[] {
  let isDev = false;
  return text.split('\n').flatMap((raw, index): Dependency[] => {
    const group = /^\s*group\s+(\S+)/i.exec(raw)?.[1];
    if (group !== undefined) isDev = /^(?:build|test|tests|fake|dev)/i.test(group);
    const match = /^\s*nuget\s+([\w.-]+)(?:\s+(?:[~<>=]+\s*)?(\d[\w.-]*))?/i.exec(raw);
    if (!match?.[1]) return [];
    return [one('nuget', match[1], match[2], index + 1, 'paket.dependencies', isDev ? 'dev' : 'runtime')];
  });
}

export function paketLock(text: string): Dependency[] {
  return [...text.matchAll(/^ {4}([\w.-]+) \(([\w.+-]+)\)/gm)].map((match) =>
    lockedOne('nuget', match[1] ?? '', match[2], lineAt(text, match.index), 'the lock file'),
  );
}

/** Cargo.lock: `[[package]]` tables, without those of the project's own packages. */
export function cargoLock(text: string): Dependency[] {
  const found: Dependency[] = [];
  const pattern =
    /^\[\[packages?\]\]\s*\r?\nname = "([^"\n]+)"\s*\r?\nversion = "([^"\n]+)"(?:\s*\r?\n(source = [^\n]*))?/gm;
  let line = 1;
  let counted = 0;
  for (const match of text.matchAll(pattern)) {
    const [, name = '', version = '', source] = match;
    line += text.slice(counted, match.index).split('\n').length - 1;
    counted = match.index;
    if (source === undefined) continue;
    found.push({
      ecosystem: 'cargo',
      name,
      version,
      line: line + 1,
      scope: 'unknown',
      group: 'the lock file',
      locked: true,
    });
  }
  return found;
}
