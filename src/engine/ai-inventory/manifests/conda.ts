import { scopeOfGroup } from '../../dependencies/formats/python/requirement.ts';
import type { Dependency } from '../facts.ts';
import { isRecord, lineOfWord, parseToml, parseYaml, recordIn } from '../parsing.ts';

function ofPyPI(name: string, version: string | undefined, line: number, group: string): Dependency {
  return {
    ecosystem: 'pypi',
    name,
    ...(version !== undefined && version !== '*' && { version }),
    line,
    scope: scopeOfGroup(group) === 'development' ? 'dev' : 'runtime',
    group,
    locked: false,
    direct: true,
  };
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
    return [ofPyPI(name === 'pytorch' ? 'torch' : name, match[2], lineOfWord(text, entry), 'dependencies')];
  });
}

/** Pixi: packages of conda, most of which are called as on PyPI, and of PyPI; of features too. */
export function pixiToml(text: string): Dependency[] {
  const root = parseToml(text);
  const found: Dependency[] = [];
  const addAll = (tables: Record<string, unknown>, group: string): void => {
    for (const key of ['dependencies', 'pypi-dependencies']) {
      for (const [name, value] of Object.entries(recordIn(tables, key))) {
        const version = isRecord(value) ? value['version'] : value;
        const own = key === 'dependencies' && name === 'pytorch' ? 'torch' : name;
        found.push(
          ofPyPI(own, typeof version === 'string' ? version : undefined, lineOfWord(text, name), group),
        );
      }
    }
  };
  addAll(root, 'dependencies');
  for (const [name, feature] of Object.entries(recordIn(root, 'feature')))
    if (isRecord(feature)) addAll(feature, name);
  return found;
}
