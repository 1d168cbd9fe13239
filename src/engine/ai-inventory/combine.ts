import type { Finding, Skip } from '../finding.ts';
import { isOfTests } from '../roles/path-roles.ts';
import { applicationsOf, holderOf, type Part } from './applications.ts';
import { type CatalogEntry, normalizedName, packageNamed } from './catalog/index.ts';
import type { AiComponent } from './component.ts';
import type { Dependency, FileFacts, Import } from './facts.ts';
import { loadedFiles } from './loaded.ts';
import { isToolingPath } from './paths.ts';
import { purlOf } from './purl.ts';
import { isTelling } from './source.ts';

export interface AiInventory {
  readonly components: readonly AiComponent[];
  readonly findings: readonly Finding[];
  readonly skips: readonly Skip[];
  /** Folders of the applications of a monorepo, in order; none where the repository is one thing. */
  readonly applications: readonly string[];
}

interface Users {
  runtime: string | undefined;
  tests: string | undefined;
  tooling: string | undefined;
  readonly names: Set<string>;
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const keyOf = (ecosystem: Dependency['ecosystem'], name: string): string =>
  `${ecosystem} ${normalizedName(ecosystem, name)}`;

/** Of an import, the package that it most likely means first. */
const keysOf = ({ ecosystem, name, or = [] }: Import): string[] =>
  [name, ...or].map((each) => keyOf(ecosystem, each));

/**
 * Puts together what the files say: versions from lock files, usage from who imports a package, packages that only
 * code names.
 * @param paths every path of the project, to tell its own modules from packages
 */
export function combine(facts: Iterable<FileFacts>, paths: Iterable<string>): AiInventory {
  const all = [...facts];
  const known = [...paths];
  const users = usersOf(all);
  const components: AiComponent[] = [];
  const declared = new Map<string, { readonly folder: string }[]>();
  const locked = new Map<string, { readonly path: string; readonly dependency: Dependency }[]>();
  for (const { path, dependencies } of all) {
    for (const dependency of dependencies) {
      const key = keyOf(dependency.ecosystem, dependency.name);
      if (dependency.locked) push(locked, key, { path, dependency });
      else push(declared, key, { folder: folderOf(path) });
    }
  }
  for (const { path, components: own, dependencies } of all) {
    components.push(...own);
    const seen = new Set<string>();
    for (const dependency of dependencies) {
      const key = keyOf(dependency.ecosystem, dependency.name);
      const entry = packageNamed(dependency.ecosystem, dependency.name);
      if (!entry || seen.has(key)) continue;
      if (
        dependency.locked &&
        (declared.get(key) ?? []).some(({ folder }) => isAround(folder, folderOf(path)))
      )
        continue;
      seen.add(key);
      const lock = dependency.locked
        ? undefined
        : locked.get(key)?.find((each) => isAround(folderOf(each.path), folderOf(path)));
      components.push(packageComponent(entry, path, dependency, lock?.dependency.version, users.get(key)));
    }
  }
  components.push(...loadedFiles(all, known, components));
  components.push(...undeclared(all, declared, locked, known));
  const parts = all.flatMap(({ path, part }): Part[] => (part ? [{ path, facts: part }] : []));
  const applications = applicationsOf(parts, known);
  return {
    components: byApplication(components, new Set(applications)),
    findings: all.flatMap(({ findings }) => findings),
    skips: all.flatMap(({ skips }) => skips),
    applications: applications.toSorted(),
  };
}

/** Says of each component of which application it is. */
function byApplication(
  components: readonly AiComponent[],
  applications: ReadonlySet<string>,
): readonly AiComponent[] {
  if (applications.size === 0) return components;
  return components.map((component) => {
    const monorepoName = holderOf(component.filePath, applications);
    return monorepoName === undefined ? component : { ...component, monorepoName };
  });
}

/** Whether one of two folders holds the other: a workspace has one lock file for many manifests. */
const isAround = (a: string, b: string): boolean =>
  a === b || a === '' || b === '' || b.startsWith(`${a}/`) || a.startsWith(`${b}/`);

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

function usersOf(facts: readonly FileFacts[]): Map<string, Users> {
  const users = new Map<string, Users>();
  for (const { path, imports } of facts) {
    for (const found of imports) {
      const { as } = found;
      for (const key of keysOf(found)) {
        const known = users.get(key) ?? {
          runtime: undefined,
          tests: undefined,
          tooling: undefined,
          names: new Set<string>(),
        };
        known.names.add(as);
        const who = isOfTests(path) ? 'tests' : isToolingPath(path) ? 'tooling' : 'runtime';
        known[who] ??= path;
        users.set(key, known);
      }
    }
  }
  return users;
}

function packageComponent(
  entry: CatalogEntry,
  path: string,
  dependency: Dependency,
  lockedVersion: string | undefined,
  users: Users | undefined,
): AiComponent {
  const { ecosystem, name } = dependency;
  const version = lockedVersion ?? dependency.version;
  const exact = version !== undefined && /^v?\d[\w.+-]*$/.test(version) ? version : undefined;
  const direct = dependency.direct ?? (dependency.locked ? false : undefined);
  return {
    kind: entry.group.kind,
    name,
    provider: entry.group.provider,
    ...usageOf(dependency, users),
    tier: entry.group.tier,
    detectionSource: 'SCA_PACKAGE',
    ...(version !== undefined && { version }),
    ecosystem,
    ...purlOf(ecosystem, name, exact),
    ...(direct !== undefined && { direct }),
    manifestPath: path,
    filePath: path,
    line: dependency.line,
    ...(users && { importNames: [...users.names] }),
    detail: `The package ${name}, by its exact name in ${dependency.group}.`,
  };
}

function usageOf(
  { scope, group, direct, locked }: Dependency,
  users: Users | undefined,
): Pick<AiComponent, 'usage' | 'usageReason'> {
  if (scope === 'dev') {
    if (users?.runtime === undefined)
      return { usage: 'DEV_TOOLING', usageReason: `It is declared for development only (${group}).` };
    return {
      usage: 'AMBIGUOUS',
      usageReason: `It is declared for development only (${group}), but ${users.runtime} imports it.`,
    };
  }
  if (users?.runtime !== undefined) return { usage: 'RUNTIME', usageReason: `${users.runtime} imports it.` };
  const other = users?.tests ?? users?.tooling;
  if (other !== undefined)
    return {
      usage: 'AMBIGUOUS',
      usageReason: `It is declared in ${group}, but only ${users?.tests === undefined ? 'tooling' : 'tests'} (${other}) were seen to import it.`,
    };
  if (direct === false || (locked && direct === undefined))
    return { usage: 'AMBIGUOUS', usageReason: 'It comes by way of another package.' };
  if (scope === 'unknown')
    return { usage: 'AMBIGUOUS', usageReason: `${group} says its version, not who uses it.` };
  return { usage: 'RUNTIME', usageReason: `It is declared for the program itself (${group}).` };
}

/** Packages that code imports though no manifest names them, each where it is first imported. */
function undeclared(
  facts: readonly FileFacts[],
  declared: ReadonlyMap<string, unknown>,
  locked: ReadonlyMap<string, unknown>,
  paths: Iterable<string>,
): AiComponent[] {
  const candidates = new Map<string, { readonly path: string; readonly found: Import }>();
  for (const { path, imports } of facts) {
    for (const found of imports) {
      const [key = '', ...others] = keysOf(found);
      const isKnown = [key, ...others].some((each) => declared.has(each) || locked.has(each));
      if (!isKnown && !candidates.has(key) && isTelling(found)) candidates.set(key, { path, found });
    }
  }
  if (candidates.size === 0) return [];
  const own = new Set<string>();
  for (const path of paths)
    for (const part of path.split('/')) own.add(part.replace(/\.(?:pyw?|[cm]?[jt]sx?)$/, ''));
  return [...candidates.values()].flatMap(({ path, found }): AiComponent[] => {
    const entry = packageNamed(found.ecosystem, found.name);
    if (!entry || own.has(found.module)) return [];
    const who = isOfTests(path) ? 'tests' : isToolingPath(path) ? 'tooling' : undefined;
    return [
      {
        kind: entry.group.kind,
        name: found.name,
        provider: entry.group.provider,
        usage: who ? 'DEV_TOOLING' : 'RUNTIME',
        usageReason: who ? `Only ${who} (${path}) were seen to import it.` : `${path} imports it.`,
        tier: entry.group.tier,
        detectionSource: 'FILE_CONTENT',
        ecosystem: found.ecosystem,
        ...purlOf(found.ecosystem, found.name, undefined),
        direct: true,
        filePath: path,
        line: found.line,
        importNames: [found.as],
        detail: `The package ${found.name} is imported; no manifest of the project names it.`,
      },
    ];
  });
}
