import type { LocatedElement } from '../../../files/structured/xml.ts';
import { grouped } from '../../../grouped.ts';
import type { ProjectFiles } from '../../package.ts';
import { baseOf, folderOf, pathIn } from '../paths.ts';
import { type Pom, type PomDependency, readPom } from './pom-model.ts';

/** A text of a pom.xml with its properties put in, and the element of whichever file an edit of it would change. */
export interface Interpolated {
  readonly text: string;
  readonly at: { readonly pom: Pom; readonly element: LocatedElement } | undefined;
}

/** A managed dependency, in whichever pom it stands. */
export interface Managed {
  readonly pom: Pom;
  readonly dependency: PomDependency;
}

/** Parents above each other; Maven itself refuses cycles. */
const maximumParents = 20;
/** BOMs that are looked into for one dependency. */
const maximumBoms = 100;
/** Properties that one text may be made of, and its characters: properties may name each other twice. */
const maximumSteps = 50;
const maximumText = 1_000;

const known = new WeakMap<ProjectFiles, PomProjects>();

/** The Maven projects among a project's files; each pom.xml is read once. */
export class PomProjects {
  readonly #files: ProjectFiles;
  readonly #poms = new Map<string, Pom | undefined>();
  readonly #lineages = new Map<Pom, readonly Pom[]>();
  readonly #managed = new Map<Pom, ReadonlyMap<string, PomDependency>>();
  #byCoordinates: ReadonlyMap<string, readonly Pom[]> | undefined;

  private constructor(files: ProjectFiles) {
    this.#files = files;
  }

  static of(files: ProjectFiles): PomProjects {
    const projects = known.get(files) ?? new PomProjects(files);
    known.set(files, projects);
    return projects;
  }

  /** @returns undefined where the file is not there, or is no pom.xml, which is a problem of its own */
  #pom(path: string): Pom | undefined {
    if (this.#poms.has(path)) return this.#poms.get(path);
    const text = this.#files.read(path);
    const pom = text === undefined ? undefined : readable(text, path);
    this.#poms.set(path, pom);
    return pom;
  }

  /** Whether a project of these files makes the artifact. */
  has(groupId: string, artifactId: string): boolean {
    return this.#find(groupId, artifactId, undefined) !== undefined;
  }

