import type { Dependency } from '../facts.ts';
import { gradle, libsVersions, pomXml, sbt } from './jvm.ts';
import { bunLock, denoJson, environmentYml, packageJson, packageLock, pnpmLock, yarnLock } from './npm.ts';
import {
  cargoToml,
  composerJson,
  composerLock,
  gemfile,
  gemfileLock,
  goMod,
  msbuild,
  nugetLock,
  paketDependencies,
  paketLock,
} from './others.ts';
import {
  packageTables,
  pipfile,
  pipfileLock,
  pixiToml,
  pyproject,
  requirementsTxt,
  setupCfg,
  setupPy,
} from './python.ts';

type Reader = (text: string, path: string) => Dependency[];

const byName: Readonly<Record<string, Reader>> = {
  'package.json': packageJson,
  'package-lock.json': packageLock,
  'npm-shrinkwrap.json': packageLock,
  'pnpm-lock.yaml': pnpmLock,
  'yarn.lock': yarnLock,
  'bun.lock': bunLock,
  'deno.json': denoJson,
  'deno.jsonc': denoJson,
  'pyproject.toml': pyproject,
  Pipfile: pipfile,
  'Pipfile.lock': pipfileLock,
  'poetry.lock': (text) => packageTables(text, 'pypi'),
  'uv.lock': (text) => packageTables(text, 'pypi'),
  'pdm.lock': (text) => packageTables(text, 'pypi'),
  'pylock.toml': (text) => packageTables(text, 'pypi'),
  'setup.cfg': setupCfg,
  'setup.py': setupPy,
  'pixi.toml': pixiToml,
  'environment.yml': environmentYml,
  'environment.yaml': environmentYml,
  'pom.xml': pomXml,
  'build.gradle': gradle,
  'build.gradle.kts': gradle,
  'build.sbt': sbt,
  'libs.versions.toml': libsVersions,
  'packages.config': msbuild,
  'Directory.Packages.props': msbuild,
  'Directory.Build.props': msbuild,
  'packages.lock.json': nugetLock,
  'paket.dependencies': paketDependencies,
  'paket.lock': paketLock,
  'go.mod': goMod,
  'Cargo.toml': cargoToml,
  'Cargo.lock': (text) => packageTables(text, 'cargo'),
  Gemfile: gemfile,
  'Gemfile.lock': gemfileLock,
  'composer.json': composerJson,
  'composer.lock': composerLock,
};

/** @returns how the manifest or lock file of this path is read; undefined for any other file */
export function manifestReader(path: string): Reader | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (Object.hasOwn(byName, name)) return byName[name];
  if (/\.(?:cs|fs|vb)proj$/.test(name)) return msbuild;
  if (name.endsWith('.gemspec')) return gemfile;
  if (/^pylock\.[^.]+\.toml$/.test(name)) return byName['pylock.toml'];
  if (name.endsWith('.versions.toml')) return libsVersions;
  if (/(?:^|[-_.])requirements(?:[-_.][\w-]+)?\.(?:txt|in)$/.test(name)) return requirementsTxt;
  return /(?:^|\/)requirements\/[\w.-]+\.(?:txt|in)$/.test(path) ? requirementsTxt : undefined;
}
