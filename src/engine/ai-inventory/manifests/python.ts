import type { Dependency } from '../facts.ts';
import { isRecord, lineAt, lineOfWord, members, parseJson, parseToml, recordIn, textOf } from '../parsing.ts';

const requirement =
  /^([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\]\s*)?(?:(?:\(\s*)?([=<>~!][^;#\s,)]*(?:\s*,\s*[=<>~!][^;#\s,)]*)*)|@\s*\S+|;|#|$)/;
const devGroup =
  /^(?:dev|develop|development|test|tests|testing|lint|docs?|ci|typing|types|format|tooling|qa|bench(?:marks?)?)(?:[-_].*)?$|[-_](?:dev|test|tests)$/i;

const scopeOf = (group: string): 'runtime' | 'dev' => (devGroup.test(group) ? 'dev' : 'runtime');

function pypi(
  name: string,
  version: string | undefined,
  line: number,
  group: string,
  more: Partial<Dependency> = {},
): Dependency {
  const shown = version?.replace(/^={2,3}\s*/, '');
  return {
    ecosystem: 'pypi',
    name,
    ...(shown && shown !== '*' && { version: shown }),
    line,
    scope: scopeOf(group),
    group,
    locked: false,
    direct: true,
    ...more,
  };
}

export function requirementsTxt(text: string, path: string): Dependency[] {
  const base = path.slice(path.lastIndexOf('/') + 1);
  const folder = path.split('/').at(-2) ?? '';
  const named = /(?:requirements[-_.]?)?(\w[\w-]*)?\.(?:txt|in)$/.exec(base)?.[1] ?? '';
  const group = devGroup.test(named.replace(/[-_]?requirements$/, ''))
    ? named
    : folder === 'requirements'
      ? named
      : 'requirements';
  const lines = text.split('\n');
  return lines.flatMap((raw, index): Dependency[] => {
    const line = raw.trim();
    if (line === '' || /^[#-]/.test(line)) return [];
    const match = requirement.exec(line.replace(/\\$/, '').split(/\s--hash=/, 1)[0] ?? '');
    if (!match?.[1]) return [];
    const via = /#\s*via\s+(\S[^\n]*)/.exec(line)?.[1] ?? viaBelow(lines, index);
    return [
      pypi(
        match[1],
        match[2],
        index + 1,
        group || 'requirements',
        via === undefined ? {} : { direct: /-r |\([^()]*\)/.test(via) },
      ),
    ];
  });
}

/** pip-compile says below a requirement by way of what it came. */
function viaBelow(lines: readonly string[], index: number): string | undefined {
  const below: string[] = [];
  for (let at = index + 1; at < lines.length && /^\s+(?:#|--hash)/.test(lines[at] ?? ''); at++)
    below.push(lines[at] ?? '');
  const text = below.join(' ');
  return /#\s*via/.test(text) ? text : undefined;
}

export function pyproject(text: string): Dependency[] {
  const root = parseToml(text);
  const found: Dependency[] = [];
  const addList = (list: unknown, group: string): void => {
    if (!Array.isArray(list)) return;
    for (const entry of list) {
      const match = typeof entry === 'string' ? requirement.exec(entry.trim()) : undefined;
      if (match?.[1]) found.push(pypi(match[1], match[2], lineOfWord(text, match[1]), group));
    }
  };
  const addTable = (table: Record<string, unknown>, group: string): void => {
    for (const [name, value] of Object.entries(table)) {
      if (name === 'python') continue;
      const version = isRecord(value) ? value['version'] : value;
      found.push(
        pypi(name, typeof version === 'string' ? version : undefined, lineOfWord(text, name), group),
      );
    }
  };
  const project = recordIn(root, 'project');
  addList(project['dependencies'], 'dependencies');
  for (const [group, list] of Object.entries(recordIn(project, 'optional-dependencies')))
    addList(list, group);
  for (const [group, list] of Object.entries(recordIn(root, 'dependency-groups'))) addList(list, group);
  const tool = recordIn(root, 'tool');
  const poetry = recordIn(tool, 'poetry');
  addTable(recordIn(poetry, 'dependencies'), 'dependencies');
  addTable(recordIn(poetry, 'dev-dependencies'), 'dev-dependencies');
  for (const [group, value] of Object.entries(recordIn(poetry, 'group')))
    addTable(recordIn(value, 'dependencies'), group);
  addList(recordIn(tool, 'uv')['dev-dependencies'], 'dev-dependencies');
  for (const [group, list] of Object.entries(recordIn(recordIn(tool, 'pdm'), 'dev-dependencies')))
    addList(list, `dev-${group}`);
  for (const [name, environment] of Object.entries(recordIn(recordIn(tool, 'hatch'), 'envs')))
    addList(
      isRecord(environment) ? environment['dependencies'] : undefined,
      name === 'default' ? 'dev' : name,
    );
  const pixi = recordIn(tool, 'pixi');
  addTable(recordIn(pixi, 'pypi-dependencies'), 'dependencies');
  return found;
}

export function pipfile(text: string): Dependency[] {
  const root = parseToml(text);
  return (['packages', 'dev-packages'] as const).flatMap((group) =>
    Object.entries(recordIn(root, group)).map(([name, value]) => {
      const version = isRecord(value) ? value['version'] : value;
      return pypi(
        name,
        typeof version === 'string' ? version : undefined,
        lineOfWord(text, name),
        group === 'packages' ? group : 'dev-packages',
      );
    }),
  );
}

export function pipfileLock(text: string): Dependency[] {
  const root = members(parseJson(text));
  return (['default', 'develop'] as const).flatMap((group) =>
    [...members(root.get(group))].map(([name, value]) => {
      const { direct: _, ...rest } = pypi(
        name,
        textOf(members(value).get('version')),
        lineAt(text, value.offset),
        group,
        { locked: true },
      );
      return rest;
    }),
  );
}

/** poetry.lock, uv.lock, pdm.lock and Cargo.lock: `[[package]]` tables, without those of the project's own packages. */
export function packageTables(text: string, ecosystem: 'pypi' | 'cargo'): Dependency[] {
  const found: Dependency[] = [];
  const pattern =
    /^\[\[packages?\]\]\s*\r?\nname = "([^"\n]+)"\s*\r?\nversion = "([^"\n]+)"(?:\s*\r?\n(source = [^\n]*))?/gm;
  let line = 1;
  let counted = 0;
  for (const match of text.matchAll(pattern)) {
    const [, name = '', version = '', source] = match;
    line += text.slice(counted, match.index).split('\n').length - 1;
    counted = match.index;
    const isOwn =
      ecosystem === 'cargo'
        ? source === undefined
        : /^source = \{ (?:editable|virtual|directory) =/.test(source ?? '');
    if (isOwn) continue;
    found.push({
      ecosystem,
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

/** `install_requires` and `extras_require` of setup.cfg. */
export function setupCfg(text: string): Dependency[] {
  const found: Dependency[] = [];
  let section = '';
  let key = '';
  for (const [index, raw] of text.split('\n').entries()) {
    const header = /^\[([^\]]+)\]/.exec(raw)?.[1];
    if (header !== undefined) {
      section = header;
      key = '';
      continue;
    }
    const assigned = /^([\w-]+)\s*=([\s\S]*)$/.exec(raw);
    if (assigned) key = assigned[1] ?? '';
    const value = (assigned ? assigned[2] : /^\s+\S/.test(raw) ? raw : undefined)?.trim();
    const wanted =
      (section === 'options' && key === 'install_requires') || section === 'options.extras_require';
    if (!wanted || !value) continue;
    const match = requirement.exec(value);
    if (match?.[1])
      found.push(pypi(match[1], match[2], index + 1, section === 'options' ? 'install_requires' : key));
  }
  return found;
}

/** The literal lists of setup.py; what is computed is not followed. */
/** Literal lists only: nothing is run. */
export function setupPy(text: string): Dependency[] {
  const found: Dependency[] = [];
  const addList = (list: string, group: string, from: number): void => {
    for (const [, single, double] of list.matchAll(/'([^'\n]*)'|"([^"\n]*)"|#[^\n]*/g)) {
      const match = requirement.exec((single ?? double ?? '').trim());
      if (match?.[1]) found.push(pypi(match[1], match[2], lineOfWord(text, match[1], from), group));
    }
  };
  for (const list of text.matchAll(/\b(install_requires|tests_require)\s*=\s*\[([^\]]*)/g))
    addList(list[2] ?? '', list[1] === 'tests_require' ? 'tests' : 'install_requires', list.index);
  for (const table of text.matchAll(/\bextras_require\s*=\s*\{([^}]*)/g))
    for (const list of (table[1] ?? '').matchAll(/["']([\w.-]+)["']\s*:\s*\[([^\]]*)/g))
      addList(list[2] ?? '', list[1] ?? '', table.index);
  return found;
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
          pypi(own, typeof version === 'string' ? version : undefined, lineOfWord(text, name), group),
        );
      }
    }
  };
  addAll(root, 'dependencies');
  for (const [name, feature] of Object.entries(recordIn(root, 'feature')))
    if (isRecord(feature)) addAll(feature, name);
  return found;
}
