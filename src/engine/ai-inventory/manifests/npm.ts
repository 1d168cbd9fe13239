import type { Dependency } from '../facts.ts';
import { isRecord, lineAt, lineOfWord, members, parseJson, parseYaml, recordIn, textOf } from '../parsing.ts';

const groups = {
  dependencies: 'runtime',
  optionalDependencies: 'runtime',
  peerDependencies: 'runtime',
  devDependencies: 'dev',
} as const;

export function packageJson(text: string): Dependency[] {
  const root = members(parseJson(text));
  const found = new Map<string, Dependency>();
  for (const [group, scope] of Object.entries(groups)) {
    for (const [key, value] of members(root.get(group))) {
      if (found.has(key)) continue;
      const range = textOf(value);
      const alias = /^npm:(@?[^@]+)(?:@(.*))?$/.exec(range ?? '');
      const version = alias ? alias[2] : range;
      found.set(key, {
        ecosystem: 'npm',
        name: alias?.[1] ?? key,
        ...(version && !/^(?:workspace|file|link|catalog|git|https?):/.test(version) && { version }),
        line: lineAt(text, value.offset),
        scope,
        group,
        locked: false,
        direct: true,
      });
    }
  }
  return [...found.values()];
}

export function packageLock(text: string): Dependency[] {
  const root = members(parseJson(text));
  const found: Dependency[] = [];
  const packages = members(root.get('packages'));
  for (const [path, value] of packages) {
    const at = path.lastIndexOf('node_modules/');
    if (at < 0) continue;
    const entry = members(value);
    const name = textOf(entry.get('name')) ?? path.slice(at + 'node_modules/'.length);
    found.push(locked(name, textOf(entry.get('version')), value.offset, entry.get('dev')?.value === true));
  }
  if (packages.size === 0) {
    for (const [name, value] of members(root.get('dependencies'))) {
      const entry = members(value);
      found.push(locked(name, textOf(entry.get('version')), value.offset, entry.get('dev')?.value === true));
    }
  }
  const lines = lineCounter(text);
  return found.map((dependency) => ({ ...dependency, line: lines(dependency.line) }));
}

/** Lock files hold thousands of entries in order: one pass over the text counts the lines for all of them. */
function lineCounter(text: string): (offset: number) => number {
  let at = -1;
  let line = 1;
  return (offset) => {
    for (
      let next = text.indexOf('\n', at + 1);
      next >= 0 && next < offset;
      next = text.indexOf('\n', at + 1)
    ) {
      at = next;
      line++;
    }
    return line;
  };
}

function locked(name: string, version: string | undefined, line: number, dev: boolean): Dependency {
  return {
    ecosystem: 'npm',
    name,
    ...(version && { version }),
    line,
    scope: dev ? 'dev' : 'unknown',
    group: 'the lock file',
    locked: true,
  };
}

export function pnpmLock(text: string): Dependency[] {
  const found = new Map<string, Dependency>();
  const pattern = /^ {2}'?\/?((?:@[^@/\s]+\/)?[^@/\s'(]+)[@/](\d[^:('\s]*)(?:[(' \t][^:\n]*)?:/gm;
  for (const match of text.matchAll(pattern)) {
    const [, name = '', version] = match;
    if (!found.has(name)) found.set(name, locked(name, version, lineAt(text, match.index), false));
  }
  return [...found.values()];
}

export function yarnLock(text: string): Dependency[] {
  const found: Dependency[] = [];
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    const name = /^"?((?:@[^@/\s"]+\/)?[^@/\s"]+)@/.exec(line)?.[1];
    if (!name || !line.trimEnd().endsWith(':')) continue;
    const version = /^\s+version:?\s+"?([^"\s]+)/.exec(lines[index + 1] ?? '')?.[1];
    found.push(locked(name, version, index + 1, false));
  }
  return found;
}

/** Bun's lock file in text: `"packages": { "a": ["a@1.2.3", …] }`. */
export function bunLock(text: string): Dependency[] {
  const lines = lineCounter(text);
  return [...members(members(parseJson(text)).get('packages')).values()].flatMap((value): Dependency[] => {
    const match = /^((?:@[^@/]+\/)?[^@/]+)@(\d[^\s]*)/.exec(textOf(value.children?.[0]) ?? '');
    return match?.[1] ? [locked(match[1], match[2], lines(value.offset), false)] : [];
  });
}

export function denoJson(text: string): Dependency[] {
  const imports = members(members(parseJson(text)).get('imports'));
  return [...imports.values()].flatMap((value): Dependency[] => {
    const match = /^npm:\/?((?:@[^@/]+\/)?[^@/]+)(?:@([^/]+))?/.exec(textOf(value) ?? '');
    if (!match?.[1]) return [];
    return [
      {
        ecosystem: 'npm',
        name: match[1],
        ...(match[2] && { version: match[2] }),
        line: lineAt(text, value.offset),
        scope: 'runtime',
        group: 'imports',
        locked: false,
        direct: true,
      },
    ];
  });
}

export function environmentYml(text: string): Dependency[] {
  const list = recordIn({ root: parseYaml(text) }, 'root')['dependencies'];
  if (!Array.isArray(list)) return [];
  const entries = list.flatMap((entry: unknown): string[] => {
    if (typeof entry === 'string') return [entry];
    const pip = isRecord(entry) ? entry['pip'] : undefined;
    return Array.isArray(pip) ? pip.filter((each): each is string => typeof each === 'string') : [];
  });
  return entries.flatMap((entry): Dependency[] => {
    const match = /^(?:[\w.-]+::)?([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?\s*(?:[=<>~!]+\s*([\w.*+-]+))?/.exec(
      entry,
    );
    const name = match?.[1];
    if (!name) return [];
    return [
      {
        ecosystem: 'pypi',
        name: name === 'pytorch' ? 'torch' : name,
        ...(match[2] && { version: match[2] }),
        line: lineOfWord(text, entry),
        scope: 'runtime',
        group: 'dependencies',
        locked: false,
        direct: true,
      },
    ];
  });
}
