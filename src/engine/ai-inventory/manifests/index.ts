import { formatOf } from '../../dependencies/reading.ts';
import type { Dependency } from '../facts.ts';
import { environmentYml, pixiToml } from './conda.ts';
import { dependenciesIn } from './formats.ts';
import { gradle, libsVersions, pomXml, sbt } from './jvm.ts';
import {
  cargoLock,
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

type Reader = (text: string, path: string) => Dependency[];

const byName: Readonly<Record<string, Reader>> = {
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
  'Cargo.lock': cargoLock,
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
  if (name.endsWith('.versions.toml')) return libsVersions;
  const format = formatOf(path);
  return format && ((text) => dependenciesIn(format, text, path));
}
