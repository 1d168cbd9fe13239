import type { FileRoles } from '../../../engine/roles/code-role.ts';
import { projectRoles } from '../../../engine/roles/project-roles.ts';
import type { Listing, Selection } from './listing.ts';
import { readSource } from './read.ts';

/** Which of a folder's files are no part of its product. */
export function rolesIn(
  { root, files }: Listing,
  { fileBytes, selection }: { readonly fileBytes: number; readonly selection: Selection },
): FileRoles {
  return projectRoles({
    paths: files.map((file) => file.path),
    read: (path) => readSource(root, path, fileBytes).file?.text,
    isWhole: selection === 'project',
  });
}

/** The roles of some of the files. */
export const among = (roles: FileRoles, files: readonly string[]): FileRoles =>
  new Map(
    files.flatMap((file) => {
      const role = roles.get(file);
      return role ? [[file, role] as const] : [];
    }),
  );
