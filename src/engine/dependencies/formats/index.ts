import type { ManifestFormat } from '../package.ts';
import { workflow } from './actions/workflow.ts';
import { condaLock } from './conda/conda-lock.ts';
import { condaEnvironment } from './conda/environment.ts';
import { pixiLock } from './conda/pixi-lock.ts';
import { pixiToml } from './conda/pixi-toml.ts';
import { pubspec, pubspecLock } from './dart/pubspec.ts';
import { compose } from './docker/compose.ts';
import { dockerfile } from './docker/dockerfile.ts';
import { depsJson } from './dotnet/deps-json.ts';
import { msbuild } from './dotnet/msbuild.ts';
import { nugetLock } from './dotnet/nuget-lock.ts';
import { packagesConfig } from './dotnet/packages-config.ts';
import { paketDependencies, paketLock } from './dotnet/paket.ts';
import { mixExs } from './elixir/mix-exs.ts';
import { mixLock } from './elixir/mix-lock.ts';
import { goMod } from './go/go-mod.ts';
import { goSum } from './go/go-sum.ts';
import { gradle } from './jvm/gradle.ts';
import { gradleLock } from './jvm/gradle-lock.ts';
import { pomXml } from './jvm/pom.ts';
import { sbt } from './jvm/sbt.ts';
import { verificationMetadata } from './jvm/verification-metadata.ts';
import { versionCatalog } from './jvm/version-catalog.ts';
import { bunBinaryLock, bunLock } from './npm/bun-lock.ts';
import { denoJson } from './npm/deno-json.ts';
import { denoLock } from './npm/deno-lock.ts';
import { packageJson } from './npm/package-json.ts';
import { packageLock } from './npm/package-lock.ts';
import { pnpmLock } from './npm/pnpm-lock.ts';
import { pnpmWorkspace } from './npm/pnpm-workspace.ts';
import { yarnLock } from './npm/yarn-lock.ts';
import { composerJson } from './php/composer-json.ts';
import { composerLock } from './php/composer-lock.ts';
import { pdmLock } from './python/pdm-lock.ts';
import { pipfile } from './python/pipfile.ts';
import { pipfileLock } from './python/pipfile-lock.ts';
import { poetryLock } from './python/poetry-lock.ts';
import { pylock } from './python/pylock.ts';
import { pyproject } from './python/pyproject.ts';
import { requirementsTxt } from './python/requirements-txt.ts';
import { setupCfg } from './python/setup-cfg.ts';
import { setupPy } from './python/setup-py.ts';
import { uvLock } from './python/uv-lock.ts';
import { gemfile } from './ruby/gemfile.ts';
import { gemfileLock } from './ruby/gemfile-lock.ts';
import { gemspec } from './ruby/gemspec.ts';
import { cargoLock } from './rust/cargo-lock.ts';
import { cargoToml } from './rust/cargo-toml.ts';
import { packageResolved } from './swift/package-resolved.ts';
import { packageSwift } from './swift/package-swift.ts';

/** Every format of manifests and lock files; the first one that reads a path reads it. */
export const formats: readonly ManifestFormat[] = [
  packageJson,
  packageLock,
  workflow,
  condaLock,
  condaEnvironment,
  pixiLock,
  pixiToml,
  pubspec,
  pubspecLock,
  compose,
  dockerfile,
  depsJson,
  msbuild,
  nugetLock,
  packagesConfig,
  paketDependencies,
  paketLock,
  mixExs,
  mixLock,
  goMod,
  goSum,
  gradle,
  gradleLock,
  pomXml,
  sbt,
  verificationMetadata,
  versionCatalog,
  composerJson,
  composerLock,
  gemfile,
  gemfileLock,
  gemspec,
  cargoLock,
  cargoToml,
  packageResolved,
  packageSwift,
  yarnLock,
  pnpmLock,
  pnpmWorkspace,
  bunLock,
  bunBinaryLock,
  denoJson,
  denoLock,
  requirementsTxt,
  setupCfg,
  setupPy,
  pyproject,
  pipfile,
  pipfileLock,
  poetryLock,
  uvLock,
  pdmLock,
  pylock,
];
