import type { Fault } from '../../../files/structured/value.ts';
import { childOf, type LocatedElement, readXml } from '../../../files/structured/xml.ts';
import { canonicalName } from '../../names.ts';
import type { ProjectFiles } from '../../package.ts';
import { folderOf, foldersUpFrom, pathIn } from '../paths.ts';
import { Place } from '../place.ts';

/** One file of MSBuild (learn.microsoft.com/visualstudio/msbuild), by itself. */
export interface MsbuildFile {
  readonly path: string;
  readonly place: Place;
  readonly faults: readonly Fault[];
  readonly properties: readonly LocatedElement[];
  /** Items that are packages, in order. */
  readonly items: readonly LocatedElement[];
  readonly imports: readonly LocatedElement[];
}

/** A text that was evaluated, and where an edit of it belongs. */
export interface Evaluated {
  readonly text: string;
  readonly at: {
    readonly file: MsbuildFile;
    readonly span: { readonly start: number; readonly end: number };
  };
}

const packageItems = new Set([
  'PackageReference',
  'PackageVersion',
  'GlobalPackageReference',
  'PackageDownload',
]);
/** Files that one project may import, and properties that one text may name. */
const maximumImports = 50;
const maximumSteps = 50;
const maximumText = 1_000;

/** @throws SyntaxError or RangeError for what is no XML */
export function readMsbuild(text: string, path: string): MsbuildFile {
  const { root, faults } = readXml(text);
  const project = childOf(root, 'Project');
  if (!project) throw new SyntaxError('It has no project of MSBuild.');
  const properties: LocatedElement[] = [];
  const items: LocatedElement[] = [];
  const imports: LocatedElement[] = [];
  // Choose, When and Otherwise may stand around groups.
  const pending = [...project.children];
  for (let at = 0; at < pending.length; at++) {
    const element = pending[at];
    if (!element) break;
    if (element.name === 'PropertyGroup') properties.push(...element.children);
    else if (element.name === 'ItemGroup')
      items.push(...element.children.filter(({ name }) => packageItems.has(name)));
    else if (element.name === 'Import') imports.push(element);
    else if (/^(?:Choose|When|Otherwise|ImportGroup)$/.test(element.name)) pending.push(...element.children);
  }
  return { path, place: new Place(text), faults, properties, items, imports };
}

/** A project with the files that MSBuild imports into it from above: the nearest Directory.Build.props and its like. */
export class MsbuildProject {
  readonly #files: ProjectFiles;
  /** The file itself first. */
  readonly #imported: MsbuildFile[];
  readonly #central: ReadonlyMap<string, { readonly file: MsbuildFile; readonly element: LocatedElement }>;

  constructor(own: MsbuildFile, files: ProjectFiles) {
    this.#files = files;
    this.#imported = [own];
    for (const name of ['Directory.Build.props', 'Directory.Packages.props', 'Directory.Build.targets'])
      this.#import(this.#nearest(folderOf(own.path), name));
    for (let index = 0; index < this.#imported.length; index++) {
      const file = this.#imported[index];
      for (const element of file?.imports ?? []) this.#import(this.#target(file?.path ?? '', element));
    }
    this.#central = new Map(
      this.#imported
        .toReversed()
        .flatMap((file) =>
          file.items
            .filter(({ name }) => name === 'PackageVersion')
            .flatMap((element) =>
              namesOf(element).map((name) => [canonicalName('NuGet', name), { file, element }] as const),
            ),
        ),
    );
  }

  #nearest(folder: string, name: string): string | undefined {
    for (const each of foldersUpFrom(folder)) {
      const path = pathIn(each, name);
      if (path !== undefined && this.#files.read(path) !== undefined) return path;
    }
    return undefined;
  }

  #target(from: string, element: LocatedElement): string | undefined {
    const given = element.attributes.get('Project')?.text ?? '';
    const above = /GetPathOfFileAbove\(\s*'?([\w.-]+)'?/.exec(given)?.[1];
    if (above !== undefined) return this.#nearest(folderOf(folderOf(from)), above);
    const relative = given.replace(/^\$\(MSBuildThis(?:FileDirectory|ProjectDirectory)\)/, '');
    return relative.includes('$') ? undefined : pathIn(folderOf(from), relative);
  }

  #import(path: string | undefined): void {
    if (path === undefined || this.#imported.length >= maximumImports) return;
    if (this.#imported.some((file) => file.path === path)) return;
    const text = this.#files.read(path);
    if (text === undefined) return;
    try {
      this.#imported.push(readMsbuild(text, path));
    } catch {
      // It is a file with a problem of its own.
    }
  }

  /** The central version of a package (Directory.Packages.props). */
  central(name: string): Evaluated | undefined {
    const found = this.#central.get(canonicalName('NuGet', name));
    const text = found && versionOf(found.element, 'Version');
    return found && text && this.evaluate(text.text, { file: found.file, span: text.span });
  }

  isTrue(property: string): boolean {
    return /^true$/i.test(this.#property(property)?.text ?? '');
  }

  /** @returns a text with its properties put in; undefined where one is not known, or has several values */
  evaluate(text: string, at: Evaluated['at']): Evaluated | undefined {
    const budget = { steps: maximumSteps };
    const filled = this.#filled(text, budget);
    if (filled === undefined || filled === '') return undefined;
    let place = at;
    let current = text;
    for (let step = 0; step < maximumSteps && current.includes('$('); step++) {
      const name = /^\$\(([\w.-]+)\)$/.exec(current.trim())?.[1];
      const property = name === undefined ? undefined : this.#property(name);
      if (!property) break;
      place = property.at;
      current = property.text;
    }
    return { text: filled, at: place };
  }

  #filled(text: string, budget: { steps: number }): string | undefined {
    let isKnown = text.length <= maximumText;
    const filled = text.replace(/\$\(([^()$]*)\)/g, (_, name: string) => {
      if (!isKnown || --budget.steps < 0) isKnown = false;
      const value = isKnown ? this.#property(name)?.text : undefined;
      const inner = value === undefined ? undefined : this.#filled(value, budget);
      if (inner === undefined) isKnown = false;
      return inner ?? '';
    });
    return isKnown && filled.length <= maximumText && !filled.includes('$(') ? filled.trim() : undefined;
  }

  /** Conditions are not evaluated: a property that has two values has none. */
  #property(name: string): Evaluated | undefined {
    const wanted = name.trim().toLowerCase();
    let found: Evaluated | undefined;
    for (const file of this.#imported)
      for (const element of file.properties) {
        if (element.name.toLowerCase() !== wanted) continue;
        if (found && found.text !== element.text) return undefined;
        found ??= { text: element.text, at: { file, span: element.content } };
      }
    return found;
  }
}

/** The packages that an item names: several may stand in one, with semicolons. */
export const namesOf = ({ attributes }: LocatedElement): string[] =>
  (attributes.get('Include') ?? attributes.get('Update'))?.text
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '') ?? [];

/** A value that an item has as an attribute or as an element of its own. */
export function versionOf(
  element: LocatedElement,
  name: string,
): { readonly text: string; readonly span: { readonly start: number; readonly end: number } } | undefined {
  const attribute = element.attributes.get(name);
  if (attribute) return { text: attribute.text.trim(), span: attribute.value };
  const child = childOf(element, name);
  return child && { text: child.text, span: child.content };
}
