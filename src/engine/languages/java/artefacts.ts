import { roleByPath } from '../../roles/path-roles.ts';
import { folderOf, foldersFrom } from '../folders.ts';
import type { LibraryApi } from '../library-api.ts';
import type { ImportSpace } from '../resolution.ts';
import { type Artefact, gradleArtefact, mavenArtefact } from './build-files.ts';

/** Files by which a build says what it makes of a folder. */
export const buildFiles = /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?)$/;

/** Returns what others may call of the artefacts that are libraries: the public methods of public classes of their main code. */
export function artefactApi({ configs }: Pick<ImportSpace, 'configs'>): LibraryApi {
  const made = new Map<string, Artefact | undefined>();
  for (const [path, text] of configs) {
    if (!buildFiles.test(path)) continue;
    const artefact = path.endsWith('.xml') ? mavenArtefact(text) : gradleArtefact(text);
    const folder = folderOf(path);
    made.set(folder, made.get(folder) ?? artefact);
  }
  /** By folder of sources. */
  const known = new Map<string, boolean>();
  return {
    includes: ({ path }) => {
      if (made.size === 0) return false;
      const folder = folderOf(path);
      let isLibrary = known.get(folder);
      if (isLibrary === undefined) {
        isLibrary = isOfLibrary(path, made);
        known.set(folder, isLibrary);
      }
      return isLibrary;
    },
    isPublic: ({ isPublic, cls }, { classes }) =>
      isPublic === true && cls !== undefined && classes[cls]?.isPublic === true,
  };
}

function isOfLibrary(path: string, made: ReadonlyMap<string, Artefact | undefined>): boolean {
  if (roleByPath(path, (folder) => made.has(folder))) return false;
  for (const folder of foldersFrom(folderOf(path))) {
    if (!made.has(folder)) continue;
    // A build that says nothing of its own is told by the one around it.
    const artefact =
      made.get(folder) ??
      foldersFrom(folderOf(folder))
        .map((above) => made.get(above))
        .find(Boolean);
    return artefact === 'library';
  }
  return false;
}
