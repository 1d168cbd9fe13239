import type { Project } from '../interpreter/project.ts';
import type { LinkedClass } from './linking.ts';

const found = new WeakMap<Project, ReadonlyMap<string, readonly LinkedClass[]>>();

/** Classes of the project that extend or implement a type from elsewhere, themselves or through their bases. */
export function implementersOf(project: Project, api: string): readonly LinkedClass[] {
  let known = found.get(project);
  if (!known) {
    known = indexOf(project);
    found.set(project, known);
  }
  return known.get(api) ?? none;
}

const none: readonly LinkedClass[] = [];

function indexOf(project: Project): ReadonlyMap<string, readonly LinkedClass[]> {
  const index = new Map<string, LinkedClass[]>();
  for (const cls of project.allClasses())
    for (const base of new Set(project.members.apiBases(cls))) {
      const known = index.get(base);
      if (known) known.push(cls);
      else index.set(base, [cls]);
    }
  return index;
}
