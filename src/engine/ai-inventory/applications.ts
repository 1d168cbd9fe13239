/**
 * The applications of a monorepo. One is a folder with a manifest of its own that is run, deployed or shipped by
 * itself; libraries that applications share, examples, tests and tools are none. A repository with fewer than two is
 * one thing.
 */
import type { PartFacts } from './parts.ts';

export interface Part {
  /** Of the file that tells. */
  readonly path: string;
  readonly facts: PartFacts;
}

/** Folders whose projects show, test or make something, and are not the product. */
const besides =
  /^(?:\..*|examples?|samples?|demos?|tutorials?|cookbooks?|tests?|__tests__|specs?|e2e|testdata|fixtures?|__fixtures__|docs?|documentation|templates?|boilerplates?|starters?|benchmarks?|playgrounds?|sandbox|node_modules|vendor|third_?party|external|scripts?|tools?|tooling|build-?logic|buildSrc)$/i;
/** Folders that hold applications, by the names that workspaces usually give them. */
const applicationFolders = /^(?:apps?|applications|services?|microservices|functions|lambdas|workers)$/i;
/** Folders further down are taken for applications only where a workspace names them. */
const deepest = 3;

/** Who resolves versions for itself ships by itself; a library leaves that to what uses it. */
const ownLock =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|poetry\.lock|uv\.lock|pdm\.lock|Pipfile\.lock|Cargo\.lock|Gemfile\.lock|composer\.lock)$/;

/** Files that something which runs has; the group is its folder. */
const runningFiles: readonly RegExp[] = [
  /^(.*\/)?(?:Dockerfile|Containerfile)(?:\.[\w.-]+)?$/,
  /^(.*\/)?(?:Procfile|app\.yaml|fly\.toml|vercel\.json|netlify\.toml|wrangler\.(?:toml|jsonc?)|serverless\.ya?ml|langgraph\.json|host\.json|angular\.json|artisan|config\.ru)$/,
  /^(.*\/)?(?:next|nuxt|astro|remix|electron\.vite|app)\.config\.[cm]?[jt]s$/,
  /^(.*\/)?(?:manage|app|main|server|wsgi|asgi|streamlit_app|function_app|__main__)\.py$/,
  /^(.*?\/)??(?:src|app|src\/[\w-]+)\/(?:main|app|server|__main__)\.py$/,
  /^(.*?\/)??(?:cmd\/[\w.-]+\/)?main\.go$/,
  /^(.*?\/)??src\/(?:main|bin\/[\w-]+|bin\/[\w-]+\/main)\.rs$/,
  /^(.*?\/)??public\/index\.php$/,
  /^(.*?\/)??src\/main\/resources\/application(?:-[\w-]+)?\.(?:ya?ml|properties)$/,
];

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const depthOf = (folder: string): number => (folder === '' ? 0 : folder.split('/').length);

/**
 * The folders of a repository's applications, relative to its root; none where it has fewer than two.
 * @param paths every path of the repository
 */
export function applicationsOf(parts: readonly Part[], paths: readonly string[]): readonly string[] {
  const folders = new Map<string, { isRun: boolean; isIndex: boolean }>();
  for (const { path, facts } of parts) {
    if (!facts.isPart) continue;
    const folder = folderOf(path);
    const known = folders.get(folder) ?? { isRun: false, isIndex: false };
    known.isRun ||= facts.isRun;
    folders.set(folder, known);
  }
  for (const { path, facts } of parts) {
    const known = folders.get(folderOf(path));
    if (known && facts.members.length > 0) known.isIndex = true;
  }
  if (folders.size < 2) return [];
  const isMember = memberTest(parts);
  const running = runningFolders(paths, folders);
  const locked = new Set(paths.filter((path) => ownLock.test(path)).map(folderOf));
  const applications = [...folders].flatMap(([folder, { isRun, isIndex }]) => {
    if (folder.split('/').some((name) => besides.test(name))) return [];
    const runs = isRun || running.has(folder) || (folder !== '' && locked.has(folder));
    // A workspace's own scripts start its members.
    if (isIndex) return folder === '' ? [] : running.has(folder) ? [folder] : [];
    const listed = isMember(folder);
    const isCalledSo = listed && applicationFolders.test(folderOf(folder).split('/').at(-1) ?? '');
    return (runs || isCalledSo) && (listed || depthOf(folder) <= deepest) ? [folder] : [];
  });
  if (applications.length < 2) return [];
  const chosen = new Set(applications);
  // A part of an application that no workspace names is not another one.
  return applications.filter(
    (folder) => folder !== '' && (isMember(folder) || !foldersAbove(folder).some((each) => chosen.has(each))),
  );
}

