import { type Ecosystem, ecosystems } from './package.ts';

interface EcosystemNames {
  /** The type of its package URLs (purl, ECMA-427), which version ranges in vers have, too. */
  readonly purl: string;
  /** The first part of its rules' names, as those of languages are written. */
  readonly rule: string;
}

/** What an ecosystem is called beside its name in OSV. */
export const ecosystemNames: Readonly<Record<Ecosystem, EcosystemNames>> = {
  npm: { purl: 'npm', rule: 'npm' },
  PyPI: { purl: 'pypi', rule: 'pypi' },
  Maven: { purl: 'maven', rule: 'maven' },
  Go: { purl: 'golang', rule: 'go' },
  'crates.io': { purl: 'cargo', rule: 'cargo' },
  RubyGems: { purl: 'gem', rule: 'gem' },
  Packagist: { purl: 'composer', rule: 'composer' },
  NuGet: { purl: 'nuget', rule: 'nuget' },
  Pub: { purl: 'pub', rule: 'pub' },
  Hex: { purl: 'hex', rule: 'hex' },
  SwiftURL: { purl: 'swift', rule: 'swift' },
  'GitHub Actions': { purl: 'githubactions', rule: 'actions' },
  conda: { purl: 'conda', rule: 'conda' },
  docker: { purl: 'docker', rule: 'docker' },
};

/** @returns undefined for a type of package URLs that no ecosystem here has */
export const ecosystemOfPurl = (type: string): Ecosystem | undefined =>
  ecosystems.find((each) => ecosystemNames[each].purl === type);
