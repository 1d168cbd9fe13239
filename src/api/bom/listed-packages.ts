import type { Package } from '../contract/dependencies.ts';
import type { DependencyScope } from '../contract/vulnerable-dependency.ts';
import type { BomPackage } from './bom-package.ts';

/** Returns packages of a service as a bill of materials names them. A step of a way that is not listed has no package URL. */
export function bomPackages(rows: readonly Package[]): readonly BomPackage[] {
  const urls = new Map<string, string>();
  for (const { ecosystem, name, version, purl } of rows) {
    if (purl === undefined) continue;
    urls.set(keyOf(ecosystem, name, version), purl);
    // A step that tells no version is the first package of its name.
    const nameOnly = keyOf(ecosystem, name, undefined);
    if (!urls.has(nameOnly)) urls.set(nameOnly, purl);
  }
  return rows.map(({ ecosystem, name, version, purl, scope, path, manifestPath, line, licenses = [] }) => ({
    name,
    version,
    purl,
    scope: scopes[scope],
    path: path.map((step) => urls.get(keyOf(ecosystem, step.name, step.version))),
    file: manifestPath,
    line,
    licenses,
  }));
}

const keyOf = (ecosystem: string, name: string, version: string | undefined): string =>
  JSON.stringify([ecosystem, name, version ?? null]);

const scopes = {
  PRODUCTION: 'production',
  DEVELOPMENT: 'development',
  UNKNOWN: 'unknown',
} as const satisfies Record<DependencyScope, BomPackage['scope']>;
