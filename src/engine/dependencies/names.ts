import type { Ecosystem } from './package.ts';

/**
 * The name of a package as its registry compares it, so that a manifest, a lock file and an advisory agree: PyPI takes
 * `-`, `_` and `.` for the same (PEP 503); NuGet, Packagist, conda and GitHub take no notice of case. A Swift package is
 * its repository without scheme and `.git`, as OSV has it. An image is written out in full (`docker.io/library/alpine`).
 */
export function canonicalName(ecosystem: Ecosystem, name: string): string {
  switch (ecosystem) {
    case 'PyPI':
      return name.toLowerCase().replaceAll(/[-_.]+/g, '-');
    case 'NuGet':
    case 'Packagist':
    case 'GitHub Actions':
    case 'conda':
      return name.toLowerCase();
    case 'SwiftURL':
      return repositoryName(name);
    case 'docker':
      return imageName(name);
    default:
      return name;
  }
}

function repositoryName(url: string): string {
  return url
    .toLowerCase()
    .replace(/^[a-z][a-z+]*:\/\/(?:[^/@]*@)?/, '')
    .replace(/^[\w.-]+@([\w.-]+):/, '$1/')
    .replace(/(?:\.git)?\/?$/, '');
}

/** The reference's domain and path (distribution/reference, `ParseNormalizedNamed`). */
function imageName(name: string): string {
  const slash = name.indexOf('/');
  const first = name.slice(0, Math.max(slash, 0));
  if (slash < 0) return `docker.io/library/${name}`;
  const isDomain = /[.:]/.test(first) || first === 'localhost';
  if (!isDomain) return `docker.io/${name}`;
  const path = name.slice(slash + 1);
  if (first !== 'docker.io' && first !== 'index.docker.io') return name;
  return path.includes('/') ? `docker.io/${path}` : `docker.io/library/${path}`;
}
