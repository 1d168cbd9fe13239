import { urlOfType } from '../dependencies/purl.ts';

/** Ecosystems whose type in package URLs has another name. */
const types: Readonly<Record<string, string>> = { go: 'golang' };

/** A package's URL (purl, ECMA-427), as the field of a component; empty for a name that no package can have. */
export const purlOf = (
  ecosystem: string,
  name: string,
  version: string | undefined,
): { readonly purl?: string } => urlOfType(types[ecosystem] ?? ecosystem, name, version);
