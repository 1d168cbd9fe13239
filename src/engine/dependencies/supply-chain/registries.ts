import { baseOf } from '../formats/paths.ts';
import type { ManifestReading, ProjectFiles } from '../package.ts';
import { buildScriptRisks, isBuildScript } from './build-scripts.ts';
import {
  composerRisks,
  gemfileRisks,
  gradleRisks,
  isNuGetSettings,
  npmrcRisks,
  nugetRisks,
  pomRisks,
} from './other-registries.ts';
import {
  isPythonSettings,
  pipConfRisks,
  pipfileRisks,
  pyprojectRisks,
  requirementsRisks,
} from './python-indexes.ts';
import type { Risk } from './risk.ts';
import { setupScriptRisks } from './setup-scripts.ts';
import { dockerfileInstallRisks, workflowInstallRisks } from './unpinned-installs.ts';

/** Files that say where packages come from, by the format of manifests or by their names, with what finds the risks in them. */
type Examine = (text: string, file: string) => Risk[];

const byFormat: Readonly<Partial<Record<string, Examine>>> = {
  requirements: requirementsRisks,
  Pipfile: pipfileRisks,
  pyproject: pyprojectRisks,
  'pom.xml': pomRisks,
  'build.gradle': gradleRisks,
  'setup.py': setupScriptRisks,
  Gemfile: gemfileRisks,
  'composer.json': composerRisks,
  Dockerfile: dockerfileInstallRisks,
  'github-actions': workflowInstallRisks,
};

const settings: readonly (readonly [reads: (path: string) => boolean, Examine])[] = [
  [(path) => /^\.(?:npmrc|yarnrc)$/.test(baseOf(path)), npmrcRisks],
  [(path) => baseOf(path) === 'uv.toml', pyprojectRisks],
  [isPythonSettings, pipConfRisks],
  [isNuGetSettings, nugetRisks],
  [isBuildScript, buildScriptRisks],
];

/** Whether a file that is no manifest says where packages come from. @param path relative to the root */
export const isRegistrySettings = (path: string): boolean => settings.some(([reads]) => reads(path));

/** Returns what is risky in where the packages of a project come from. */
export function registryRisks(readings: readonly ManifestReading[], files: ProjectFiles): Risk[] {
  const read = (file: string, examine: Examine | undefined): Risk[] =>
    examine?.(files.read(file) ?? '', file) ?? [];
  return [
    ...readings.flatMap(({ file, format }) => read(file, byFormat[format])),
    ...files.paths.flatMap((path) => read(path, settings.find(([reads]) => reads(path))?.[1])),
  ];
}
