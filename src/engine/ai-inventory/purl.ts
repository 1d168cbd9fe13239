import { PackageURL } from 'packageurl-js';

/** Ecosystems whose type in package URLs has another name. */
const types: Readonly<Record<string, string>> = { go: 'golang' };

/** A package's URL (purl, ECMA-427), as the field of a component; empty for a name that no package can have. */
export function purlOf(
  ecosystem: string,
  name: string,
  version: string | undefined,
): { readonly purl?: string } {
  const parts = name.split(ecosystem === 'maven' ? ':' : '/');
  const namespace = parts.slice(0, -1).join('/');
  try {
    const url = new PackageURL(
      types[ecosystem] ?? ecosystem,
      namespace === '' ? undefined : namespace,
      parts.at(-1) ?? '',
      version,
      undefined,
      undefined,
    );
    return { purl: url.toString() };
  } catch {
    return {};
  }
}
