/** The folder that a file or folder stands in; '' for the scanned one. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** A folder and those above it, the nearest first; the last one is the project's, ''. */
export function foldersFrom(folder: string): readonly string[] {
  const folders = [folder];
  for (let at = folder; at !== ''; ) {
    at = folderOf(at);
    folders.push(at);
  }
  return folders;
}
