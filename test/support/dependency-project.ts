import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A project with vulnerable packages, asked for and brought by others, that the snapshot of advisories knows. */
export async function dependencyProject(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parapet-dependencies-'));
  const dependencies = { lodash: '4.17.11', express: '^4.0.0' };
  const packages = {
    '': { dependencies },
    'node_modules/lodash': { version: '4.17.11' },
    'node_modules/express': { version: '4.0.0', dependencies: { qs: '0.6.6' } },
    'node_modules/qs': { version: '0.6.6' },
  };
  const files = {
    'package.json': { name: 'shop', dependencies },
    'package-lock.json': { name: 'shop', lockfileVersion: 3, packages },
  };
  for (const [file, value] of Object.entries(files))
    await writeFile(path.join(folder, file), `${JSON.stringify(value, null, 2)}\n`);
  await writeFile(path.join(folder, 'index.js'), "export { template } from 'lodash';\n");
  return folder;
}
