import { fileLanguage } from '../languages/registry.ts';
import { type BuildFacts, readBuildFiles } from './build-files.ts';
import type { CodeRole, FileRole, FileRoles } from './code-role.ts';
import { type CopiedPackages, copiedPackages } from './copied-packages.ts';
import { installedPackages } from './installed-packages.ts';
import { buildScript, roleByPath } from './path-roles.ts';

/** What stands at the top of a project, a module of Terraform or a chart of Helm. */
const manifest =
  /(?:^|\/)(?:main\.tf|Chart\.yaml|package\.json|pom\.xml|build\.gradle(?:\.kts)?|build\.xml|setup\.py|setup\.cfg|pyproject\.toml|requirements\.txt|manage\.py|go\.mod|composer\.json|Gemfile|Cargo\.toml|CMakeLists\.txt|Makefile|deno\.json)$/;

/** What build scripts in Python import. */
const buildTools = /\b(?:setuptools|distutils|skbuild|nox|fabric|invoke|conans?)\b/;

export interface ProjectFiles {
  /** Relative to the project. */
  readonly paths: readonly string[];
  readonly read: (path: string) => string | undefined;
  /** Whether these are all files of a project; false for some that were submitted. */
  readonly isWhole: boolean;
}

/** Returns which files of a project are no part of its product, by their paths and by its build files. */
export function projectRoles({ paths, read, isWhole }: ProjectFiles): FileRoles {
  const withManifest = new Set(['']);
  for (const path of paths)
    if (manifest.test(path)) withManifest.add(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
  const facts = readBuildFiles(paths, read);
  const hasManifest = (folder: string): boolean => withManifest.has(folder);
  const installed = installedPackages(paths, read);
  const copied = copiedPackages(paths, read, hasManifest);
  const roles = new Map<string, FileRole>();
  for (const path of paths) {
    const role = roleOfCopy(path, installed) ?? roleOf(path, facts, copied, hasManifest, read);
    if (role) roles.set(path, role);
  }
  if (isWhole) dropWhereNothingElseIs(roles, paths);
  return roles;
}

/** @param copies folders and modules that others wrote, each with what shows it */
function roleOfCopy(path: string, copies: ReadonlyMap<string, string>): FileRole | undefined {
  if (copies.size === 0) return undefined;
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const by = copies.get(path.slice(0, end));
    if (by !== undefined) return { role: 'vendored', by, refutable: false };
  }
  return undefined;
}

function roleOf(
  path: string,
  { tests, started, packages, attributes }: BuildFacts,
  copied: CopiedPackages,
  hasManifest: (folder: string) => boolean,
  read: ProjectFiles['read'],
): FileRole | undefined {
  const attribute = attributes.findLast(({ pattern }) => pattern.test(path));
  if (attribute) return attribute.role && { role: attribute.role, by: '.gitattributes', refutable: false };
  if (started.has(path)) return undefined;
  const byPath = roleOfCopy(path, copied) ?? roleByPath(path, hasManifest);
  if (byPath?.by === buildScript && !buildTools.test(read(path) ?? '')) return undefined;
  if (byPath || tests.size + packages.size === 0) return byPath;
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
    const folder = path.slice(0, slash);
    const by = tests.get(folder);
    if (by !== undefined) return { role: 'test', by, refutable: true };
    const ofPackage = packages.get(folder);
    if (ofPackage) return ofPackage;
  }
  return undefined;
}

/** A project has a product: what would hide nearly all of its code is that. The order in which it is looked for. */
const order = ['example', 'tooling', 'test'] as const satisfies readonly CodeRole[];
/** So many times more code than the rest has. */
const nearlyAll = 9;

/** Drops the role of what a project consists of: a collection of samples is no sample of something else. */
function dropWhereNothingElseIs(roles: Map<string, FileRole>, paths: readonly string[]): void {
  const code = paths.filter((path) => fileLanguage(path) !== undefined);
  let product = code.filter((path) => !roles.has(path)).length;
  for (const role of order) {
    const own = code.filter((path) => roles.get(path)?.role === role && roles.get(path)?.refutable === true);
    if (own.length === 0 || own.length < nearlyAll * product) continue;
    // A few tests more than code are no product.
    if (role === 'test' && product > 0) continue;
    product += own.length;
    for (const [path, { role: known, refutable }] of roles)
      if (known === role && refutable) roles.delete(path);
  }
}
