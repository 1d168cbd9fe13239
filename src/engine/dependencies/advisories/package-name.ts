import type { Ecosystem } from '../package.ts';

/** The name by which a package is looked up: spellings that the ecosystem's registry takes for one are one. */
export function canonicalName(ecosystem: Ecosystem, name: string): string {
  switch (ecosystem) {
    case 'PyPI': // PEP 503
      return name.toLowerCase().replaceAll(/[-_.]+/g, '-');
    case 'NuGet':
    case 'Packagist':
    case 'GitHub Actions':
      return name.toLowerCase();
    case 'SwiftURL': // a repository's address, with or without its scheme
      return name
        .toLowerCase()
        .replace(/^https?:\/\//, '')
        .replace(/\.git$/, '');
    default:
      return name;
  }
}