  #find(groupId: string, artifactId: string, version: string | undefined): Pom | undefined {
    this.#byCoordinates ??= grouped(
      this.#files.paths.filter((path) => baseOf(path) === 'pom.xml').flatMap((path) => this.#pom(path) ?? []),
      (pom) => `${pom.groupId}:${pom.artifactId}`,
    );
    return this.#byCoordinates
      .get(`${groupId}:${artifactId}`)
      ?.find(
        (pom) =>
          version === undefined ||
          pom.version === undefined ||
          pom.version === version ||
          isComputed(pom.version) ||
          isComputed(version),
      );
  }

  /** A pom, its parent and so on, as far as these are in the project. */
  lineage(pom: Pom): readonly Pom[] {
    const before = this.#lineages.get(pom);
    if (before) return before;
    const found = [pom];
    for (
      let at = this.#parent(pom);
      at && found.length < maximumParents && !found.includes(at);
      at = this.#parent(at)
    )
      found.push(at);
    this.#lineages.set(pom, found);
    return found;
  }

  #parent({ parent, path }: Pom): Pom | undefined {
    if (!parent) return undefined;
    const { groupId, artifactId, version, relativePath } = parent;
    const given = relativePath === undefined ? undefined : pathIn(folderOf(path), relativePath);
    const file = given === undefined || given.endsWith('.xml') ? given : pathIn(given, 'pom.xml');
    const beside = file === undefined ? undefined : this.#pom(file);
    const isIt = beside?.groupId === groupId && beside.artifactId === artifactId;
    return isIt ? beside : this.#find(groupId, artifactId, version);
  }

  /** @returns the text with properties of the pom and its parents; undefined where one of them is not known */
  interpolate(text: string, pom: Pom, element?: LocatedElement, owner = pom): Interpolated | undefined {
    const budget = { steps: maximumSteps };
    const value = this.#filled(text, pom, budget);
    if (value === undefined) return undefined;
    let at = element && { pom: owner, element };
    let current = text;
    for (let step = 0; at && isComputed(current); step++) {
      const key = /^\$\{([^${}]+)\}$/.exec(current)?.[1];
      const property = key === undefined || step > maximumSteps ? undefined : this.#property(key, pom);
      at = property;
      current = property?.element.text ?? '';
    }
    return { text: value, at };
  }

  #filled(text: string, pom: Pom, budget: { steps: number }): string | undefined {
    let isKnown = text.length <= maximumText;
    const filled = text.replace(/\$\{([^${}]*)\}/g, (_, key: string) => {
      if (!isKnown || --budget.steps < 0) isKnown = false;
      const value = isKnown ? (this.#property(key, pom)?.element.text ?? this.#builtIn(key, pom)) : undefined;
      const inner = value === undefined ? undefined : this.#filled(value, pom, budget);
      if (inner === undefined) isKnown = false;
      return inner ?? '';
    });
    return isKnown && filled.length <= maximumText ? filled : undefined;
  }

  #property(key: string, pom: Pom): { readonly pom: Pom; readonly element: LocatedElement } | undefined {
    for (const each of this.lineage(pom)) {
      const element = each.properties.get(key);
      if (element) return { pom: each, element };
    }
    return undefined;
  }

  #builtIn(key: string, pom: Pom): string | undefined {
    switch (key.replace(/^(?:project|pom)\./, '')) {
      case 'version':
        return pom.version;
      case 'groupId':
        return pom.groupId;
      case 'artifactId':
        return pom.artifactId;
      case 'parent.version':
        return pom.parent?.version;
      case 'parent.groupId':
        return pom.parent?.groupId;
      default:
        return undefined;
    }
  }

  /** @returns what dependencyManagement says of an artifact: of the pom and its parents, then of the BOMs they import */
  managed(
    groupId: string,
    artifactId: string,
    type: string,
    classifier: string,
    pom: Pom,
  ): Managed | undefined {
    const key = `${groupId}:${artifactId}:${type}:${classifier}`;
    const seen = new Set<Pom>();
    const search = (from: Pom): Managed | undefined => {
      const lineage = this.lineage(from).filter((each) => !seen.has(each));
      for (const each of lineage) {
        seen.add(each);
        const dependency = this.#managedBy(each).get(key);
        if (dependency) return { pom: each, dependency };
      }
      for (const each of lineage)
        for (const bom of this.#boms(each)) {
          if (seen.has(bom) || seen.size >= maximumBoms) continue;
          const found = search(bom);
          if (found) return found;
        }
      return undefined;
    };
    return search(pom);
  }

  #managedBy(pom: Pom): ReadonlyMap<string, PomDependency> {
    const before = this.#managed.get(pom);
    if (before) return before;
    const found = new Map<string, PomDependency>();
    for (const each of pom.managed) {
      const { groupId, artifactId } = this.coordinates(each, pom);
      found.set(`${groupId}:${artifactId}:${each.type}:${each.classifier}`, each);
    }
    this.#managed.set(pom, found);
    return found;
  }

  #boms(pom: Pom): Pom[] {
    return importsOf(pom).flatMap((each) => {
      const { groupId, artifactId } = this.coordinates(each, pom);
      const version = each.version && this.interpolate(each.version.text, pom)?.text;
      return this.#find(groupId, artifactId, version) ?? [];
    });
  }

  /** Parents and BOMs that a pom leads to, and which are not in the project, as `group:artifact`. */
  missing(pom: Pom): readonly string[] {
    const seen = new Set<Pom>();
    const found = new Set<string>();
    const pending = [pom];
    for (let from = pending.pop(); from && seen.size < maximumBoms; from = pending.pop()) {
      const lineage = this.lineage(from);
      const parent = lineage.at(-1)?.parent;
      if (parent) found.add(`${parent.groupId}:${parent.artifactId}`);
      for (const each of lineage) {
        if (seen.has(each)) continue;
        seen.add(each);
        pending.push(...this.#boms(each));
        for (const dependency of importsOf(each)) {
          const { groupId, artifactId } = this.coordinates(dependency, each);
          if (!this.has(groupId, artifactId)) found.add(`${groupId}:${artifactId}`);
        }
      }
    }
    return [...found];
  }

  /** The coordinates of a dependency with properties put in; as they are written where these are not known. */
  coordinates(
    { groupId, artifactId }: { readonly groupId: string; readonly artifactId: string },
    pom: Pom,
  ): { readonly groupId: string; readonly artifactId: string } {
    return {
      groupId: this.interpolate(groupId, pom)?.text ?? groupId,
      artifactId: this.interpolate(artifactId, pom)?.text ?? artifactId,
    };
  }
}

const importsOf = (pom: Pom): PomDependency[] =>
  pom.managed.filter(({ scope, type }) => scope === 'import' && type === 'pom');

export const isComputed = (text: string): boolean => text.includes('${');

function readable(text: string, path: string): Pom | undefined {
  try {
    return readPom(text, path);
  } catch {
    return undefined;
  }
}
