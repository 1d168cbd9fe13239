/** @returns the folder of a path; empty for a file at the root */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** @returns the last part of a path */
export const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** @returns the path of a file in a folder, `..` resolved; undefined where it leads out of the project */
export function pathIn(folder: string, relative: string): string | undefined {
  const steps = relative.replaceAll('\\', '/');
  if (steps.startsWith('/') || /^[A-Za-z]:/.test(steps) || steps.includes('\0')) return undefined;
  const parts = folder === '' ? [] : folder.split('/');
  for (const step of steps.split('/')) {
    if (step === '' || step === '.') continue;
    if (step !== '..') parts.push(step);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/** The folder, and every one above it up to the root. */
export function* foldersUpFrom(folder: string): Generator<string> {
  for (let at = folder; ; at = folderOf(at)) {
    yield at;
    if (at === '') return;
  }
}
