import { childOf, childrenOf, type LocatedElement, readXml } from '../../../files/structured/xml.ts';
import { Place } from '../place.ts';

/** What one pom.xml says by itself (maven.apache.org/ref/current/maven-model/maven.html), nothing inherited. */
export interface Pom {
  readonly path: string;
  readonly place: Place;
  readonly groupId: string | undefined;
  readonly artifactId: string | undefined;
  readonly version: string | undefined;
  readonly parent: PomParent | undefined;
  readonly properties: ReadonlyMap<string, LocatedElement>;
  readonly dependencies: readonly PomDependency[];
  readonly managed: readonly PomDependency[];
}

export interface PomParent {
  readonly groupId: string;
  readonly artifactId: string;
  readonly version: string | undefined;
  /** Undefined where it is to be looked for in repositories only. */
  readonly relativePath: string | undefined;
  readonly at: LocatedElement;
}

export interface PomDependency {
  readonly groupId: string;
  readonly artifactId: string;
  readonly version: LocatedElement | undefined;
  readonly scope: string | undefined;
  readonly type: string;
  readonly classifier: string;
  /** Undefined outside profiles. */
  readonly profile: string | undefined;
  readonly at: LocatedElement;
}

/** @throws SyntaxError or RangeError for what is no pom.xml */
export function readPom(text: string, path: string): Pom {
  const { root, faults } = readXml(text);
  const project = childOf(root, 'project');
  if (!project) throw new SyntaxError('It has no project of Maven.');
  const parent = parentOf(childOf(project, 'parent'));
  const profiles = childrenOf(childOf(project, 'profiles'), 'profile');
  const named = [
    { element: project, profile: undefined },
    ...profiles.map((element) => ({ element, profile: textOf(element, 'id') ?? '' })),
  ];
  const active = profiles.filter((each) => textOf(childOf(each, 'activation'), 'activeByDefault') === 'true');
  return {
    path,
    place: new Place(text, faults),
    groupId: textOf(project, 'groupId') ?? parent?.groupId,
    artifactId: textOf(project, 'artifactId'),
    version: textOf(project, 'version') ?? parent?.version,
    parent,
    properties: new Map(
      [project, ...active].flatMap((each) =>
        (childOf(each, 'properties')?.children ?? []).map((property) => [property.name, property] as const),
      ),
    ),
    dependencies: named.flatMap(({ element, profile }) => dependenciesOf(element, profile)),
    managed: named.flatMap(({ element, profile }) =>
      dependenciesOf(childOf(element, 'dependencyManagement'), profile),
    ),
  };
}

function parentOf(element: LocatedElement | undefined): PomParent | undefined {
  const groupId = textOf(element, 'groupId');
  const artifactId = textOf(element, 'artifactId');
  if (!element || groupId === undefined || artifactId === undefined) return undefined;
  const given = childOf(element, 'relativePath');
  const relativePath = given ? given.text || undefined : '../pom.xml';
  return { groupId, artifactId, version: textOf(element, 'version'), relativePath, at: element };
}

function dependenciesOf(element: LocatedElement | undefined, profile: string | undefined): PomDependency[] {
  return childrenOf(childOf(element, 'dependencies'), 'dependency').flatMap((at) => {
    const groupId = textOf(at, 'groupId');
    const artifactId = textOf(at, 'artifactId');
    if (groupId === undefined || artifactId === undefined) return [];
    return {
      groupId,
      artifactId,
      version: childOf(at, 'version'),
      scope: textOf(at, 'scope'),
      type: textOf(at, 'type') ?? 'jar',
      classifier: textOf(at, 'classifier') ?? '',
      profile,
      at,
    };
  });
}

const textOf = (element: LocatedElement | undefined, name: string): string | undefined =>
  childOf(element, name)?.text || undefined;
