import type { Ecosystem } from '../package.ts';
import { actions } from './actions.ts';
import { cargo } from './cargo.ts';
import { go } from './go.ts';
import { hex } from './hex.ts';
import { maven } from './maven.ts';
import { npm } from './npm.ts';
import { nuget } from './nuget.ts';
import { packagist } from './packagist.ts';
import { pub } from './pub.ts';
import { pypi } from './pypi.ts';
import { rubygems } from './rubygems.ts';
import type { VersionScheme } from './scheme.ts';
import { swift } from './swift.ts';

/** Images have tags, which have no order; for conda no advisories are published. */
const schemes: Readonly<Record<Ecosystem, VersionScheme | undefined>> = {
  npm,
  PyPI: pypi,
  Maven: maven,
  Go: go,
  'crates.io': cargo,
  RubyGems: rubygems,
  Packagist: packagist,
  NuGet: nuget,
  Pub: pub,
  Hex: hex,
  SwiftURL: swift,
  'GitHub Actions': actions,
  conda: undefined,
  docker: undefined,
};

/**
 * The order of two versions by their ecosystem's own rules: below 0, 0 or above 0, as for `Array.sort`.
 * @returns undefined where one of them is no version, or the ecosystem's versions have no order
 */
export function compareVersions(ecosystem: Ecosystem, left: string, right: string): number | undefined {
  return schemes[ecosystem]?.compare(left, right);
}

/** Whether a text is one exact version of an ecosystem: no range, no tag, no branch. */
export function isVersion(ecosystem: Ecosystem, text: string): boolean {
  return schemes[ecosystem]?.isVersion(text) ?? false;
}

/**
 * Whether a requirement in the ecosystem's own syntax allows a version.
 * @returns undefined where the version or the requirement cannot be read
 */
export function satisfies(ecosystem: Ecosystem, version: string, requirement: string): boolean | undefined {
  return schemes[ecosystem]?.satisfies(version, requirement);
}
