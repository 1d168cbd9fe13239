import { PackageURL } from 'packageurl-js';
import { ecosystemNames } from './ecosystem-names.ts';
import type { Ecosystem } from './package.ts';

/** A package's URL (purl, ECMA-427), as the field of a record; empty for a name that no package can have. */
export const packageUrl = (
  ecosystem: Ecosystem,
  name: string,
  version: string | undefined,
): { readonly purl?: string } => urlOfType(ecosystemNames[ecosystem].purl, name, version);

/** The same by the type of the URL. */
export function urlOfType(
  type: string,
  name: string,
  version: string | undefined,
): { readonly purl?: string } {
  const parts = name.split(type === 'maven' ? ':' : '/');
  const namespace = parts.slice(0, -1).join('/');
  try {
    const url = new PackageURL(
      type,
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
