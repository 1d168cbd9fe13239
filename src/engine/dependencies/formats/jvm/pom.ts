import type { ManifestFormat, Scope } from '../../package.ts';
import { Collector, type Said } from '../collector.ts';
import { baseOf } from '../paths.ts';
import { type Pom, type PomDependency, readPom } from './pom-model.ts';
import { isComputed, type Managed, PomProjects } from './pom-projects.ts';

/**
 * pom.xml. Versions come from properties, parents, dependencyManagement and imported BOMs, as far as these are in the
 * project; dependencies of a parent are entries of the parent's file, managed ones of nothing by themselves.
 */
export const pomXml: ManifestFormat = {
  id: 'pom.xml',
  kind: 'manifest',
  reads: (path) => baseOf(path) === 'pom.xml',
  read(text, path, files) {
    const pom = readPom(text, path);
    const found = new Collector('Maven', text);
    found.problems.push(...pom.place.problems);
    const reader = new PomReader(found, pom, PomProjects.of(files));
    for (const dependency of pom.dependencies) reader.add(dependency);
    reader.tellUnknown();
    return found.result();
  },
};

class PomReader {
  readonly #found: Collector;
  readonly #pom: Pom;
  readonly #projects: PomProjects;
  readonly #unknown: PomDependency[] = [];

  constructor(found: Collector, pom: Pom, projects: PomProjects) {
    this.#found = found;
    this.#pom = pom;
    this.#projects = projects;
  }

  add(dependency: PomDependency): void {
    const { groupId, artifactId } = this.#projects.coordinates(dependency, this.#pom);
    const { type, classifier, profile, at } = dependency;
    if (isComputed(groupId) || isComputed(artifactId)) {
      this.#found.problem(
        at.tag.start,
        `${groupId}:${artifactId} has a property that is not known; it was left out.`,
      );
      return;
    }
    const managed = this.#projects.managed(groupId, artifactId, type, classifier, this.#pom);
    const scope = dependency.scope ?? managed?.dependency.scope ?? 'compile';
    const isOwn = this.#projects.has(groupId, artifactId);
    const version = this.#version(dependency, managed);
    if (version.requirement === undefined && !isOwn) this.#unknown.push(dependency);
    const name = `${groupId}:${artifactId}`;
    this.#found.add({
      ...version,
      ...(classifier !== '' && { key: `${name}:${classifier}` }),
      name,
      scope: scopeOf(scope),
      group: profile === undefined ? scope : `${scope} (profile ${profile})`,
      direct: true,
      origin: scope === 'system' || isOwn ? 'path' : 'registry',
      at: at.tag,
    });
  }

  #version(
    { version }: PomDependency,
    managed: Managed | undefined,
  ): Pick<Said, 'version' | 'requirement' | 'versionAt' | 'versionElsewhere'> {
    const owner = version ? this.#pom : managed?.pom;
    const element = version ?? managed?.dependency.version;
    // Properties of a child override those of its parents, in what it inherits, too; those of a BOM are its own.
    const context = owner && this.#projects.lineage(this.#pom).includes(owner) ? this.#pom : owner;
    if (!element || !owner || !context) return {};
    const given = this.#projects.interpolate(element.text, context, element, owner);
    if (!given || given.text === '') return {};
    const { text: requirement, at } = given;
    return {
      version: exactVersion(requirement),
      requirement,
      ...(at?.pom.path === this.#pom.path && { versionAt: at.element.content }),
      ...(at &&
        at.pom.path !== this.#pom.path && {
          versionElsewhere: { file: at.pom.path, range: at.pom.place.range(at.element.content) },
        }),
    };
  }

  /** One problem a file: a parent or BOM of a registry gives the versions of many packages. */
  tellUnknown(): void {
    const [first] = this.#unknown;
    if (!first) return;
    const count = this.#unknown.length;
    const missing = this.#projects.missing(this.#pom).slice(0, 5).join(', ');
    this.#found.problem(
      first.at.tag.start,
      `The version of ${count === 1 ? 'one package' : `${count} packages`} is not known${
        missing === '' ? '.' : `: it may come from what is not in the project, ${missing}.`
      }`,
    );
  }
}

/** A soft requirement is what Maven takes; a range of one version, too. */
function exactVersion(requirement: string): string | undefined {
  const one = /^\[([^,[\]()]+)\]$/.exec(requirement)?.[1];
  if (one !== undefined) return one.trim();
  return /^[^,[\]()\s]+$/.test(requirement) && !/^(?:LATEST|RELEASE)$/.test(requirement)
    ? requirement
    : undefined;
}

/** What a container provides runs with the product, too. */
const scopeOf = (scope: string): Scope => (scope === 'test' ? 'development' : 'production');
