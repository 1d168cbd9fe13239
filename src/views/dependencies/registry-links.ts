const encoded = (name: string): string => name.split('/').map(encodeURIComponent).join('/');

/** The page of a package in the registry that serves its ecosystem. */
const pages: Readonly<Record<string, (name: string) => string>> = {
  npm: (name) => `https://www.npmjs.com/package/${encoded(name)}`,
  PyPI: (name) => `https://pypi.org/project/${encoded(name)}/`,
  Maven: (name) => `https://central.sonatype.com/artifact/${encoded(name.replace(':', '/'))}`,
  Go: (name) => `https://pkg.go.dev/${encoded(name === 'stdlib' ? 'std' : name)}`,
  'crates.io': (name) => `https://crates.io/crates/${encoded(name)}`,
  RubyGems: (name) => `https://rubygems.org/gems/${encoded(name)}`,
  Packagist: (name) => `https://packagist.org/packages/${encoded(name)}`,
  NuGet: (name) => `https://www.nuget.org/packages/${encoded(name)}`,
  Pub: (name) => `https://pub.dev/packages/${encoded(name)}`,
  Hex: (name) => `https://hex.pm/packages/${encoded(name)}`,
};

/** Returns where a public registry shows a package; undefined for an ecosystem without such pages. */
export function registryUrl(ecosystem: string, name: string): string | undefined {
  const isPlain = !name.split('/').some((part) => /^\.*$/.test(part));
  return isPlain && Object.hasOwn(pages, ecosystem) ? pages[ecosystem]?.(name) : undefined;
}
