import type { Ecosystem } from '../package.ts';
import { importNamesOfMaven } from './maven-names.ts';
import { importNamesOfPython } from './python-names.ts';

/** How code names what a package brings. */
export interface ImportNames {
  /** Of modules, or packages of classes: what lies below them is the package's, too. */
  readonly names: readonly string[];
  /** Whether these are all of them; else code may import the package by other names. */
  readonly areAll: boolean;
  /** It takes part in a program that does not import it: drivers and bindings, which are found at run time. */
  readonly runsWithoutImport: boolean;
}

/** Returns how code imports a package. @returns undefined for an ecosystem that is not modelled */
export function importNamesOf(ecosystem: Ecosystem, name: string): ImportNames | undefined {
  switch (ecosystem) {
    case 'npm':
      return { names: [name], areAll: true, runsWithoutImport: false };
    case 'PyPI':
      return importNamesOfPython(name);
    case 'Maven':
      return importNamesOfMaven(name);
    default:
      return undefined;
  }
}
