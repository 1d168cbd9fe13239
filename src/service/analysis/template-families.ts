import { type FamilyId, familyServed } from '../../engine/languages/registry.ts';
import { mayBeTemplate, templateFamilies } from '../../engine/templates/file.ts';
import type { ListedFile } from './files/listing.ts';

/** Programs of which a page with directives is most often a template, the likeliest first. */
const likeliest: readonly FamilyId[] = ['python', 'java', 'javascript'];

/**
 * Returns what says which family a template belongs to: the one that its suffix means, else that of the code nearest above it,
 * so that the page of a Python package goes to its views and not to the scripts that it loads.
 */
export function templateFamilyOf(files: readonly ListedFile[]): (path: string) => FamilyId | undefined {
  const byFolder = new Map<string, Set<FamilyId>>();
  const present = new Set<FamilyId>();
  for (const { path, family } of files) {
    if (family === undefined) continue;
    present.add(family);
    const folder = folderOf(path);
    const known = byFolder.get(folder);
    if (known) known.add(family);
    else byFolder.set(folder, new Set([family]));
  }
  return (path) => {
    if (!mayBeTemplate(path) || familyServed(path) !== undefined) return undefined;
    const among = likeliest.filter((id) => present.has(id) && templateFamilies(path).includes(id));
    if (among.length < 2) return among[0];
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      const found = among.find((id) => byFolder.get(folder)?.has(id));
      if (found !== undefined) return found;
      if (folder === '') return among[0];
    }
  };
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
