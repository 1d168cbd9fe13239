/** Packages of Python that an installer put into a folder of the project, by its records (PEP 376, PEP 627). */

const record = /^(?:(?<root>.+)\/)?[^/]+\.dist-info\/RECORD$/;

const maximumRecords = 2_000;
const maximumLines = 20_000;

/**
 * Returns the folders and modules that were installed, each with the folder of records that says so.
 * @param read the text of a file
 */
export function installedPackages(
  paths: readonly string[],
  read: (path: string) => string | undefined,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const path of paths.filter((each) => record.test(each)).slice(0, maximumRecords)) {
    const root = record.exec(path)?.groups?.['root'];
    for (const line of (read(path) ?? '').split('\n', maximumLines)) {
      const [top = ''] = line.replace(/,[^,]*,[^,]*$/, '').split('/');
      // Programs are put elsewhere: `../../bin/run`.
      if (top === '' || top === '..' || top.startsWith('/')) continue;
      found.set(root === undefined ? top : `${root}/${top}`, path.slice(0, path.lastIndexOf('/')));
    }
  }
  return found;
}
