import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { ROOT } from '../../../scripts/paths.ts';

const names = z.record(z.string(), z.string()).default({});
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dependencies: names,
      devDependencies: names,
      optionalDependencies: names,
      version: z.string().optional(),
    }),
  ),
});

describe('the lock file', () => {
  const { packages } = lockSchema.parse(
    JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')),
  );

  // npm leaves out optional packages that it could not look up when it wrote the file, and `npm ci` then refuses.
  it('holds every package that another one in it names, those of other platforms too', () => {
    const missing = Object.entries(packages).flatMap(([location, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !isFound(name, location))
        .map((name) => `${name}, for ${location}`),
    );
    assert.deepEqual(missing, []);
  });

  it('locks what package.json asks for', () => {
    const manifest = z
      .object({ devDependencies: names, optionalDependencies: names })
      .parse(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')));
    const wanted = { ...manifest.devDependencies, ...manifest.optionalDependencies };
    for (const [name, version] of Object.entries(wanted)) {
      assert.equal(packages[`node_modules/${name}`]?.version, version, name);
    }
  });

  /** Looks where Node.js would: beside the package's own dependencies, then further up. */
  function isFound(name: string, location: string): boolean {
    for (
      let folder = location;
      ;
      folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules') - 1))
    ) {
      if (`${folder === '' ? '' : `${folder}/`}node_modules/${name}` in packages) return true;
      if (folder === '') return false;
    }
  }
});