/** @returns the innermost of the folders that holds a path; undefined where none does */
export function holderOf(path: string, folders: ReadonlySet<string>): string | undefined {
  return foldersAbove(path).find((folder) => folders.has(folder));
}

/** The folders that hold a path, the innermost first, without the root. */
function foldersAbove(path: string): string[] {
  const found: string[] = [];
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) found.push(folder);
  return found;
}

function runningFolders(paths: Iterable<string>, folders: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const path of paths) {
    for (const pattern of runningFiles) {
      const match = pattern.exec(path);
      const folder = match && (match[1] ?? '').replace(/\/$/, '');
      if (folder !== null && folders.has(folder)) found.add(folder);
    }
  }
  return found;
}

interface Rule {
  readonly segments: readonly string[];
  readonly isNegative: boolean;
}

/** Whether a workspace names a folder, or a file in it, as one of its members. */
function memberTest(parts: readonly Part[]): (folder: string) => boolean {
  const exact = new Set<string>();
  const rules: Rule[] = [];
  for (const { path, facts } of parts) {
    for (const member of facts.members) {
      const isNegative = member.startsWith('!');
      const joined = join(folderOf(path), isNegative ? member.slice(1) : member);
      if (joined === undefined || joined === '') continue;
      if (isNegative || joined.includes('*')) {
        if (rules.length < mostRules) rules.push({ segments: joined.split('/').slice(0, 20), isNegative });
      } else exact.add(joined).add(/\.[a-z]+proj$/.test(joined) ? folderOf(joined) : joined);
    }
  }
  return (folder) => {
    const segments = folder.split('/');
    const fits = (rule: Rule): boolean => isGlobbed(rule.segments, segments);
    return (
      (exact.has(folder) || rules.some((rule) => !rule.isNegative && fits(rule))) &&
      !rules.some((rule) => rule.isNegative && fits(rule))
    );
  };
}

/** Patterns of all workspaces together. */
const mostRules = 500;

/** A path below a folder, `.` and `..` worked out; undefined where it leads out of the root. */
function join(folder: string, path: string): string | undefined {
  const found: string[] = folder === '' ? [] : folder.split('/');
  for (const name of path.split('/')) {
    if (name === '..') {
      if (found.pop() === undefined) return undefined;
    } else if (name !== '' && name !== '.') found.push(name);
  }
  return found.join('/');
}

/** `**` for any folders, `*` within a name. Steps are bounded by the product of the lengths. */
function isGlobbed(pattern: readonly string[], path: readonly string[]): boolean {
  let reached = new Set([0]);
  const close = (from: Set<number>): Set<number> => {
    for (const at of from) if (pattern[at] === '**') from.add(at + 1);
    return from;
  };
  close(reached);
  for (const name of path) {
    const next = new Set<number>();
    for (const at of reached) {
      const wanted = pattern[at];
      if (wanted === '**') next.add(at);
      else if (wanted !== undefined && isNamed(wanted, name)) next.add(at + 1);
    }
    reached = close(next);
  }
  return reached.has(pattern.length);
}

function isNamed(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return pattern === name;
  const last = rest.pop() ?? '';
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
    return false;
  let at = first.length;
  for (const between of rest) {
    const found = name.indexOf(between, at);
    if (found < 0) return false;
    at = found + between.length;
  }
  return at <= name.length - last.length;
}
