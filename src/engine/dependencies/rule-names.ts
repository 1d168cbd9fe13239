import type { Ecosystem } from './package.ts';

/** The first part of the rules' names, as those of languages are written. */
export const ruleNames: Readonly<Record<Ecosystem, string>> = {
  npm: 'npm',
  PyPI: 'pypi',
  Maven: 'maven',
  Go: 'go',
  'crates.io': 'cargo',
  RubyGems: 'gem',
  Packagist: 'composer',
  NuGet: 'nuget',
  Pub: 'pub',
  Hex: 'hex',
  SwiftURL: 'swift',
  'GitHub Actions': 'actions',
  conda: 'conda',
  docker: 'docker',
};
