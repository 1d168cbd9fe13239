import * as z from 'zod/mini';
import { type Attribute, readAttributes } from './attributes.ts';
import type { FileRole } from './code-role.ts';
import { type PackageFile, packageFile, packageRoles } from './package-roles.ts';

/** What a project's build files say of its files. Paths are relative to the root; a folder stands for all in it. */
export interface BuildFacts {
  /** Where a build tool finds the tests, with the file that says so. */
  readonly tests: ReadonlyMap<string, string>;
  /** What is started or imported from outside: it is the product wherever it stands. */
  readonly started: ReadonlySet<string>;
  /** Packages that are no part of the product. */
  readonly packages: ReadonlyMap<string, FileRole>;
  readonly attributes: readonly Attribute[];
}

const names =
  /(?:^|\/)(?:package\.json|pom\.xml|build\.gradle(?:\.kts)?|pyproject\.toml|setup\.cfg|pytest\.ini|tox\.ini|\.gitattributes)$/;

/** Build files that are read; those nearest to the root first. */
const maximumFiles = 2_000;
const maximumLength = 500_000;

/** Reads the build files among paths. */
export function readBuildFiles(
  paths: readonly string[],
  read: (path: string) => string | undefined,
): BuildFacts {
  const facts = {
    tests: new Map<string, string>(),
    started: new Set<string>(),
    attributes: [] as Attribute[],
  };
  const contents = new Map<string, PackageFile>();
  const depth = (path: string): number => path.split('/').length;
  const files = paths.filter((path) => names.test(path)).toSorted((a, b) => depth(a) - depth(b));
  for (const path of files.slice(0, maximumFiles)) {
    const text = read(path);
    if (text === undefined || text.length > maximumLength) continue;
    const slash = path.lastIndexOf('/');
    const folder = slash < 0 ? '' : path.slice(0, slash);
    const below = (inner: string): string | undefined => joined(folder, inner);
    const addTests = (folders: readonly string[]): void => {
      for (const inner of folders) {
        const at = below(inner);
        if (at !== undefined && at !== folder) facts.tests.set(at, path);
      }
    };
    const name = path.slice(slash + 1);
    if (name === '.gitattributes') facts.attributes.push(...readAttributes(text, folder));
    else if (name === 'package.json') {
      const content = packageIn(text);
      if (content) contents.set(folder, content);
    } else if (name === 'pom.xml')
      addTests([...text.matchAll(/<testSourceDirectory>\s*([^<\s]{1,300})\s*</g)].map(([, at = '']) => at));
    else if (name.startsWith('build.gradle')) addTests(testSets(text));
    else {
      addTests(testPaths(text));
      for (const [, module = ''] of text.matchAll(
        /^[ \t]*["']?[\w.-]{1,99}["']?[ \t]*=[ \t]*["']?([\w.]{1,199}):[\w.]+/gm,
      ))
        facts.started.add(`${below(module.replaceAll('.', '/')) ?? ''}.py`);
    }
  }
  const packages = packageRoles(contents);
  for (const [folder, content] of contents) {
    if (packages.has(folder)) continue;
    for (const target of startedBy(content)) {
      const at = joined(folder, target);
      if (at !== undefined && at !== folder) facts.started.add(at);
    }
  }
  return { ...facts, packages };
}

/** A path of a build file, relative to the root; undefined where it leads out of it or is none. */
function joined(folder: string, inner: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of inner.replaceAll('${project.basedir}/', '').split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' ? parts.pop() === undefined : /[*?$<>|"']/.test(part)) return undefined;
    if (part !== '..') parts.push(part);
  }
  return parts.join('/');
}

function packageIn(text: string): PackageFile | undefined {
  try {
    return packageFile.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Files that a package gives to its users, and those that `npm start` runs. */
function startedBy({ main, module, browser, bin, exports, scripts }: PackageFile): readonly string[] {
  const start = z.safeParse(z.looseObject({ start: z.string() }), scripts);
  const words = start.success
    ? start.data.start.split(/\s+/).filter((word) => /\.[cm]?[jt]s$/.test(word))
    : [];
  return [...[main, module, browser, bin, exports].flatMap((value) => textsIn(value)), ...words];
}

const textsIn = (value: unknown, depth = 0): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > 5) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1));
};

/** Folders of Gradle's source sets whose names say that they are tests. */
const testSets = (text: string): readonly string[] =>
  [
    ...text.matchAll(
      /\b(?:test|\w{1,40}Test|it)\s*\{\s*(?:java|kotlin|groovy|resources)\s*(?:\{\s*|\.)srcDirs?\b([^\n}]{1,300})/g,
    ),
  ].flatMap(([, folders = '']) => [...folders.matchAll(/['"]([^'"]+)['"]/g)].map(([, at = '']) => at));

/** `testpaths` of pytest, in TOML and in INI files. */
const testPaths = (text: string): readonly string[] => {
  const [, list = ''] =
    /^[ \t]*testpaths[ \t]*=[ \t]*(\[[^\]]{0,999}\]|[^\n]{0,999}(?:\n[ \t]+[^\n]{0,300}){0,20})/m.exec(
      text,
    ) ?? [];
  return list.split(/[\s,"'[\]]+/).filter((part) => part !== '');
};
